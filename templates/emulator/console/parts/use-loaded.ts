import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { AskError, get } from '../server/ask.js';
import { returns } from '../server/live.js';

/** Data of the control plane, once it is loaded, or the error. */
export interface Loaded<Data> {
  readonly data: Data | undefined;
  readonly error: AskError | undefined;
  readonly reload: () => void;
}

/**
 * Loads data when the component is first shown, when a key changes, and when the emulator responds again. Old data stays until the new
 * data is loaded, so that nothing flickers.
 */
export function useLoaded<Data>(load: () => Promise<Data>, keys: readonly unknown[]): Loaded<Data> {
  const [{ data, error }, set] = useState<Pick<Loaded<Data>, 'data' | 'error'>>({ data: undefined, error: undefined });
  const [turn, setTurn] = useState(0);
  const latest = useRef(0);
  // A layout effect sends the request before the frame is painted.
  useLayoutEffect(() => {
    latest.current += 1;
    const mine = latest.current;
    load().then(
      (loaded) => {
        if (mine === latest.current) set({ data: loaded, error: undefined });
      },
      (reason: unknown) => {
        // Without a response, the old data stays, and the bar at the top says why.
        if (mine !== latest.current || !(reason instanceof AskError) || reason.status === 0) return;
        set({ data: undefined, error: reason });
      },
    );
  }, [...keys, turn, returns.value]);
  return { data, error, reload: () => setTurn((before) => before + 1) };
}

/** Loads a list of the control plane as `useLoaded` does. `isLoaded` is false while it is not known. */
export function useItems<Item>(
  path: string,
  keys: readonly unknown[],
): { readonly items: readonly Item[]; readonly isLoaded: boolean; readonly reload: () => void } {
  const { data, reload } = useLoaded(() => get<{ readonly items: readonly Item[] }>(path), keys);
  return { items: data?.items ?? [], isLoaded: data !== undefined, reload };
}
