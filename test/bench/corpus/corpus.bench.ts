import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cacheFolder, installCorpus } from '../../corpus/install-corpus.js';
import { toSpec, type CorpusSpec } from '../../corpus/sample.js';
import { root } from '../../rules/sources.js';
import { contenders, folder, installContenders } from './contenders.js';
import { machine } from '../report.js';
import { printReasons, printSpecs, printSummary } from './print-results.js';
import { runContender, type Result } from './run-contender.js';

/*
 * `npm run bench -- corpus`: results and costs of generators on the same public specs. `--only ours,hey-api` selects tools,
 * `--specs github,stripe.com` specs (or `sample`, `video-platform`), and `--keep` keeps the results of earlier runs and
 * prints the tables of all. Everything is installed and written below the user's cache folder.
 */

/** Specs that are always part of the sample. */
const known = ['github', 'stripe.com', 'kubernetes.io'];

/** One spec in 64 is in the sample, by the hash of its name, so that the choice favours no tool. */
const ONE_IN = 64;

/** The description of the video platform that this repository publishes. */
const OWN = 'video-platform';

const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: {
    only: { type: 'string', default: contenders.map(({ name }) => name).join(',') },
    specs: { type: 'string', default: `sample,${OWN}` },
    keep: { type: 'boolean', default: false },
  },
});

installContenders();
const corpus = [
  ...installCorpus(cacheFolder('speccast-corpus')),
  toSpec(OWN, join(root, 'generated/video-platform/openapi.json')),
];
const tools = contenders.filter(({ name }) => options.only.split(',').includes(name));
const specs = chooseSpecs(options.specs.split(','));
if (tools.length === 0 || specs.length === 0) throw new Error('No such tool, or no such spec');
const file = join(folder, 'results.json');
const results = new Map<string, Result>();
const earlier: readonly Result[] = options.keep && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
for (const one of earlier) results.set(`${one.spec} ${one.tool}`, one);
await runAll();
console.log(`\n${machine}`);
for (const { name, outputs } of tools) console.log(`- ${name}: ${outputs}`);
const all = [...results.values()];
const sample = all.filter(({ spec }) => spec !== OWN);
for (const part of [printSpecs(all), printSummary(sample), printReasons(all)]) console.log(`\n${part}`);

/** Runs the tools in turns, so that other work on the machine affects all of them alike. */
async function runAll(): Promise<void> {
  for (const spec of specs) {
    for (const tool of tools) {
      const key = `${spec.name} ${tool.name}`;
      if (results.has(key)) continue;
      const result = await runContender(tool, spec);
      results.set(key, result);
      writeFileSync(file, JSON.stringify([...results.values()]));
      console.log(`${spec.name}, ${tool.name}: ${result.cpu.toFixed(1)} s, tsc ${result.tsc.toFixed(1)} s`);
    }
  }
}

/** Returns the specs with these names, the smallest first. `sample` is the drawn sample. */
function chooseSpecs(names: readonly string[]): readonly CorpusSpec[] {
  const isChosen = ({ name }: CorpusSpec): boolean =>
    names.includes(name) || (names.includes('sample') && (known.includes(name) || isDrawn(name)));
  return corpus.filter(isChosen).sort((left, right) => left.bytes - right.bytes);
}

function isDrawn(name: string): boolean {
  return name !== OWN && createHash('sha256').update(name).digest().readUInt32BE() % ONE_IN === 0;
}
