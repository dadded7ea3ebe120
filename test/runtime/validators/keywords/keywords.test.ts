import { describe, expect, test } from 'vitest';
import {
  collect,
  checkMaximum,
  checkItems,
  checkListed,
  checkMembers,
  checkRequired,
  checkFormat,
  checkMaxLength,
  checkPattern,
  checkEnum,
  checkSecret,
  maxDepth,
  closedSchema,
  falseSchema,
  words,
} from '@speccast/runtime/validators';
import type { IssueContext, Keyword, Schema } from '@speccast/runtime/validators';
import { createLenience } from '../../../../templates/runtime/validators/check/lenient.js';

const lenience = createLenience(() => []);

/** Makes a context at the root of a value, with room for so many issues. */
function createContext(left: number, isLenient: boolean = false): IssueContext {
  return { found: [], left, depth: maxDepth, ...(isLenient && { lenience }) };
}

/** What is said about a value: `path: message (schema)`. */
function said(schema: Schema, value: unknown, lenient: boolean = false): readonly string[] {
  const context = createContext(2, lenient);
  collect({ pointer: '#/A', schema }, { context, value, schema: '#' });
  return context.found.flatMap(({ path, message, schema: pointer, keyword, note }) => {
    if (typeof note === 'object') return [];
    expect(pointer.endsWith(`/${keyword}`)).toBe(true);
    return [`${path.toReversed().join('.')}: ${message} (${pointer})${note === undefined ? '' : ', drift'}`];
  });
}

const property = (...keywords: readonly Keyword[]): Schema => ['object', [checkRequired, { 'a/b': ['', ...keywords] }]];
const at = '(#/A/properties/a~1b';

describe('a property that is not right', () => {
  test.each<[string, Schema, unknown, string]>([
    ['string', 'string', 1, `must be a string ${at}/type)`],
    ['number', 'number', NaN, `must be a number ${at}/type)`],
    ['integer', 'integer', 1.5, `must be a whole number ${at}/type)`],
    ['types', 'string boolean null', 1, `must be a string, a boolean or null ${at}/type)`],
    ['no type', falseSchema, 1, 'is not allowed (#/A/properties)'],
    ['absence', 'string', undefined, 'is required (#/A/required)'],
    ['const', ['', [checkEnum, ['x'], 'const']], 'y', `must be "x" ${at}/const)`],
    ['enum', ['', [checkEnum, words('a b')]], 'c', `must be one of "a", "b" ${at}/enum)`],
    ['union of constants', ['', [checkEnum, [1, null], 'oneOf']], 'c', `must be one of 1, null ${at}/oneOf)`],
    ['a long constant', ['', [checkEnum, ['x'.repeat(120)], 'const']], 'c', `must be the allowed value ${at}/const)`],
    ['a secret', ['', [checkSecret, ['x', 'y']]], 'c', `must be one of the allowed values ${at}/enum)`],
    ['format', ['string', [checkFormat, () => false, 'must be x']], 'y', `must be x ${at}/format)`],
    ['pattern', ['', [checkPattern, /^\/x/, undefined, '^/x']], 'y', `must match the pattern ^/x ${at}/pattern)`],
    ['length', ['', [checkMaxLength, 1]], 'yy', `must have at most 1 character ${at}/maxLength)`],
    ['size', ['', [checkMaximum, 1]], 2, `must be at most 1 ${at}/maximum)`],
    ['items', ['array', [checkItems, 'string']], ['', 1], `must be a string ${at}/items/type)`],
  ])('is told of: %s', (kind, schema, value, want) => {
    const key = kind === 'items' ? 'a/b.1' : 'a/b';
    expect(said(['object', [checkRequired, { 'a/b': schema }]], { 'a/b': value })).toEqual([`${key}: ${want}`]);
  });

  test('is looked for among those that the object has', () => {
    const listed: Schema = ['object', [checkListed, { a: 'string', toString: 'string' }]];
    expect(said(listed, { b: 1 })).toEqual([]);
    expect(said(listed, { a: 1, b: 1 })).toEqual(['a: must be a string (#/A/properties/a/type)']);
  });

  test('is rejected where none else is allowed', () => {
    const closed: Schema = [
      'object',
      [checkMembers, { additional: closedSchema, isDeclared: (key: string) => key === 'a' }],
    ];
    expect(said(closed, { a: 1, b: 1 })).toEqual(['b: is not allowed (#/A/additionalProperties)']);
    expect(said(closed, { a: 1, b: 1 }, true)).toEqual(['b: is not declared (#/A/additionalProperties), drift']);
  });
});

describe('a lenient check', () => {
  const list = property([checkEnum, ['a', null]]);

  test('lets new texts of a list pass and takes note of them, but of no other types', () => {
    expect(said(list, { 'a/b': 'new' }, true)).toEqual([`a/b: must be one of "a", null ${at}/enum), drift`]);
    expect(said(list, { 'a/b': 7 }, true)).toEqual([`a/b: must be one of "a", null ${at}/enum)`]);
    const numbers = property([checkEnum, [1, 2]]);
    expect(said(numbers, { 'a/b': 'new' }, true)).toEqual([`a/b: must be one of 1, 2 ${at}/enum)`]);
  });

  test('notes which schemas validate which objects, with the way to them', () => {
    const context = createContext(1, true);
    const value = { a: {} };
    collect(['object', [checkRequired, { a: ['object', [checkRequired, {}]] }]], { context, value, schema: '#' });
    const note = { message: '', keyword: 'properties' };
    expect(context.found).toEqual([
      { ...note, path: [], schema: '#', note: value },
      { ...note, path: ['a'], schema: '#/properties/a', note: value.a },
    ]);
  });
});

test('collecting is over where there is no room', () => {
  const context = createContext(2);
  const answers = [1, 2, 3].map((value) => collect('string', { context, value, schema: '#' }));
  expect(answers).toEqual([false, true, true]);
  expect(context.found).toHaveLength(2);
});

test('words are what is between spaces', () => {
  const set = words('a b\u00a0c');
  expect([...set]).toEqual(['a', 'b\u00a0c']);
  expect([set.has('a'), set.has('b'), set.has(undefined), set.has('')]).toEqual([true, false, false, false]);
});

test('what its function says matches is not looked into, but for a lenient check', () => {
  let looked = 0;
  const inner = {
    pointer: '#/B',
    schema: ['', [(): boolean => (looked += 1) === 0]] as const,
    is: (): boolean => true,
  };
  expect(said(() => inner, 1)).toEqual([]);
  expect(looked).toBe(0);
  said(() => inner, 1, true);
  expect(looked).toBe(1);
  said(() => ({ ...inner, is: () => false }), 1);
  expect(looked).toBe(2);
});
