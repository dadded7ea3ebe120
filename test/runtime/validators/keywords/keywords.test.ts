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

/** Creates a context at the root of a value, for at most `left` issues. */
function createContext(left: number, isLenient: boolean = false): IssueContext {
  return { found: [], left, depth: maxDepth, ...(isLenient && { lenience }) };
}

/** Checks a value, and lists its issues: `path: message (schema)`. */
function listIssues(schema: Schema, value: unknown, lenient: boolean = false): readonly string[] {
  const context = createContext(2, lenient);
  collect({ pointer: '#/A', schema }, { context, value, schema: '#' });
  return context.found.flatMap(({ path, message, schema: pointer, keyword, note }) => {
    if (typeof note === 'object') return [];
    expect(pointer.endsWith(`/${keyword}`)).toBe(true);
    return [`${path.toReversed().join('.')}: ${message} (${pointer})${note === undefined ? '' : ', drift'}`];
  });
}

const createPropertySchema = (...keywords: readonly Keyword[]): Schema => [
  'object',
  [checkRequired, { 'a/b': ['', ...keywords] }],
];
const at = '(#/A/properties/a~1b';

describe('an invalid property', () => {
  test.each<[string, Schema, unknown, string]>([
    ['string', 'string', 1, `must be a string ${at}/type)`],
    ['number', 'number', NaN, `must be a number ${at}/type)`],
    ['integer', 'integer', 1.5, `must be a whole number ${at}/type)`],
    ['types', 'string boolean null', 1, `must be a string, a boolean or null ${at}/type)`],
    ['a false schema', falseSchema, 1, 'is not allowed (#/A/properties)'],
    ['a missing property', 'string', undefined, 'is required (#/A/required)'],
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
  ])('is reported: %s', (kind, schema, value, want) => {
    const key = kind === 'items' ? 'a/b.1' : 'a/b';
    expect(listIssues(['object', [checkRequired, { 'a/b': schema }]], { 'a/b': value })).toEqual([`${key}: ${want}`]);
  });

  test('is reported only if the object has it', () => {
    const listed: Schema = ['object', [checkListed, { a: 'string', toString: 'string' }]];
    expect(listIssues(listed, { b: 1 })).toEqual([]);
    expect(listIssues(listed, { a: 1, b: 1 })).toEqual(['a: must be a string (#/A/properties/a/type)']);
  });

  test('is rejected if no further properties are allowed', () => {
    const closed: Schema = [
      'object',
      [checkMembers, { additional: closedSchema, isDeclared: (key: string) => key === 'a' }],
    ];
    expect(listIssues(closed, { a: 1, b: 1 })).toEqual(['b: is not allowed (#/A/additionalProperties)']);
    expect(listIssues(closed, { a: 1, b: 1 }, true)).toEqual(['b: is not declared (#/A/additionalProperties), drift']);
  });
});

describe('a lenient check', () => {
  const list = createPropertySchema([checkEnum, ['a', null]]);

  test('accepts new texts of an enum and records them, but rejects other types', () => {
    expect(listIssues(list, { 'a/b': 'new' }, true)).toEqual([`a/b: must be one of "a", null ${at}/enum), drift`]);
    expect(listIssues(list, { 'a/b': 7 }, true)).toEqual([`a/b: must be one of "a", null ${at}/enum)`]);
    const numbers = createPropertySchema([checkEnum, [1, 2]]);
    expect(listIssues(numbers, { 'a/b': 'new' }, true)).toEqual([`a/b: must be one of 1, 2 ${at}/enum)`]);
  });

  test('records the schemas of objects with their paths', () => {
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

test('collecting ends at the limit of issues', () => {
  const context = createContext(2);
  const results = [1, 2, 3].map((value) => collect('string', { context, value, schema: '#' }));
  expect(results).toEqual([false, true, true]);
  expect(context.found).toHaveLength(2);
});

test('words() splits a text at spaces', () => {
  const set = words('a b\u00a0c');
  expect([...set]).toEqual(['a', 'b\u00a0c']);
  expect([set.has('a'), set.has('b'), set.has(undefined), set.has('')]).toEqual([true, false, false, false]);
});

test('a value that `is` accepts is not checked again, except by a lenient check', () => {
  let checks = 0;
  const inner = {
    pointer: '#/B',
    schema: ['', [(): boolean => (checks += 1) === 0]] as const,
    is: (): boolean => true,
  };
  expect(listIssues(() => inner, 1)).toEqual([]);
  expect(checks).toBe(0);
  listIssues(() => inner, 1, true);
  expect(checks).toBe(1);
  listIssues(() => ({ ...inner, is: () => false }), 1);
  expect(checks).toBe(2);
});
