import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetchPackage } from '../build-step/fetch-package.js';
import { playStranger, startRegistry, type Hour, type Registry, type Way } from './stranger.js';

// Plays a stranger in temporary folders, each way twice: the first time fills the caches of the package manager, the second
// time is told. `npm run first-hour` builds first.

const ways: readonly Way[] = (['npm', 'pnpm'] as const).flatMap((manager) => [
  { manager, output: 'package' },
  { manager, output: 'package', document: 'bookshop.yaml' },
  { manager, output: 'source' },
  { manager, output: 'source', document: 'bookshop.yaml' },
]);

async function play(way: Way, registry: Registry): Promise<Hour> {
  const folder = mkdtempSync(join(tmpdir(), 'speccast-hour-'));
  const pnpm = way.manager === 'pnpm' ? { pnpm: pnpmScript() } : {};
  try {
    return await playStranger(way, {
      project: join(folder, 'shop'),
      machine: join(folder, 'machine'),
      registry,
      ...pnpm,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function pnpmScript(): string {
  const folder = fetchPackage('pnpm@10');
  const { bin }: { bin: { pnpm: string } } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, bin.pnpm);
}

function row({ manager, output, document }: Way, { download, commands, call }: Hour): string {
  const seconds = [...commands, call].map((step) => step.seconds);
  const [init = 0, install = 0, test = 0] = seconds;
  const sum = init + install + test;
  const cells = [manager, output, document ?? 'its own', commands.length, init, install, test, sum, download.seconds];
  return `| ${cells.map((cell, index) => (index > 3 ? Number(cell).toFixed(1) : cell)).join(' | ')} |`;
}

const head = ['manager', 'output', 'document', 'commands', 'init', 'install', 'call', 'seconds', 'download'];
console.log(`| ${head.join(' | ')} |\n|${' --- |'.repeat(head.length)}`);
const registry = await startRegistry();
for (const way of ways) {
  await play(way, registry);
  console.log(row(way, await play(way, registry)));
}
registry.close();
