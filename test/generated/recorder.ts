/** A recorded request. */
export interface RecordedRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

/** Records requests to a transport. */
export interface Recorder {
  readonly fetch: (request: Request) => Promise<Response>;
  /** Returns the last request; throws if there is none. */
  last(): RecordedRequest;
  readonly all: readonly RecordedRequest[];
}

/** Creates a recorder in front of a transport. */
export function recordRequests(transport: (request: Request) => Promise<Response>): Recorder {
  const all: RecordedRequest[] = [];
  return {
    all,
    fetch: async (request) => {
      const bytes = new Uint8Array(await request.clone().arrayBuffer());
      all.push({ method: request.method, url: new URL(request.url), headers: new Headers(request.headers), bytes });
      return transport(request);
    },
    last: () => {
      const sent = all.at(-1);
      if (sent === undefined) throw new Error('no request was recorded');
      return sent;
    },
  };
}

/** Decodes the body of a recorded request as text. */
export function decodeBody(sent: RecordedRequest): string {
  return new TextDecoder().decode(sent.bytes);
}
