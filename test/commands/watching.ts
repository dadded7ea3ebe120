import { onTestFinished } from 'vitest';
import { runCommandLine } from './run-command.js';

/** A `generate --watch` that runs until the end of the test. */
export interface Watching {
  /** Waits until it waits for changes again, and returns its output since the last call. */
  readonly round: () => Promise<string>;
  /** Returns whether it prints nothing for some milliseconds. */
  readonly isQuiet: (milliseconds: number) => Promise<boolean>;
  /** Stops it, and returns its exit code. */
  readonly stop: () => Promise<number>;
}

/** Starts `generate --watch` in a folder, in this process. */
export function startWatching(cwd: string, ...args: readonly string[]): Watching {
  const stop = new AbortController();
  let output = '';
  let wake = (): void => {};
  const append = (text: string): void => {
    output += text;
    wake();
  };
  const console = { out: append, err: append, interactive: false };
  const running = runCommandLine(['generate', '--watch', ...args], { cwd, console, untilStopped: () => stop.signal });
  onTestFinished(async () => {
    stop.abort();
    await running;
  });
  return {
    async round() {
      while (!output.includes('Waiting')) await new Promise<void>((resolve) => (wake = resolve));
      const text = output;
      output = '';
      return text.replace('Waiting for changes …\n', '');
    },
    async isQuiet(milliseconds) {
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      return output === '';
    },
    async stop() {
      stop.abort();
      return running;
    },
  };
}
