import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from 'speccast/emitter';
import { convertSchema, library, messages } from './library.js';
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

describe('a schema', () => {
  table('$given becomes $want', ({ given, want }: { given: Json; want: Json }) => {
    expect(convertSchema(given)).toEqual(want);
  });

  table('a schema', ({ given, want }: { given: JsonObject; want: unknown }) => {
    expect(convertSchema(given)).toEqual(want);
  });

  table(
    'with variants is a union with a discriminator',
    ({ variant, want }: { variant: JsonObject; want: unknown }) => {
      expect(convertSchema({ type: 'object', variant }, { C: { type: 'object' } })).toEqual(want);
    },
  );

  test.each(['a/b', 'a~b', 'a%2Fb', '__proto__', 'constructor', 'ä b'])('is found by the name %j', (name) => {
    const text = JSON.stringify({ C: { type: 'string' } }).replace('"C"', JSON.stringify(name));
    const pointer = `#/components/schemas/${name.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('%', '%25')}`;
    // Parsed, so that `__proto__` is a key like any other.
    expect(convertSchema({ $ref: name }, JSON.parse(text) as Record<string, Json>)).toEqual({ $ref: pointer });
  });
});

table('%j is reported at its position', (given: Json, want: readonly string[]) => {
  const document = library({}, { schemas: { Book: { type: 'object' }, A: given } });
  expect(messages(document)).toEqual(want);
});
