import * as fc from 'fast-check';
import type { Json } from 'speccast/emitter';
import { isJsonObject } from '@speccast/runtime';
import { readYaml } from '../rows.js';
import { createDice, mutate, sampleValue } from './sample-value.js';
import { isWellFounded } from './schema-document.js';

type Keywords = Readonly<Record<string, readonly Json[]>>;

const drawn = readYaml<
  Readonly<Record<'names', readonly string[]>> &
    Readonly<Record<'scalars' | 'tags' | 'plain', readonly Json[]>> &
    Readonly<Record<'assertions' | 'references', Keywords>>
>(new URL('values.yaml', import.meta.url));
const name: fc.Arbitrary<string> = fc.constantFrom(...drawn.names);
const scalar: fc.Arbitrary<Json> = fc.constantFrom(...drawn.scalars);
const small: fc.Arbitrary<number> = fc.integer({ min: 0, max: 3 });

/** Draws objects of a few names, built from entries, so that `__proto__` is an ordinary key. */
function drawObject(value: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  return fc.array(fc.tuple(name, value), { maxLength: 4 }).map((entries) => Object.fromEntries(entries));
}

/** Small JSON values of any type. */
const arbitraryValue: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    drawObject(tie('value')),
  ),
})).value;

type Entries = readonly (readonly [string, Json])[];

function drawValue(key: string, value: fc.Arbitrary<Json>): fc.Arbitrary<Entries> {
  return value.map((found) => [[key, found] as const]);
}

function drawOne(keys: readonly string[], value: fc.Arbitrary<Json>): fc.Arbitrary<Entries> {
  return fc.constantFrom(...keys).chain((key) => drawValue(key, value));
}

/** Draws a keyword of a table with one of its values. */
function drawFromTable(table: Keywords): readonly fc.Arbitrary<Entries>[] {
  return Object.entries(table).map(([keys, values]) => drawOne(keys.split(' '), fc.constantFrom(...values)));
}

/** Draws a keyword that contains no other schema. */
function drawAssertion(): fc.Arbitrary<Entries> {
  const type = fc.constantFrom('null', 'boolean', 'object', 'array', 'number', 'integer', 'string');
  return fc.oneof(
    drawValue('type', fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 }))),
    drawValue('enum', fc.array(arbitraryValue, { maxLength: 4 })),
    drawValue('const', arbitraryValue),
    ...drawFromTable(drawn.assertions),
    drawValue('required', fc.uniqueArray(name, { maxLength: 2 })),
    drawValue('dependentRequired', drawObject(fc.uniqueArray(name, { maxLength: 2 }))),
  );
}

