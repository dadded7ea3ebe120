import { describe, expect, test } from 'vitest';
import { compileValidators } from 'speccast';
import type { JsonObject } from 'speccast/emitter';
import type { Validator } from '@speccast/runtime/validators';
import { compileModule } from '../../conformance/compile-module.js';
import { emitPackage, runValidators } from './emit-package.js';
import { readRows } from '../../rows.js';

const { rows, table } = readRows(import.meta.url);

interface Row {
  readonly name: string;
  readonly schema: JsonObject;
}

/** A schema that validates the same part of a value at each level, and the form of nested values for it. */
interface NestedRow extends Row {
  readonly shape: 'list' | 'node';
}

/** Schemas that validate each part in more than one way. */
const repeated = rows<NestedRow>('repeated');
/** Schemas that validate each part once. */
const single = rows<NestedRow>('single');
const schemas = Object.fromEntries([...repeated, ...single].map(({ name, schema }) => [name, schema]));
const validators = await compileModule({ schemas });

const again = { $ref: '#' };
const text: JsonObject = { type: 'string' };

const wraps = {
  list: (inner: unknown): unknown[] => [inner],
  node: (inner: unknown): object => ({ n: inner }),
};

/** Builds nested values that count their reads. */
class CountedValue {
  reads = 0;

