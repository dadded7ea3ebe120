import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { median, printTable } from './report.js';

/*
 * Time of a command line over that of an empty script: its version, its help, and a call of a server that responds at once. The
 * processes run in turns. Prints medians of wall time and of CPU time, which other work on the machine affects least.
 */

const bin = fileURLToPath(new URL('../../generated/video-platform/dist/cli/bin.js', import.meta.url));
const rounds = 15;

const server = createServer((_, response) => {
  response.setHeader('content-type', 'application/json');
  response.end('{"items":[]}');
}).listen(0, '127.0.0.1');
await once(server, 'listening');
// `as`: a server that listens on a port has an address object.
const { port } = server.address() as AddressInfo;
const call = [bin, 'playlists', 'list', '--mine', '--base-url', `http://127.0.0.1:${port}`];

/** Script that makes a process print its CPU time in microseconds on stderr when it ends. */
const printTime =
  "process.on('exit', () => { const { user, system } = process.cpuUsage(); console.error(user + system); });";
const first = ['--import', `data:text/javascript,${encodeURIComponent(printTime)}`];

const runs = Object.entries({
  'empty script': ['--input-type=module', '--eval', ''],
  '`--version`': [bin, '--version'],
  '`--help`': [bin, '--help'],
  'a call': call,
  'a call with `--no-validate`': [...call, '--no-validate'],
}).map(([name, args]) => ({ name, args, times: { wall: [] as number[], cpu: [] as number[] } }));

for (let round = 0; round < rounds; round += 1)
  for (const { args, times } of runs) {
    const began = performance.now();
    const env = { ...process.env, VIDEO_PLATFORM_TOKEN: 'bench' };
    const { stderr } = await promisify(execFile)(process.execPath, [...first, ...args], { env });
    times.wall.push(performance.now() - began);
    times.cpu.push(Number(stderr.trim().split('\n').at(-1)) / 1000);
  }
server.close();

const rows = runs.map(({ name, times }, index) => {
  const cells = (['wall', 'cpu'] as const).flatMap((kind) => {
    const time = median(times[kind]);
    const over = time - median(runs[0]?.times[kind] ?? []);
    return [`${time.toFixed(0)} ms`, index === 0 ? '' : `${over.toFixed(0)} ms`];
  });
  return [name, ...cells];
});
console.log(printTable([['Command line', 'wall', 'over an empty script', 'CPU', 'over an empty script'], ...rows]));
