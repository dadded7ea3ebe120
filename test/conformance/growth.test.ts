import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json, JsonObject } from 'speccast/emitter';
import { readYaml } from '../rows.js';
import { compileModule } from './compile-module.js';
import { interpret } from './interpreter.js';

/** A reference to the schema `n`, and schemas that refer to it for a member (`members`) or also for the value itself (`steps`). */
const {
  again: self,
  steps,
  members,
} = readYaml<{
  readonly again: JsonObject;
  readonly steps: readonly Json[];
  readonly members: readonly Json[];
}>(new URL('growth.yaml', import.meta.url));

const step = fc.constantFrom(...steps);

const some: fc.Arbitrary<readonly Json[]> = fc.array(step, { minLength: 1, maxLength: 3 });

const combined: fc.Arbitrary<Json> = fc.oneof(
  some.map((anyOf) => ({ anyOf })),
  some.map((oneOf) => ({ oneOf })),
  some.map((allOf) => ({ allOf })),
  fc.tuple(step, step, step).map(([test, then, otherwise]) => ({ if: test, then, else: otherwise })),
  fc.tuple(some, step).map(([allOf, not]) => ({ allOf, not })),
  some.map((anyOf) => ({ anyOf, unevaluatedItems: self })),
  some.map((anyOf) => ({ anyOf, unevaluatedProperties: self })),
);

/** Schemas that refer to themselves in several ways. `m` refers to `n` only for members, so that validation ends. */
const recursive: fc.Arbitrary<Json> = fc
  .tuple(combined, fc.constantFrom(...members))
  .map(([n, m]) => ({ ...self, $defs: { n, m } }));

type Wrap = (inner: unknown) => object;
const wraps: readonly Wrap[] = [(inner) => [inner], (inner) => ({ n: inner }), (inner) => [{ n: inner }]];

function nestValue(wrap: Wrap, leaf: unknown, depth: number): unknown {
  let value = leaf;
  for (let level = 0; level < depth; level += 1) value = wrap(value);
  return value;
}

/** Returns the number of reads a level when a nested value is validated. */
function countReads(judge: (value: unknown) => unknown, wrap: Wrap, depth: number): number {
  let reads = 0;
  const get = (target: object, key: string | symbol): unknown => {
    reads += 1;
    if (reads > 1e6) throw new Error('too many reads');
    return Reflect.get(target, key);
  };
  judge(nestValue((inner) => new Proxy(wrap(inner), { get }), 'leaf', depth));
  return reads / depth;
}

test('validation takes time linear in the depth, and agrees with the interpreter', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(recursive, { minLength: 20, maxLength: 20 }), async (schemas) => {
      const validators = await compileModule({
        schemas: Object.fromEntries(schemas.map((schema, index) => [`s${index}`, schema])),
      });
      for (const [index, schema] of schemas.entries()) {
        for (const wrap of wraps) {
          for (const depth of [0, 1, 2, 4]) {
            // as: only JSON is nested here.
            const value = nestValue(wrap, 'leaf', depth) as Json;
            const want = interpret(schema, value);
            const got = [validators[`s${index}`]?.is(value), validators[`s${index}`]?.check(value).length === 0];
            expect(got, JSON.stringify({ schema, value })).toEqual([want, want]);
          }
          const judge = (value: unknown): unknown => validators[`s${index}`]?.is(value);
          const [few, many] = [countReads(judge, wrap, 40), countReads(judge, wrap, 160)];
          expect(many, JSON.stringify({ schema, wrap: wrap(0), few })).toBeLessThanOrEqual(2 * few + 8);
        }
      }
    }),
    { numRuns: 2, endOnFailure: true },
  );
}, 120_000);
