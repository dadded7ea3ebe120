import { describe, expect, test } from 'vitest';
import { createContext } from '../../../templates/runtime/validators/issues.js';
import {
  checkEnum,
  checkFormat,
  checkInteger,
  checkMember,
  checkNumber,
  checkOneOf,
  checkRequired,
  checkType,
  openArray,
  openObject,
  refuse,
  type Members,
} from '../../../templates/runtime/validators/members.js';
import { report } from '../../../templates/runtime/validators/issues.js';
import { words } from '../../../templates/runtime/validators/words.js';

/** What a check says about the property `a/b` of an object: `path: message (schema)`. */
function said(value: unknown, check: (at: Members, key: string) => void): readonly string[] {
  const context = createContext();
  check({ context, value: { 'a/b': value }, schema: '#/A' }, 'a/b');
  return context.issues.map(({ path, message, schema, keyword }) => {
    expect(schema.endsWith(`/${keyword}`)).toBe(true);
    return `${path.join(' ')}: ${message} (${schema})`;
  });
}

const at = '(#/A/properties/a~1b';

describe('a check of a property', () => {
  test.each<[string, (at: Members, key: string) => void, readonly unknown[], unknown, string]>([
    ['type string', (one, key) => checkType(one, key, 'string'), ['', undefined], 1, `must be a string ${at}/type)`],
    ['type boolean', (one, key) => checkType(one, key, 'boolean'), [false], null, `must be a boolean ${at}/type)`],
    ['number', checkNumber, [1.5, undefined], NaN, `must be a number ${at}/type)`],
    ['integer', checkInteger, [1, undefined], 1.5, `must be a whole number ${at}/type)`],
    [
      'enum',
      (one, key) => checkEnum(one, key, words('a b')),
      ['a', undefined],
      'c',
      `must be one of "a", "b" ${at}/enum)`,
    ],
    ['const', (one, key) => checkOneOf(one, key, [1], 'const'), [1, undefined], 2, `must be 1 ${at}/const)`],
    [
      'a long enum',
      (one, key) => checkOneOf(one, key, ['x'.repeat(60), 'y'.repeat(60)]),
      ['x'.repeat(60)],
      'c',
      `must be one of the allowed values ${at}/enum)`,
    ],
    [
      'a long const',
      (one, key) => checkOneOf(one, key, ['x'.repeat(120)]),
      ['x'.repeat(120)],
      'c',
      `must be the allowed value ${at}/enum)`,
    ],
    [
      'format',
      (one, key) => checkFormat(one, key, (text) => text === 'x', 'must be x'),
      ['x', undefined],
      'y',
      `must be x ${at}/format)`,
    ],
    [
      'format of another type',
      (one, key) => checkFormat(one, key, () => false, 'must be x'),
      [undefined],
      1,
      `must be a string ${at}/type)`,
    ],
    [
      'member',
      (one, key) => checkMember(one, key, (_value, context) => report(context, '#/B/type', 'must be B')),
      [undefined],
      null,
      'must be B (#/B/type)',
    ],
  ])('says what is wrong, once, and nothing of what is right or absent: %s', (_, check, right, wrong, want) => {
    for (const value of right) expect(said(value, check)).toEqual([]);
    expect(said(wrong, check)).toEqual([`a/b: ${want}`]);
  });

  test('says what is missing', () => {
    expect(said(undefined, checkRequired)).toEqual(['a/b: is required (#/A/required)']);
    expect(said(null, checkRequired)).toEqual([]);
  });
});

test('objects and arrays are opened, other values refused', () => {
  const context = createContext();
  expect(openObject({ a: 1 }, context, '#/A')).toEqual({ context, value: { a: 1 }, schema: '#/A' });
  expect(openArray([1], context, '#/A')).toEqual({ context, value: [1], schema: '#/A' });
  expect([openObject([], context, '#/A'), openArray({}, context, '#/B')]).toEqual([undefined, undefined]);
  expect(context.issues).toEqual([
    { message: 'must be an object', path: [], keyword: 'type', schema: '#/A/type' },
    { message: 'must be an array', path: [], keyword: 'type', schema: '#/B/type' },
  ]);
});

test('an item is refused by its index, and nothing above the limit', () => {
  const context = { ...createContext(), path: ['list'], limit: 1 };
  const place = { context, value: [], schema: '#/A' };
  refuse(place, 0, 'type', 'must be a string');
  refuse(place, 1, 'type', 'must be a string');
  expect(context.issues).toEqual([
    { message: 'must be a string', path: ['list', 0], keyword: 'type', schema: '#/A/items/type' },
  ]);
});

test('words are what stands between spaces', () => {
  const set = words('a b\u00a0c');
  expect([...set]).toEqual(['a', 'b\u00a0c']);
  expect([set.has('a'), set.has('b'), set.has(undefined), set.has('')]).toEqual([true, false, false, false]);
});
