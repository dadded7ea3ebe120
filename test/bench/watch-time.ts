import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { listen } from '../build-step/listen.js';
import type { Command } from './corpus/measure.js';

/** Milliseconds between two saves, in which the process prepares for the next change. */
const PAUSE = 1_500;

/** Starts `generate --watch`, saves texts one after the other, and returns the milliseconds from each save until it waits again. */
export async function timeChanges(
  { file, args, cwd }: Command,
  spec: string,
  texts: readonly string[],
): Promise<readonly number[]> {
  const watcher = spawn(file, args, { cwd });
  const output = listen(watcher);
  const times: number[] = [];
  try {
    await output.until(/Waiting for changes/);
    for (const text of texts) {
      await wait(PAUSE);
      const start = performance.now();
      writeFileSync(spec, text);
      await output.until(/Waiting for changes/);
      times.push(performance.now() - start);
    }
    return times;
  } finally {
    watcher.kill();
  }
}
