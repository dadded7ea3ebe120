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
  return {
    get: (key) => {
      const found = entries.get(key);
      // The entry that was used last is the last of the map.
      if (found && entries.delete(key)) entries.set(key, found);
      return found;
    },
    set: (key, response) => {
      entries.delete(key);
      if (measure(key, response) > maxSize) return;
      entries.set(key, response);
      let size = 0;
      for (const [name, one] of entries) size += measure(name, one);
      for (const [oldest, one] of entries) {
        if (entries.size <= maxEntries && size <= maxSize) return;
        entries.delete(oldest);
        size -= measure(oldest, one);
      }
    },
    delete: (key) => entries.delete(key),
  };
}

function measure(key: string, response: StoredAnswer) {
  return key.length + response.etag.length + response.body.length + Object.entries(response.headers).join().length;
}
