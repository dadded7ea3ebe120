import { describe, expect, test } from 'vitest';
import { compileValidators, printDiagnostic } from 'speccast';
import type { Json, JsonObject } from 'speccast/emitter';
import type { Validator } from '@speccast/runtime/validators';
import { compileModule } from '../../conformance/compile-module.js';
import { readRows } from '../../rows.js';

const { rows, table } = readRows(import.meta.url);

const again: JsonObject = { $ref: '#' };

async function compile(schema: JsonObject): Promise<Validator<unknown>> {
  const { root } = await compileModule({ schemas: { root: schema } });
  if (root === undefined) throw new Error('nothing was compiled');
  return root;
}

/** Builds objects that count the operations on them. */
class Counter {
  steps = 0;

  watch(value: object): object {
    return new Proxy(value, {
      get: (target, key) => this.#count(Reflect.get(target, key)),
      has: (target, key) => this.#count(Reflect.has(target, key)),
      ownKeys: (target) => this.#count(Reflect.ownKeys(target)),
      getOwnPropertyDescriptor: (target, key) => this.#count(Reflect.getOwnPropertyDescriptor(target, key)),
    });
  }

  #count<T>(answer: T): T {
    this.steps += 1;
    // Without collecting once, the number of steps is exponential.
    if (this.steps > 1e6) throw new Error('too many steps');
    return answer;
  }
}

function countSteps(depth: number, leaf: unknown, judge: (value: unknown) => unknown): number {
  const counter = new Counter();
  let value = leaf;
  for (let level = 0; level < depth; level += 1) value = counter.watch({ a: value });
  judge(value);
  return counter.steps / depth;
}

const deep = rows<{ readonly name: string; readonly schema: JsonObject }>('deep');

describe('collecting issues in a recursive union takes steps linear in the depth', () => {
  test.each(deep)('$name', async ({ schema }) => {
    const { check } = await compile(schema);
    for (const limit of [1, 100, Infinity]) {
      const steps = [25, 100, 400, 700].map((depth) => countSteps(depth, [7], (value) => check(value, { limit })));
      expect(Math.max(...steps), `limit ${limit}: ${steps.join()}`).toBeLessThan(70);
    }
  });

  test.each(deep)('and agrees with `is`, whatever the limit: $name', async ({ schema }) => {
    const { is, check } = await compile(schema);
    const few: readonly unknown[] = ['text', [7]];
    for (const leaf of [...few, 7, {}, { b: 'text' }, { a: 'text', b: 'text' }, null]) {
      // Many issues with long paths take a while.
      for (const depth of [0, 1, 2, 5, 60, ...(few.includes(leaf) ? [509, 510, 511, 512, 513] : [])]) {
        let value: unknown = leaf;
        for (let level = 0; level < depth; level += 1) value = { a: value };
        const all = check(value, { limit: Infinity });
        expect(all.length === 0, `${JSON.stringify(leaf)} at ${depth}`).toBe(is(value));
        expect(check(value, { limit: 1 })).toEqual(all.slice(0, 1));
      }
    }
  });

  test('the innermost issues of the nearest alternatives are reported', async () => {
    const { check } = await compile(deep[2]?.schema ?? {});
    expect(check({ a: { a: { a: 'text', c: 1 } } })).toMatchObject([
      { path: ['a', 'a', 'c'], message: 'is not allowed' },
    ]);
  });

  table(
    'too many matching alternatives are reported within an alternative, too',
    async ({ schema }: { schema: JsonObject }) => {
      const { is, check } = await compile(schema);
      const message = 'must match exactly one of 3 alternatives, but matches more';
      expect([is({ a: { a: 5 } }), is({ a: { a: 8 } })]).toEqual([false, true]);
      expect(check({ a: { a: 5 } })).toMatchObject([{ path: ['a', 'a'], message }]);
    },
  );
});

const wide = rows<readonly [string, JsonObject]>('wide');

describe('the result of a branch is computed once for all members of a value', () => {
  test.each(wide)('by unevaluatedProperties: %s', async (_name, schema) => {
    const { is, check } = await compile(schema);
    for (const judge of [is, check]) {
      for (const last of [1, 'wrong']) {
        for (const width of [50, 800]) {
          const counter = new Counter();
          const members = Array.from({ length: width }, (_, index) => [`k${index}`, index] as const);
          judge(counter.watch(Object.fromEntries<unknown>([['a', 'x'], ...members, ['z', last]])));
          expect(counter.steps / width).toBeLessThan(30);
        }
      }
    }
  });

  table('by unevaluatedItems', async ({ schema }: { schema: JsonObject }) => {
    const { is, check } = await compile(schema);
    for (const judge of [is, check]) {
      for (const width of [50, 800]) {
        const counter = new Counter();
        judge(counter.watch(Array.from({ length: width }, (_, index) => index)));
        expect(counter.steps / width).toBeLessThan(30);
      }
    }
  });
});

describe('a limit', () => {
  const value = [Array.from({ length: 30 }, () => [{}, {}, {}, {}])];
  const list = (items: JsonObject): JsonObject => ({
    type: ['array', 'object'],
    required: ['x'],
    items,
    allOf: [{ items }, { items }],
  });
  const inner: JsonObject = { $ref: '#/$defs/list' };

  test.each<[string, JsonObject]>([
    ['at the root', list(again)],
    ['behind two references', { $defs: { list: list(inner) }, allOf: [inner, { items: inner }] }],
  ])('counts an issue once that is found in several ways: %s', async (_name, schema) => {
    const { check } = await compile(schema);
    for (const limit of [1, 2, 50, 100, 119, 120, 121, Infinity]) {
      const issues = check(value, { limit });
      const last = limit === 1 || limit >= 120 ? 'required' : 'maxIssues';
      expect([limit, issues.length, issues.at(-1)?.keyword]).toEqual([limit, Math.min(limit, 120), last]);
      expect(new Set(issues.map(({ path }) => path.join())).size).toBe(issues.length);
    }
  });
});

describe('a schema that refers to itself for the same value', () => {
  table('causes a warning when it is compiled: %s', async (_name: string, input: Json, want: readonly string[]) => {
    const { code, diagnostics } = await compileValidators({ text: JSON.stringify(input) });
    expect([code === undefined, ...diagnostics.map(printDiagnostic)]).toEqual([false, ...want]);
  });
});
