import { expect, test } from 'vitest';
import type { Json } from 'speccast/emitter';
import { compileModule } from '../../conformance/compile-module.js';
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

interface Row {
  readonly schema: Json;
  readonly good: readonly Json[];
  readonly bad: readonly Json[];
}

table('formats', async ({ schema, good, bad }: Row) => {
  const { one } = await compileModule({ schemas: { one: schema }, formats: 'assert' });
  expect(good.filter((value) => !one?.is(value) || one.check(value).length > 0)).toEqual([]);
  expect(bad.filter((value) => one?.is(value) !== false || one.check(value).length === 0)).toEqual([]);
});

test('formats are not validated without `formats: assert`', async () => {
  const { one } = await compileModule({ schemas: { one: { format: 'date-time' } } });
  expect(one?.is('yesterday')).toBe(true);
});

test.each([true, false])(
  'formats are validated in a dialect with the format-assertion vocabulary: %s',
  async (isRequired) => {
    const dialect = {
      $id: 'https://a.test/dialect',
      $vocabulary: {
        'https://json-schema.org/draft/2020-12/vocab/core': true,
        'https://json-schema.org/draft/2020-12/vocab/format-assertion': isRequired,
      },
    };
    const { one, other } = await compileModule({
      schemas: {
        one: { $schema: 'https://a.test/dialect', $id: 'https://a.test/one', format: 'ipv4', $defs: {} },
        other: { allOf: [{ $ref: 'https://a.test/part' }], format: 'uuid' },
      },
      remotes: {
        'https://a.test/dialect': dialect,
        'https://a.test/part': { $schema: 'https://a.test/dialect', format: 'ipv4' },
      },
    });
    expect(['127.0.0.1', 'localhost'].map((text) => one?.is(text))).toEqual([true, false]);
    expect(['127.0.0.1', 'localhost'].map((text) => other?.is(text))).toEqual([true, false]);
  },
);
