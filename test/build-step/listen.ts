import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Output and end of a running process. */
export interface Listening {
  /** Waits until the process prints a matching text after this call. Rejects if it ends before. */
  readonly until: (pattern: RegExp) => Promise<RegExpExecArray>;
  /** Resolves to the exit code. */
  readonly ended: Promise<number | null>;
  /** Returns the whole output so far. */
  readonly printed: () => string;
}

/** Collects the output of a process, from both streams. */
export function listen(child: ChildProcess): Listening {
  let [all, text] = ['', ''];
  let check = (): void => {};
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      all += String(chunk);
      text += String(chunk);
      check();
    });
  const ended = once(child, 'close').then(([code]: (number | null)[]) => code ?? null);
  const until = (pattern: RegExp): Promise<RegExpExecArray> => {
    text = '';
    return new Promise((resolve, reject) => {
      check = () => {
        const found = pattern.exec(text);
        if (found !== null) resolve(found);
      };
      void ended.then((code) => reject(new Error(`The process ended with ${String(code)}:\n${text}`)));
    });
  };
  return { until, ended, printed: () => all };
}
