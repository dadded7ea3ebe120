import { describe, expect, test } from 'vitest';
import type { Json } from 'speccast/emitter';
import { compileModule } from '../../conformance/compile-module.js';

/** The number of parts of one kind in each schema. */
const count = 700;

/** The index of the last part. */
const last = count - 1;

function buildList<T>(make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function buildObject(make: (index: number) => readonly [string, Json]): Json {
  return Object.fromEntries(buildList(make));
}

const texts = (end = '$'): Json[] => buildList((index) => ({ type: 'string', pattern: `^a${index}${end}` }));
const owners = buildList((index): Json => ({
  required: [`p${index}`],
  properties: { [`p${index}`]: { type: 'integer' } },
}));
const tagged = buildList((index): Json => ({
  type: 'object',
  required: ['k'],
  properties: { k: { const: `v${index}` } },
}));
const numbers = buildList((index): Json => ({ type: 'integer', minimum: index }));

/** Nests 80 levels: `{ items: { items: … } }`. */
function nestLevels<T>(make: (inner: T) => T, innermost: T): T {
  return Array.from({ length: 80 }).reduce<T>((inner) => make(inner), innermost);
}

/** A schema with hundreds of parts of one kind, and valid and invalid values. */
type Case = readonly [kind: string, schema: Json, good: readonly Json[], bad: readonly Json[]];

const cases: readonly Case[] = [
  ['anyOf', { anyOf: texts() }, ['a0', `a${last}`], [`a${count}`, 1]],
  ['oneOf that counts', { oneOf: texts('') }, ['a9', 'a0b'], ['a12', 'a29', 1]],
  ['oneOf by a tag', { oneOf: tagged }, [{ k: 'v0' }, { k: `v${last}` }], [{ k: `v${count}` }, {}, 1]],
  [
    'oneOf by a tag beside others',
    { oneOf: [...tagged.slice(0, 9), ...texts()] },
    [{ k: 'v8' }, `a${last}`],
    [{ k: 1 }, 1],
  ],
  ['anyOf of a property', { properties: { a: { anyOf: texts() } } }, [{ a: `a${last}` }, {}, 1], [{ a: 'b' }]],
  [
    'allOf',
    { allOf: buildList((index) => ({ required: [`p${index % 3}`] })) },
    [{ p0: 1, p1: 1, p2: 1 }, 1],
    [{ p0: 1, p1: 1 }],
  ],
  [
    'levels of lists',
    nestLevels<Json>((items) => ({ type: 'array', items }), { type: 'string' }),
    [[], nestLevels<Json>((inner) => [inner], 'a')],
    [nestLevels<Json>((inner) => [inner], 1), 'a'],
  ],
  [
    'levels of maps',
    nestLevels<Json>((additionalProperties) => ({ type: 'object', additionalProperties }), { type: 'string' }),
    [{}, nestLevels<Json>((a) => ({ a }), 'a')],
    [nestLevels<Json>((a) => ({ a }), 1), 'a'],
  ],
  [
    'prefixItems',
    { prefixItems: numbers },
    [[0, 1, 2], 'a', buildList((index) => index)],
    [[0, 0], buildList(() => last - 1)],
  ],
  [
    'patternProperties',
    { patternProperties: buildObject((i) => [`^p${i}$`, { minimum: i }]), additionalProperties: false },
    [{ [`p${last}`]: last }, 1],
    [{ [`p${last}`]: last - 1 }, { q: 1 }],
  ],
  [
    'dependentRequired',
    { dependentRequired: buildObject((i) => [`p${i}`, [`q${i}`]]) },
    [{ [`p${last}`]: 1, [`q${last}`]: 1 }, 1],
    [{ [`p${last}`]: 1 }],
  ],
  [
    'dependentRequired of one property',
    { dependentRequired: { p: buildList((i) => `q${i}`) } },
    [{}, 1],
    [{ p: 1, q0: 1 }],
  ],
  [
    'dependentSchemas',
    { dependentSchemas: buildObject((i) => [`p${i}`, { required: [`q${i}`] }]) },
    [{ [`p${last}`]: 1, [`q${last}`]: 1 }, 1],
    [{ [`p${last}`]: 1 }],
  ],
  [
    'required',
    { required: buildList((i) => `p${i}`) },
    [1, Object.fromEntries(buildList((i) => [`p${i}`, i]))],
    [{ p0: 1 }],
  ],
  [
    'properties',
    { additionalProperties: false, properties: buildObject((i) => [`p${i}`, { type: 'integer', minimum: i }]) },
    [{ [`p${last}`]: last }, 1],
    [{ [`p${last}`]: last - 1 }, { q: 1 }],
  ],
  ['enum', { enum: buildList((i) => ({ a: i })) }, [{ a: last }], [{ a: count }, 1]],
  [
    'unevaluatedProperties',
    { anyOf: owners, unevaluatedProperties: false },
    [{ [`p${last}`]: 1 }, { p0: 1, p1: 2 }, 1],
    [{ [`p${last}`]: 1, q: 1 }, {}],
  ],
  [
    'unevaluatedProperties behind a reference',
    { $ref: '#/$defs/x', $defs: { x: { anyOf: owners } }, unevaluatedProperties: false },
    [{ [`p${last}`]: 1 }],
    [{ [`p${last}`]: 1, q: 1 }, {}],
  ],
  [
    'unevaluatedItems',
    { anyOf: buildList((i) => ({ prefixItems: [{ const: i }, true] })), unevaluatedItems: false },
    [[last, 1], [], 1],
    [[last, 1, 2], [count]],
  ],
  ['not', { not: { anyOf: texts() } }, ['b', 1], [`a${last}`]],
  ['if', { if: { anyOf: texts() }, then: { maxLength: 3 }, else: { type: 'integer' } }, ['a99', 1], [`a${last}`, 'b']],
  [
    'ifs',
    {
      allOf: buildList((i) => ({
        if: { properties: { k: { const: i } }, required: ['k'] },
        then: { required: [`p${i}`] },
      })),
    },
    [{ k: last, [`p${last}`]: 1 }, {}, 1],
    [{ k: last }],
  ],
  ['propertyNames', { propertyNames: { anyOf: texts() } }, [{ [`a${last}`]: 1 }, 1], [{ b: 1 }]],
  ['contains', { contains: { anyOf: texts() } }, [['b', `a${last}`], 1], [['b']]],
  [
    'references',
    {
      oneOf: buildList((i) => ({ $ref: `#/$defs/d${i}` })),
      $defs: buildObject((i) => [`d${i}`, { required: [`p${i}`], type: 'object' }]),
    },
    [{ [`p${last}`]: 1 }],
    [{ [`p${last}`]: 1, p0: 1 }, {}],
  ],
];

describe('a schema may have hundreds of parts of one kind', () => {
  test.each(cases)('%s', async (_kind, schema, good, bad) => {
    const { one } = await compileModule({ schemas: { one: schema } });
    const judged = (values: readonly Json[]): readonly unknown[] =>
      values.map((value) => [one?.is(value), one?.check(value).length === 0]);
    expect(judged(good)).toEqual(good.map(() => [true, true]));
    expect(judged(bad)).toEqual(bad.map(() => [false, false]));
  });

  test('two thousand schemas of one file', async () => {
    const entries = Array.from({ length: 2000 }, (_, i) => [`s${i}`, { type: 'object', required: [`p${i}`] }]);
    const schemas = Object.fromEntries(entries);
    const { s1999 } = await compileModule({ schemas });
    expect([s1999?.is({ p1999: 1 }), s1999?.is({ p0: 1 })]).toEqual([true, false]);
  });
});
