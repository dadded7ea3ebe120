import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cacheFolder, installCorpus } from '../corpus/install-corpus.js';
import { root } from '../rules/sources.js';
import { firstRunners, folder, installContenders, node } from './corpus/contenders.js';
import { measure, type Cost } from './corpus/measure.js';
import { outputFolder, runInTurns } from './corpus/run-contender.js';
import { typeCheck } from './corpus/type-check.js';
import { machine, median, printTable } from './report.js';
import { timeChanges } from './watch-time.js';
import { timeImport, weigh } from './weigh.js';

/*
 * `npm run build`, then `npm run bench`: time, memory and output of `generate`, beside hey-api (types, sdk, zod) and Redocly
 * (client, zod, mocks) on public descriptions, all under Node 24 from npm; the time after a change; the sizes of packages.
 * Prints at the end which goals are reached. Tools and descriptions are those of `npm run bench -- corpus`, in the same
 * folder. `--runs 5` is the number of runs, `--specs youtube,stripe` selects descriptions.
 */

const { values: options } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '5' },
    specs: { type: 'string', default: 'youtube,stripe,github' },
  },
});
const RUNS = Number(options.runs);
const MB = 1_000_000;

/** Description of a property in the spec of video-platform, which `measureChanges` replaces. */
const SENTENCE = 'Language of the track as it was uploaded.';

installContenders();
const corpus = installCorpus(cacheFolder('speccast-corpus'));
const names = { youtube: 'googleapis.com/youtube', stripe: 'stripe.com', github: 'github' } as const;
type Name = keyof typeof names;

/** Goals of first runs, as ratios to the figures of hey-api. */
const most: Readonly<Record<Name, Partial<Record<'wall' | 'cpu' | 'memory', number>>>> = {
  youtube: { wall: 0.8, cpu: 1 },
  stripe: { wall: 1, cpu: 1, memory: 1 },
  github: { wall: 1, cpu: 1, memory: 1 },
};

console.log(`${machine}; medians of ${RUNS} runs after one to warm up\n`);
const goals: string[] = [];
const rows: (readonly unknown[])[] = [['First run', 'Tool', 'Wall', 'CPU', 'Memory', 'Files', 'Size']];
let heyApi: number | undefined;
for (const name of ['youtube', 'stripe', 'github'] as const)
  if (options.specs.split(',').includes(name)) await compareFirstRuns(name);
console.log(printTable(rows));
goal('files of a package with one operation', await countFilesOfOne(), 40);
await measureChanges();
await weighPackages();
console.log(`\n${goals.join('\n')}`);

async function compareFirstRuns(name: Name): Promise<void> {
  const spec = corpus.find((one) => one.name === names[name]);
  if (spec === undefined) throw new Error(`The corpus has no ${names[name]}`);
  const tools = [...firstRunners.plain, ...(name === 'youtube' ? firstRunners.formatted : [])];
  const results = await runInTurns(tools, { name, file: spec.file }, RUNS);
  const read = (tool: string, key: 'wall' | 'cpu' | 'memory' | 'files' | 'bytes'): number =>
    median((results.get(tool) ?? []).map((one) => one[key]));
  for (const { name: tool } of tools) {
    const [wall, cpu] = (['wall', 'cpu'] as const).map((key) => `${read(tool, key).toFixed(2)} s`);
    const sizes = [read(tool, 'files'), `${(read(tool, 'bytes') / MB).toFixed(1)} MB`];
    rows.push([name, tool, wall, cpu, `${read(tool, 'memory').toFixed(0)} MB`, ...sizes]);
  }
  for (const key of ['wall', 'cpu', 'memory'] as const) {
    const limit = most[name][key];
    const ratio = read('ours', key) / read('hey-api', key);
    if (limit !== undefined) goal(`${name}, first run, ${key} of hey-api's`, ratio, limit);
  }
  const redocly = read('ours', 'wall') / read('redocly', 'wall');
  goals.push(`${name}, first run, wall of Redocly's: ${redocly.toFixed(2)}`);
  if (name === 'github') {
    goal('github, size of the output in MB', read('ours', 'bytes') / MB, 25);
    goal('github, files of the output', read('ours', 'files'), 1500);
  }
  if (name !== 'youtube') return;
  heyApi = read('hey-api', 'wall');
  const formatted = read('ours, formatted', 'wall') / read('hey-api, prettier', 'wall');
  goal('youtube, formatted, wall of hey-api with prettier', formatted, 0.9);
  const checks = (await checkOutput('ours', name)) / (await checkOutput('hey-api', name));
  goal("youtube, CPU of `tsc` over the output, of hey-api's", checks, 1);
}

