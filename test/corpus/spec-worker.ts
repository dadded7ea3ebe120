import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { CallScore } from './call-operations.js';
import type { CorpusSpec } from './sample.js';

/** Result of a spec. `refused`: errors with positions; `crashed`: an exception or a timeout; `ill-typed`: errors of the compiler. */
export interface SpecResult {
  readonly spec: CorpusSpec;
  readonly state: 'good' | 'refused' | 'crashed' | 'ill-typed';
  /** First lines of the errors. */
  readonly reasons: readonly string[];
  /** Number of mistakes in the document that were repaired. */
  readonly repairs: number;
  /** True if the names of the document were kept because they collide in camelCase. */
  readonly withoutNames: boolean;
  /** Results of calls of the emulator, if it was started. */
  readonly calls?: CallScore;
  /** Wall-clock seconds of generating, of type-checking and of calling the emulator. */
  readonly seconds: readonly [generate: number, check: number, call: number];
}

/** Message to a process of `spec-process.ts`. */
export interface Task {
  readonly spec: CorpusSpec;
  /** Folder for the output of this spec. */
  readonly out: string;
  readonly how: How;
}

/** Options of a run. */
export interface How {
  /** True if packages are only generated, not type-checked and called. */
  readonly onlyGenerates: boolean;
  /** True if packages are generated with all options that change types. */
  readonly allOptions: boolean;
}

/** Time limit of a spec, in seconds. The largest take less than half of it on two busy cores. */
const limit = 900;

/** Number of specs per process. It is limited because the code of each emulator stays in memory. */
const perProcess = 50;

/** A worker that tries specs one after the other in a process. The process is replaced if it dies, is too slow, or has tried `perProcess` specs. */
export class SpecWorker {
  readonly #folder: string;
  readonly #how: How;
  #child: ChildProcess | undefined;
  #tried = 0;

  constructor(folder: string, how: How = { onlyGenerates: false, allOptions: false }) {
    this.#folder = folder;
    this.#how = how;
  }

  async try(spec: CorpusSpec): Promise<SpecResult> {
    if (this.#tried >= perProcess) this.stop();
    const child = (this.#child ??= this.#start());
    this.#tried += 1;
    const verdict = await new Promise<SpecResult>((resolve) => {
      const createFailure = (reason: string): SpecResult => ({
        spec,
        state: 'crashed',
        reasons: [reason],
        repairs: 0,
        withoutNames: false,
        seconds: [0, 0, 0],
      });
      const timer = setTimeout(() => {
        resolve(createFailure(`took more than ${limit} s`));
        this.stop();
      }, limit * 1000);
      const end = (code: number | null, signal: string | null): void => {
        resolve(createFailure(`the process ended with ${signal ?? code}`));
        this.stop();
      };
      child.once('exit', end);
      // `as`: `spec-process.ts` sends no other messages.
      child.once('message', (message) => {
        clearTimeout(timer);
        child.off('exit', end);
        resolve(message as SpecResult);
      });
      const out = `${this.#folder}/${spec.name.replaceAll(/[^A-Za-z0-9.-]/g, '_')}`;
      const task: Task = { spec, out, how: this.#how };
      child.send(task);
    });
    return verdict;
  }

  /** Ends the process. The next spec starts a new one. */
  stop(): void {
    this.#child?.removeAllListeners();
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
    this.#tried = 0;
  }

  #start(): ChildProcess {
    return fork(fileURLToPath(new URL('spec-process.ts', import.meta.url)), {
      execArgv: [...process.execArgv, '--max-old-space-size=8192'],
    });
  }
}
