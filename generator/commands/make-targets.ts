import { shareWith, startPrinter } from '../output/printer.js';
import type { Printer } from '../output/printer.js';
import { hasThreads, Thread } from '../output/thread.js';
import type { CommandInput } from './console.js';
import type { MakeOptions } from './make-target.js';
import { makeVersioned } from './make-versioned.js';
import type { VersionedOptions } from './make-versioned.js';
import type { Outcome } from './outcome.js';
import type { Target } from './targets.js';

/** A package for the other thread to make. */
export interface MakeJob extends Pick<MakeOptions, 'mode' | 'tool'> {
  readonly cwd: string;
  readonly target: Target;
}

/**
 * Makes packages, the outcomes in the order given. With the first that has to be made begins a second thread, which makes
 * others meanwhile, and prints what the first thread emits once none are left.
 */
export async function makeTargets(
  input: CommandInput,
  targets: readonly Target[],
  options: Omit<VersionedOptions, 'openPrinter'>,
): Promise<readonly Outcome[]> {
  const team = new Team(targets, { ...options, cwd: input.cwd });
  const openPrinter = options.memory?.openPrinter ?? (() => team.openPrinter());
  try {
    for (let target = team.take(); target !== undefined; target = team.take())
      team.outcomes.set(target, await makeVersioned(input, target, { ...options, openPrinter }));
    for (const target of await team.failed())
      team.outcomes.set(target, await makeVersioned(input, target, { ...options, openPrinter }));
  } finally {
    team.close();
  }
  return targets.flatMap((target) => team.outcomes.get(target) ?? []);
}

type TeamOptions = Omit<VersionedOptions, 'openPrinter'> & Pick<MakeJob, 'cwd'>;

/** Packages that two threads share. */
class Team {
  readonly outcomes = new Map<Target, Outcome>();
  readonly #open: Target[];
  readonly #options: TeamOptions;
  #printer: Printer | undefined;
  #others: Promise<readonly Target[]> = Promise.resolve([]);

  constructor(targets: readonly Target[], options: TeamOptions) {
    this.#open = [...targets];
    this.#options = options;
  }

  /** The next package that nobody makes. */
  take(): Target | undefined {
    return this.#open.shift();
  }

  /** Begins the second thread; releases are made here, because they also write where the version is configured. */
  openPrinter(): Printer {
    if (this.#printer !== undefined) return this.#printer;
    if (this.#open.length === 0 || this.#options.asked !== undefined || !hasThreads())
      return (this.#printer = startPrinter());
    const thread = new Thread(new URL('./make-thread.js', import.meta.url));
    this.#others = this.#makeThere(thread);
    // It is awaited once there is nothing left to make here.
    this.#others.catch(() => {});
    return (this.#printer = shareWith(thread));
  }

  /** Has the other thread make packages until none are left; gives those that it failed to make. */
  async #makeThere(thread: Thread): Promise<readonly Target[]> {
    const { cwd, mode, tool } = this.#options;
    const failed: Target[] = [];
    for (let target = this.take(); target !== undefined; target = this.take()) {
      const outcome = await thread.ask<Outcome | undefined>({ cwd, target, mode, tool } satisfies MakeJob);
      if (outcome === undefined) failed.push(target);
      else this.outcomes.set(target, outcome);
    }
    return failed;
  }

  /** What has to be made again here, once the other thread has nothing left to make. */
  failed(): Promise<readonly Target[]> {
    return this.#others;
  }

  close(): void {
    this.#printer?.close();
  }
}
