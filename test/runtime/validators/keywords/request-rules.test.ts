import { describe, expect, test } from 'vitest';
import { validatorOf, withRules } from '@speccast/runtime/validators';
import type { RequestRules } from '@speccast/runtime/validators';
import { readYaml } from '../../../rows.js';

const anything = validatorOf<unknown>({ pointer: '#', schema: 'object', is: (value) => typeof value === 'object' });

/** Rules, and values with their issues: `path message`. */
interface Table {
  readonly rules: RequestRules;
  readonly values: readonly (readonly [value: object, issues: readonly string[]])[];
}

// `as`: the file is written for this test.
const tables = readYaml(new URL('request-rules.yaml', import.meta.url)) as readonly Table[];

describe.each(tables)('by the rules $rules', ({ rules, values }) => {
  test.each(values)('%j has the issues %j', (value, issues) => {
    const validator = withRules(anything, rules, '#/paths/~1films/get/x-parameter-rules');
    const texts = validator.check(value).map(({ path, message }) => `${path.join('.')} ${message}`);
    expect(texts).toEqual(issues);
    expect(validator.is(value)).toBe(issues.length === 0);
    expect(validator['~standard'].validate(value)).toEqual(
      issues.length === 0 ? { value } : { issues: validator.check(value) },
    );
  });
});

test('issues have the pointer of their rule, and are at most the limit', () => {
  const validator = withRules(anything, { exactlyOne: ['a', 'b'], excludes: { id: ['size'] } }, '#/rules');
  const value = { a: 1, b: 1, id: 1, size: 1 };
  expect(validator.check(value).map(({ keyword, schema }) => [keyword, schema])).toEqual([
    ['exactlyOne', '#/rules/exactlyOne'],
    ['excludes', '#/rules/excludes/id'],
  ]);
  expect(validator.check(value, { limit: 1 })).toHaveLength(1);
  expect(validator.check('text')).toEqual(anything.check('text'));
});

test('inherited members are ignored', () => {
  const validator = withRules(anything, { exactlyOne: ['id', 'mine'] }, '#/rules');
  expect(validator.is(Object.create({ id: 'x' }))).toBe(false);
});
