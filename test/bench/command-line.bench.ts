import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

/*
 * What the start of a command line takes over an empty script: its version, its help, and a call of a server that responds at
 * once. The processes take turns; medians of wall time, and of CPU time, which other work on the machine affects least.
 */

const bin = fileURLToPath(new URL('../../generated/video-platform/dist/cli/bin.js', import.meta.url));
const rounds = 15;

const server = createServer((_, response) => {
  response.setHeader('content-type', 'application/json');
  response.end('{"items":[]}');
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
// `as`: a server that listens on a port has one.
const { port } = server.address() as AddressInfo;
const call = ['playlists', 'list', '--mine', '--base-url', `http://127.0.0.1:${port}`];

const lines: readonly (readonly [name: string, args: readonly string[]])[] = [
  ['empty script', ['--input-type=module', '--eval', '']],
  ['`--version`', [bin, '--version']],
  ['`--help`', [bin, '--help']],
  ['a call', [bin, ...call]],
  ['a call with `--no-validate`', [bin, ...call, '--no-validate']],
];

interface Run {
  readonly wall: number;
  readonly cpu: number;
}

/** Runs a process that tells at its end, on stderr, how much CPU time it took. */
function run(args: readonly string[]): Promise<Run> {
  const told =
    "process.on('exit', () => { const { user, system } = process.cpuUsage(); console.error(user + system); });";
  const first = ['--import', `data:text/javascript,${encodeURIComponent(told)}`];
  const began = performance.now();
  const child = spawn(process.execPath, [...first, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, VIDEO_PLATFORM_TOKEN: 'bench' },
  });
  let text = '';
  child.stderr.on('data', (data: Buffer) => (text += data.toString()));
  return new Promise((resolve) => {
    child.on('close', () =>
      resolve({ wall: performance.now() - began, cpu: Number(text.trim().split('\n').at(-1)) / 1000 }),
    );
  });
}

const runs = lines.map((): Run[] => []);
for (let round = 0; round < rounds; round += 1)
  for (const [index, [, args]] of lines.entries()) runs[index]?.push(await run(args));

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
const of = (index: number, what: keyof Run): number => median((runs[index] ?? []).map((one) => one[what]));

console.log('| Command line | wall | over an empty script | CPU | over an empty script |');
console.log('| --- | --- | --- | --- | --- |');
for (const [index, [name]] of lines.entries()) {
  const cells = (['wall', 'cpu'] as const).flatMap((what) => [
    `${of(index, what).toFixed(0)} ms`,
    index === 0 ? '' : `${(of(index, what) - of(0, what)).toFixed(0)} ms`,
  ]);
  console.log(`| ${name} | ${cells.join(' | ')} |`);
}
server.close();
