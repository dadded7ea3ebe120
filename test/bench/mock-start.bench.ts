import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { listen } from '../build-step/listen.js';
import { cacheFolder, installCorpus } from '../corpus/install-corpus.js';
import { root } from '../rules/sources.js';
import { installPeers, node24Package } from './peers.js';
import { printTable } from './report.js';

/*
 * Time until a mock server prints its address, beside Prism, in turns: CPU time of the process, which other work on the machine
 * affects least, wall time and memory.
 */

const rounds = 3;

/** Seconds that a first run continues, so that it can finish writing its cache. */
const finishing = 30;

const peers = installPeers('mock', ['@stoplight/prism-cli@5.16.0', node24Package]);
const prism = join(peers.folder, 'node_modules/@stoplight/prism-cli/dist/index.js');
const caches = join(peers.folder, 'caches');

interface Start {
  readonly cpu: number;
  readonly wall: number;
  readonly megabytes: number;
}

/** Starts a server, and measures the time until it prints an address. Returns `undefined` if it ends before or takes a minute. */
async function start(node: string, args: readonly string[], seconds = 0): Promise<Start | undefined> {
  const began = performance.now();
  const env = { ...process.env, XDG_CACHE_HOME: caches };
  const server = spawn(node, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'ignore'], timeout: 60_000 });
  const { until, ended } = listen(server);
  const found = await until(/http:\/\/\S+/).then(
    () => measure(server.pid ?? 0, performance.now() - began),
    () => undefined,
  );
  if (found !== undefined) await wait(seconds * 1000);
  server.kill();
  await ended;
  return found;
}

function measure(pid: number, wall: number): Start {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const [, peak] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  // `utime` and `stime`, in hundredths of a second.
  return { cpu: 10 * (Number(fields[11]) + Number(fields[12])), wall, megabytes: Number(peak) / 1024 };
}

/** Returns a row with the figures of the run whose CPU time is the median. */
function toRow(name: string, runs: readonly (Start | undefined)[]): readonly string[] {
  const done = runs.filter((run) => run !== undefined).toSorted((one, other) => one.cpu - other.cpu);
  const middle = done[Math.floor(done.length / 2)];
  if (middle === undefined) return [name, 'does not start', '', ''];
  return [name, `${middle.cpu.toFixed(0)} ms`, `${middle.wall.toFixed(0)} ms`, `${middle.megabytes.toFixed(0)} MB`];
}

const rows: (readonly string[])[] = [];
const specs = installCorpus(cacheFolder('speccast-corpus'));
for (const name of process.argv[3]?.split(',') ?? ['asana.com', 'zoom.us', 'stripe.com', 'github']) {
  const spec = specs.find((one) => one.name === name);
  if (spec === undefined) continue;
  const mock = [join(root, 'dist/generator/bin.js'), 'mock', spec.file, '--port', '0'];
  const runs: Record<'new' | 'seen before' | 'Prism', (Start | undefined)[]> = {
    new: [],
    'seen before': [],
    Prism: [],
  };
  for (let round = 0; round < rounds; round += 1) {
    rmSync(caches, { recursive: true, force: true });
    runs.new.push(await start(process.execPath, mock, round === rounds - 1 ? finishing : 0));
    runs.Prism.push(await start(peers.node24, [prism, 'mock', '-p', String(41_000 + round), spec.file]));
  }
  for (let round = 0; round < rounds; round += 1) runs['seen before'].push(await start(process.execPath, mock));
  for (const [what, starts] of Object.entries(runs)) rows.push(toRow(`${name}, ${what}`, starts));
}
console.log(printTable([['Document', 'CPU', 'Wall', 'Memory'], ...rows]));
