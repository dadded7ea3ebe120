import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { CallScore } from './call-operations.js';
import { scoreEmulator } from './score-emulator.js';
import { cacheFolder, installCorpus } from './install-corpus.js';
import { chooseSpecs, type CorpusSpec, type Extent } from './sample.js';
import { scoreStainless } from './stainless/score-stainless.js';
import { SpecWorker, type How, type SpecResult } from './spec-worker.js';
import { measureWide } from './wide/wide.js';

/*
 * `npm run corpus [-- --all | <name>...] [--generate] [--all-options]`: generates packages from public specs, type-checks them and calls
 * their emulators, or only generates them with `--generate`. Runs one process per core. Specs come from npm, and are kept in the user's
 * cache folder. Sample and score: test/corpus/README.md.
 */

const cache = cacheFolder('speccast-corpus');
const [mode, ...names] = process.argv.slice(2);
if (mode === 'emulator') process.exitCode = await scoreEmulator(names);
else if (mode === 'stainless') process.exitCode = scoreStainless(cache, names);
else if (mode === 'wide') process.exitCode = await measureWide(names);
else process.exitCode = await scoreGenerator(process.argv.slice(2));

async function scoreGenerator(args: readonly string[]): Promise<number> {
  const names = args.filter((one) => !one.startsWith('--'));
  const extent: Extent = args.includes('--all') ? 'all' : names.length > 0 ? names : 'sample';
  const specs = chooseSpecs(installCorpus(cache), extent);
  const how = { onlyGenerates: args.includes('--generate'), allOptions: args.includes('--all-options') };
  const start = performance.now();
  return report(await tryAll(specs, how), start);
}

async function tryAll(list: readonly CorpusSpec[], how: How): Promise<readonly SpecResult[]> {
  const done: SpecResult[] = [];
  const waiting = list.values();
  const work = async (): Promise<void> => {
    const worker = new SpecWorker(join(cache, 'out'), how);
    for (const spec of waiting) {
      const verdict = await worker.try(spec);
      done.push(verdict);
      const [generate, check, call] = verdict.seconds.map((seconds) => `${seconds.toFixed(1)} s`);
      console.log(
        `${done.length}/${list.length} ${verdict.state} ${spec.name} (${generate}, tsc ${check}, calls ${call})`,
      );
    }
    worker.stop();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return done;
}

/** Prints the score, every failure and every wrong response. Returns the exit code. */
function report(all: readonly SpecResult[], start: number): number {
  const count = (state: SpecResult['state']): number => all.filter((one) => one.state === state).length;
  const failed = all.filter(({ state }) => state !== 'good');
  const share = ((100 * count('good')) / all.length).toFixed(2);
  console.log(`\n${all.length} specs in ${((performance.now() - start) / 60_000).toFixed(1)} minutes`);
  console.log(
    `${count('good')} generate and type-check (${share} %), ${count('refused')} are refused with an error at their mistake`,
  );
  console.log(`${count('ill-typed')} do not type-check, ${count('crashed')} crash`);
  console.log(printCalls(all));
  for (const { spec, state, reasons } of failed) console.log([`${spec.name}: ${state}`, ...reasons].join('\n    '));
  for (const { spec, calls } of all) for (const line of calls?.wrong ?? []) console.log(`${spec.name} ${line}`);
  return failed.length === 0 ? 0 : 1;
}

/** Prints the results of calls of the emulators, and the number of repaired documents. */
function printCalls(all: readonly SpecResult[]): string {
  const scores = all.flatMap((result) => result.calls ?? []);
  const sum = (read: (one: CallScore) => number): number => scores.reduce((total, one) => total + read(one), 0);
  const repaired = all.filter(({ repairs }) => repairs > 0).length;
  const withoutNames = all.filter((verdict) => verdict.withoutNames).map(({ spec }) => spec.name);
  return [
    `${repaired} were repaired`,
    ...(withoutNames.length > 0
      ? [`${withoutNames.length} keep their names, which collide: ${withoutNames.join(', ')}`]
      : []),
    `${scores.length} emulators, ${sum(({ operations }) => operations)} operations called: ${sum(({ succeeded }) => succeeded)} succeeded, ` +
      `${sum(({ rejected }) => rejected)} were rejected with 4xx, ${sum(({ wrong }) => wrong.length)} got a wrong response`,
  ].join('\n');
}
