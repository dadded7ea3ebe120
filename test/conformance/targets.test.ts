import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json, JsonObject } from 'speccast/emitter';
import type { Validator } from '@speccast/runtime/validators';
import { arbitraryBatch } from './arbitrary-schema.js';
import { compileCases } from './compile-module.js';
import { fromTarget } from './from-target.js';

const targets = ['draft-2020-12', 'draft-07', 'openapi-3.0', 'openapi-3.1'] as const;

/** What a schema is in a target; undefined where the target cannot express it. */
function written(validator: Validator<unknown>, target: string): Json | undefined {
  try {
    // The standard types a schema as an object of unknowns; it is JSON.
    const schema = validator['~standard'].jsonSchema.input({ target }) as JsonObject;
    expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
    return fromTarget(schema, target);
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    if (!/^JSON Schema target "[\w.-]+" cannot express "[$\w]+"/.test(message)) throw error;
    return undefined;
  }
}

test('whatever a target can express accepts the same values in it', async () => {
  const asked = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(arbitraryBatch, async (cases) => {
      const pairs = (await compileCases(cases)).flatMap(({ schema: from, values, validator }) =>
        targets.flatMap((target) => {
          const schema = written(validator, target);
          return schema === undefined ? [] : [{ target, from, values, first: validator, schema }];
        }),
      );
      for (const { target, from, values, first, schema, validator } of await compileCases(pairs)) {
        asked.set(target, (asked.get(target) ?? 0) + 1);
        for (const value of values)
          expect(validator.is(value), JSON.stringify({ target, from, schema, value })).toBe(first.is(value));
      }
    }),
    { numRuns: 2, endOnFailure: true },
  );
  expect([...asked.keys()].toSorted()).toEqual([...targets].toSorted());
}, 3_600_000);
