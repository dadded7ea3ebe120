import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { installPeers, node24Package } from '../peers.js';
import { machine, median, printTable } from '../report.js';
import { compareServers, type Contender } from './compare-servers.js';
import { runFloors } from './floors.js';

/*
 * `npm run bench -- emulator`: the emulator beside MSW in memory, beside Prism over HTTP, its memory during a million
 * requests, the time of a page and of an insert among 10,000 rows, and the emulator with and without its state in a file.
 * `--only memory,http,flat,floors,state` selects parts. Prism needs Node 24, which comes from npm.
 */

const parts: Readonly<Record<string, () => unknown>> = { memory, http, flat, floors: runFloors, state };
const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: { only: { type: 'string', default: Object.keys(parts).join(',') } },
});
const peers = installPeers('emulator', ['msw@2.15.0', '@stoplight/prism-cli@5.16.0', node24Package]);
const { node24 } = peers;
const [version, version24] = [process.version, peers.run(node24, ['--version'])];
const mocks = fileURLToPath(new URL('../../../generated/video-platform', import.meta.url));

console.log(machine);
for (const [name, run] of Object.entries(parts)) if (options.only.split(',').includes(name)) await run();

function prepare(worker: string): Promise<string> {
  return peers.bundle(import.meta.url, worker);
}

async function memory(): Promise<void> {
  const worker = await prepare('memory-worker.mjs');
  const rows = [['Node, request', 'Ours', 'MSW, 57 handlers', 'Ratio', 'MSW, that handler alone', 'Ratio']];
  for (const node of [process.execPath, node24]) {
    for (const request of ['videos.list?id', 'playlists.insert']) {
      const times: Record<'ours' | 'all' | 'one', number[]> = { ours: [], all: [], one: [] };
      for (let run = 0; run < 3; run += 1)
        for (const [contender, list] of Object.entries(times))
          list.push(Number(peers.run(node, [worker, request, contender])));
      const perSecond = (time: number): string => Math.round(1e6 / time).toLocaleString('en');
      const ours = median(times.ours);
      const theirs = [times.all, times.one].map(median).flatMap((time) => [perSecond(time), (time / ours).toFixed(1)]);
      rows.push([`${node === node24 ? version24 : version}, ${request}`, perSecond(ours), ...theirs]);
    }
  }
  console.log(`\nIn memory, requests per second\n\n${printTable(rows)}`);
}

async function http(): Promise<void> {
  const server = await prepare('server-worker.mjs');
  const prism = join(peers.folder, 'node_modules/@stoplight/prism-cli/dist/index.js');
  const spec = join(mocks, 'openapi.json');
  await compare([
    {
      name: `Prism 5.16.0, ${version24}`,
      node: node24,
      args: [prism, 'mock', '-v', 'silent', '-p', '0', spec],
    },
    { name: `ours, ${version24}`, node: node24, args: [server] },
    { name: `ours, ${version}`, node: process.execPath, args: [server] },
  ]);
}

async function compare(contenders: readonly Contender[]): Promise<void> {
  const load = await prepare('load-worker.mjs');
  const sendLoad = (args: readonly string[], request: string): string => peers.run(node24, [load, ...args], request);
  console.log(`\n${await compareServers(contenders, sendLoad)}`);
}

async function flat(): Promise<void> {
  const worker = await prepare('flat-worker.mjs');
  console.log('\n| Requests in one process | Heap in use | RSS |\n| --- | --- | --- |');
  spawnSync(process.execPath, [worker], { stdio: 'inherit' });
}

async function state(): Promise<void> {
  const kept = mkdtempSync(join(tmpdir(), 'speccast-bench-state-'));
  const run = (name: string, ...args: readonly string[]): Contender => {
    return { name, node: process.execPath, args: [join(mocks, 'dist/mocks/bin.js'), ...args] };
  };
  try {
    await compare([
      run('without a state'),
      run('`--state` and `--state-sync off`', '--state', join(kept, 'off'), '--state-sync', 'off'),
      run('`--state`', '--state', join(kept, 'on')),
    ]);
  } finally {
    rmSync(kept, { recursive: true, force: true });
  }
}
