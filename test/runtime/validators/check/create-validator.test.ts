import { describe, expect, test } from 'vitest';
import { validator, reject } from '@speccast/runtime/validators';
import type { Location, Validator } from '@speccast/runtime/validators';

const one: Validator<string> = validator({
  is: (value): value is string => typeof value === 'string',
  schema: { pointer: '#', schema: 'string' },
});

describe('a validator', () => {
  test('has only the members `is`, `check` and `~standard`', () => {
    expect(Object.keys(one)).toEqual(['is', 'check', '~standard']);
  });

  test('returns whether a value is valid, and the issues of an invalid one', () => {
    expect([one.is('a'), one.is(1)]).toEqual([true, false]);
    expect(one.check('a')).toEqual([]);
    expect(one.check(1)).toEqual([{ message: 'must be a string', path: [], keyword: 'type', schema: '#/type' }]);
  });

  test('is a Standard Schema', () => {
    const { version, vendor, validate } = one['~standard'];
    expect([version, vendor]).toEqual([1, 'speccast']);
    expect(validate('a')).toEqual({ value: 'a' });
    expect(validate(1)).toEqual({ issues: one.check(1) });
  });
});

describe('the limit of a check', () => {
  let looked = 0;
  const checkNumbered = ({ context, value }: Location): boolean => {
    for (let index = 0; index < Number(value); index += 1) {
      looked += 1;
      if (reject({ context, schema: '#' }, 'not', 'must not be', index)) return true;
    }
    return false;
  };
  const numbered: Validator<never> = validator({
    is: (value): value is never => value === 0,
    schema: { pointer: '#/components/schemas/None', schema: ['', [checkNumbered]] },
  });
  const createIssues = (count: number): readonly unknown[] =>
    Array.from({ length: count }, (_, index) => ({
      message: 'must not be',
      path: [index],
      keyword: 'not',
      schema: '#/not',
    }));
  const createLimitIssue = (message: string): object => ({
    message,
    path: [],
    keyword: 'maxIssues',
    schema: '#/components/schemas/None',
  });

  test('is 100 issues; the last one states that there are more', () => {
    expect(numbered.check(100)).toEqual(createIssues(100));
    expect(numbered.check(101)).toEqual([
      ...createIssues(99),
      createLimitIssue('has more issues: only the first 99 issues are listed'),
    ]);
    expect(numbered['~standard'].validate(101).issues).toEqual(numbered.check(101));
  });

  test('can be chosen by callers', () => {
    expect(numbered.check(3, { limit: 3 })).toEqual(createIssues(3));
    expect(numbered.check(4, { limit: 3 })).toEqual([
      ...createIssues(2),
      createLimitIssue('has more issues: only the first 2 issues are listed'),
    ]);
    expect(numbered.check(4, { limit: 2 })).toEqual([
      ...createIssues(1),
      createLimitIssue('has more issues: only the first issue is listed'),
    ]);
    expect(numbered.check(1e5, { limit: Infinity })).toHaveLength(1e5);
    expect(numbered.check(101, { limit: undefined })).toHaveLength(100);
  });

  test('is at least 1, and a fraction is rounded down', () => {
    const lengths = [1, 0, -5, NaN, 1.9, 2.9].map((limit) => numbered.check(9, { limit }).length);
    expect(lengths).toEqual([1, 1, 1, 1, 1, 2]);
    expect(numbered.check(9, { limit: 1 })).toEqual(createIssues(1));
  });

  test('ends the check when it is reached', () => {
    const work = (limit: number): number => {
      looked = 0;
      numbered.check(1e9, { limit });
      return looked;
    };
    expect([work(1), work(2), work(100)]).toEqual([1, 3, 101]);
  });
});
