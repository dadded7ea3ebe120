import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEmulator, type EmulatorPlan } from '@speccast/emulator';
import { createCore, runtimeInterface, type Service } from '@speccast/runtime';
import { writeTexts } from '../output/temporary-folder.js';
import { root } from '../rules/sources.js';
import { tsc } from '../rules/compiler.js';

const service: Service = { name: 'pets', version: '1', baseUrl: 'https://pets.example', security: {} };
const plan: EmulatorPlan = {
  service,
  basePaths: [''],
  operations: [],
  resources: [],
  capabilities: {},
  settings: {},
  seed: { world: { tables: {}, media: {} }, caller: { tables: {}, media: {} } },
};

/** Returns a service or plan as if it was generated for another version, which its type would reject. */
function changeVersion<T extends object>(one: T, change: object): T {
  return { ...one, ...change };
}

test.each(['0.0', '0.2', '1'])(
  'a client that was generated for version %s throws with the version to install',
  (version) => {
    const required = `@speccast/runtime@${version}`;
    expect(() => createCore(changeVersion(service, { runtime: required }))).toThrow(
      new Error(
        `pets was generated for ${required}, but ${runtimeInterface} is installed: run \`npm install ${required}\``,
      ),
    );
  },
);

test.each(['0.0', '0.2', '1'])(
  'an emulator that was generated for version %s throws with the version to install',
  (version) => {
    const required = `@speccast/emulator@${version}`;
    expect(() => startEmulator(changeVersion(plan, { emulator: required }))).toThrow(`run \`npm install ${required}\``);
    const runtime = `@speccast/runtime@${version}`;
    expect(() => startEmulator({ ...plan, service: changeVersion(service, { runtime }) })).toThrow(
      `run \`npm install ${runtime}\``,
    );
  },
);

test('code that was generated for this version runs', () => {
  expect(createCore({ ...service, runtime: runtimeInterface })).toHaveProperty('call');
  expect(startEmulator({ ...plan, emulator: '@speccast/emulator@0.1' })).toHaveProperty('fetch');
});

describe('code that was generated for another version has type errors that name both versions', () => {
  const versions = ['0.0', '0.2', '1'];
  const folder = join(root, '.cache/made-for');
  let typeErrors: readonly string[];

  beforeAll(() => {
    const files = versions.map((version): [string, string] => [
      `${version}.ts`,
      `import type { EmulatorPlan } from '@speccast/emulator';
import type { Service } from '@speccast/runtime';
export const runtime: Service['runtime'] = '@speccast/runtime@${version}';
export const emulator: EmulatorPlan['emulator'] = '@speccast/emulator@${version}';
`,
    ]);
    const config = JSON.stringify({ extends: '../../tsconfig.json', include: ['*.ts'] });
    writeTexts(folder, { 'tsconfig.json': config, ...Object.fromEntries(files) });
    const args = [...tsc, '-p', folder, '--pretty', 'false'];
    const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    typeErrors = stdout.split('\n');
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(versions)('%s', (version) => {
    const own = typeErrors.filter((line) => line.startsWith(`${version}.ts(`));
    expect(own.map((line) => line.replace(/^.*?: error TS\d+: /, ''))).toEqual(
      ['runtime', 'emulator'].map(
        (name) => `Type '"@speccast/${name}@${version}"' is not assignable to type '"@speccast/${name}@0.1"'.`,
      ),
    );
  });
});
