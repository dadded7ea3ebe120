import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measure, type Cost } from '../../bench/corpus/measure.js';
import { readYaml } from '../../rows.js';
import * as documents from './documents.js';

// Inside the repository, so that generated code can import its packages.
const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = join(root, '.cache', 'wide');

/** Limits of CPU time, in seconds. */
const limits = { generate: 300, check: 60 };

/** Functions that write documents, by name. */
const makers = { ...documents };

/** Documents by description: the name of the function that writes them, and its arguments. */
const wide: Readonly<Record<string, readonly [maker: keyof typeof makers, ...sizes: [number, number]]>> = readYaml(
  new URL('wide.yaml', import.meta.url),
);

/** Generates and type-checks each document, or those whose descriptions contain one of `names`, and prints time and memory. Returns the exit code. */
export async function measureWide(names: readonly string[]): Promise<number> {
  let crashes = 0;
  console.log('| Document | MB | Generate | CPU s | Peak MB | TypeScript | CPU s | Peak MB |');
  console.log('| --- | --: | --- | --: | --: | --- | --: | --: |');
  for (const [name, [maker, ...sizes]] of Object.entries(wide)) {
    if (names.length > 0 && !names.some((one) => name.includes(one))) continue;
    const row = await measureOne(name, makers[maker](...sizes));
    if (row.includes('crashed')) crashes += 1;
    console.log(row);
  }
  rmSync(folder, { recursive: true, force: true });
  return crashes === 0 ? 0 : 1;
}

async function measureOne(name: string, text: string): Promise<string> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'wide.json'), text);
  const from = ['--spec', join(folder, 'wide.json'), '--out', join(folder, 'out')];
  const generated = await run('generate', ['dist/generator/cli.js', 'generate', ...from]);
  const cells = [name, (text.length / 1e6).toFixed(1), ...toCells(generated)];
  if (generated.state !== 'done') return `| ${cells.join(' | ')} | | | |`;
  const checked = await run('check', ['node_modules/typescript-7/bin/tsc', '-p', join(folder, 'out'), '--noEmit']);
  return `| ${[...cells, ...toCells(checked)].join(' | ')} |`;
}

interface Run extends Cost {
  readonly state: string;
}

/** Runs a Node script in a shell with a limit of CPU time. The limit of `measure` would end the first process only. */
async function run(what: keyof typeof limits, args: readonly string[]): Promise<Run> {
  const command = ['-c', `ulimit -t ${limits[what]}; exec "$@"`, 'sh', process.execPath, ...args];
  const cost = await measure({ file: 'sh', args: command, cwd: root });
  return { ...cost, state: cost.status === 0 ? 'done' : readState(cost, limits[what]) };
}

/** Returns the state of a failed run: a code in backquotes, `more than 60 s`, or `crashed`. */
function readState({ status, output }: Cost, limit: number): string {
  // The signal may have ended a child process of `tsc`, whose output reports it.
  if (status === null || output.includes('SIGKILL')) return `more than ${limit} s`;
  const [, code] = /:\d+:\d+ error ([a-z-]+):/.exec(output) ?? /error (TS\d+):/.exec(output) ?? [];
  return code === undefined ? 'crashed' : `\`${code}\``;
}

function toCells({ state, cpu, memory }: Run): readonly string[] {
  return [state, cpu.toFixed(1), memory.toFixed(0)];
}
