import { describe, expect, test } from 'vitest';
import type { CodecOptions, SchemaCodec } from '../../../generator/api/codecs/codec.js';
import type { Json } from 'speccast/emitter';
import { lowerParts, modelOf } from '../lower.js';

const money = { name: 'money', file: 'codecs/money.ts', text: '' };

/** What a schema has as its codec, and what is reported. */
function find(
  schema: Json,
  options: CodecOptions,
): { readonly codec: SchemaCodec | undefined; readonly says: readonly string[] } {
  const { api, diagnostics } = lowerParts({ components: { schemas: { Subject: schema } } }, {}, options);
  const says = diagnostics.filter((one) => one.includes('-codec:'));
  return { codec: modelOf(api, 'Subject').schema.codec, says };
}

describe('the codec of a schema', () => {
  test.each<[string, Json, Readonly<Record<string, string>>, SchemaCodec]>([
    ['a date-time', { type: 'string', format: 'date-time' }, { 'date-time': 'Date' }, { string: 'dateTimeAsDate' }],
    [
      'a date-time of Google',
      { type: 'string', format: 'google-datetime' },
      { 'google-datetime': 'Temporal.Instant' },
      { string: 'dateTimeAsInstant' },
    ],
    ['a date', { type: 'string', format: 'date' }, { date: 'Temporal.PlainDate' }, { string: 'dateAsPlainDate' }],
    ['a time', { type: 'string', format: 'time' }, { time: 'Temporal.PlainTime' }, { string: 'timeAsPlainTime' }],
    [
      'a duration',
      { type: ['string', 'null'], format: 'duration' },
      { duration: 'Temporal.Duration' },
      { string: 'durationAsDuration' },
    ],
    ['an int64 as a number', { type: 'integer', format: 'int64' }, { int64: 'bigint' }, { number: 'int64AsBigint' }],
    ['an int64 as a string', { type: 'string', format: 'int64' }, { int64: 'bigint' }, { string: 'int64TextAsBigint' }],
    [
      'a uint64 as either',
      { type: ['string', 'integer'], format: 'uint64' },
      { uint64: 'bigint' },
      { string: 'uint64EitherAsBigint', number: 'uint64EitherAsBigint' },
    ],
    ['bytes of OpenAPI 3.0', { type: 'string', format: 'byte' }, { byte: 'Uint8Array' }, { string: 'byteAsBytes' }],
    [
      'bytes of OpenAPI 3.1',
      { type: 'string', contentEncoding: 'base64' },
      { byte: 'Uint8Array' },
      { string: 'byteAsBytes' },
    ],
    [
      'bytes in base64url',
      { type: 'string', contentEncoding: 'base64url' },
      { base64url: 'Uint8Array' },
      { string: 'base64urlAsBytes' },
    ],
  ])('is that of its format for %s', (_, schema, types, want) => {
    expect(find(schema, { types })).toEqual({ codec: want, says: [] });
  });

  test.each<[string, Json]>([
    ['a constant', { const: '2020-01-01T00:00:00Z', format: 'date-time' }],
    ['an enum', { type: 'string', format: 'date-time', enum: ['2020-01-01T00:00:00Z'] }],
    ['another format', { type: 'string', format: 'date' }],
    ['a value of any type', { format: 'date-time' }],
    ['a value of another type', { type: 'boolean', format: 'date-time' }],
    ['what says so', { type: 'string', format: 'date-time', 'x-codec': 'none' }],
  ])('is none for %s', (_, schema) => {
    expect(find(schema, { types: { 'date-time': 'Date' } }).codec).toBeUndefined();
  });

  test('can be one of the user, for a format or for one schema', () => {
    const options = { types: { decimal: 'money' }, codecs: [money] };
    expect(find({ type: 'string', format: 'decimal' }, options).codec).toEqual({ string: 'money' });
    expect(find({ type: 'number', format: 'decimal' }, options).codec).toEqual({ number: 'money' });
    const schema = { type: 'object', properties: { amount: { type: 'string' } }, 'x-codec': 'money' };
    expect(find(schema, { codecs: [money] })).toEqual({ codec: { any: 'money' }, says: [] });
  });

  test('can be said of one schema, by the type that its format can have', () => {
    const schema = { type: 'string', format: 'date-time', 'x-codec': 'Date' };
    expect(find(schema, {})).toEqual({ codec: { string: 'dateTimeAsDate' }, says: [] });
  });
});

describe('mistakes are reported', () => {
  test.each<[string, Json, CodecOptions, string]>([
    [
      'a codec that nobody knows',
      { type: 'string', 'x-codec': 'nome' },
      { codecs: [] },
      'spec.json:12:16 error unknown-codec: there is no codec "nome"; did you mean "none"?',
    ],
    [
      'the same without a configuration, as a warning',
      { type: 'string', 'x-codec': 'money' },
      {},
      'spec.json:12:16 warning unknown-codec: there is no codec "money"',
    ],
    [
      'a type that the format cannot have',
      { type: 'string', format: 'date', 'x-codec': 'Date' },
      { codecs: [] },
      'spec.json:13:16 error unknown-codec: date cannot be "Date": a Date is a moment, and a date without a time zone is none',
    ],
    [
      'a codec that does not go with the type',
      { type: 'integer', format: 'date-time', 'x-codec': 'Date' },
      { codecs: [] },
      'spec.json:13:16 error unknown-codec: the codec "Date" is for other types than that of this schema',
    ],
    [
      'a format that no schema has',
      { type: 'string', format: 'date-time' },
      { types: { 'date-time': 'Date', time: 'Temporal.PlainTime' } },
      'spec.json:1:1 warning unused-codec: no schema has the format "time" and a type that `types` could change',
    ],
    [
      'a configuration of which nothing is used, as an error where it is',
      { type: 'string' },
      { types: { time: 'Temporal.PlainTime' }, typesAt: { time: { file: 'speccast.yaml', line: 4, column: 7 } } },
      'speccast.yaml:4:7 error unused-codec: no schema has the format "time" and a type that `types` could change',
    ],
    [
      'a codec that no schema has',
      { type: 'string' },
      { codecs: [money] },
      'codecs/money.ts:1:1 warning unused-codec: no schema uses the codec "money"',
    ],
  ])('%s', (_, schema, options, want) => {
    expect(find(schema, options).says).toEqual([want]);
  });
});
