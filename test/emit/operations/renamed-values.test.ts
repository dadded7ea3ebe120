import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changeMemberCase, NAME_CASES, type NameCase } from '../../../generator/api/tools/name-options.js';
import { wireCode, Imports } from 'speccast/emitter';
import type { Json, JsonObject } from 'speccast/emitter';
import { decodeWire, encodeWire } from '@speccast/runtime/codecs';
import type { WirePart } from '@speccast/runtime/codecs';
import { createLayout } from '../../../generator/emit/layout.js';
import { lowerParts, findModel } from '../../api/lower.js';

/** Names of properties, many of which are equal in another case. */
const names = fc.oneof(
  fc.stringMatching(/^[a-c]{1,2}(?:_[a-c]{1,2}){0,2}_?$/),
  fc.stringMatching(/^[a-cA-C]{1,4}_{0,2}$/),
  fc.constantFrom('constructor', 'toString', '_id', '$ref', '@type', '__proto__', 'X-Id', '名前', 'default', 'foo.bar'),
);

/** Schemas of objects that contain objects, lists, maps and combinations of these. */
const { object: schemas } = fc.letrec<{ object: JsonObject; schema: JsonObject }>((tie) => ({
  object: fc
    .record({
      names: fc.uniqueArray(names, { maxLength: 5 }),
      inner: fc.array(tie('schema'), { minLength: 5, maxLength: 5 }),
      further: fc.option(tie('schema'), { nil: undefined }),
    })
    .map(({ names: all, inner, further }) => ({
      type: 'object',
      properties: Object.fromEntries(all.map((name, index) => [name, inner[index] ?? {}])),
      ...(further !== undefined && { additionalProperties: further }),
    })),
  schema: fc.oneof(
    { depthSize: 'small', maxDepth: 3, withCrossShrink: true },
    fc.constant<JsonObject>({}),
    tie('object'),
    tie('schema').map((items): JsonObject => ({ type: 'array', items })),
    tie('schema').map((further): JsonObject => ({ type: 'object', additionalProperties: further })),
    fc.tuple(tie('object'), tie('object')).map((parts): JsonObject => ({ allOf: parts })),
    fc.tuple(tie('object'), tie('object')).map((parts): JsonObject => ({ oneOf: parts })),
  ),
}));

/** Values with declared and other properties. */
const values = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.constantFrom<Json>(null, 1, 'x', true),
    fc.dictionary(names, tie('value'), { maxKeys: 5 }),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
})).value;

/** Builds the conversion plan that a package has for a schema. Returns `undefined` if the document is rejected. */
function buildPlan(schema: JsonObject, style: NameCase): WirePart | undefined {
  const { api, diagnostics } = lowerParts(
    { components: { schemas: { Thing: schema } } },
    {},
    { names: { properties: style } },
  );
  if (diagnostics.some((one) => one.includes(' error '))) return undefined;
  const code = wireCode(findModel(api, 'Thing').schema, {
    api,
    layout: createLayout(api),
    imports: new Imports('test'),
  });
  // as: the code is a literal, because the schema has no references.
  return (code === undefined ? {} : new Function(`return ${code.replaceAll(' as const', '')}`)()) as WirePart;
}

describe('properties with other names for callers', () => {
  test('are unchanged after decoding and encoding, for any document and value', () => {
    let plans = 0;
    fc.assert(
      fc.property(
        schemas,
        fc.constantFrom(...NAME_CASES),
        fc.array(values, { minLength: 80, maxLength: 80 }),
        (schema, style, all) => {
          const plan = buildPlan(schema, style);
          if (plan === undefined) return;
          plans += 1;
          for (const value of all) {
            const decoded = decodeWire(plan, value);
            expect(decoded.issues).toBeUndefined();
            const encoded = encodeWire(plan, Object(decoded).value);
            expect(encoded).toEqual({ value });
          }
        },
      ),
      { numRuns: 180 },
    );
    // At least 10,000 values were decoded and encoded.
    expect(plans * 80).toBeGreaterThan(10_000);
  });

  test('are renamed, and keys of maps are not', () => {
    fc.assert(
      fc.property(fc.uniqueArray(names, { minLength: 1, maxLength: 6 }), (all) => {
        const map = Object.fromEntries(all.map((name) => [name, 1]));
        const plan = buildPlan(
          { type: 'object', properties: Object.fromEntries([...all, 'a_map'].map((name) => [name, {}])) },
          'camelCase',
        );
        if (plan === undefined) return;
        const decoded = Object(decodeWire(plan, { ...map, a_map: map })).value;
        const want = Object.fromEntries(all.map((name) => [changeMemberCase(name, 'camelCase'), 1]));
        // Of several properties with the same name in camel case one has it; the others get distinct names.
        expect(decoded).toMatchObject({ ...want, aMap: map });
        expect(Object.keys(decoded)).toHaveLength(all.length + 1);
      }),
      { numRuns: 300 },
    );
  });
});
