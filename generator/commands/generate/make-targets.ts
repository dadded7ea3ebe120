import { startPrinter } from '../../output/print/printer.js';
import type { Printer } from '../../output/print/printer.js';
import type { CommandInput } from '../terminal/console.js';
import { makeVersioned } from './make-versioned.js';
import type { VersionedOptions } from './make-versioned.js';
import type { Outcome } from './outcome.js';
import type { Target } from '../sources/targets.js';

/** Makes packages one after the other; they share a printer, which starts with the first that has to be made. */
export async function makeTargets(
  input: CommandInput,
  targets: readonly Target[],
  options: Omit<VersionedOptions, 'openPrinter'>,
): Promise<readonly Outcome[]> {
  let printer: Printer | undefined;
  const openPrinter = options.memory?.openPrinter ?? ((): Printer => (printer ??= startPrinter()));
  const outcomes: Outcome[] = [];
  try {
    for (const target of targets) outcomes.push(await makeVersioned(input, target, { ...options, openPrinter }));
  } finally {
    printer?.close();
  }
  return outcomes;
}