/** Draws a keyword that contains other schemas, `if` with `then` and `else`, and `contains` with its limits. */
function drawApplicator(schema: fc.Arbitrary<Json>): fc.Arbitrary<Entries> {
  const some = fc.array(schema, { minLength: 1, maxLength: 3 });
  const whole = ['items', 'additionalProperties', 'propertyNames', 'not', 'unevaluatedItems', 'unevaluatedProperties'];
  return fc.oneof(
    drawOne(whole, schema),
    drawOne(['allOf', 'anyOf', 'oneOf', 'prefixItems'], some),
    drawOne(['properties', 'dependentSchemas'], drawObject(schema)),
    drawValue('properties', drawObject(schema)),
    drawValue('dependencies', drawObject(fc.oneof(schema, fc.uniqueArray(name, { maxLength: 2 })))),
    drawValue(
      'patternProperties',
      fc.tuple(schema, fc.option(schema)).map(([found, further]) => ({
        '^x': found,
        ...(further === null ? {} : { '[a-c1]$': further }),
      })),
    ),
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

/** References to the parts of `documents`. */
const reference: fc.Arbitrary<Entries> = fc.oneof(...drawFromTable(drawn.references));

/** Draws unions with a tag property. Tags may overlap, have several types, or be absent. */
function drawTagged(schema: fc.Arbitrary<Json>): fc.Arbitrary<Entries> {
  const tag = fc.constantFrom(...drawn.tags);
  const judged = fc.oneof(
    tag.map((value): Json => ({ const: value })),
    fc.uniqueArray(tag, { minLength: 1, maxLength: 3 }).map((values): Json => ({ enum: values })),
    fc.constant<Json>({ type: 'string' }),
  );
  const branch = fc
    .record({
      judged,
      kind: fc.constantFrom('a', 'constructor', '__proto__'),
      other: schema,
      closed: fc.integer({ max: 3, min: 0 }),
    })
    .map(({ judged: own, kind, other, closed }): Json => ({
      ...(closed === 3 ? {} : { type: 'object', required: [kind] }),
      properties: Object.fromEntries([
        [kind, own],
        ['b', other],
      ]),
      ...(closed === 1 ? { additionalProperties: false } : {}),
    }));
  return drawOne(['oneOf', 'anyOf'], fc.array(branch, { minLength: 2, maxLength: 5 }));
}

/** Draws objects of many properties, most of them simple. */
function drawWide(schema: fc.Arbitrary<Json>): fc.Arbitrary<Entries> {
  return fc
    .record({
      inner: schema,
      values: fc.array(fc.constantFrom(...drawn.plain), { minLength: 8, maxLength: 40 }),
      required: small,
      further: schema,
    })
    .map(({ inner, values, required, further }) => {
      const entries = [
        ...values.map((value, index): [string, Json] => [`p${index}`, value]),
        ['a', inner] as [string, Json],
      ];
      const listed = entries.slice(0, required * 10).map(([key]) => key);
      return [
        ['properties', Object.fromEntries(entries)] as const,
        ...(listed.length === 0 ? [] : [['required', listed] as const]),
        ['additionalProperties', further] as const,
      ];
    });
}

function drawSchemas(further: readonly fc.Arbitrary<Entries>[]): fc.Arbitrary<Json> {
  return fc.letrec<{ schema: Json }>((tie) => {
    const special = fc.oneof(drawTagged(tie('schema')), drawWide(tie('schema')));
    const keyword = fc.oneof(
      { weight: 4, arbitrary: drawAssertion() },
      { weight: 4, arbitrary: drawApplicator(tie('schema')) },
      ...further.map((arbitrary) => ({ weight: 4, arbitrary })),
      { weight: 1, arbitrary: special },
    );
    return {
      schema: fc.oneof(
        { maxDepth: 3, depthSize: 'small' },
        fc.boolean(),
        fc.array(keyword, { maxLength: 1 }).map(toSchema),
        fc.array(keyword, { minLength: 1, maxLength: 4 }).map(toSchema),
      ),
    };
  }).schema;
}

function toSchema(keywords: readonly Entries[]): Json {
  return Object.fromEntries(keywords.flat());
}

function asObject(schema: Json): { readonly [key: string]: Json } {
  return isJsonObject(schema) ? schema : { allOf: [schema] };
}

/** Recursive schemas with several references to themselves, so that each level may be validated several times. */
const ambiguous: fc.Arbitrary<Json> = fc
  .record({
    keyword: fc.constantFrom('anyOf', 'oneOf', 'allOf'),
    branches: fc.array(
      fc.tuple(
        fc.constantFrom('items', 'a', 'additionalProperties', 'contains', 'unevaluatedProperties'),
        drawSchemas([]),
      ),
      { minLength: 2, maxLength: 3 },
    ),
  })
  .map(({ keyword, branches }) => {
    const self = { $ref: '#/$defs/n' };
    const parts = branches.map(([place, other]) => ({
      ...(place === 'a' ? { properties: { a: self } } : { [place]: self }),
      allOf: [other],
    }));
    return { $ref: '#/$defs/n', $defs: { n: { [keyword]: parts } } };
  });

const alone = drawSchemas([]);
const related = drawSchemas([reference]);

/** Documents of two resources whose schemas refer to each other by pointers, anchors and dynamic anchors. */
const documents: fc.Arbitrary<Json> = fc
  .tuple(related, fc.tuple(related, related, related, related, related))
  .map(([schema, [plain, slashed, outer, inner, marked]]) => ({
    ...asObject(schema),
    $id: 'https://a.test/root',
    $defs: {
      plain: { ...asObject(plain), $dynamicAnchor: 'node' },
      'with/slash': slashed,
      marked: { ...asObject(marked), $anchor: 'mark' },
      r: {
        ...asObject(outer),
        $id: 'https://a.test/r',
        $defs: { inner: { ...asObject(inner), $dynamicAnchor: 'node' } },
      },
    },
  }))
  .filter(isWellFounded);

/** Schemas of draft 2020-12. Recursive ones refer to themselves only for a property or an item. */
const arbitrarySchema: fc.Arbitrary<Json> = fc.oneof(alone, alone, documents, documents.map(extend), ambiguous);

/** Builds a document that refers to another one and has a dynamic anchor of the same name. */
function extend(schema: Json): Json {
  return {
    $id: 'https://a.test/top',
    $ref: 'root',
    $defs: { schema, node: { $dynamicAnchor: 'node', type: ['string', 'object'] } },
    unevaluatedProperties: { type: 'string' },
  };
}

/** A schema and values to validate. */
export interface SchemaCase {
  readonly schema: Json;
  readonly values: readonly Json[];
}

/** A schema and values for it: arbitrary ones, likely matches and near misses. */
export const arbitraryCase: fc.Arbitrary<SchemaCase> = fc
  .tuple(
    arbitrarySchema,
    fc.array(arbitraryValue, { minLength: 3, maxLength: 8 }),
    fc.array(fc.integer(), { minLength: 6, maxLength: 12 }),
  )
  .map(([schema, values, seeds]) => ({
    schema,
    values: [...values, ...seeds.flatMap((seed) => sampleNear(schema, seed))],
  }));

function sampleNear(schema: Json, seed: number): readonly Json[] {
  const dice = createDice(seed);
  const value = sampleValue(schema, dice);
  return [value, mutate(value, dice), mutate(mutate(value, dice), dice)];
}

/** A list of cases whose schemas are compiled into one module. */
export const arbitraryBatch: fc.Arbitrary<readonly SchemaCase[]> = fc.array(arbitraryCase, {
  minLength: 20,
  maxLength: 40,
});
