import { describe, expect, test } from 'vitest';
import type { Json } from 'speccast/emitter';
import { compileModule } from '../../conformance/compile-module.js';
import { readRows } from '../../rows.js';

const { data } = readRows(import.meta.url);

interface Case {
  readonly schema: Json;
  readonly good: readonly unknown[];
  /** Invalid values and their issues: `path: message (schema)`. */
  readonly bad: readonly (readonly [value: unknown, ...issues: readonly string[]])[];
}

const cases = data<Readonly<Record<string, Case>>>('cases');

describe('issues', async () => {
  const schemas = Object.fromEntries(Object.entries(cases).map(([name, { schema }]) => [name, schema]));
  const validators = await compileModule({ schemas, formats: 'assert' });
  describe.each(Object.entries(cases))('%s', (name, { good, bad }) => {
    test('accepts valid values', () => {
      expect(
        good.filter((value) => validators[name]?.is(value) !== true || validators[name].check(value).length > 0),
      ).toEqual([]);
    });
    test('reports the issues of invalid values', () => {
      const texts = (value: unknown): readonly string[] =>
        (validators[name]?.check(value) ?? []).map(
          (issue) => `${issue.path.join('.')}: ${issue.message} (${issue.schema})`,
        );
      expect(bad.map(([value]) => [value, ...texts(value)])).toEqual(bad);
      expect(bad.filter(([value]) => validators[name]?.is(value) !== false)).toEqual([]);
    });
  });
});

test('finding the nearest alternative of nested unions takes linear time', async () => {
  const branch = (kind: string): Json => ({
    type: 'object',
    required: ['kind'],
    properties: { kind: { const: kind }, next: { $ref: '#' } },
  });
  const { tree } = await compileModule({ schemas: { tree: { oneOf: [branch('a'), branch('b')] } } });
  const value = Array.from({ length: 200 }).reduce<object>((next) => ({ kind: 'a', next }), { kind: 'c' });
  expect(tree?.check(value).map(({ message }) => message)).toEqual(['must be one of "a", "b"']);
});
