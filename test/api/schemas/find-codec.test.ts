import { describe, expect, test } from 'vitest';
import type { Json, JsonObject, Schema } from 'speccast/emitter';
import { type LowerOptions, lowerParts, modelOf } from '../lower.js';
import { readRows } from '../../rows.js';

type CodecOptions = Pick<LowerOptions, 'types' | 'optionsAt' | 'codecs'>;
type SchemaCodec = NonNullable<Schema['codec']>;

const { table } = readRows(import.meta.url);

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
  table(
    'is that of its format for %s',
    (_: string, schema: Json, types: Readonly<Record<string, string>>, want: SchemaCodec) => {
      expect(find(schema, { types })).toEqual({ codec: want, says: [] });
    },
  );

  table('is none for %s', (_: string, schema: Json) => {
    expect(find(schema, { types: { 'date-time': 'Date' } }).codec).toBeUndefined();
  });

  table(
    'can be one of the user, for a format or for one schema',
    ({ options, schema, want }: { options: JsonObject; schema: JsonObject; want: unknown }) => {
      expect(find({ type: 'string', format: 'decimal' }, options).codec).toEqual({ string: 'money' });
      expect(find({ type: 'number', format: 'decimal' }, options).codec).toEqual({ number: 'money' });
      expect(find(schema, { codecs: [money] })).toEqual(want);
    },
  );

  test('can be said of one schema, by the type that its format can have', () => {
    const schema = { type: 'string', format: 'date-time', 'x-codec': 'Date' };
    expect(find(schema, {})).toEqual({ codec: { string: 'dateTimeAsDate' }, says: [] });
  });
});

describe('mistakes are reported', () => {
  table('%s', (_: string, schema: Json, options: CodecOptions, want: string) => {
    expect(find(schema, options).says).toEqual([want]);
  });
});
