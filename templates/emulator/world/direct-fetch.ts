/** A function that responds to requests. It does not copy them, so no other code may read them. */
export type Entry = (request: Request) => Promise<Response>;

/** A function with the parameters of `fetch`. */
type Fetch = (input: Request | URL | string, init?: RequestInit) => Promise<Response>;

const entries = new WeakMap<object, Entry>();

/** Creates a `fetch` that calls an entry. */
export function fetchTo(entry: Entry): Fetch {
  // A request is copied only if `init` changes it, or if its body was read, so that the copy throws the error of the platform.
  const fetch: Fetch = async (input, init) =>
    entry(!init && input instanceof Request && !input.bodyUsed ? input : new Request(input, init));
  entries.set(fetch, entry);
  return fetch;
}

/** Returns the entry that a `fetch` calls; undefined if `fetchTo` did not create it. */
export function findEntry(fetch: (request: Request) => Promise<Response>): Entry | undefined {
  return entries.get(fetch);
}

/** Throws if the client gave up. Does not read `signal` of requests with a flag of their own, because creating it takes time. */
export function throwIfAborted(request: Request & { readonly isGone?: boolean }): void {
  if (request.isGone !== false) request.signal.throwIfAborted();
}
