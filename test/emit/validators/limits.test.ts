import { describe, expect, test } from 'vitest';
import type { JsonObject } from 'speccast/emitter';
import { compileModule } from '../../conformance/compile-module.js';
import { readRows } from '../../rows.js';

const { data } = readRows(import.meta.url);

const validators = await compileModule({ schemas: data('limited') });

/** Lists the paths of members that a check reads, also indices and `length` of arrays: `/1/id`. */
function listReads(schema: string, value: object, limit: number): readonly string[] {
  const reads: string[] = [];
  validators[schema]?.check(watch(value, '', reads), { limit });
  return reads;
}

function watch(value: object, path: string, reads: string[]): object {
  return new Proxy(value, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key);
      const way = `${path}/${String(key)}`;
      if (typeof key === 'string') reads.push(way);
      return typeof member === 'object' && member !== null ? watch(member, way, reads) : member;
    },
  });
}

const good = { id: 'a', kind: 'item' };
const bad = data<JsonObject>('bad');

describe('a limit', () => {
  test('of 1 ends the check at the first issue, and nothing is read after it', () => {
    const reads = listReads('list', [good, bad, bad], 1);
    expect(reads.filter((path) => path.startsWith('/1/'))).toEqual(['/1/id', '/1/id']);
    expect(reads.some((path) => path.startsWith('/2'))).toBe(false);
    expect(validators['list']?.check([good, bad, bad], { limit: 1 }).map(({ path }) => path)).toEqual([[1, 'id']]);
  });

  test.each(['list', 'all', 'union', 'anyOf', 'strings', 'objects'])('does not change the first issues: %s', (name) => {
    const one = validators[name];
    const values = name === 'all' ? bad : [bad, { kind: 'a', x: 1, y: 2 }, { kind: 'z' }, [1, 2], {}, 7];
    const every = one?.check(values, { limit: Infinity }) ?? [];
    expect(every.length).toBeGreaterThan(1);
    for (let limit = 1; limit <= every.length + 1; limit += 1) {
      const some = one?.check(values, { limit }) ?? [];
      const whole = limit === 1 || limit >= every.length;
      expect(some.slice(0, whole ? undefined : -1)).toEqual(every.slice(0, whole ? limit : limit - 1));
      expect(some.at(-1)?.keyword === 'maxIssues').toBe(!whole);
    }
  });

  test('applies to 100,000 issues, and to arrays with a billion holes', () => {
    const many = validators['strings']?.check(Array.from({ length: 1e5 }, () => 1)) ?? [];
    expect([many.length, many[0]?.path, many.at(-1)?.keyword]).toEqual([100, [0], 'maxIssues']);
    for (const name of ['strings', 'objects', 'union', 'anyOf', 'list']) {
      const holes: unknown[] = [];
      holes.length = 1e9;
      expect([name, validators[name]?.is(holes), validators[name]?.check(holes).length]).toEqual([name, false, 100]);
    }
  });

  test('does not change issues: they are plain objects, with paths of names and numbers', () => {
    const issues = validators['list']?.check([{ ...good, inner: { 'a/b': 1 } }]) ?? [];
    expect(issues).toEqual([
      {
        message: 'is not allowed',
        path: [0, 'inner', 'a/b'],
        keyword: 'additionalProperties',
        schema: '#/items/properties/inner/additionalProperties',
      },
    ]);
    expect(issues.map((issue) => Object.getPrototypeOf(issue) === Object.prototype)).toEqual([true]);
  });
});

describe('values nested 100,000 levels deep', async () => {
  const schemas = data<JsonObject>('deep');
  const validators = await compileModule({ schemas });

  function nestValue(levels: number, wrap: (inner: unknown) => unknown): unknown {
    let value: unknown = 1;
    for (let level = 0; level < levels; level += 1) value = wrap(value);
    return value;
  }
  const values = [
    nestValue(1e5, (inner) => [inner]),
    nestValue(1e5, (inner) => ({ a: inner })),
    nestValue(1e5, (inner) => ({ kind: 'x', a: inner })),
    nestValue(5e4, (inner) => [{ a: inner }]),
    nestValue(1e5, (inner) => [1, inner]),
  ];

  test.each(Object.keys(schemas))('are validated without overflowing the stack: %s', (name) => {
    const one = validators[name];
    for (const value of values) {
      const issues = one?.check(value) ?? [];
      expect(one?.is(value)).toBe(issues.length === 0);
      expect(one?.check(value, { limit: 1 }).length).toBe(Math.min(issues.length, 1));
    }
  });

  test('are rejected with an issue', () => {
    expect(validators['items']?.check(values[0])).toEqual([
      {
        message: 'must not be nested more than 512 levels deep',
        path: Array.from({ length: 512 }, () => 0),
        keyword: '$ref',
        schema: '#/$ref',
      },
    ]);
  });
});
