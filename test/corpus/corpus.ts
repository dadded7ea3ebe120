import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Answers } from './answers.js';
import { scoreEmulator } from './emulator.js';
import { cacheFolder, installCorpus } from './install-corpus.js';
import { chooseSpecs, type CorpusSpec, type Extent } from './sample.js';
import { scoreStainless } from './stainless/score-stainless.js';
import { SpecWorker, type How, type Verdict } from './try-spec.js';
import { measureWide } from './wide/wide.js';

/*
 * `npm run corpus [-- --all | <name>...] [--generate] [--all-options]`: public specs that nobody here has written are generated and
 * type-checked, unless `--generate` leaves it at that, as many at a time as there are cores. They come from npm into a folder outside the tree, which later
 * runs use again. Sample and score:
 * test/corpus/README.md.
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

async function tryAll(list: readonly CorpusSpec[], how: How): Promise<readonly Verdict[]> {
  const done: Verdict[] = [];
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

/** Prints the score, every failure and every wrong answer; gives the exit code. */
function report(all: readonly Verdict[], start: number): number {
  const count = (state: Verdict['state']): number => all.filter((one) => one.state === state).length;
  const failed = all.filter(({ state }) => state !== 'good');
  const share = ((100 * count('good')) / all.length).toFixed(2);
  console.log(`\n${all.length} specs in ${((performance.now() - start) / 60_000).toFixed(1)} minutes`);
  console.log(`${count('good')} generate and type-check (${share} %), ${count('refused')} are refused at their fault`);
  console.log(`${count('ill-typed')} do not type-check, ${count('crashed')} crash`);
  console.log(printAnswers(all));
  for (const { spec, state, reasons } of failed) console.log([`${spec.name}: ${state}`, ...reasons].join('\n    '));
  for (const { spec, answers } of all) for (const line of answers?.wrong ?? []) console.log(`${spec.name} ${line}`);
  return failed.length === 0 ? 0 : 1;
}

/** How the emulators answered, and how many documents were repaired. */
function printAnswers(all: readonly Verdict[]): string {
  const answers = all.flatMap((verdict) => verdict.answers ?? []);
  const sum = (of: (one: Answers) => number): number => answers.reduce((total, one) => total + of(one), 0);
  const repaired = all.filter(({ repairs }) => repairs > 0).length;
  const withoutNames = all.filter((verdict) => verdict.withoutNames).map(({ spec }) => spec.name);
  return [
    `${repaired} were repaired`,
    ...(withoutNames.length > 0
      ? [`${withoutNames.length} keep their names, which collide: ${withoutNames.join(', ')}`]
      : []),
    `${answers.length} emulators, ${sum(({ operations }) => operations)} operations called: ${sum(({ succeeded }) => succeeded)} succeeded, ` +
      `${sum(({ rejected }) => rejected)} were rejected with 4xx, ${sum(({ wrong }) => wrong.length)} were answered wrongly`,
  ].join('\n');
}
