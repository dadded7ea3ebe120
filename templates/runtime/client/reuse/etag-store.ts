/** A response that is kept, with its ETag. No credential is part of it. */
export interface StoredAnswer {
  readonly etag: string;
  /** The data as JSON. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Keeps responses: a map, a file, a database. Failures are logged and never fail a call. */
export interface EtagStore {
  get(key: string): StoredAnswer | undefined | null | PromiseLike<StoredAnswer | undefined | null>;
  set(key: string, response: StoredAnswer): unknown;
  delete?(key: string): unknown;
}

/** Limits of a store in memory. */
export interface MemoryStoreOptions {
  /** Default: 500. */
  readonly maxEntries?: number | undefined;
  /** Most characters of all keys, bodies and headers. Default: 8,000,000. */
  readonly maxSize?: number | undefined;
}

/** Keeps responses in memory; when there are too many, drops those first that were not used for longest. */
export function memoryStore({ maxEntries = 500, maxSize = 8_000_000 }: MemoryStoreOptions = {}): EtagStore {
  const entries = new Map<string, StoredAnswer>();
  let size = 0;

  function remove(key: string): StoredAnswer | undefined {
    const found = entries.get(key);
    if (found && entries.delete(key)) size -= measure(key, found);
    return found;
  }

  function set(key: string, response: StoredAnswer): void {
    remove(key);
    if (measure(key, response) > maxSize) return;
    entries.set(key, response);
    size += measure(key, response);
    for (const oldest of entries.keys()) {
      if (entries.size <= maxEntries && size <= maxSize) return;
      remove(oldest);
    }
  }

  return {
    get: (key) => {
      const found = remove(key);
      if (found) set(key, found);
      return found;
    },
    set,
    delete: remove,
  };
}

function measure(key: string, response: StoredAnswer): number {
  return key.length + response.etag.length + response.body.length + Object.entries(response.headers).join().length;
}
