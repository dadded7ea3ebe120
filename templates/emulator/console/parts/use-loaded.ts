import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { AskError } from '../server/ask.js';
import { returns } from '../server/live.js';

/** Data of the control plane: not there yet, there, or why it is not. */
export interface Loaded<Data> {
  readonly data: Data | undefined;
  readonly error: AskError | undefined;
  readonly reload: () => void;
}

/**
 * Loads data when the component is first shown, when a key changes, and when the emulator responds again. Data of an older key
 * stays until the new is there, so that nothing flickers.
 */
export function useLoaded<Data>(load: () => Promise<Data>, keys: readonly unknown[]): Loaded<Data> {
  const [{ data, error }, set] = useState<Pick<Loaded<Data>, 'data' | 'error'>>({ data: undefined, error: undefined });
  const [turn, setTurn] = useState(0);
  const latest = useRef(0);
  // Not after the frame, so that the request is on its way while the frame is painted.
  useLayoutEffect(() => {
    latest.current += 1;
    const mine = latest.current;
    load().then(
      (loaded) => {
        if (mine === latest.current) set({ data: loaded, error: undefined });
      },
      (reason: unknown) => {
        // Without a response the bar at the top says so, and what is there stays.
        if (mine !== latest.current || !(reason instanceof AskError) || reason.status === 0) return;
        set({ data: undefined, error: reason });
      },
    );
  }, [...keys, turn, returns.value]);
  return { data, error, reload: () => setTurn((before) => before + 1) };
}
