import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measure, type Cost } from '../../bench/corpus/measure.js';
import { readYaml } from '../../rows.js';
import * as documents from './documents.js';

// Inside the repository, so that imports are found.
const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = join(root, '.cache', 'wide');

/** Seconds of processor time that each process may take. */
const limits = { generate: 300, check: 60 };

/** What makes documents, by name. */
const makers = { ...documents };

/** Made-up documents, by what there is so much of: the function that makes them, and what it is given. */
const wide: Readonly<Record<string, readonly [maker: keyof typeof makers, ...sizes: [number, number]]>> = readYaml(
  new URL('wide.yaml', import.meta.url),
);

/** Generates and type-checks each made-up document, or those whose names hold one of some texts, and prints what it took. */
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
  const cells = [name, (text.length / 1e6).toFixed(1), ...cellsOf(generated)];
  if (generated.state !== 'done') return `| ${cells.join(' | ')} | | | |`;
  const checked = await run('check', ['node_modules/typescript-7/bin/tsc', '-p', join(folder, 'out'), '--noEmit']);
  return `| ${[...cells, ...cellsOf(checked)].join(' | ')} |`;
}

interface Run extends Cost {
  readonly state: string;
}

/** Runs a script of Node under a shell that ends what takes too long, as the time of `measure` would end the first process alone. */
async function run(what: keyof typeof limits, args: readonly string[]): Promise<Run> {
  const command = ['-c', `ulimit -t ${limits[what]}; exec "$@"`, 'sh', process.execPath, ...args];
  const cost = await measure({ file: 'sh', args: command, cwd: root });
  return { ...cost, state: cost.status === 0 ? 'done' : stateOf(cost, limits[what]) };
}

/** An error with its code, or what else went wrong. */
function stateOf({ status, output }: Cost, limit: number): string {
  // `tsc` may run in a process of its own, which the signal ends.
  if (status === null || output.includes('SIGKILL')) return `more than ${limit} s`;
  const [, code] = /:\d+:\d+ error ([a-z-]+):/.exec(output) ?? /error (TS\d+):/.exec(output) ?? [];
  return code === undefined ? 'crashed' : `\`${code}\``;
}

function cellsOf({ state, cpu, memory }: Run): readonly string[] {
  return [state, cpu.toFixed(1), memory.toFixed(0)];
}
