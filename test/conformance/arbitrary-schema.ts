import * as fc from 'fast-check';
import type { Json } from '../../generator/spec/json.js';

const names = ['a', 'b', 'c', 'x1', '__proto__', 'toString'] as const;
const name: fc.Arbitrary<string> = fc.constantFrom(...names);
const scalar: fc.Arbitrary<Json> = fc.constantFrom<Json[]>(
  null,
  true,
  false,
  0,
  -0,
  1,
  2,
  3,
  1.5,
  -4,
  '',
  'a',
  'ab',
  'abc',
  '\u{1f600}',
  'x1',
);
const small: fc.Arbitrary<number> = fc.integer({ min: 0, max: 3 });

/** Objects whose keys may be `__proto__`: made from entries, so that it is an ordinary key. */
function record(value: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  return fc.array(fc.tuple(name, value), { maxLength: 4 }).map((entries) => Object.fromEntries(entries));
}

/** JSON values that are likely to meet what the schemas below ask for. */
export const arbitraryValue: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    record(tie('value')),
  ),
})).value;

/** One keyword and its value; `if` brings its branches. */
function keyword(schema: fc.Arbitrary<Json>): fc.Arbitrary<readonly (readonly [string, Json])[]> {
  const one = (key: string, value: fc.Arbitrary<Json>): fc.Arbitrary<readonly (readonly [string, Json])[]> =>
    value.map((found) => [[key, found] as const]);
  const some = fc.array(schema, { minLength: 1, maxLength: 3 });
  const type = fc.constantFrom('null', 'boolean', 'object', 'array', 'number', 'integer', 'string');
  return fc.oneof(
    one('type', fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 }))),
    one('enum', fc.array(arbitraryValue, { maxLength: 4 })),
    one('const', arbitraryValue),
    fc
      .constantFrom('minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum')
      .chain((key) => one(key, fc.integer({ min: -2, max: 3 }))),
    one('multipleOf', fc.integer({ min: 1, max: 3 })),
    fc
      .constantFrom('minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties')
      .chain((key) => one(key, small)),
    one('pattern', fc.constantFrom('^a', 'b$', '[0-9]', '^$')),
    one('uniqueItems', fc.boolean()),
    fc
      .constantFrom(
        'items',
        'additionalProperties',
        'propertyNames',
        'not',
        'unevaluatedItems',
        'unevaluatedProperties',
      )
      .chain((key) => one(key, schema)),
    fc.constantFrom('allOf', 'anyOf', 'oneOf', 'prefixItems').chain((key) => one(key, some)),
    fc.constantFrom('properties', 'dependentSchemas').chain((key) => one(key, record(schema))),
    one(
      'patternProperties',
      schema.map((found) => ({ '^x': found })),
    ),
    one('required', fc.uniqueArray(name, { maxLength: 2 })),
    one('dependentRequired', record(fc.uniqueArray(name, { maxLength: 2 }))),
    fc
      .tuple(schema, fc.option(small), fc.option(small))
      .map(([contains, least, most]) => [
        ['contains', contains] as const,
        ...(least === null ? [] : [['minContains', least] as const]),
        ...(most === null ? [] : [['maxContains', most] as const]),
      ]),
    fc
      .tuple(schema, fc.option(schema), fc.option(schema))
      .map(([test, then, otherwise]) => [
        ['if', test] as const,
        ...(then === null ? [] : [['then', then] as const]),
        ...(otherwise === null ? [] : [['else', otherwise] as const]),
      ]),
  );
}

const inner = fc.letrec<{ schema: Json }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.boolean(),
    fc.array(keyword(tie('schema')), { maxLength: 1 }).map(toSchema),
    fc.array(keyword(tie('schema')), { minLength: 1, maxLength: 4 }).map(toSchema),
  ),
})).schema;

function toSchema(keywords: readonly (readonly (readonly [string, Json])[])[]): Json {
  return Object.fromEntries(keywords.flat());
}

/** Schemas of draft 2020-12; recursive ones refer to themselves below a property or an item only. */
export const arbitrarySchema: fc.Arbitrary<Json> = fc
  .tuple(
    fc.array(keyword(inner), { minLength: 1, maxLength: 4 }).map(toSchema),
    inner,
    fc.constantFrom('none', 'plain', 'items', 'property'),
  )
  .map(([schema, definition, use]) => {
    const ref = { $ref: '#/$defs/part' };
    const part =
      use === 'items'
        ? { allOf: [definition], items: ref }
        : use === 'property'
          ? { allOf: [definition], properties: { a: ref } }
          : definition;
    return use === 'none'
      ? schema
      : { allOf: [schema, ref], $defs: { part }, ...(use === 'plain' ? { unevaluatedProperties: false } : {}) };
  });
