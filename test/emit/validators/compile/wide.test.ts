import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { Json } from 'speccast/emitter';
import { printSchemas, runModule } from '../../../conformance/compile-module.js';
import { temporaryFolder, writeTexts } from '../../../output/temporary-folder.js';
import { tsc } from '../../../rules/compiler.js';

/** The number of properties or alternatives: TypeScript fails on a function with two thousand conditions. */
const many = 2200;

const buildList = <T>(make: (index: number) => T): T[] => Array.from({ length: many }, (_, index) => make(index));
const buildObject = (make: (index: number) => Json): Record<string, Json> =>
  Object.fromEntries(buildList((index) => [`p${index}`, make(index)]));
const buildSchema = (index: number, more: Record<string, Json> = {}): Json => ({
  type: 'object',
  required: [`p${index}`],
  properties: { [`p${index}`]: { type: 'string' }, ...more },
});

const schemas = {
  required: {
    type: 'object',
    required: buildList((index) => `p${index}`),
    properties: buildObject(() => ({ type: 'string' })),
  },
  alike: { type: 'object', properties: buildObject(() => ({ type: 'string' })) },
  different: { type: 'object', properties: buildObject((index) => ({ type: 'string', minLength: index })) },
  anyOf: { anyOf: buildList((index) => buildSchema(index)) },
  oneOf: { oneOf: buildList((index) => buildSchema(index)) },
  allOf: { allOf: buildList((index) => buildSchema(index)) },
  tagged: {
    oneOf: buildList((index) => ({ ...Object(buildSchema(index, { tag: { const: index } })), required: ['tag'] })),
  },
};

/** Valid and invalid values, some of which only the last property or alternative decides. */
const last = many - 1;
const samples: Readonly<
  Record<keyof typeof schemas, { readonly good: readonly Json[]; readonly bad: readonly Json[] }>
> = {
  required: { good: [buildObject(() => 'x')], bad: [{}, { ...buildObject(() => 'x'), [`p${last}`]: 1 }] },
  alike: { good: [{}, buildObject(() => 'x')], bad: [{ p0: 1 }, { ...buildObject(() => 'x'), [`p${last}`]: 1 }] },
  different: { good: [{ [`p${last}`]: 'x'.repeat(last) }], bad: [{ p1: '' }, { [`p${last}`]: 'x' }] },
  anyOf: { good: [{ p0: 'x' }, { [`p${last}`]: 'x', p7: 'x' }], bad: [{}, { [`p${last}`]: 1 }] },
  oneOf: { good: [{ p0: 'x' }, { [`p${last}`]: 'x' }], bad: [{}, { [`p${last}`]: 'x', p7: 'x' }] },
  allOf: { good: [buildObject(() => 'x')], bad: [{}, { ...buildObject(() => 'x'), [`p${last}`]: 1 }] },
  tagged: { good: [{ tag: 0 }, { tag: last }], bad: [{ tag: many }, { tag: last, [`p${last}`]: 1 }] },
};

test('schemas with thousands of properties and alternatives compile, and validate each of them', async () => {
  const { code = '' } = printSchemas({ text: JSON.stringify({ schemas }) });
  const folder = temporaryFolder();
  const compilerOptions = {
    target: 'ES2022',
    lib: ['ES2022'],
    types: [],
    module: 'NodeNext',
    strict: true,
    noEmit: true,
  };
  writeTexts(folder, {
    'package.json': '{"type": "module"}',
    'tsconfig.json': JSON.stringify({ compilerOptions }),
    'wide.ts': code,
  });
  expect(spawnSync(process.execPath, [...tsc, '-p', folder], { encoding: 'utf8' }).stdout).toBe('');
  const validators = await runModule(code);
  for (const [name, { good, bad }] of Object.entries(samples)) {
    for (const [values, want] of [
      [good, true],
      [bad, false],
    ] as const)
      for (const value of values) {
        const got = [validators[name]?.is(value), validators[name]?.check(value).length === 0];
        expect(got, `${name} ${JSON.stringify(value).slice(0, 80)}`).toEqual([want, want]);
      }
  }
}, 240_000);
