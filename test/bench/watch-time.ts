import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { writeFileSync } from 'node:fs';

/** What `generate --watch` says when it has done everything. */
const WAITING = 'Waiting for changes';

/** Milliseconds after which something is wrong. */
const PATIENCE = 60_000;

/** Milliseconds in which a process that waits gets ready for the next change, as between two saves. */
const PAUSE = 1_500;

/** A command that watches, the file that changes, and its texts, one after the other. */
export interface WatchOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly file: string;
  readonly texts: readonly string[];
}

/** Starts to watch and saves one text after the other; milliseconds from each save until it waits again. */
export async function timeChanges({ command, args, cwd, file, texts }: WatchOptions): Promise<readonly number[]> {
  const watcher = spawn(command, args, { cwd });
  const said = listen(watcher);
  try {
    let waits = await until(said, 1);
    const times: number[] = [];
    for (const text of texts) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      const start = performance.now();
      writeFileSync(file, text);
      waits = await until(said, waits + 1);
      times.push(performance.now() - start);
    }
    return times;
  } finally {
    watcher.kill();
  }
}

/** What a process has said, and who wants to know when it says more. */
interface Said {
  text: string;
  failure: Error | undefined;
  onMore: () => void;
}

function listen(watcher: ChildProcessWithoutNullStreams): Said {
  const said: Said = { text: '', failure: undefined, onMore: () => {} };
  const hear = (text: string): void => {
    said.text += text;
    said.onMore();
  };
  for (const stream of [watcher.stdout, watcher.stderr]) stream.setEncoding('utf8').on('data', hear);
  const fail = (reason: string): void => {
    said.failure = new Error(`generate --watch ${reason}:\n${said.text}`);
    said.onMore();
  };
  watcher.once('error', ({ message }) => fail(message));
  watcher.once('exit', (code) => fail(`ended with ${String(code)}`));
  return said;
}

/** Waits until a process has said so many times that it waits; gives how many times it has. */
async function until(said: Said, count: number): Promise<number> {
  const end = performance.now() + PATIENCE;
  for (;;) {
    const waits = said.text.split(WAITING).length - 1;
    if (waits >= count) return waits;
    if (said.failure !== undefined) throw said.failure;
    if (performance.now() > end) throw new Error(`generate --watch does not wait:\n${said.text}`);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, 1_000);
      said.onMore = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
