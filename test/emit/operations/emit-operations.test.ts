import { describe, expect, test } from 'vitest';
import type { Api } from 'speccast';
import type { MediaUpload, Operation, RequestBody, Shape } from 'speccast/emitter';
import { emitOperations } from '../../../generator/emit/operations/emit-operations.js';
import { descriptorValue } from '../../../generator/emit/operations/descriptor-value.js';
import { serviceValue } from '../../../generator/emit/operations/emit-service.js';
import {
  anySchema,
  api,
  context,
  emptyResponse,
  fileOf,
  jsonResponse,
  model,
  operation,
  parameter,
  printed,
  unformatted,
} from '../code/fixture.js';
import { evaluate } from '../code/evaluate.js';
import { hostileTexts } from '../code/hostile-texts.js';
import { inspect } from '../code/inert.js';
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

const thing = model(
  'Thing',
  { kind: 'object', members: [] },
  { input: { name: 'ThingInput', shape: { kind: 'object', members: [] } } },
);
const thingShape: Shape = { kind: 'reference', model: thing.id };

async function emitted(given: Operation, more: Partial<Api> = {}): Promise<string> {
  return printed(
    fileOf(emitOperations(context(api({ models: [thing], operations: [given], ...more }))), 'src/operations/things.ts'),
  );
}

function body(more: Partial<RequestBody>): RequestBody {
  return { required: true, contents: [], doc: {}, ...more };
}

const json = { mediaType: 'application/json', kind: 'json', schema: anySchema, shape: thingShape } as const;

