import { describe, expect, test } from 'vitest';
import { readYaml } from '../../rows.js';
import { match, matchers } from '../../../templates/emulator/conformance/match.js';
import { readPath, substitute } from '../../../templates/emulator/conformance/values.js';

/** By matcher: its argument, a value that it takes, and one that it does not. */
const cases = readYaml<
  readonly {
    readonly matcher: string;
    readonly argument: unknown;
    readonly right?: unknown;
    readonly wrong?: unknown;
  }[]
>(new URL('match.yaml', import.meta.url));

describe('matchers', () => {
  test.each(cases)('$matcher $argument tells right from wrong', ({ matcher, argument, right, wrong }) => {
    expect(match(right, { [matcher]: argument })).toEqual([]);
    expect(match(wrong, { [matcher]: argument })).toHaveLength(1);
  });

  test('each has a case here', () => {
    expect(new Set(cases.map(({ matcher }) => matcher))).toEqual(new Set(matchers.keys()));
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
