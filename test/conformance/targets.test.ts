import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json, JsonObject } from 'speccast/emitter';
import type { Validator } from '@speccast/runtime/validators';
import { arbitraryCase } from './arbitrary-schema.js';
import { compileModule } from './compile-module.js';
import { fromTarget } from './from-target.js';

const targets = ['draft-2020-12', 'draft-07', 'openapi-3.0', 'openapi-3.1'] as const;
const batch = fc.array(arbitraryCase, { minLength: 20, maxLength: 40 });

/** What a schema is in a target; undefined where the target cannot express it. */
function written(validator: Validator<unknown> | undefined, target: string): Json | undefined {
  try {
    // The standard types a schema as an object of unknowns; it is JSON.
    const schema = validator?.['~standard'].jsonSchema.input({ target }) as JsonObject;
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
    fc.asyncProperty(batch, async (cases) => {
      const schemas = Object.fromEntries(cases.map(({ schema }, index) => [`s${index}`, schema]));
      const validators = await compileModule({ schemas, formats: 'assert' });
      const pairs = cases.flatMap((_, index) =>
        targets.flatMap((target) => {
          const schema = written(validators[`s${index}`], target);
          return schema === undefined ? [] : [{ name: `${target} s${index}`, target, index, schema }];
        }),
      );
      const again = await compileModule({
        schemas: Object.fromEntries(pairs.map(({ name, schema }) => [name, schema])),
        formats: 'assert',
      });
      for (const { name, target, index, schema } of pairs) {
        asked.set(target, (asked.get(target) ?? 0) + 1);
        for (const value of cases[index]?.values ?? []) {
          const want = validators[`s${index}`]?.is(value);
          expect(again[name]?.is(value), JSON.stringify({ target, from: schemas[`s${index}`], schema, value })).toBe(
            want,
          );
        }
      }
    }),
    { numRuns: 2, endOnFailure: true },
  );
  expect([...asked.keys()].toSorted()).toEqual([...targets].toSorted());
}, 3_600_000);
