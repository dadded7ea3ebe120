import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generate } from 'speccast';
import type { Json } from 'speccast/emitter';
import type { Validator } from '@speccast/runtime/validators';
import { asInstalled } from '../../package-sources.js';
import { keywordCases } from './keyword-case.js';
import { forms, buildSpec, printTypeChecks, readVerdicts } from './keyword-package.js';
import { tsc } from '../../rules/compiler.js';

/** The members of a generated package that the tests use. */
interface Package {
  readonly validators: Readonly<Record<string, Validator<unknown>>>;
  readonly mocks: {
    createEmulator(options: { readonly seed?: number }): Emulator;
  };
}

interface Emulator {
  fetch(url: string, init: RequestInit): Promise<Response>;
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
// Inside the repository, so that the compiler finds the same libraries.
const built = join(root, '.cache', 'keywords');
const versions = ['3.0', '3.1'] as const;
const seeds = 8;
const packages = new Map<string, Package>();
const diagnostics = new Map<string, readonly string[]>();
let compiled = '';

async function writePackage(version: (typeof versions)[number]): Promise<void> {
  const cases = keywordCases[version];
  const spec = { file: 'spec.json', text: JSON.stringify(buildSpec(version, cases)) };
  const { files, diagnostics: list } = await generate({
    spec,
    packageName: '@cases/keywords',
    // The text of the code is not compared.
    format: false,
  });
  for (const { path, text } of files) writeText(join(built, version, path), text);
  writeText(join(built, version, 'checks.ts'), printTypeChecks(cases));
  // Each case is in the spec three times.
  diagnostics.set(version, [...new Set(list.map(({ code, message }) => `${code}: ${message}`))]);
}

function writeText(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function compile(): string {
  const config = {
    ...asInstalled,
    include: ['*/src/**/*.ts', '*/checks.ts'],
    exclude: [],
  };
  writeText(join(built, 'package.json'), '{ "type": "module" }\n');
  writeText(join(built, 'tsconfig.json'), JSON.stringify(config));
  return spawnSync(process.execPath, [...tsc, '-p', join(built, 'tsconfig.json')], { encoding: 'utf8' }).stdout;
}

/** Bundles both entries into one module, because loading hundreds of files takes long. */
async function load(version: string): Promise<Package> {
  const contents = ['validators', 'mocks'].map((name) => `export * as ${name} from './src/${name}/index.js';`).join('');
  const outfile = join(built, `${version}.cjs`);
  await build({
    stdin: { contents, resolveDir: join(built, version), loader: 'ts' },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    ignoreAnnotations: true,
    outfile,
  });
  const loaded: Package = createRequire(import.meta.url)(outfile);
  return loaded;
}

beforeAll(async () => {
  rmSync(built, { recursive: true, force: true });
  for (const version of versions) await writePackage(version);
  compiled = compile();
  for (const version of versions) packages.set(version, await load(version));
}, 180_000);

afterAll(() => rmSync(built, { recursive: true, force: true }), 60_000);

test('the types accept and reject the values of the cases', () => {
  expect(compiled).toBe('');
});

test('the page of validators states the number of cases', () => {
  const count = versions.flatMap((version) => keywordCases[version]).length;
  expect(readFileSync(join(root, 'templates/runtime/docs/validators.md'), 'utf8')).toContain(
    `all ${count} of ${count} single-keyword cases`,
  );
});

test('every keyword is supported, and contradicting parts are reported', () => {
  const reports = [...diagnostics.values()].flat().filter((line) => /^(?:unsupported|contradicting)-/.test(line));
  expect(reports).toEqual([
    'contradicting-types: no value is valid: the parts of "allOf" require "string", and "number"',
    'contradicting-types: no value of "a" is valid: the parts of "allOf" require "string", and "number"',
  ]);
});

test('writeOnly properties are in no response', async () => {
  const response = await send(getEmulator('3.1', 0), 'writeOnly/Inline', { name: 'x', secret: 's' });
  expect(Object.keys(await response.json())).toEqual(['name']);
});

function getPackage(version: string): Package {
  const found = packages.get(version);
  if (found === undefined) throw new Error(`there is no package of ${version}`);
  return found;
}

function getValidator(version: string, name: string): Validator<unknown> {
  const found = getPackage(version).validators[name];
  if (found === undefined) throw new Error(`there is no validator ${name}`);
  return found;
}

const emulators = new Map<string, Emulator>();

/** Returns the emulator of a package for a seed. Tests share it, because earlier requests do not change the results. */
function getEmulator(version: string, seed: number): Emulator {
  const key = `${version} ${seed}`;
  const emulator = emulators.get(key) ?? getPackage(version).mocks.createEmulator({ seed });
  emulators.set(key, emulator);
  return emulator;
}

function send(emulator: Emulator, path: string, value: Json): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return emulator.fetch(`http://localhost/${path}`, { method: 'POST', headers, body: JSON.stringify(value) });
}

function validate(validator: Validator<unknown>, value: Json): readonly boolean[] {
  const outcome = validator['~standard'].validate(value);
  if (outcome instanceof Promise) throw new Error('validators must not be asynchronous');
  return [
    validator.is(value),
    validator.check(value).length === 0,
    !('issues' in outcome && outcome.issues !== undefined),
  ];
}

describe.each(versions)('OpenAPI %s', (version) => {
  const runs = keywordCases[version].flatMap((one) => forms.map((form) => ({ one, form, name: `${one.name}${form}` })));

  describe.each(runs)('$name', ({ one, form, name }) => {
    test('the validators accept and reject the values by the standard', () => {
      for (const [direction, suffix] of [
        ['request', 'Body'],
        ['response', 'Response'],
      ] as const) {
        const validator = getValidator(version, `${name}${suffix}`);
        const { valid, odd, invalid, loose, beyond } = readVerdicts(one, direction);
        for (const value of [...valid, ...odd])
          expect(validate(validator, value), `${direction} ${JSON.stringify(value)}`).toEqual([true, true, true]);
        for (const value of [...invalid, ...loose, ...beyond])
          expect(validate(validator, value), `${direction} ${JSON.stringify(value)}`).toEqual([false, false, false]);
      }
    });

    test('the emulator accepts and rejects the same', async () => {
      const emulator = getEmulator(version, 0);
      const post = (value: Json): Promise<Response> => send(emulator, `${one.name}/${form}`, value);
      const { valid, odd, invalid, loose, beyond } = readVerdicts(one, 'request');
      for (const value of one.unsampled ? [] : [...valid, ...odd])
        expect((await post(value)).status, JSON.stringify(value)).toBe(200);
      for (const value of [...invalid, ...loose, ...beyond]) {
        const response = await post(value);
        expect(response.status, JSON.stringify(value)).toBe(400);
        expect(await readLocation(response), JSON.stringify(value)).toEqual(printFirstPath(version, name, value));
      }
    });

    test.runIf(!one.unsampled)('responses of the emulator are valid for any seed', async () => {
      const validator = getValidator(version, `${name}Response`);
      const [value = null] = readVerdicts(one, 'request').valid;
      for (let seed = 0; seed < seeds; seed += 1) {
        const response = await send(getEmulator(version, seed), `${one.name}/${form}`, value);
        const answer: Json = await response.json();
        expect(validator.check(answer), `${seed}: ${JSON.stringify(answer)}`).toEqual([]);
      }
    });
  });
});

function printFirstPath(version: string, name: string, value: Json): string {
  return (getValidator(version, `${name}Body`).check(value)[0]?.path ?? ['?']).join('.');
}

/** Returns the location in the body that the error of a response names. */
async function readLocation(response: Response): Promise<string> {
  const body: { readonly error?: { readonly errors?: readonly { readonly location?: string }[] } } =
    await response.json();
  return body.error?.errors?.[0]?.location ?? '';
}
