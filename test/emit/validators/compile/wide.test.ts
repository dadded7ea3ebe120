import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { Json } from 'speccast/emitter';
import { printSchemas, runModule } from '../../../conformance/compile-module.js';
import { temporaryFolder, writeTexts } from '../../../output/temporary-folder.js';
import { tsc } from '../../../rules/compiler.js';

/** TypeScript gives up on a function with two thousand conditions. */
const many = 2200;

const each = <T>(make: (index: number) => T): T[] => Array.from({ length: many }, (_, index) => make(index));
const keyed = (make: (index: number) => Json): Record<string, Json> =>
  Object.fromEntries(each((index) => [`p${index}`, make(index)]));
const named = (index: number, more: Record<string, Json> = {}): Json => ({
  type: 'object',
  required: [`p${index}`],
  properties: { [`p${index}`]: { type: 'string' }, ...more },
});

const schemas = {
  required: { type: 'object', required: each((index) => `p${index}`), properties: keyed(() => ({ type: 'string' })) },
  alike: { type: 'object', properties: keyed(() => ({ type: 'string' })) },
  different: { type: 'object', properties: keyed((index) => ({ type: 'string', minLength: index })) },
  anyOf: { anyOf: each((index) => named(index)) },
  oneOf: { oneOf: each((index) => named(index)) },
  allOf: { allOf: each((index) => named(index)) },
  tagged: { oneOf: each((index) => ({ ...Object(named(index, { tag: { const: index } })), required: ['tag'] })) },
};

/** Values that match, and values that do not, some of them by the last of all schemas. */
const last = many - 1;
const samples: Readonly<
  Record<keyof typeof schemas, { readonly good: readonly Json[]; readonly bad: readonly Json[] }>
> = {
  required: { good: [keyed(() => 'x')], bad: [{}, { ...keyed(() => 'x'), [`p${last}`]: 1 }] },
  alike: { good: [{}, keyed(() => 'x')], bad: [{ p0: 1 }, { ...keyed(() => 'x'), [`p${last}`]: 1 }] },
  different: { good: [{ [`p${last}`]: 'x'.repeat(last) }], bad: [{ p1: '' }, { [`p${last}`]: 'x' }] },
  anyOf: { good: [{ p0: 'x' }, { [`p${last}`]: 'x', p7: 'x' }], bad: [{}, { [`p${last}`]: 1 }] },
  oneOf: { good: [{ p0: 'x' }, { [`p${last}`]: 'x' }], bad: [{}, { [`p${last}`]: 'x', p7: 'x' }] },
  allOf: { good: [keyed(() => 'x')], bad: [{}, { ...keyed(() => 'x'), [`p${last}`]: 1 }] },
  tagged: { good: [{ tag: 0 }, { tag: last }], bad: [{ tag: many }, { tag: last, [`p${last}`]: 1 }] },
};

test('schemas of thousands of properties and alternatives come out compilable, and validate by each of them', async () => {
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
