import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json, JsonObject } from 'speccast/emitter';
import { readYaml } from '../rows.js';
import { compileModule } from './compile-module.js';
import { interpret } from './interpreter.js';

/** A schema that refers to itself by the name `n`, and schemas that do so in a member, or for the value itself. */
const { again, steps, members } = readYaml<{
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
  some.map((anyOf) => ({ anyOf, unevaluatedItems: again })),
  some.map((anyOf) => ({ anyOf, unevaluatedProperties: again })),
);

/** Schemas that refer to themselves in several ways; `m` leads to `n` by way of a member, so that none comes back to itself. */
const recursive: fc.Arbitrary<Json> = fc
  .tuple(combined, fc.constantFrom(...members))
  .map(([n, m]) => ({ ...again, $defs: { n, m } }));

type Wrap = (inner: unknown) => object;
const wraps: readonly Wrap[] = [(inner) => [inner], (inner) => ({ n: inner }), (inner) => [{ n: inner }]];

function nest(wrap: Wrap, leaf: unknown, depth: number): unknown {
  let value = leaf;
  for (let level = 0; level < depth; level += 1) value = wrap(value);
  return value;
}

/** How often the parts of a nested value are read, for each level. */
function readsPerLevel(judge: (value: unknown) => unknown, wrap: Wrap, depth: number): number {
  let reads = 0;
  const get = (target: object, key: string | symbol): unknown => {
    reads += 1;
    if (reads > 1e6) throw new Error('read too often');
    return Reflect.get(target, key);
  };
  judge(nest((inner) => new Proxy(wrap(inner), { get }), 'leaf', depth));
  return reads / depth;
}

test('judging takes time linear in the depth, and comes to the verdict of the interpreter', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(recursive, { minLength: 20, maxLength: 20 }), async (schemas) => {
      const validators = await compileModule({
        schemas: Object.fromEntries(schemas.map((schema, index) => [`s${index}`, schema])),
      });
      for (const [index, schema] of schemas.entries()) {
        for (const wrap of wraps) {
          for (const depth of [0, 1, 2, 4]) {
            // What is nested here is JSON.
            const value = nest(wrap, 'leaf', depth) as Json;
            const want = interpret(schema, value);
            const got = [validators[`s${index}`]?.is(value), validators[`s${index}`]?.check(value).length === 0];
            expect(got, JSON.stringify({ schema, value })).toEqual([want, want]);
          }
          const judge = (value: unknown): unknown => validators[`s${index}`]?.is(value);
          const [few, many] = [readsPerLevel(judge, wrap, 40), readsPerLevel(judge, wrap, 160)];
          expect(many, JSON.stringify({ schema, wrap: wrap(0), few })).toBeLessThanOrEqual(2 * few + 8);
        }
      }
    }),
    { numRuns: 2, endOnFailure: true },
  );
}, 120_000);
