import { parseArgs } from 'node:util';
import { readYaml } from '../../rows.js';
import { installPeers, node24Package } from '../peers.js';
import { machine, printTable } from '../report.js';
import { printLab, type LabResult } from './print-lab.js';

/*
 * `npm run bench -- client`: the overhead of a list call over bare fetch, under this Node and under Node 24.
 * `npm run bench -- client --lab`: scenarios of the behaviour lab that our client and others pass; `--only ours,ky` selects
 * clients. Some need Node 22, so the lab runs under Node 24 from npm.
 */

const clients = readYaml<Readonly<Record<string, { readonly version: string }>>>(
  new URL('peers.yaml', import.meta.url),
);

const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: { lab: { type: 'boolean' }, only: { type: 'string', default: ['ours', ...Object.keys(clients)].join(',') } },
});
const peers = installPeers('client', [
  ...Object.entries(clients).map(([name, { version }]) => `${name}@${version}`),
  node24Package,
]);
if (options.lab === true) await runLab();
else await runOverhead();

/** Runs a worker, and parses the last line of its output: the lines before may come from the clients. */
function readResult<Result>(node: string, args: readonly string[]): Result {
  return JSON.parse(peers.run(node, args).split('\n').at(-1) ?? '');
}

async function runLab(): Promise<void> {
  const worker = await peers.bundle(import.meta.url, 'lab-worker.mjs');
  const rows = JSON.stringify(readYaml(new URL('../../runtime/client/lab/scenarios.yaml', import.meta.url)));
  const columns = options.only.split(',').map((name) => {
    const args = [worker, name, JSON.stringify(clients[name] ?? {}), rows];
    return { name, results: readResult<readonly LabResult[]>(peers.node24, args) };
  });
  console.log(printLab(columns));
}

async function runOverhead(): Promise<void> {
  const worker = await peers.bundle(import.meta.url, 'overhead-worker.mjs');
  const rows: string[][] = [['Node, page', 'Contender', 'A call', 'Over bare fetch', 'Ratio']];
  for (const node of [process.execPath, peers.node24]) {
    const version = peers.run(node, ['--version']);
    const pages = readResult<Readonly<Record<string, Readonly<Record<string, number>>>>>(node, [worker]);
    for (const [count, times] of Object.entries(pages)) {
      const bare = times['bare fetch'] ?? 0;
      for (const [name, time] of Object.entries(times)) {
        const cells = [`${time.toFixed(1)} µs`, `+${(time - bare).toFixed(1)} µs`, (time / bare).toFixed(2)];
        rows.push([`${version}, ${count} videos`, name, ...cells]);
      }
    }
  }
  console.log(`${machine}\n\n${printTable(rows)}`);
}
