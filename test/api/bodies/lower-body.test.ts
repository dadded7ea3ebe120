import { describe, expect, test } from 'vitest';
import type { RequestBody, Json, JsonObject } from 'speccast/emitter';
import { kindsOf, lowerOperation } from '../lower.js';
import { showShape } from '../show-shape.js';

const bytes = { type: 'string', format: 'binary' };

const video = { $ref: '#/components/schemas/Video' };

const parts = {
  components: {
    schemas: {
      Video: { type: 'object', properties: { title: { type: 'string' } } },
      Bytes: bytes,
      Upload: { type: 'object', properties: { file: bytes, note: { type: 'string' } } },
    },
  },
};

function lower(content: JsonObject, required = true): RequestBody {
  const { body } = lowerOperation(
    { requestBody: { required, description: 'What to store.', content } },
    { method: 'post', parts },
  );
  if (body === undefined) throw new Error('no body');
  return body;
}

describe('kinds of body', () => {
  test.each<{ readonly type: string; readonly schema?: Json; readonly want: string }>([
    { type: 'application/json', schema: {}, want: 'json' },
    { type: 'Application/JSON; charset=utf-8', schema: {}, want: 'json' },
    { type: 'application/vnd.api+json', schema: {}, want: 'json' },
    { type: 'application/json', schema: bytes, want: 'media' },
    { type: 'application/x-www-form-urlencoded', schema: {}, want: 'form' },
    { type: 'multipart/form-data', schema: {}, want: 'multipart' },
    { type: 'multipart/mixed', schema: {}, want: 'multipart' },
    { type: 'text/plain', schema: { type: 'string' }, want: 'text' },
    { type: 'text/csv', schema: { type: ['string', 'null'] }, want: 'text' },
    { type: 'application/xml', schema: { type: 'string' }, want: 'text' },
    { type: 'text/plain', schema: bytes, want: 'media' },
    { type: 'text/plain', schema: { $ref: '#/components/schemas/Bytes' }, want: 'media' },
    { type: 'text/plain', schema: {}, want: 'media' },
    { type: 'text/plain', want: 'media' },
    { type: 'application/octet-stream', schema: { type: 'string' }, want: 'media' },
    { type: 'image/*', schema: { contentMediaType: 'image/png' }, want: 'media' },
    { type: '*/*', schema: {}, want: 'media' },
    { type: '*/*', schema: video, want: 'json' },
    { type: 'text/plain', schema: video, want: 'json' },
  ])('$type with $schema is $want', ({ type, schema, want }) => {
    const { contents, media } = lower({ [type]: schema === undefined ? {} : { schema } });
    expect([...contents.map((content) => content.kind), ...(media === undefined ? [] : ['media'])]).toEqual([want]);
  });
});

test('a JSON body keeps its schema, shape, doc and whether it is required', () => {
  const body = lower({ 'application/json': { schema: video } }, false);
  expect(body).toMatchObject({ required: false, doc: { description: 'What to store.' } });
  expect(body.contents.map((content) => showShape(content.shape))).toEqual(['Video']);
  expect(body).not.toHaveProperty('media');
});

test.each([
  ['text/plain application/json', 'application/json text/plain'],
  [
    'application/json-patch+json application/json application/*+json',
    'application/json application/*+json application/json-patch+json',
  ],
  [
    'application/merge-patch+json application/json-patch+json',
    'application/merge-patch+json application/json-patch+json',
  ],
  [
    'application/xml application/x-www-form-urlencoded text/json',
    'text/json application/xml application/x-www-form-urlencoded',
  ],
  [
    'application/vnd.books+json application/vnd.shelves+json text/csv',
    'application/vnd.books+json application/vnd.shelves+json text/csv',
  ],
  ['multipart/form-data application/json; charset=utf-8', 'application/json; charset=utf-8 multipart/form-data'],
])('of %s, JSON is preferred to text, forms and patches, and others keep their order', (given, want) => {
  const types = given.split(/ (?!charset)/);
  const { contents } = lower(Object.fromEntries(types.map((type) => [type, { schema: video }])));
  expect(contents.map(({ mediaType }) => mediaType).join(' ')).toBe(want);
});

describe('multipart', () => {
  test('parts of bytes are bytes, also where a model has the schema', () => {
    const [content] = lower({ 'multipart/form-data': { schema: { $ref: '#/components/schemas/Upload' } } }).contents;
    expect(content && showShape(content.shape)).toBe('{ file?: binary, note?: string }');
    expect(content?.schema.ref).toBe('#/components/schemas/Upload');
  });

  test.each([
    { contentType: 'image/png', want: 'binary' },
    { contentType: 'image/png, image/*', want: 'binary' },
    { contentType: 'application/octet-stream', want: 'binary' },
    { contentType: 'image/svg+xml', want: 'string' },
    { contentType: 'text/csv', want: 'string' },
    { contentType: 'application/json', want: 'string' },
    { contentType: 'image/png, text/plain', want: 'string' },
    { contentType: '*/*', want: 'string' },
  ])('a string sent as $contentType is $want', ({ contentType, want }) => {
    const properties = { file: { type: 'string' }, files: { type: 'array', items: { type: 'string' } } };
    const encoding = { file: { contentType }, files: { contentType } };
    const [content] = lower({ 'multipart/form-data': { schema: { type: 'object', properties }, encoding } }).contents;
    expect(content && showShape(content.shape)).toBe(`{ file?: ${want}, files?: (${want})[] }`);
  });

  test.each([
    { schema: {}, contentType: 'image/png', want: 'binary' },
    { schema: { description: 'The picture.' }, contentType: 'image/png', want: 'binary' },
    { schema: { type: 'array', items: {} }, contentType: 'image/png', want: '(binary)[]' },
    { schema: {}, contentType: 'text/plain', want: 'unknown' },
    { schema: { minLength: 1 }, contentType: 'image/png', want: 'unknown' },
    { schema: { type: 'string', contentEncoding: 'binary' }, want: 'binary' },
    { schema: { type: 'string', contentMediaType: 'application/octet-stream' }, want: 'binary' },
  ])('a part $schema sent as $contentType is $want', ({ schema, contentType, want }) => {
    const encoding = contentType === undefined ? {} : { file: { contentType } };
    const body = { type: 'object', properties: { file: schema } };
    const [content] = lower({ 'multipart/form-data': { schema: body, encoding } }).contents;
    expect(content && showShape(content.shape)).toBe(`{ file?: ${want} }`);
  });
});

