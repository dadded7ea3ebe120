import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Answers } from './answers.js';
import type { CorpusSpec } from './sample.js';

/** How a spec fared: refused with located errors, crashed (or ran out of its time), refused by the compiler, or good. */
export interface Verdict {
  readonly spec: CorpusSpec;
  readonly state: 'good' | 'refused' | 'crashed' | 'ill-typed';
  /** The first lines that say why. */
  readonly reasons: readonly string[];
  /** Faults of the document that were repaired. */
  readonly repairs: number;
  /** True if its names were kept because they collide in another case. */
  readonly withoutNames: boolean;
  /** How the emulator answered; absent where it was not started. */
  readonly answers?: Answers;
  /** Wall-clock seconds of generating, of type-checking and of calling the emulator. */
  readonly seconds: readonly [generate: number, check: number, call: number];
}

/** What a worker is asked for, and what it needs. */
export interface Task {
  readonly spec: CorpusSpec;
  /** A folder of its own below that of the corpus. */
  readonly out: string;
  readonly how: How;
}

/** How specs are tried. */
export interface How {
  /** True if they are neither type-checked nor called. */
  readonly onlyGenerates: boolean;
  /** True if they are generated with every option that changes types. */
  readonly allOptions: boolean;
}

/** Seconds for one spec; the largest take less than half of it on two busy cores. */
const limit = 900;

/** Specs that one process tries, one after the other: the code of each emulator stays loaded. */
const perProcess = 50;

/** Tries specs, one after the other, in a process that is replaced when it dies, is too slow, or has loaded much. */
export class SpecWorker {
  readonly #folder: string;
  readonly #how: How;
  #child: ChildProcess | undefined;
  #tried = 0;

  constructor(folder: string, how: How = { onlyGenerates: false, allOptions: false }) {
    this.#folder = folder;
    this.#how = how;
  }

  async try(spec: CorpusSpec): Promise<Verdict> {
    if (this.#tried >= perProcess) this.stop();
    const child = (this.#child ??= this.#start());
    this.#tried += 1;
    const verdict = await new Promise<Verdict>((resolve) => {
      const lost = (reason: string): Verdict => ({
        spec,
        state: 'crashed',
        reasons: [reason],
        repairs: 0,
        withoutNames: false,
        seconds: [0, 0, 0],
      });
      const timer = setTimeout(() => {
        resolve(lost(`took more than ${limit} s`));
        this.stop();
      }, limit * 1000);
      const end = (code: number | null, signal: string | null): void => {
        resolve(lost(`the process ended with ${signal ?? code}`));
        this.stop();
      };
      child.once('exit', end);
      // What `work-on-spec.ts` sends.
      child.once('message', (message) => {
        clearTimeout(timer);
        child.off('exit', end);
        resolve(message as Verdict);
      });
      const out = `${this.#folder}/${spec.name.replaceAll(/[^A-Za-z0-9.-]/g, '_')}`;
      const task: Task = { spec, out, how: this.#how };
      child.send(task);
    });
    return verdict;
  }

  /** Ends the process; the next spec gets a new one. */
  stop(): void {
    this.#child?.removeAllListeners();
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
    this.#tried = 0;
  }

  #start(): ChildProcess {
    return fork(fileURLToPath(new URL('work-on-spec.ts', import.meta.url)), {
      execArgv: [...process.execArgv, '--max-old-space-size=8192'],
    });
  }
}
