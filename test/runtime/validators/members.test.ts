import { describe, expect, test } from 'vitest';
import { createContext, nest, report } from '../../../templates/runtime/validators/issues.js';
import {
  checkEnum,
  noteObject,
  refuse,
  refuseAbsent,
  refuseConst,
  refuseFormat,
  refuseNoArray,
  refuseNoObject,
  refuseType,
  refuseUnlisted,
  reportUnknown,
  reportUnlisted,
  requireType,
  type Members,
} from '../../../templates/runtime/validators/members.js';
import { words } from '../../../templates/runtime/validators/words.js';

type Refusal = (at: Members, key: string) => unknown;

/** What is said about the property `a/b` of an object: `path: message (schema)`. */
function said(value: unknown, refusal: Refusal, lenient: boolean = false): readonly string[] {
  const context = createContext(2, lenient);
  refusal({ context, value: { 'a/b': value }, schema: '#/A' }, 'a/b');
  return context.found.map(({ path, message, schema, keyword, note }) => {
    expect(schema.endsWith(`/${keyword}`)).toBe(true);
    return `${path.join(' ')}: ${message} (${schema})${note === undefined ? '' : `, ${String(note)}`}`;
  });
}

const at = '(#/A/properties/a~1b';

describe('a refusal of a property', () => {
  test.each<[string, Refusal, unknown, string]>([
    ['string', (one, key) => refuseType(one, key, 'string'), 1, `must be a string ${at}/type)`],
    ['boolean', (one, key) => refuseType(one, key, 'boolean'), null, `must be a boolean ${at}/type)`],
    ['number', (one, key) => refuseType(one, key, 'number'), NaN, `must be a number ${at}/type)`],
    ['integer', (one, key) => refuseType(one, key, 'integer'), 1.5, `must be a whole number ${at}/type)`],
    ['required string', (one, key) => requireType(one, key, 'string'), null, `must be a string ${at}/type)`],
    ['absent string', (one, key) => requireType(one, key, 'string'), undefined, 'is required (#/A/required)'],
    ['absence', refuseAbsent, undefined, 'is required (#/A/required)'],
    [
      'const',
      (one, key) => refuseConst(one, key, 'must be "x"', '/properties/a~1b/const'),
      'y',
      `must be "x" ${at}/const)`,
    ],
    ['enum', (one, key) => checkEnum(one, key, 'c', words('a b')), 'c', `must be one of "a", "b" ${at}/enum)`],
    ['union', (one, key) => refuseUnlisted(one, key, 'oneOf', [1, null]), 'c', `must be one of 1, null ${at}/oneOf)`],
    [
      'a long enum',
      (one, key) => refuseUnlisted(one, key, 'enum', ['x'.repeat(60), 'y'.repeat(60)]),
      'c',
      `must be one of the allowed values ${at}/enum)`,
    ],
    [
      'a long constant',
      (one, key) => refuseUnlisted(one, key, 'enum', ['x'.repeat(120)]),
      'c',
      `must be the allowed value ${at}/enum)`,
    ],
    ['format', (one, key) => refuseFormat(one, key, 'must be x'), 'y', `must be x ${at}/format)`],
    ['format of another type', (one, key) => refuseFormat(one, key, 'must be x'), 1, `must be a string ${at}/type)`],
    [
      'an unknown property',
      ({ context }, key) => reportUnknown(context, '#/A/additionalProperties', key),
      1,
      'is not allowed (#/A/additionalProperties)',
    ],
  ])('says what is wrong: %s', (_, refusal, value, want) => {
    expect(said(value, refusal)).toEqual([`a/b: ${want}`]);
  });

  test('says nothing of what a list holds, or what is absent', () => {
    expect(said('a', (one, key) => checkEnum(one, key, 'a', words('a b')))).toEqual([]);
    expect(said(undefined, (one, key) => checkEnum(one, key, undefined, words('a b')))).toEqual([]);
  });
});

describe('a lenient check', () => {
  const refuseList: Refusal = (one, key) => refuseUnlisted(one, key, 'enum', ['a', null]);

  test('lets new texts of a list pass and takes note of them, but of no other types', () => {
    expect(said('new', refuseList, true)).toEqual([`a/b: must be one of "a", null ${at}/enum), drift`]);
    expect(said(7, refuseList, true)).toEqual([`a/b: must be one of "a", null ${at}/enum)`]);
    const numbers: Refusal = (one, key) => refuseUnlisted(one, key, 'enum', [1, 2]);
    expect(said('new', numbers, true)).toEqual([`a/b: must be one of 1, 2 ${at}/enum)`]);
  });

  test('lets properties pass that are not declared', () => {
    const unknown: Refusal = ({ context }, key) => reportUnknown(context, '#/A/additionalProperties', key);
    expect(said(1, unknown, true)).toEqual(['a/b: is not declared (#/A/additionalProperties), drift']);
  });

  test('notes which schemas declare properties of which objects, with the way to them', () => {
    const context = createContext(1, true);
    const value = {};
    nest(context, 'a', value, () => noteObject({ context, value, schema: '#/A' }));
    expect(context.found).toEqual([{ message: '', path: ['a'], keyword: 'properties', schema: '#/A', note: value }]);
  });

  test('has room for as many issues as any, whatever it lets pass', () => {
    const context = createContext(1, true);
    const values = ['a'];
    expect(reportUnlisted(context, '#/enum', { value: 'b', values })).toBe(false);
    expect(reportUnlisted(context, '#/enum', { value: 1, values })).toBe(true);
    expect(context.found).toHaveLength(2);
  });
});

test('values that are no objects or no arrays are refused', () => {
  const context = createContext();
  refuseNoObject(context, '#/A');
  refuseNoArray(context, '#/B');
  expect(context.found).toEqual([
    { message: 'must be an object', path: [], keyword: 'type', schema: '#/A/type' },
    { message: 'must be an array', path: [], keyword: 'type', schema: '#/B/type' },
  ]);
});

test('an item is refused by its index, and nothing where there is no room', () => {
  const context = createContext(2);
  const place = { context, value: [], schema: '#/A' };
  const answers = [
    refuse(place, 0, 'type', 'must be a string'),
    refuse(place, 1, 'type', 'must be a string'),
    refuse(place, 2, 'type', 'must be a string'),
  ];
  expect(answers).toEqual([false, true, true]);
  expect(context.found.map(({ path, schema }) => [...path, schema])).toEqual([
    [0, '#/A/items/type'],
    [1, '#/A/items/type'],
  ]);
});

test('paths grow on the way out, the last key first', () => {
  const context = createContext(2);
  const inner = (key: string) => (): unknown =>
    nest(context, key, 1, (_, one) => void report(one, '#/type', 'must be 2', 'deep'));
  expect(nest(context, 'a', 1, inner('b'))).toBe(false);
  expect(nest(context, 'c', 1, inner('d'))).toBe(true);
  expect(context.found.map(({ path }) => path)).toEqual([
    ['deep', 'b', 'a'],
    ['deep', 'd', 'c'],
  ]);
});

test('words are what stands between spaces', () => {
  const set = words('a b\u00a0c');
  expect([...set]).toEqual(['a', 'b\u00a0c']);
  expect([set.has('a'), set.has('b'), set.has(undefined), set.has('')]).toEqual([true, false, false, false]);
});
