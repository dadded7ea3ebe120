import { describe, expect, test } from 'vitest';
import type { Json, JsonObject, Schema } from 'speccast/emitter';
import { type LowerOptions, lowerParts, findModel } from '../lower.js';
import { readRows } from '../../rows.js';

type CodecOptions = Pick<LowerOptions, 'types' | 'optionsAt' | 'codecs'>;
type SchemaCodec = NonNullable<Schema['codec']>;

const { table } = readRows(import.meta.url);

const money = { name: 'money', file: 'codecs/money.ts', text: '' };

/** Lowers a schema: its codec, and the diagnostics about codecs. */
function lowerCodec(
  schema: Json,
  options: CodecOptions,
): { readonly codec: SchemaCodec | undefined; readonly reports: readonly string[] } {
  const { api, diagnostics } = lowerParts({ components: { schemas: { Subject: schema } } }, {}, options);
  const reports = diagnostics.filter((one) => one.includes('-codec:'));
  return { codec: findModel(api, 'Subject').schema.codec, reports };
}

describe('the codec of a schema', () => {
  table(
    'is that of its format for %s',
    (_: string, schema: Json, types: Readonly<Record<string, string>>, want: SchemaCodec) => {
      expect(lowerCodec(schema, { types })).toEqual({ codec: want, reports: [] });
    },
  );

  table('is absent for %s', (_: string, schema: Json) => {
    expect(lowerCodec(schema, { types: { 'date-time': 'Date' } }).codec).toBeUndefined();
  });

  table(
    'can be one of the user, for a format or for one schema',
    ({ options, schema, want }: { options: JsonObject; schema: JsonObject; want: unknown }) => {
      expect(lowerCodec({ type: 'string', format: 'decimal' }, options).codec).toEqual({ string: 'money' });
      expect(lowerCodec({ type: 'number', format: 'decimal' }, options).codec).toEqual({ number: 'money' });
      expect(lowerCodec(schema, { codecs: [money] })).toEqual(want);
    },
  );

  test('can be stated at one schema with `x-codec`, as a type that its format can have', () => {
    const schema = { type: 'string', format: 'date-time', 'x-codec': 'Date' };
    expect(lowerCodec(schema, {})).toEqual({ codec: { string: 'dateTimeAsDate' }, reports: [] });
  });
});

describe('mistakes are reported', () => {
  table('%s', (_: string, schema: Json, options: CodecOptions, want: string) => {
    expect(lowerCodec(schema, options).reports).toEqual([want]);
  });
});