describe('emitOperations', () => {
  test('an operation is its params, its response and its descriptor', async () => {
    const given = operation('insert', {
      method: 'POST',
      path: '/things/{id}',
      parameters: [
        parameter('id', { in: 'path', required: true, doc: { description: 'Which one.' } }),
        parameter('page-size', {
          schema: { ...anySchema, types: ['integer'] },
          shape: { kind: 'number' },
          notes: ['From 1 to 50.'],
        }),
      ],
      openParameters: true,
      body: body({ contents: [json], doc: { description: 'The thing to store.' } }),
      responses: [jsonResponse('200', thingShape), jsonResponse('default', { kind: 'unknown' })],
      security: [[{ scheme: 'oauth2', scopes: [] }]],
    });
    expect(await emitted(given)).toBe(`import type { Operation } from '@speccast/runtime';
import { expandPath, writeJson } from '@speccast/runtime';
import type { Thing, ThingInput } from '../models/things.js';

/** Parameters of \`things.insert\`. */
export interface ThingsInsertParams {
  /** Which one. */
  id: string;
  /** From 1 to 50. */
  'page-size'?: number | undefined;
  /** The thing to store. */
  body: ThingInput;
  /** Further query parameters: the spec leaves them open. */
  [parameter: string]: unknown;
}

/** Response of \`things.insert\`. */
export type ThingsInsertResponse = Thing;

/** \`POST /things/{id}\` */
export const thingsInsertOperation: Operation<ThingsInsertParams, ThingsInsertResponse> = {
  id: 'things.insert',
  method: 'POST',
  path: '/things/{id}',
  parameters: [
    { name: 'id', in: 'path', required: true },
    { name: 'page-size', in: 'query', type: 'integer' },
  ],
  openParameters: true,
  body: [{ mediaType: 'application/json' }],
  bodyRequired: true,
  auth: ['oauth2'],
  expandPath: expandPath,
  writeBody: writeJson,
};
`);
  });

  test('an upload takes media, and JSON beside it', async () => {
    const media = {
      required: true,
      mediaTypes: ['image/*', 'image/png'],
      metadata: { schema: anySchema, shape: thingShape },
    };
    const text = await emitted(
      operation('insert', { method: 'POST', body: body({ media, doc: { description: 'A picture.' } }) }),
    );
    expect(text).toContain(`export interface ThingsInsertParams {
  /** A picture. */
  body?: ThingInput | undefined;
  /** Bytes of type \`image/*\` or \`image/png\`. */
  media: Media;
}`);
    expect(text).toContain(`media: { required: true, mediaTypes: ['image/*', 'image/png'], metadata: true },`);
    expect(text).toContain(`import type { Media, Operation } from '@speccast/runtime';`);
  });

  test('the doc of bytes says what is known of them', async () => {
    const media = { required: true, mediaTypes: ['*/*'], accepted: ['image/png'], maxBytes: 2048 };
    expect(await emitted(operation('insert', { method: 'POST', body: body({ media }) }))).toContain(
      `  /** Bytes of type \`image/png\`. At most 2,048 bytes (2 KiB). */\n  media: Media;`,
    );
  });

  test.each<[MediaUpload['upload'], string]>([
    [{ kind: 'prefix', prefix: '/upload' }, `media: { mediaTypes: ['*/*'], upload: '/upload' },`],
    [{ kind: 'path', path: '/bytes/{id}' }, `media: { mediaTypes: ['*/*'], uploadPath: '/bytes/{id}' },`],
    [undefined, `media: { mediaTypes: ['*/*'] },`],
  ])('the descriptor says where bytes go: %j', async (upload, want) => {
    const media = { required: false, mediaTypes: ['*/*'], maxBytes: 5, ...(upload && { upload }) };
    expect(await emitted(operation('insert', { method: 'POST', body: body({ media }) }))).toContain(want);
  });

  test('a descriptor brings the writers of styles and bodies that the core does not write', async () => {
    const given = operation('list', {
      parameters: [
        parameter('q'),
        parameter('filter', { style: 'deepObject', explode: true }),
        parameter('tags', { style: 'pipeDelimited', explode: false }),
        parameter('json', { style: 'spaceDelimited', contentType: 'application/json' }),
      ],
      body: body({ contents: [{ ...json, mediaType: 'multipart/form-data', kind: 'multipart' }] }),
    });
    const file = await emitted(given);
    expect(file).toContain(
      `import {
  declaredResponses,
  toContent,
  toFormData,
  writeAnyBody,
  writeAnyParameter,
  writeDeepObject,
  writePipeDelimited,
} from '@speccast/runtime';`,
    );
    expect(file).toContain(`  writeBody: writeAnyBody,
  receive: declaredResponses,
  writers: {
    any: writeAnyParameter,
    deepObject: writeDeepObject,
    pipeDelimited: writePipeDelimited,
    content: toContent,
  },
  bodyWriters: { multipart: toFormData },
};`);
    expect(file).not.toContain('writeSpaceDelimited');
  });

  test('a descriptor brings the writer of headers alone where its parameters are all text or lists', async () => {
    const file = await emitted(
      operation('list', { parameters: [parameter('q'), parameter('etag', { in: 'header', style: 'simple' })] }),
    );
    expect(file).toContain('  writers: { header: writeHeader },');
    expect(await emitted(operation('list', { parameters: [parameter('q')] }))).not.toContain('writers');
  });

  test('a descriptor brings the reader of responses that are not JSON alone', async () => {
    expect(await emitted(operation('list'))).toContain('  receive: declaredResponses,');
    const answers = [jsonResponse('200', thingShape)];
    expect(await emitted(operation('list', { responses: answers }))).not.toContain('receive');
  });

  test.each<[string, Partial<Operation>, string]>([
    ['nothing for a path without variables', {}, ''],
    ['what encodes the variables of a path', { path: '/things/{id}' }, 'expandPath: expandPath'],
    ['what knows resource names', { path: '/{name=things/*}' }, 'expandPath: expandNames'],
    ['what knows resource names of any form', { path: '/{+name}' }, 'expandPath: expandNames'],
    ['what writes JSON', { body: body({ contents: [json] }) }, 'writeBody: writeJson'],
    [
      'what writes JSON and bytes',
      { body: body({ contents: [json], media: { required: false, mediaTypes: ['*/*'] } }) },
      'writeBody: writeMedia',
    ],
    ['what writes any body', { body: body({ contents: [{ ...json, kind: 'text' }] }) }, 'writeBody: writeAnyBody'],
  ])('a descriptor brings %s', async (_, changes, want) => {
    const file = await emitted(operation('insert', { method: 'POST', ...changes }));
    expect([...file.matchAll(/(?:expandPath|writeBody): \w+/g)].join()).toBe(want);
  });

  test('params that must be empty take nothing', async () => {
    expect(await emitted(operation('list'))).toContain(`export interface ThingsListParams {
  [parameter: string]: never;
}`);
  });

  const binary = { mediaType: 'text/vtt', kind: 'binary', schema: anySchema, shape: { kind: 'binary' } } as const;
  const text = { mediaType: 'text/plain', kind: 'text', schema: anySchema, shape: { kind: 'string' } } as const;
  const answers: readonly (readonly [string, Operation['responses'], string])[] = [
    ['nothing', [emptyResponse('204'), jsonResponse('400', thingShape)], 'void'],
    ['no success at all', [emptyResponse('302')], 'void'],
    ['JSON', [jsonResponse('200', thingShape)], 'Thing'],
    ['JSON or nothing', [jsonResponse('200', thingShape), emptyResponse('204')], 'Thing | undefined'],
    ['JSON or text', [{ ...jsonResponse('200', thingShape), contents: [json, text] }], 'Thing | string'],
    ['the same twice', [jsonResponse('200', thingShape), jsonResponse('201', thingShape)], 'Thing'],
    ['only a default', [jsonResponse('default', thingShape)], 'Thing'],
    ['bytes', [{ ...emptyResponse('200'), contents: [binary] }], 'Uint8Array'],
  ];
  test.each(answers)('the response of %s', async (_, responses, want) => {
    expect(await emitted(operation('list', { responses }))).toContain(`export type ThingsListResponse = ${want};`);
  });

  table(
    'the service names its address, variables filled in, and its security schemes',
    async ({ more }: { more: Partial<Api> }) => {
      const given = api(more);
      expect(await printed(fileOf(emitOperations(context(given)), 'src/operations/service.ts')))
        .toBe(`import type { Service } from '@speccast/runtime';

/** What is the same for all operations. */
export const service: Service = {
  runtime: '@speccast/runtime@0.1',
  name: 'thing-service',
  version: '1',
  baseUrl: 'https://things.example/v3',
  security: {
    apiKey: { kind: 'apiKey', in: 'query', name: 'key' },
    oauth2: { kind: 'bearer', oauth2: true, queryParameter: 'access_token' },
    mtls: { kind: 'other' },
  },
  unused: ['apiKey', 'oauth2', 'mtls'],
  validators: () =>
    import(/* @vite-ignore */ /* webpackIgnore: true */ ['#', 'validators'].join('')).catch(
      () => import(/* @vite-ignore */ /* webpackIgnore: true */ ['..', 'validators', 'index.js'].join('/')),
    ),
};
`);
    },
  );

  test.each([
    'https://{host}/v3',
    'ftp://things.example',
    '{scheme}://things.example',
    'https://',
    'https://user:secret@things.example',
  ])('%s is no usable address', (url) => {
    expect(serviceValue(api({ servers: [{ url, variables: [] }] }))).not.toHaveProperty('baseUrl');
  });

  test.each(hostileTexts)('is inert with %j everywhere', (hostile) => {
    const doc = { summary: hostile, description: hostile, source: hostile };
    const given = operation('list', {
      id: hostile,
      path: hostile,
      doc,
      parameters: [parameter(hostile, { doc, notes: [hostile], contentType: hostile, property: `a${hostile}` })],
      body: body({
        contents: [{ ...json, mediaType: hostile }],
        media: { required: false, mediaTypes: [hostile], upload: { kind: 'path', path: hostile } },
        doc,
      }),
      responses: [{ ...jsonResponse('200', thingShape), status: hostile }],
      security: [[{ scheme: hostile, scopes: [hostile] }]],
    });
    const whole = api({
      models: [thing],
      operations: [given],
      version: hostile,
      servers: [{ url: `https://a.example/${hostile}{v}`, variables: [{ name: 'v', default: hostile, values: [] }] }],
      securitySchemes: [{ kind: 'apiKey', name: hostile, in: 'query', parameter: `k${hostile}`, doc }],
    });
    for (const file of emitOperations(context(whole)))
      expect(inspect(unformatted(file))).toEqual({ errors: [], pwned: false });
    expect(descriptorOf(unformatted(fileOf(emitOperations(context(whole)), 'src/operations/things.ts')))).toEqual(
      descriptorValue(whole, given),
    );
  });
});

/** Value of the descriptor in a printed file, without the functions that it brings along. */
function descriptorOf(text: string): unknown {
  const start = text.indexOf('= {', text.indexOf('export const')) + 2;
  const imported = [...text.matchAll(/^import \{ ([^}]+) \}/gm)].flatMap(([, names = '']) => names.split(', '));
  const value = evaluate(text.slice(start, text.lastIndexOf('};') + 1), imported);
  return Object.fromEntries(Object.entries(Object(value)).filter(([name]) => !/^expandPath$|[wW]rite/.test(name)));
}
