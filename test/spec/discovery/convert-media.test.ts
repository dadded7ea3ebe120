import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from 'speccast/emitter';
import { at, convertMethod } from './library.js';
import { readRows } from '../../rows.js';

const { data, table } = readRows(import.meta.url);

const schemas = data<JsonObject>('schemas');
const book = { $ref: 'Book' };
const bytes = { schema: { type: 'string', format: 'binary' } };
const json = { schema: { $ref: '#/components/schemas/Book' } };

function convertPost(method: JsonObject): JsonObject {
  return convertMethod({ httpMethod: 'POST', ...method }, { schemas });
}

describe('the request body of a method', () => {
  test('is JSON, which is optional if its schema has no properties', () => {
    expect(convertPost({ request: book })['requestBody']).toEqual({
      content: { 'application/json': json },
      required: true,
    });
    expect(convertPost({ request: { $ref: 'Nothing' } })['requestBody']).not.toHaveProperty('required');
    expect(convertPost({})).not.toHaveProperty('requestBody');
  });

  table(
    'is bytes, or JSON, or both',
    ({ mediaUpload, want, want2 }: { mediaUpload: JsonObject; want: unknown; want2: unknown }) => {
      const converted = convertPost({
        request: book,
        supportsMediaUpload: true,
        mediaUpload,
      });
      expect(converted['requestBody']).toEqual(want);
      expect(converted['x-media']).toEqual(want2);
    },
  );

  table(
    'is bytes alone, of any media type if none is named',
    ({ method, want }: { method: JsonObject; want: unknown }) => {
      const converted = convertPost(method);
      expect(converted['requestBody']).toEqual({
        content: { '*/*': bytes },
        required: true,
      });
      expect(converted['x-media']).toEqual(want);
    },
  );

  test.each<[Json, number | undefined]>([
    ['10', 10],
    [10, 10],
    ['1.5KB', 1536],
    ['256GB', 274_877_906_944],
    ['1 tb', 1_099_511_627_776],
    ['0', undefined],
  ])('has at most %j bytes', (maxSize, want) => {
    expect(at(convertPost({ mediaUpload: { maxSize, accept: ['a/b'] } }), 'x-media')).toEqual({
      ...(want === undefined ? {} : { maxBytes: want }),
      mediaTypes: ['a/b'],
    });
  });
});

describe('the response of a method', () => {
  table('%s', (_name: string, method: JsonObject, want: Json) => {
    expect(convertPost(method)['responses']).toEqual(want);
  });

  table('JSON, and a note that `alt=media` returns the bytes', ({ want }: { want: unknown }) => {
    const converted = convertPost({
      description: 'Gives a book.',
      response: book,
      supportsMediaDownload: true,
    });
    expect(converted['description']).toBe(
      'Gives a book.\n\nWith `alt=media`, the service returns the bytes themselves; this describes the response in JSON.',
    );
    expect(converted['parameters']).toEqual(want);
    expect(at(converted, 'responses', '200', 'content')).toEqual({
      'application/json': json,
    });
  });
});
