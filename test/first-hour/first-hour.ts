import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printTable } from '../bench/report.js';
import type { FakeRegistry } from '../build-step/fake-registry.js';
import { fetchPackage } from '../build-step/fetch-package.js';
import { playNewUser, startOwnRegistry, type FirstSteps, type UserSetup } from './new-user.js';

// `npm run first-hour`: measures the first use of speccast by a new user, in temporary folders. Each combination runs twice: the
// first run fills the caches of the package manager, the second one is printed.

const setups: readonly UserSetup[] = (['npm', 'pnpm'] as const).flatMap((manager) => [
  { manager, output: 'package' },
  { manager, output: 'package', document: 'bookshop.yaml' },
  { manager, output: 'source' },
  { manager, output: 'source', document: 'bookshop.yaml' },
]);

async function play(setup: UserSetup, registry: FakeRegistry): Promise<FirstSteps> {
  const folder = mkdtempSync(join(tmpdir(), 'speccast-hour-'));
  const pnpm = setup.manager === 'pnpm' ? { pnpm: fetchPnpm() } : {};
  try {
    return await playNewUser(setup, {
      project: join(folder, 'shop'),
      machine: join(folder, 'machine'),
      registry,
      ...pnpm,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Fetches pnpm, and returns the path of its script. */
function fetchPnpm(): string {
  const folder = fetchPackage('pnpm@10');
  const { bin }: { bin: { pnpm: string } } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, bin.pnpm);
}

function toRow({ manager, output, document }: UserSetup, { download, commands, call }: FirstSteps): readonly string[] {
  const seconds = [...commands, call].map((step) => step.seconds);
  const [init = 0, install = 0, test = 0] = seconds;
  const sum = init + install + test;
  const times = [init, install, test, sum, download.seconds].map((time) => time.toFixed(1));
  return [manager, output, document ?? 'its own', String(commands.length), ...times];
}

const head = ['manager', 'output', 'document', 'commands', 'init', 'install', 'call', 'seconds', 'download'];
const rows = [];
const registry = await startOwnRegistry();
for (const setup of setups) {
  await play(setup, registry);
  rows.push(toRow(setup, await play(setup, registry)));
}
await registry.close();
console.log(printTable([head, ...rows]));
