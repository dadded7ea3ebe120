/** A request as it left the client. */
export interface Sent {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

/** Keeps every request on its way to a transport. */
export interface Recorder {
  readonly fetch: (request: Request) => Promise<Response>;
  /** The last request that left. */
  last(): Sent;
  readonly all: readonly Sent[];
}

/** Puts a recorder in front of a transport. */
export function recordRequests(transport: (request: Request) => Promise<Response>): Recorder {
  const all: Sent[] = [];
  return {
    all,
    fetch: async (request) => {
      const bytes = new Uint8Array(await request.clone().arrayBuffer());
      all.push({ method: request.method, url: new URL(request.url), headers: new Headers(request.headers), bytes });
      return transport(request);
    },
    last: () => {
      const sent = all.at(-1);
      if (sent === undefined) throw new Error('nothing was sent');
      return sent;
    },
  };
}

/** The body of a request as text. */
export function textOf(sent: Sent): string {
  return new TextDecoder().decode(sent.bytes);
}
