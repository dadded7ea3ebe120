import { describe, expect, test } from 'vitest';
import { match, matchers } from '../../../templates/emulator/conformance/match.js';
import { readPath, substitute } from '../../../templates/emulator/conformance/values.js';

/** By matcher: its argument, a value that it takes, and one that it does not. */
const cases: readonly (readonly [name: string, argument: unknown, right: unknown, wrong: unknown])[] = [
  ['$type', 'array', [], {}],
  ['$type', 'null', null, 'null'],
  ['$absent', true, undefined, null],
  ['$absent', false, null, undefined],
  ['$equals', { a: 1, b: [2] }, { b: [2], a: 1 }, { a: 1, b: [2], c: 3 }],
  ['$matches', '^a+$', 'aa', 'ab'],
  ['$oneOf', [1, { $type: 'string' }], 'x', 2],
  ['$not', { a: 1 }, { a: 2 }, { a: 1 }],
  ['$length', 2, [1, 2], [1]],
  ['$length', { $more: 1 }, 'ab', 'a'],
  ['$min', 2, 2, 1],
  ['$min', '2026-01-01', '2026-01-02', '2025-12-31'],
  ['$max', 2, 2, 3],
  ['$more', '9', '10', '9'],
  ['$each', { id: { $type: 'string' } }, [{ id: 'a' }], [{ id: 'a' }, {}]],
  ['$each', 1, [], 'none'],
  ['$contains', { id: 1 }, [{ id: 1, a: 2 }], [{ id: 2 }]],
  ['$contains', 'b', 'abc', 'ac'],
  ['$lacks', 1, [2, 3], [1]],
  ['$includes', [1, 2], [3, 2, 1], [1, 3]],
  ['$within', [1, 2], [2], [3]],
  ['$set', [1, 2], [2, 1], [1, 2, 2]],
  ['$distinct', true, [1, 2], [1, 1]],
  ['$sorted', 'ascending', ['2', '10'], ['10', '2']],
  ['$sorted', 'descending', [3, 3, 1], [1, 3]],
  ['$counting', 0, [0, 1, 2], [0, 2]],
  ['$keys', ['a', 'b'], { a: 1, b: 2 }, { a: 1 }],
  ['$sum', '6', ['1', 2, 3], [1, 2]],
];

describe('matchers', () => {
  test.each(cases)('%s %j tells right from wrong', (name, argument, right, wrong) => {
    expect(match(right, { [name]: argument })).toEqual([]);
    expect(match(wrong, { [name]: argument })).toHaveLength(1);
  });

  test('each has a case here', () => {
    expect(new Set(cases.map(([name]) => name))).toEqual(new Set(matchers.keys()));
  });

  test('one that nobody knows is a mistake of the check', () => {
    expect(() => match(1, { $near: 1 })).toThrow('there is no matcher $near');
  });
});

test('members are wanted by path, and others do not matter', () => {
  const got = { items: [{ id: 'a', more: 1 }, { id: 'b' }] };
  expect(match(got, { 'items.*.id': ['a', 'b'], 'items.0.more': 1 })).toEqual([]);
  expect(match(got, { items: [{ id: 'a' }, { id: 'c' }] })).toEqual(['items.1.id: wanted "c", got "b"']);
  expect(match(got, { items: [] })).toEqual(['items: wanted [], got [{"id":"a","more":1},{"id":"b"}]']);
});

test.each([
  ['', { a: 1 }],
  ['a', 1],
  ['b.-1', 3],
  ['c.*.d', [1, 2]],
  ['c.*.d.*', []],
  ['constructor', undefined],
  ['b.length', undefined],
])('the path %j leads to %j', (path, want) => {
  const value = { a: 1, b: [2, 3], c: [{ d: 1 }, {}, { d: 2 }] };
  expect(readPath(value, path)).toEqual(path === '' ? value : want);
});

test('names become what was kept', () => {
  const names = new Map<string, unknown>([
    ['id', 'x'],
    ['ids', ['a', 'b']],
    ['all', { first: { n: 1 } }],
  ]);
  const given = { '${id}': ['${ids}', 'of ${ids}', '${all.first.n}', '${ids.1}', 7, null] };
  expect(substitute(given, names)).toEqual({ x: [['a', 'b'], 'of a,b', 1, 'b', 7, null] });
  expect(() => substitute('${other}', names)).toThrow('nothing was kept as other');
});
