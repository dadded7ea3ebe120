/** What an emulator shows of its state. */
export interface Stateful {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly snapshot: () => { readonly world: World };
}

/** A state that never changes: each change makes another. */
export interface World {
  readonly tables: ReadonlyMap<string, ReadonlyMap<string, unknown>>;
  readonly blobs: ReadonlyMap<string, unknown>;
}

/** Describes a state as text, without what lists of pages, callers and unfinished uploads keep. */
export function describeWorld({ tables, blobs }: World): string {
  return JSON.stringify([
    [...tables].filter(([name]) => !name.startsWith('~')).map(([name, rows]) => [name, ...rows]),
    [...blobs.keys()].filter((key) => !key.startsWith('~')),
  ]);
}

/** Sends requests to an emulator, and throws if one that is rejected changes anything. Requests at the same time are let pass. */
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