describe('media', () => {
  const related = (properties: JsonObject, encoding: JsonObject = {}): JsonObject => ({
    'multipart/related': { schema: { type: 'object', properties }, encoding },
  });

  test('bytes alone are required when the body is', () => {
    expect(lower({ 'image/*': { schema: bytes }, 'application/octet-stream': { schema: bytes } })).toMatchObject({
      contents: [],
      media: { required: true, mediaTypes: ['image/*', 'application/octet-stream'] },
    });
    expect(lower({ 'image/*': { schema: bytes } }, false).media?.required).toBe(false);
  });

  test('bytes beside another body are optional', () => {
    const body = lower({ 'application/json': { schema: video }, 'video/*': { schema: bytes } });
    expect(body.media).toEqual({ required: false, mediaTypes: ['video/*'] });
    expect(kindsOf(body.contents)).toEqual(['application/json json']);
  });

  test('multipart/related carries metadata beside the bytes', () => {
    const { contents, media } = lower(
      related({ metadata: video, media: bytes }, { media: { contentType: 'video/mp4, video/webm' } }),
    );
    expect(contents).toEqual([]);
    expect(media).toMatchObject({ required: true, mediaTypes: ['video/mp4', 'video/webm'] });
    expect(media?.metadata && showShape(media.metadata.shape)).toBe('Video');
  });

  test('media types stated elsewhere fill in for a part without one; else it is any bytes', () => {
    const parts = related({ metadata: video, media: bytes });
    expect(lower({ ...parts, 'video/*': { schema: bytes } }).media?.mediaTypes).toEqual(['video/*']);
    expect(lower(parts).media?.mediaTypes).toEqual(['application/octet-stream']);
  });

  test('an encoding that is not JSON makes a part bytes', () => {
    const { media } = lower(related({ metadata: video, media: {} }, { media: { contentType: 'image/png' } }));
    expect(media?.mediaTypes).toEqual(['image/png']);
  });

  const servers = [{ url: '/v3' }, { url: 'https://{host}/films/v3', variables: { host: { default: 'a.test' } } }];
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const uploaded = (facts: JsonObject, more: JsonObject = {}): RequestBody['media'] =>
    lowerOperation(
      {
        requestBody: { required: true, content: { 'video/*': { schema: bytes } } },
        'x-media': facts,
        parameters: [id],
        ...more,
      },
      { method: 'post', path: '/reels/{id}', parts: { ...parts, servers } },
    ).body?.media;

  test('what is known of the bytes is beside what the request body says', () => {
    expect(uploaded({ mediaTypes: ['video/mp4'], maxBytes: 1024, reason: 'mediaBodyRequired' })).toEqual({
      required: true,
      mediaTypes: ['video/*'],
      accepted: ['video/mp4'],
      maxBytes: 1024,
    });
  });

  test.each([
    { path: '/upload/v3/reels/{id}', want: { kind: 'prefix', prefix: '/upload' } },
    { path: '/upload/films/v3/reels/{id}', want: { kind: 'prefix', prefix: '/upload' } },
    { path: '/films/v3/reels/{id}', want: { kind: 'prefix', prefix: '' } },
    { path: '/upload/reels/{id}', want: { kind: 'path', path: '/upload/reels/{id}' } },
    { path: '/upload/v3/other/{id}', want: { kind: 'path', path: '/upload/v3/other/{id}' } },
    { path: '/{id}/v3/reels/{id}', want: { kind: 'path', path: '/{id}/v3/reels/{id}' } },
    {
      path: '/upload/own/reels/{id}',
      more: { servers: [{ url: '/own' }] },
      want: { kind: 'prefix', prefix: '/upload' },
    },
  ])('bytes for $path', ({ path, more, want }) => {
    expect(uploaded({ upload: { path, protocols: ['media'] } }, more)?.upload).toEqual(want);
  });

  test.each([
    { title: 'two files', properties: { a: bytes, b: bytes } },
    { title: 'no file', properties: { a: video } },
    { title: 'two documents', properties: { a: video, b: video, c: bytes } },
  ])('multipart/related with $title stays a multipart body', ({ properties }) => {
    const { contents, media } = lower(related(properties));
    expect(kindsOf(contents)).toEqual(['multipart/related multipart']);
    expect(media).toBeUndefined();
  });
});
