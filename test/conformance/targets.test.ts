import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json, JsonObject } from 'speccast/emitter';
import type { Validator } from '@speccast/runtime/validators';
import { arbitraryBatch } from './arbitrary-schema.js';
import { compileCases } from './compile-module.js';
import { fromTarget } from './from-target.js';

const targets = ['draft-2020-12', 'draft-07', 'openapi-3.0', 'openapi-3.1'] as const;

/** Converts the schema of a validator to a target and back. Returns `undefined` if the target cannot express it. */
function convertBack(validator: Validator<unknown>, target: string): Json | undefined {
  try {
    // as: Standard Schema types it as an object of `unknown`; it is JSON.
    const schema = validator['~standard'].jsonSchema.input({ target }) as JsonObject;
    expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
    return fromTarget(schema, target);
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    if (!/^JSON Schema target "[\w.-]+" cannot express "[$\w]+"/.test(message)) throw error;
    return undefined;
  }
}

test('a schema that is converted to a target accepts the same values', async () => {
  const counts = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(arbitraryBatch, async (cases) => {
      const pairs = (await compileCases(cases)).flatMap(({ schema: from, values, validator }) =>
        targets.flatMap((target) => {
          const schema = convertBack(validator, target);
          return schema === undefined ? [] : [{ target, from, values, first: validator, schema }];
        }),
      );
      for (const { target, from, values, first, schema, validator } of await compileCases(pairs)) {
        counts.set(target, (counts.get(target) ?? 0) + 1);
        for (const value of values)
          expect(validator.is(value), JSON.stringify({ target, from, schema, value })).toBe(first.is(value));
      }
    }),
    { numRuns: 2, endOnFailure: true },
  );
  expect([...counts.keys()].toSorted()).toEqual([...targets].toSorted());
}, 3_600_000);
