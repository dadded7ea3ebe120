import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** The output of a process that runs. */
export interface Listening {
  /** Waits until the process prints a text, from now on, that matches; rejects where it ends before. */
  readonly until: (pattern: RegExp) => Promise<RegExpExecArray>;
  /** Exit code. */
  readonly ended: Promise<number | null>;
  /** Returns all that it has printed. */
  readonly printed: () => string;
}

/** Listens to what a process prints, on both streams. */
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
