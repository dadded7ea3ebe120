/** Answers a request that is its own: nobody else reads it, so it need not be copied. */
export type Entry = (request: Request) => Promise<Response>;

/** What `fetch` takes. */
type Fetch = (input: Request | URL | string, init?: RequestInit) => Promise<Response>;

const entries = new WeakMap<object, Entry>();

/** The `fetch` that leads to an entry. */
export function fetchTo(entry: Entry): Fetch {
  // A request is copied only where something about it changes, or for the error that a used one is.
  const fetch: Fetch = async (input, init) =>
    entry(init === undefined && input instanceof Request && !input.bodyUsed ? input : new Request(input, init));
  entries.set(fetch, entry);
  return fetch;
}

/** The entry that a `fetch` leads to; undefined for functions of others. */
export function entryOf(fetch: (request: Request) => Promise<Response>): Entry | undefined {
  return entries.get(fetch);
}

const bodies = new WeakMap<Response, string | Uint8Array>();

/** The response itself; what its body is made of stays at hand for a server, which need not read it from a stream. */
export function withKnownBody(response: Response, body: string | Uint8Array): Response {
  bodies.set(response, body);
  return response;
}

/** What the body of a response is made of, where that is known and nobody has read it. */
export function knownBodyOf(response: Response): string | Uint8Array | undefined {
  return response.bodyUsed || response.body === null ? undefined : bodies.get(response);
}
