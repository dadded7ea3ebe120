/** Responds to a request that no other code reads, so that the request does not have to be copied. */
export type Entry = (request: Request) => Promise<Response>;

/** A function with the parameters of `fetch`. */
type Fetch = (input: Request | URL | string, init?: RequestInit) => Promise<Response>;

const entries = new WeakMap<object, Entry>();

/** Makes a `fetch` that calls an entry. */
export function fetchTo(entry: Entry): Fetch {
  // A request is copied only if `init` changes it, or if its body was read, so that the copy throws the error of the platform.
  const fetch: Fetch = async (input, init) =>
    entry(!init && input instanceof Request && !input.bodyUsed ? input : new Request(input, init));
  entries.set(fetch, entry);
  return fetch;
}

/** The entry that a `fetch` calls; undefined for a `fetch` from elsewhere. */
export function findEntry(fetch: (request: Request) => Promise<Response>): Entry | undefined {
  return entries.get(fetch);
}

/** Throws if the caller gave up. A request that says so itself is not asked for its signal, which takes time to make. */
export function throwIfAborted(request: Request & { readonly isGone?: boolean }): void {
  if (request.isGone !== false) request.signal.throwIfAborted();
}
