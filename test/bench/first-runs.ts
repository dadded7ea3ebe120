import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sizesBelow } from './corpus/run-contender.js';
import { contenders, folder, node, type Contender } from './corpus/contenders.js';
import { measure, type Cost } from './corpus/measure.js';

/** A first run of a generator on a spec, as often as it was measured, and what it wrote. */
export interface FirstRun {
  readonly spec: string;
  readonly tool: string;
  readonly costs: readonly Cost[];
  readonly out: string;
  readonly files: number;
  /** Size of all files, in bytes. */
  readonly bytes: number;
}

function find(name: string): Contender {
  const found = contenders.find((one) => one.name === name);
  if (found === undefined) throw new Error(`There is no contender ${name}`);
  return found;
}

const ours = find('ours');
const modules = join(folder, 'node_modules');

/** hey-api with its step that calls prettier, which only a file of options turns on. */
const heyApiFormatted: Contender = {
  name: 'hey-api, prettier',
  outputs: 'types, sdk, zod; formatted',
  generate: (spec, out) => {
    const args = [join(modules, 'prettier/bin/prettier.cjs'), '--write', '--log-level=warn', '{{path}}'];
    const output = { path: out, postProcess: [{ command: node, args, name: 'prettier' }] };
    const plugins = ['@hey-api/typescript', '@hey-api/sdk', 'zod'];
    const config = join(out, '..', 'openapi-ts.config.mjs');
    writeFileSync(config, `export default ${JSON.stringify({ input: spec, output, plugins })};\n`);
    const bin = join(modules, '@hey-api/openapi-ts/bin/run.js');
    return { file: node, args: [bin, '-s', '-f', config], cwd: join(out, '..') };
  },
};

const oursFormatted: Contender = {
  name: 'ours, formatted',
  outputs: 'as ours; formatted',
  generate: (spec, out) => {
    const command = ours.generate(spec, out);
    return { ...command, args: [...command.args, '--format'] };
  },
};

const plain = [find('hey-api'), ours, find('redocly')];

/** Measures first runs on a spec, the tools in turns, so that whatever else the machine does meets all of them alike. */
export async function measureFirstRuns(
  spec: { readonly name: string; readonly file: string },
  runs: number,
  withFormatted: boolean,
): Promise<readonly FirstRun[]> {
  const tools = withFormatted ? [...plain, heyApiFormatted, oursFormatted] : plain;
  const costs = new Map<string, Cost[]>(tools.map(({ name }) => [name, []]));
  const outOf = ({ name }: Contender): string => join(folder, 'first-runs', name, spec.name, 'src');
  // The first round warms up.
  for (let run = 0; run <= runs; run++)
    for (const tool of tools) {
      const cost = await runOnce(tool, spec.file, outOf(tool));
      if (run > 0) costs.get(tool.name)?.push(cost);
    }
  return tools.map((tool) => {
    const [out, sizes] = [outOf(tool), sizesBelow(outOf(tool))];
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    return { spec: spec.name, tool: tool.name, costs: costs.get(tool.name) ?? [], out, files: sizes.length, bytes };
  });
}

async function runOnce({ name, generate }: Contender, spec: string, out: string): Promise<Cost> {
  rmSync(join(out, '..'), { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const cost = await measure(generate(spec, out));
  if (cost.status !== 0) throw new Error(`${name} failed:\n${cost.output}`);
  return cost;
}

/** Generates a package from a document with one operation, and counts its files. */
export async function countFilesOfOne(): Promise<number> {
  const out = join(folder, 'first-runs/one/src');
  const spec = join(folder, 'one-operation.json');
  const responses = { 200: { description: 'Done', content: { 'application/json': { schema: { type: 'string' } } } } };
  const paths = { '/greeting': { get: { operationId: 'greeting.get', responses } } };
  writeFileSync(spec, JSON.stringify({ openapi: '3.1.0', info: { title: 'One', version: '1' }, paths }));
  await runOnce(ours, spec, out);
  return sizesBelow(out).length;
}
