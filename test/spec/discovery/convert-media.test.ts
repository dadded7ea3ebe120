import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from 'speccast/emitter';
import { at, convertMethod } from './library.js';

const schemas = {
  Book: { type: 'object', properties: { title: { type: 'string' } } },
  Nothing: { type: 'object', properties: {} },
};
const book = { $ref: 'Book' };
const bytes = { schema: { type: 'string', format: 'binary' } };
const json = { schema: { $ref: '#/components/schemas/Book' } };
const protocols = {
  simple: { multipart: true, path: '/upload/v1/books' },
  resumable: { multipart: true, path: '/resumable/upload/v1/books' },
};

function operation(method: JsonObject): JsonObject {
  return convertMethod({ httpMethod: 'POST', ...method }, { schemas });
}

describe('what a method is sent', () => {
  test('is JSON, which may be left out where there is nothing to say', () => {
    expect(operation({ request: book })['requestBody']).toEqual({
      content: { 'application/json': json },
      required: true,
    });
    expect(operation({ request: { $ref: 'Nothing' } })['requestBody']).not.toHaveProperty('required');
    expect(operation({})).not.toHaveProperty('requestBody');
  });

  test('is bytes, or JSON, or both', () => {
    const mediaUpload = { accept: ['image/png', 'image/*', 'image/png', 'nonsense'], maxSize: '2MB', protocols };
    const converted = operation({ request: book, supportsMediaUpload: true, mediaUpload });
    const related = {
      schema: {
        type: 'object',
        required: ['media'],
        properties: { metadata: json.schema, media: bytes.schema },
      },
    };
    expect(converted['requestBody']).toEqual({
      content: { 'application/json': json, 'multipart/related': related, 'image/png': bytes, 'image/*': bytes },
      required: true,
    });
    expect(converted['x-media']).toEqual({
      maxBytes: 2_097_152,
      mediaTypes: ['image/png', 'image/*'],
      upload: { path: '/upload/v1/books', protocols: ['media', 'multipart', 'resumable'] },
    });
  });

  test('is bytes alone, of any type where none is named', () => {
    const converted = operation({ mediaUpload: { protocols: { simple: { path: '/upload/v1/{+name}' } } } });
    expect(converted['requestBody']).toEqual({ content: { '*/*': bytes }, required: true });
    expect(converted['x-media']).toEqual({
      mediaTypes: ['*/*'],
      upload: { path: '/upload/v1/{name=**}', protocols: ['media'] },
    });
  });

  test.each<[Json, number | undefined]>([
    ['10', 10],
    [10, 10],
    ['1.5KB', 1536],
    ['256GB', 274_877_906_944],
    ['1 tb', 1_099_511_627_776],
    ['0', undefined],
  ])('has at most %j bytes', (maxSize, want) => {
    expect(at(operation({ mediaUpload: { maxSize, accept: ['a/b'] } }), 'x-media')).toEqual({
      ...(want === undefined ? {} : { maxBytes: want }),
      mediaTypes: ['a/b'],
    });
  });
});

describe('what a method answers', () => {
  test.each<[string, JsonObject, Json]>([
    ['nothing', {}, { '204': { description: 'Success, without a body.' } }],
    ['JSON', { response: book }, { '200': { description: 'Success.', content: { 'application/json': json } } }],
    ['bytes', { supportsMediaDownload: true }, { '200': { description: 'Success.', content: { '*/*': bytes } } }],
    [
      'bytes where its name says so',
      { id: 'library.books.export', response: book, supportsMediaDownload: true },
      { '200': { description: 'Success.', content: { '*/*': bytes } } },
    ],
    [
      'a stream',
      { response: book, streamingType: 'SERVER_SIDE' },
      {
        '200': {
          description: 'Success.',
          content: { 'application/json': { schema: { type: 'array', items: json.schema }, 'x-stream': true } },
        },
      },
    ],
  ])('%s', (_name, method, want) => {
    expect(operation(method)['responses']).toEqual(want);
  });

  test('JSON, and bytes where the caller asks for them', () => {
    const converted = operation({ description: 'Gives a book.', response: book, supportsMediaDownload: true });
    expect(converted['description']).toBe(
      'Gives a book.\n\nThe service also gives the bytes themselves, with `alt=media`; what is described here is the response in JSON.',
    );
    expect(converted['parameters']).toEqual([
      {
        name: 'alt',
        in: 'query',
        description: '`media` asks for the bytes themselves.',
        schema: { type: 'string', enum: ['json', 'media'] },
      },
    ]);
    expect(at(converted, 'responses', '200', 'content')).toEqual({ 'application/json': json });
  });
});
