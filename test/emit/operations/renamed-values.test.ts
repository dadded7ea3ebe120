import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changeMemberCase, NAME_CASES, type NameCase } from '../../../generator/api/tools/name-options.js';
import { wireCode, Imports } from 'speccast/emitter';
import type { Json, JsonObject } from 'speccast/emitter';
import { decodeWire, encodeWire } from '@speccast/runtime/codecs';
import type { WirePart } from '@speccast/runtime/codecs';
import { createLayout } from '../../../generator/emit/layout.js';
import { lowerParts, modelOf } from '../../api/lower.js';

/** Names as documents have them, and those that only look like others. */
const names = fc.oneof(
  fc.stringMatching(/^[a-c]{1,2}(?:_[a-c]{1,2}){0,2}_?$/),
  fc.stringMatching(/^[a-cA-C]{1,4}_{0,2}$/),
  fc.constantFrom('constructor', 'toString', '_id', '$ref', '@type', '__proto__', 'X-Id', '名前', 'default', 'foo.bar'),
);

/** A document's schema of an object, in which objects, lists and maps of such are. */
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

/** Any values, with properties that are declared and others. */
const values = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.constantFrom<Json>(null, 1, 'x', true),
    fc.dictionary(names, tie('value'), { maxKeys: 5 }),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
})).value;

/** The plan of a schema, as a package has it; undefined where the document has mistakes. */
function planOf(schema: JsonObject, style: NameCase): WirePart | undefined {
  const { api, diagnostics } = lowerParts(
    { components: { schemas: { Thing: schema } } },
    {},
    { names: { properties: style } },
  );
  if (diagnostics.some((one) => one.includes(' error '))) return undefined;
  const code = wireCode(modelOf(api, 'Thing').schema, { api, layout: createLayout(api), imports: new Imports('test') });
  // Without references it is nothing but literals.
  return (code === undefined ? {} : new Function(`return ${code.replaceAll(' as const', '')}`)()) as WirePart;
}

describe('properties that callers know by other names', () => {
  test('lose nothing on the way to callers and back, whatever a document and a value have', () => {
    let plans = 0;
    fc.assert(
      fc.property(
        schemas,
        fc.constantFrom(...NAME_CASES),
        fc.array(values, { minLength: 80, maxLength: 80 }),
        (schema, style, all) => {
          const plan = planOf(schema, style);
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
    // At least 10,000 values went both ways.
    expect(plans * 80).toBeGreaterThan(10_000);
  });

  test('have the names that their schema gives them, and no key of a map has', () => {
    fc.assert(
      fc.property(fc.uniqueArray(names, { minLength: 1, maxLength: 6 }), (all) => {
        const map = Object.fromEntries(all.map((name) => [name, 1]));
        const plan = planOf(
          { type: 'object', properties: Object.fromEntries([...all, 'a_map'].map((name) => [name, {}])) },
          'camelCase',
        );
        if (plan === undefined) return;
        const decoded = Object(decodeWire(plan, { ...map, a_map: map })).value;
        const wanted = Object.fromEntries(all.map((name) => [changeMemberCase(name, 'camelCase'), 1]));
        // Of several that would have the same name, one has it, and the others have names of their own.
        expect(decoded).toMatchObject({ ...wanted, aMap: map });
        expect(Object.keys(decoded)).toHaveLength(all.length + 1);
      }),
      { numRuns: 300 },
    );
  });
});
