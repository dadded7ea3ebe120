import { describe, expect, test } from 'vitest';
import type { RequestBody, Json, JsonObject } from 'speccast/emitter';
import { listContentKinds, lowerOperation } from '../lower.js';
import { showShape } from '../show-shape.js';
import { readRows } from '../../rows.js';

const { data, rows, table } = readRows(import.meta.url);

const bytes = { type: 'string', format: 'binary' };

const video = { $ref: '#/components/schemas/Video' };

const parts = data<JsonObject>('parts');

function lower(content: JsonObject, required = true): RequestBody {
  const { body } = lowerOperation(
    { requestBody: { required, description: 'What to store.', content } },
    { method: 'post', parts },
  );
  if (body === undefined) throw new Error('no body');
  return body;
}

describe('kinds of body', () => {
  table('$type with $schema is $want', ({ type, schema, want }: { type: string; schema?: Json; want: string }) => {
    const { contents, media } = lower({
      [type]: schema === undefined ? {} : { schema },
    });
    expect([...contents.map((content) => content.kind), ...(media === undefined ? [] : ['media'])]).toEqual([want]);
  });
});

test('a JSON body keeps its schema, shape, doc and `required`', () => {
  const body = lower({ 'application/json': { schema: video } }, false);
  expect(body).toMatchObject({
    required: false,
    doc: { description: 'What to store.' },
  });
  expect(body.contents.map((content) => showShape(content.shape))).toEqual(['Video']);
  expect(body).not.toHaveProperty('media');
});

table(
  'of %s, JSON is preferred to text, forms and patches, and others keep their order',
  (given: string, want: string) => {
    const types = given.split(/ (?!charset)/);
    const { contents } = lower(Object.fromEntries(types.map((type) => [type, { schema: video }])));
    expect(contents.map(({ mediaType }) => mediaType).join(' ')).toBe(want);
  },
);

describe('multipart', () => {
  test('binary parts are bytes, also if the schema is a model', () => {
    const [content] = lower({
      'multipart/form-data': {
        schema: { $ref: '#/components/schemas/Upload' },
      },
    }).contents;
    expect(content && showShape(content.shape)).toBe('{ file?: binary, note?: string }');
    expect(content?.schema.ref).toBe('#/components/schemas/Upload');
  });

  table('a string sent as $contentType is $want', ({ contentType, want }: { contentType: string; want: string }) => {
    const properties = {
      file: { type: 'string' },
      files: { type: 'array', items: { type: 'string' } },
    };
    const encoding = { file: { contentType }, files: { contentType } };
    const [content] = lower({
      'multipart/form-data': {
        schema: { type: 'object', properties },
        encoding,
      },
    }).contents;
    expect(content && showShape(content.shape)).toBe(`{ file?: ${want}, files?: (${want})[] }`);
  });

  table(
    'a part $schema sent as $contentType is $want',
    ({ schema, contentType, want }: { schema: JsonObject; contentType?: string; want: string }) => {
      const encoding = contentType === undefined ? {} : { file: { contentType } };
      const body = { type: 'object', properties: { file: schema } };
      const [content] = lower({
        'multipart/form-data': { schema: body, encoding },
      }).contents;
      expect(content && showShape(content.shape)).toBe(`{ file?: ${want} }`);
    },
  );
});

describe('media', () => {
  const related = (properties: JsonObject, encoding: JsonObject = {}): JsonObject => ({
    'multipart/related': { schema: { type: 'object', properties }, encoding },
  });

  table(
    'a body of bytes alone is required if the request body is',
    ({ content, want }: { content: JsonObject; want: object }) => {
      expect(lower(content)).toMatchObject(want);
      expect(lower({ 'image/*': { schema: bytes } }, false).media?.required).toBe(false);
    },
  );

  test('bytes beside another body are optional', () => {
    const body = lower({
      'application/json': { schema: video },
      'video/*': { schema: bytes },
    });
    expect(body.media).toEqual({ required: false, mediaTypes: ['video/*'] });
    expect(listContentKinds(body.contents)).toEqual(['application/json json']);
  });

  test('multipart/related carries metadata beside the bytes', () => {
    const { contents, media } = lower(
      related({ metadata: video, media: bytes }, { media: { contentType: 'video/mp4, video/webm' } }),
    );
    expect(contents).toEqual([]);
    expect(media).toMatchObject({
      required: true,
      mediaTypes: ['video/mp4', 'video/webm'],
    });
    expect(media?.metadata && showShape(media.metadata.shape)).toBe('Video');
  });

  test('a part without a media type takes that of another content, else `application/octet-stream`', () => {
    const parts = related({ metadata: video, media: bytes });
    expect(lower({ ...parts, 'video/*': { schema: bytes } }).media?.mediaTypes).toEqual(['video/*']);
    expect(lower(parts).media?.mediaTypes).toEqual(['application/octet-stream']);
  });

  test('a part whose encoding is not JSON is bytes', () => {
    const { media } = lower(related({ metadata: video, media: {} }, { media: { contentType: 'image/png' } }));
    expect(media?.mediaTypes).toEqual(['image/png']);
  });

  const servers = rows<Json>('servers');
  const id = {
    name: 'id',
    in: 'path',
    required: true,
    schema: { type: 'string' },
  };
  const lowerMedia = (facts: JsonObject, more: JsonObject = {}): RequestBody['media'] =>
    lowerOperation(
      {
        requestBody: {
          required: true,
          content: { 'video/*': { schema: bytes } },
        },
        'x-media': facts,
        parameters: [id],
        ...more,
      },
      { method: 'post', path: '/reels/{id}', parts: { ...parts, servers } },
    ).body?.media;

  table(
    'limits and upload paths of `x-media` are added to the media of the request body',
    ({ facts, want }: { facts: JsonObject; want: unknown }) => {
      expect(lowerMedia(facts)).toEqual(want);
    },
  );

  table('the upload path $path', ({ path, more, want }: { path: string; want: JsonObject; more?: JsonObject }) => {
    expect(lowerMedia({ upload: { path, protocols: ['media'] } }, more)?.upload).toEqual(want);
  });

  table('multipart/related with $title stays a multipart body', ({ properties }: { properties: JsonObject }) => {
    const { contents, media } = lower(related(properties));
    expect(listContentKinds(contents)).toEqual(['multipart/related multipart']);
    expect(media).toBeUndefined();
  });
});
