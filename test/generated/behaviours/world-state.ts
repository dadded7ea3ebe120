/** An emulator whose state can be read. */
export interface Stateful {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly snapshot: () => { readonly world: World };
}

/** An immutable state: a change creates a new one. */
export interface World {
  readonly tables: ReadonlyMap<string, ReadonlyMap<string, unknown>>;
  readonly blobs: ReadonlyMap<string, unknown>;
}

/** Writes a state as text, without the tables for pages, callers and unfinished uploads, whose names begin with `~`. */
export function describeWorld({ tables, blobs }: World): string {
  return JSON.stringify([
    [...tables].filter(([name]) => !name.startsWith('~')).map(([name, rows]) => [name, ...rows]),
    [...blobs.keys()].filter((key) => !key.startsWith('~')),
  ]);
}

/** Returns a `fetch` that throws if a rejected request changed the state. Concurrent requests are not checked. */
export function watchRejections({ fetch, snapshot }: Stateful): Stateful['fetch'] {
  let [started, pending] = [0, 0];
  return async (request) => {
    started += 1;
    const [turn, isAlone, before] = [started, pending === 0, snapshot().world];
    pending += 1;
    const response = await fetch(request).finally(() => (pending -= 1));
    const after = snapshot().world;
    if (response.status < 400 || !isAlone || turn !== started || after === before) return response;
    if (describeWorld(after) !== describeWorld(before))
      throw new Error(`${request.method} ${request.url} was rejected with ${response.status}, and changed something`);
    return response;
  };
}
