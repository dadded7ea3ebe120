import { onTestFinished } from 'vitest';
import { runCommandLine } from './run-command.js';

/** A `generate --watch` that runs until the test is over. */
export interface Watching {
  /** What is said from the round before until it waits again. */
  readonly round: () => Promise<string>;
  /** True if nothing more is said for some milliseconds. */
  readonly isQuiet: (milliseconds: number) => Promise<boolean>;
  /** Tells it to stop; gives its exit code. */
  readonly stop: () => Promise<number>;
}

/** Starts `generate --watch` in a folder, in this process. */
export function startWatching(cwd: string, ...args: readonly string[]): Watching {
  const stop = new AbortController();
  let said = '';
  let wake = (): void => {};
  const hear = (text: string): void => {
    said += text;
    wake();
  };
  const console = { out: hear, err: hear, interactive: false };
  const running = runCommandLine(['generate', '--watch', ...args], { cwd, console, untilStopped: () => stop.signal });
  onTestFinished(async () => {
    stop.abort();
    await running;
  });
  return {
    async round() {
      while (!said.includes('Waiting')) await new Promise<void>((resolve) => (wake = resolve));
      const text = said;
      said = '';
      return text.replace('Waiting for changes …\n', '');
    },
    async isQuiet(milliseconds) {
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      return said === '';
    },
    async stop() {
      stop.abort();
      return running;
    },
  };
}