/** Returns the median CPU time of a type check of the output of a tool, in seconds. */
async function checkOutput(tool: string, spec: Name): Promise<number> {
  const costs: Cost[] = [];
  for (let run = 0; run < RUNS; run++)
    costs.push(await typeCheck(join(outputFolder(tool, spec), '..'), ['src/**/*.ts']));
  return medianCost(costs, 'cpu');
}

/** Generates a package from a document with one operation, and counts its files. */
async function countFilesOfOne(): Promise<number> {
  const file = join(folder, 'one-operation.json');
  const responses = { 200: { description: 'Done', content: { 'application/json': { schema: { type: 'string' } } } } };
  const paths = { '/greeting': { get: { operationId: 'greeting.get', responses } } };
  writeFileSync(file, JSON.stringify({ openapi: '3.1.0', info: { title: 'One', version: '1' }, paths }));
  const ours = firstRunners.plain.filter(({ name }) => name === 'ours');
  const runs = await runInTurns(ours, { name: 'one', file }, 1);
  return runs.get('ours')?.[0]?.files ?? Number.NaN;
}

/** Measures `generate` in a copy of this repository: after a changed sentence, without a change, and with `--watch`. */
async function measureChanges(): Promise<void> {
  const copy = join(folder, 'repository');
  const spec = join(copy, 'specs/video-platform/openapi.yaml');
  const args = [join(root, 'dist/generator/cli.js'), 'generate'];
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(join(copy, 'node_modules'), { recursive: true });
  execFileSync('cp', ['-r', join(root, 'specs'), copy]);
  execFileSync(node, args, { cwd: copy, stdio: 'ignore' });
  const text = readFileSync(spec, 'utf8');
  if (!text.includes(SENTENCE)) throw new Error(`${spec} no longer has ${JSON.stringify(SENTENCE)}`);
  const texts = Array.from({ length: 2 * RUNS + 2 }, (_, run) =>
    text.replace(SENTENCE, `Language ${run} of the track.`),
  );
  const command = { file: node, args, cwd: copy };
  const costs: { readonly changed: Cost[]; readonly same: Cost[] } = { changed: [], same: [] };
  for (const next of texts.splice(0, RUNS)) {
    writeFileSync(spec, next);
    costs.changed.push(await measure(command));
    costs.same.push(await measure(command));
  }
  const watched = await timeChanges({ ...command, args: [...args, '--watch'] }, spec, texts);
  if (heyApi !== undefined) {
    goal("one sentence changed, wall of hey-api's", medianCost(costs.changed, 'wall') / heyApi, 0.5);
    goal("nothing changed, wall of hey-api's", medianCost(costs.same, 'wall') / heyApi, 0.1);
  }
  goal('one sentence changed, watched, in seconds', median(watched.slice(1)) / 1000, 0.3);
}

async function weighPackages(): Promise<void> {
  const most = {
    'generated/video-platform': 1,
    'generated/ad-reporting': 0.35,
    'templates/runtime': 0.25,
    'templates/emulator': 2,
  };
  for (const [path, limit] of Object.entries(most)) goal(`${path} installed, in MB`, weigh(path).bytes / MB, limit);
  goal('generated/video-platform installed, files', weigh('generated/video-platform').files, 150);
  const name = '@speccast/video-platform';
  const milliseconds = await timeImport(name, RUNS);
  goal(`import of ${name}, ms over an empty script, Node ${process.versions.node}`, milliseconds, 15);
}

function goal(what: string, value: number, most: number): void {
  const verdict = value <= most ? 'reached' : 'NOT reached';
  goals.push(`${what}: ${Number.isInteger(value) ? value : value.toFixed(2)}, goal at most ${most}: ${verdict}`);
}

function medianCost(costs: readonly Cost[], key: 'wall' | 'cpu'): number {
  return median(costs.map((cost) => cost[key]));
}
