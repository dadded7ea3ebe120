import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Validator } from '@speccast/runtime/validators';
import type { Emulator } from '@speccast/emulator';
import { generate, type GenerateResult } from 'speccast';
import { asInstalled } from '../package-sources.js';
import * as wide from '../corpus/wide/documents.js';
import { writeTexts } from './temporary-folder.js';
import { tsc } from '../rules/compiler.js';

// Inside the repository, so that imports are resolved.
const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, '.cache', 'wide-documents');

function generateText(text: string): Promise<GenerateResult> {
  return generate({ spec: { file: 'wide.json', text }, packageName: '@cases/wide', format: false });
}

/** Documents with very many parts of one kind, and a valid and an invalid value of their schema `S0`. */
const documents: Readonly<Record<string, readonly [text: string, good: unknown, bad: unknown]>> = {
  'an allOf of unions': [
    wide.allOfUnions(12, 5),
    Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`u${index}a${index % 5}`, 'a'])),
    { u0a0: 'a' },
  ],
  'levels of allOf': [
    wide.layerChain(200),
    Object.fromEntries(['end', ...Array.from({ length: 199 }, (_, index) => `p${index}`)].map((name) => [name, 'a'])),
    { end: 'a' },
  ],
  'a chain of references': [wide.referenceChain(500), { end: 'a' }, { end: 1 }],
  'a chain of allOf': [wide.allOfChain(500), { end: 'a' }, { end: 1 }],
  'a chain of oneOf': [wide.oneOfChain(100), { kind: 'k98', p98: 'a' }, { kind: 'k99' }],
  'properties that are the schema itself': [wide.selfReferences(60), { p0: { p59: {} } }, { p0: { p59: 1 } }],
  'levels of properties': [wide.nestedProperties(90), { next: { next: {} } }, { next: { next: 1 } }],
  'levels of items': [wide.nestedItems(190), [[[]]], [[1]]],
  'values of an enum': [wide.manyValues(100_000), 'v99999', 'v100000'],
  alternatives: [wide.manyAlternatives(500), { kind: 'k499', p499: 'a' }, { kind: 'k500' }],
  'references to alternatives': [wide.manyReferences(500), { kind: 'k499' }, { kind: 'k499', p499: 1 }],
  'long descriptions': [wide.longDescription(1_100_000), {}, 1],
};

/** The validators and the emulator of a package. */
interface Imported {
  readonly validators: Readonly<Record<string, Validator<unknown>>>;
  readonly emulator: Emulator;
}

async function load(name: string): Promise<Imported> {
  const path = join(folder, name.replaceAll(' ', '-'), 'src');
  const [validators, mocks] = await Promise.all([
    import(/* @vite-ignore */ join(path, 'validators/index.ts')),
    import(/* @vite-ignore */ join(path, 'mocks/index.ts')),
  ]);
  return { validators, emulator: mocks.createEmulator({ checkResponses: true }) };
}

describe('a document with very many parts of one kind', () => {
  beforeAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    for (const [name, [text]] of Object.entries(documents)) {
      const { files, diagnostics } = await generateText(text);
      expect(diagnostics, name).toEqual([]);
      const texts = Object.fromEntries(files.map((file) => [file.path, file.text]));
      writeTexts(join(folder, name.replaceAll(' ', '-')), texts);
    }
    writeTexts(folder, {
      'tsconfig.json': JSON.stringify({ ...asInstalled, include: ['*/src'] }),
    });
  }, 120_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('has a package that compiles under the strict config', () => {
    const { stdout } = spawnSync(process.execPath, [...tsc, '-p', folder, '--noEmit'], { encoding: 'utf8' });
    expect(stdout).toBe('');
  }, 120_000);

  test.each(Object.entries(documents))('validates and responds: %s', async (name, [, good, bad]) => {
    const { validators, emulator } = await load(name);
    const { S0 } = validators;
    expect([S0?.is(good), S0?.check(good), S0?.is(bad)]).toEqual([true, [], false]);
    expect(S0?.check(bad).length).toBeGreaterThan(0);
    const put = (body: unknown): Promise<Response> =>
      emulator.fetch(
        new Request(`${emulator.baseUrl}/things`, {
          method: 'PUT',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      );
    const [accepted, rejected] = [await put(good), await put(bad)];
    expect([accepted.status, rejected.status]).toEqual([200, 400]);
    expect(S0?.is(await accepted.json())).toBe(true);
  });
});

test.each([
  ['items', wide.nestedItems(3000)],
  ['properties', wide.nestedProperties(3000)],
])('3,000 levels of %s are rejected at their position', async (_, text) => {
  const { files, diagnostics } = await generateText(text);
  expect(files).toEqual([]);
  const message = 'values are nested more than 200 levels deep';
  expect(diagnostics).toMatchObject([{ severity: 'error', code: 'too-deep', message, at: { line: 1 } }]);
});
