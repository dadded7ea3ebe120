import { expect, test } from 'vitest';
import type { Json } from 'speccast/emitter';
import { compileModule } from '../../conformance/compile-module.js';

const int64: Json = { type: ['integer', 'string'], format: 'int64' };
const uint64: Json = { type: ['integer', 'string'], format: 'uint64' };
const open = (format: string): Json => ({ format });

test.each<{ readonly schema: Json; readonly good: readonly Json[]; readonly bad: readonly Json[] }>([
  {
    schema: int64,
    good: [0, -0, 1 - 2 ** 53, 2 ** 53 - 1, '0', '-9223372036854775808', '9223372036854775807'],
    bad: [
      2 ** 53,
      -(2 ** 63),
      0.5,
      1e300,
      '9223372036854775808',
      '-9223372036854775809',
      '-0',
      '+1',
      '01',
      '1e3',
      '1.0',
      '',
      ' 1',
      true,
    ],
  },
  {
    schema: uint64,
    good: [0, -0, 2 ** 53 - 1, '18446744073709551615'],
    bad: [-1, 2 ** 53, 2 ** 64, '18446744073709551616', '-1', '-0', '00', '1e3', '99999999999999999999999999'],
  },
  { schema: open('int32'), good: [2 ** 31 - 1, '-2147483648', true, null, []], bad: [2 ** 31, 0.5, '2147483648', 'a'] },
  { schema: open('uint8'), good: [0, 255, '255'], bad: [-1, 256, 0.5, '256', '-1'] },
  { schema: open('double-int'), good: [2 ** 53 - 1, 'any text'], bad: [2 ** 53, 0.5] },
  { schema: open('float'), good: [1.5, 'any text'], bad: [1e300] },
  { schema: open('double'), good: [1e300, 'any text'], bad: [] },
  { schema: open('date-time'), good: [5, '2024-02-29T12:30:00Z'], bad: ['2023-02-29T12:30:00Z'] },
  { schema: open('ipv4-cidr'), good: ['192.0.2.0/24'], bad: ['192.0.2.0/33'] },
  { schema: open('idn-hostname'), good: ['bücher.example'], bad: ['a·b'] },
  { schema: open('of nobody'), good: [5, 'any text'], bad: [] },
])('$schema', async ({ schema, good, bad }) => {
  const { one } = await compileModule({ schemas: { one: schema }, formats: 'assert' });
  expect(good.filter((value) => !one?.is(value) || one.check(value).length > 0)).toEqual([]);
  expect(bad.filter((value) => one?.is(value) !== false || one.check(value).length === 0)).toEqual([]);
});

test('formats tell and do not validate unless they are to be asserted', async () => {
  const { one } = await compileModule({ schemas: { one: { format: 'date-time' } } });
  expect(one?.is('yesterday')).toBe(true);
});

test.each([true, false])(
  'a dialect whose format vocabulary is %s asks for formats to be judged',
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
