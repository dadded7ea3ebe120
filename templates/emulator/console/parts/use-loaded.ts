import { useLayoutEffect, useState } from 'preact/hooks';
import { type AskError, changes, entries, get, type Items, returns } from '../server/index.js';

/** Data of the control plane, or the error if it could not be loaded. Both are absent while it loads. */
interface Loaded<Data> {
  readonly data?: Data;
  readonly error?: AskError;
}

/**
 * Loads data when the component is first shown, when the path or a key changes, and when the emulator responds again. Old data stays until
 * the new data is loaded, so that nothing flickers. Without a path, there is no data.
 */
export function useLoaded<Data>(path: string | undefined, ...keys: readonly unknown[]): Loaded<Data> {
  const [loaded, set] = useState<Loaded<Data>>({});
  // A layout effect sends the request before the frame is painted.
  useLayoutEffect(() => {
    let isOld = false;
    if (!path) set({});
    else
      get<Data>(path).then(
        (data) => isOld || set({ data }),
        // Without a response, the old data stays, and the bar at the top shows that the connection is lost.
        (error: AskError) => isOld || error.status === 0 || set({ error }),
      );
    return () => {
      isOld = true;
    };
  }, [path, returns.value, ...keys]);
  return loaded;
}

/** Loads a list of the control plane, again after each request and change; undefined until it is loaded. */
export function useItems<Item>(path: string): readonly Item[] | undefined {
  return useLoaded<Items<Item>>(path, changes.value, entries.value).data?.items;
}

/** Loads the names of the callers of the service by id, again when the journal has new ones. */
export function useCallers(): ReadonlyMap<string, string> {
  const count = new Set(entries.value.map(({ caller }) => caller)).size;
  const { data } = useLoaded<Items<{ readonly id: string; readonly name?: string }>>('/callers', count);
  return new Map(data?.items.map(({ id, name = id }) => [id, name] as const));
}
