import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isOneOf,
  isMultiple,
  isMultipleExactly,
  isAtLeast,
  isAtMost,
  countProperties,
  isInteger,
  isNumber,
  isObject,
  own,
  isUnique,
} from '@speccast/runtime/validators';
import { readRows } from '../../../rows.js';

const { rows: table } = readRows(new URL('values.yaml', import.meta.url));

describe('code points', () => {
  test('are counted like by iterating over the text', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '\u{1f600}', '\ud83d', '\ude00', 'é') });
    fc.assert(
      fc.property(text, fc.nat(12), (sample, limit) => {
        const want = [...sample].length;
        expect([isAtMost(sample, limit), isAtLeast(sample, limit)]).toEqual([want <= limit, want >= limit]);
      }),
    );
  });
});

describe('multiples', () => {
  test.each(table<[number, number, number, boolean]>('multiples'))('%d of %d/%d: %s', (value, scaled, power, want) => {
    expect(isMultiple(value, scaled, power)).toBe(want);
  });

  test('are found like by exact arithmetic', () => {
    const decimal = fc
      .tuple(fc.integer(), fc.integer({ min: 0, max: 6 }))
      .map(([digits, places]) => Number(`${digits}e-${places}`));
    fc.assert(
      fc.property(
        fc.oneof(decimal, fc.double({ noNaN: true, noDefaultInfinity: true })),
        fc.integer({ min: 1, max: 999 }),
        fc.integer({ min: 0, max: 5 }),
        (value, scaled, places) => {
          const power = 10 ** places;
          expect(isMultiple(value, scaled, power)).toBe(isMultipleExactly(value, scaled / power));
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('equality', () => {
  test.each([
    [{ a: 1, b: [null] }, { b: [null], a: 1 }, true],
    [0, -0, true],
    [1, true, false],
    ['1', 1, false],
    [[], {}, false],
    [null, {}, false],
    [[1, 2], [2, 1], false],
    [{ a: undefined }, {}, true],
    [JSON.parse('{"__proto__":1}'), {}, false],
    [{ toString: 1 }, {}, false],
  ])('%j and %j: %s', (left, right, want) => {
    expect([isOneOf(left, [right]), isOneOf(right, [left])]).toEqual([want, want]);
  });

  test('with a constant takes no more steps than the constant has members, for any value', () => {
    const cyclic: unknown[] = [1];
    cyclic.push(cyclic);
    const deep = JSON.parse(`${'[1,'.repeat(20_000)}0${']'.repeat(20_000)}`);
    expect([cyclic, deep].map((value) => isOneOf(value, [[1, [1, [1, 2]]]]))).toEqual([false, false]);
  });
});

describe('uniqueness', () => {
  test('is that of comparing each pair', () => {
    const item = fc.jsonValue({ maxDepth: 2 });
    fc.assert(
      fc.property(
        fc.array(fc.oneof(item, fc.constantFrom(0, -0, '0', '[]', '{}', true, null, [], {}, [0], [-0])), {
          maxLength: 6,
        }),
        (items) => {
          const want = items.every((left, index) => items.slice(index + 1).every((right) => !isOneOf(left, [right])));
          expect(isUnique(items)).toBe(want);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('of many items is that of comparing each pair, also if they share objects', () => {
    const leaf = fc.constantFrom<unknown>(0, -0, 1, '0', '1', '', true, false, null, '.0', '[', undefined);
    const graph = fc.array(
      fc.tuple(
        fc.constantFrom('list', 'record'),
        fc.array(fc.tuple(fc.constantFrom('a', 'b', '__proto__'), fc.oneof(leaf, fc.nat(6)))),
      ),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(
        graph,
        fc.array(
          fc.oneof(
            leaf,
            fc.nat(11).map((index) => [index]),
          ),
        ),
        (nodes, picks) => {
          const created: unknown[] = [];
          for (const [kind, members] of nodes) {
            const values = members.map(([, member]) => (typeof member === 'number' ? created[member] : member));
            created.push(
              kind === 'list' ? values : Object.fromEntries(members.map(([key], index) => [key, values[index]])),
            );
          }
          const items = picks.map((pick) => (Array.isArray(pick) ? created[pick[0] ?? 0] : pick));
          const want = items.every((left, index) => items.slice(index + 1).every((right) => !isOneOf(left, [right])));
          expect(isUnique(items)).toBe(want);
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('of deeply nested items is computed without recursion', () => {
    const nested = (inside: string): unknown => JSON.parse(`${'[{"a":'.repeat(50_000)}${inside}${'}]'.repeat(50_000)}`);
    expect(isUnique([nested('1'), nested('2')])).toBe(true);
    expect(isUnique([nested('1'), nested('1')])).toBe(false);
  });

  test('of items that share objects reads each object a limited number of times', () => {
    let reads = 0;
    const count = (target: object): object =>
      new Proxy(target, {
        ownKeys: (inner) => {
          reads += 1;
          return Reflect.ownKeys(inner);
        },
      });
    const shared = (levels: number): unknown => {
      let value: unknown = 'leaf';
      for (let level = 0; level < levels; level += 1) value = count({ left: value, right: value });
      return value;
    };
    expect(isUnique([shared(200), shared(201)])).toBe(true);
    expect(isUnique([shared(200), shared(200)])).toBe(false);
    expect(reads).toBeLessThanOrEqual(2 * 4 * 201);
  });

  test('of items that contain themselves ends', () => {
    const list: unknown[] = [];
    list.push({ list });
    expect(isUnique([list, 1])).toBe(true);
    expect(isUnique([list, {}])).toBe(false);
  });
});

describe('types', () => {
  test('isNumber accepts only numbers of JSON', () => {
    expect([1, -0, 1e308].every(isNumber)).toBe(true);
    expect([NaN, Infinity, -Infinity, '1', null, 1n].some(isNumber)).toBe(false);
    expect([1, 1e300].every(isInteger) && !isInteger(1.5) && !isInteger('1')).toBe(true);
  });

  test('isObject rejects null and arrays', () => {
    expect([{}, Object.create(null)].every(isObject)).toBe(true);
    expect([null, [], 'a', undefined, () => 1].some(isObject)).toBe(false);
  });

  test('only own properties count', () => {
    expect(own({}, 'toString')).toBeUndefined();
    expect(own(JSON.parse('{"__proto__":7}'), '__proto__')).toBe(7);
    expect(countProperties(JSON.parse('{"__proto__":1,"constructor":2}'))).toBe(2);
    expect(countProperties(Object.create({ a: 1 }))).toBe(0);
  });
});