  nest(leaf: unknown, shape: 'list' | 'node', depth: number): unknown {
    let value = leaf;
    for (let level = 0; level < depth; level += 1) value = new Proxy(wraps[shape](value), { get: this.#read });
    return value;
  }

  readonly #read = (target: object, key: string | symbol): unknown => {
    this.reads += 1;
    // Without a memo, the number of reads is exponential.
    if (this.reads > 1e6) throw new Error('read too often');
    return Reflect.get(target, key);
  };
}

async function compile(schema: JsonObject): Promise<Validator<unknown>> {
  return getValidator(await compileModule({ schemas: { root: schema } }), 'root');
}

function getValidator(compiled: Readonly<Record<string, Validator<unknown>>>, name: string): Validator<unknown> {
  const validator = compiled[name];
  if (validator === undefined) throw new Error(`${name} was not compiled`);
  return validator;
}

/** Returns the number of reads a level when a value of a depth is validated. */
function countReads(judge: (value: unknown) => unknown, leaf: unknown, shape: 'list' | 'node', depth: number): number {
  const counted = new CountedValue();
  judge(counted.nest(leaf, shape, depth));
  return counted.reads / depth;
}

describe('a memo keeps the time linear in the depth', () => {
  test.each(repeated)('$name', ({ name, shape }) => {
    const { is, check } = getValidator(validators, name);
    for (const judge of [is, check]) {
      for (const leaf of ['right', 7]) {
        const reads = [25, 100, 500].map((depth) => countReads(judge, leaf, shape, depth));
        expect(Math.max(...reads), `${judge === is ? 'is' : 'check'} of ${leaf}: ${reads.join()}`).toBeLessThan(50);
      }
    }
  });

  test.each(repeated)('and `is` agrees with `check` at every depth: $name', ({ name, shape }) => {
    const { is, check } = getValidator(validators, name);
    for (const depth of [0, 1, 2, 3, 30, 169, 170, 171, 254, 255, 256, 510, 511, 512, 513, 600]) {
      for (const leaf of depth > 3 ? ['right', 7] : ['right', 7, [], {}, null]) {
        const value = new CountedValue().nest(leaf, shape, depth);
        expect(is(value), `${JSON.stringify(leaf)} at ${depth}`).toBe(check(value).length === 0);
      }
    }
  });

  test('in a package, for a component that refers to itself', async () => {
    const self = { $ref: '#/components/schemas/Node' };
    const branch = (more: JsonObject): JsonObject => ({ type: 'array', items: self, ...more });
    const files = await emitPackage({
      paths: {},
      components: {
        schemas: {
          Node: { anyOf: [branch({ minItems: 0 }), branch({ maxItems: 99 }), text] },
          Box: { type: 'object', properties: { node: self, tree: { $ref: '#/components/schemas/Tree' } } },
          Tree: { type: 'object', properties: { n: { $ref: '#/components/schemas/Tree' } } },
        },
      },
    });
    const { Node, Box } = await runValidators(files);
    for (const leaf of ['right', 7]) {
      for (const depth of [25, 100, 500]) {
        for (const one of [Node, Box]) {
          for (const how of ['is', 'check'] as const) {
            const judge = (value: unknown): unknown => one?.[how](one === Box ? { node: value } : value);
            expect(countReads(judge, leaf, 'list', depth)).toBeLessThan(50);
          }
        }
      }
    }
    const code = [...files].map(([path, one]) => (path.startsWith('validators/') ? one : '')).join('\n');
    expect(code).toContain('return recall(value, depth - 1, memo, isInsideNode);');
    expect(code).toContain('return matchesFromRoot(value, isBox);');
    expect(code).toContain('return isTree(value, maxDepth);');
  });

  test.each(single)('and is not needed if a schema validates each part once: $name', ({ name, shape }) => {
    const { is } = getValidator(validators, name);
    const [few = 0, many] = [4, 12].map((depth) => countReads(is, { n: 'leaf', kind: 'none' }, shape, depth));
    expect(many).toBeLessThan(few * 2);
  });

  test('and is only generated if it is needed', async () => {
    const all = [...single, ...rows<Row>('has no memo')];
    const named = Object.fromEntries(all.map(({ schema }, index) => [`root${index}`, schema]));
    const { code = '' } = await compileValidators({ text: JSON.stringify({ schemas: named }) });
    const own = code.slice(code.indexOf('function isRoot0'));
    expect(own.match(/.*(?:\bmemo\b|\bMemo\b|recall|collectOnce\(context|collectFromRoot).*/g)).toBeNull();
  });
});

describe('a remembered result', () => {
  const ways: JsonObject = {
    anyOf: [{ type: 'array', items: again, minItems: 2 }, { type: 'array', items: again, maxItems: 1 }, text],
  };

  test('does not hide an issue at another path', async () => {
    const { check } = await compile({
      allOf: [{ type: ['array', 'string'], items: again }, { items: again }],
      type: ['array', 'string'],
    });
    const shared = ['a', 7];
    expect(check([shared, ['b', shared]]).map(({ path }) => path.join('.'))).toEqual(['0.1', '1.1.1']);
  });

  test('is one issue if two ways lead to the same path', async () => {
    const { check } = await compile({
      $defs: { a: ways },
      properties: { x: { allOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/a' }] } },
    });
    expect(check({ x: 7 }).length).toBe(1);
  });

  test('causes issues up to the limit, however many paths lead to the same object', async () => {
    const { is, check } = await compile({ type: ['array', 'string'], allOf: [{ items: again }, { items: again }] });
    let value: unknown = [7];
    for (let level = 0; level < 60; level += 1) value = [value, value];
    expect(is(value)).toBe(false);
    const issues = check(value);
    expect(issues.length).toBe(100);
    expect(new Set(issues.map(({ path }) => path.join())).size).toBe(100);
  });

  test('does not exist for a value that is nested too deeply, which is rejected as a whole', async () => {
    const { is, check } = await compile(ways);
    const nested = (depth: number): unknown => new CountedValue().nest('right', 'list', depth);
    expect([is(nested(511)), is(nested(512))]).toEqual([true, false]);
    const want = {
      message: 'must not be nested more than 512 levels deep',
      path: [],
      keyword: '$ref',
      schema: '#/$ref',
    };
    expect([check(nested(511)), check(nested(512))]).toEqual([[], [want]]);
    // Neither valid parts nor other alternatives make such a value valid.
    expect([is([['right'], nested(600)]), is(['right', ['right']])]).toEqual([false, true]);
  });

  table(
    'does not exist for a value that is too deep: `not` does not make it valid',
    async ({ schema }: { schema: JsonObject }) => {
      const { is, check } = await compile(schema);
      const value = new CountedValue().nest(7, 'list', 600);
      expect([is(value), check(value).map(({ message }) => message)]).toEqual([
        false,
        ['must not be nested more than 512 levels deep'],
      ]);
    },
  );

  test('is forgotten after the check: a changed value is validated again', async () => {
    const { is, check } = await compile(ways);
    const value: unknown[] = ['right'];
    expect([is(value), check(value).length]).toEqual([true, 0]);
    value.push(7);
    expect([is(value), check(value).length]).toEqual([false, 1]);
  });
});

describe('a value that contains itself', () => {
  test.each(repeated)('is rejected without an exception: $name', ({ name, shape }) => {
    const { is, check } = getValidator(validators, name);
    const [list, node]: [unknown[], Record<string, unknown>] = [[], {}];
    list.push(list);
    node['n'] = node;
    const value = shape === 'list' ? list : node;
    expect([is(value), check(value).length > 0]).toEqual([false, true]);
  });
});

describe('a schema that refers to itself for the same value', () => {
  table('ends with an issue', async ({ schema }: Row) => {
    const { is, check } = await compile(schema);
    for (const value of ['text', 7, [], { a: [1] }]) {
      expect([is(value), check(value).map(({ message }) => message)]).toEqual([
        false,
        ['cannot be validated: its schema refers to itself'],
      ]);
    }
  });

  test('accepts a value that another alternative accepts', async () => {
    const { is, check } = await compile({ anyOf: [text, { type: 'number', $ref: '#' }] });
    expect(['text', true].map((value) => [is(value), check(value).length > 0])).toEqual([
      [true, false],
      [false, true],
    ]);
  });
});

test('issues of tagged alternatives in a union are collected as deep as they are validated', async () => {
  const tagged = (kind: string): JsonObject => ({
    type: 'object',
    required: ['kind'],
    properties: { kind: { const: kind }, next: again, pairs: { allOf: [again, again] } },
  });
  const source = { anyOf: [{ anyOf: [tagged('a'), tagged('b'), tagged('c')] }, text, { type: 'null' }] };
  const { node: validator } = await compileModule({ schemas: { node: { type: 'object', properties: { source } } } });
  const value = (end: unknown): object => ({ source: { kind: 'a', next: { source: { kind: 'b', next: end } } } });
  expect(validator?.is(value({}))).toBe(true);
  expect(validator?.check(value({}))).toEqual([]);
  expect(validator?.is(value('x'))).toBe(false);
  expect(validator?.check(value('x')).length).toBeGreaterThan(0);
});
