import { afterAll, expect, test } from 'vitest';
import { generate } from '../../generator/generate.js';
import { readTool } from '../../generator/output/read-tool.js';
import type { JsonObject } from '../../templates/runtime/json.js';
import { importFiles } from './import-case.js';

const string = { type: 'string' };
const integer = { type: 'integer' };

function object(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { type: 'object', required, properties };
}

const readOnly = { readOnly: true };

const schemas = {
  Colour: { ...string, enum: ['blue', 'red'], default: 'red' },
  Item: {
    allOf: [
      object({ id: { ...string, ...readOnly }, made: { ...integer, ...readOnly } }, ['id', 'made']),
      object(
        {
          name: string,
          colour: { $ref: '#/components/schemas/Colour' },
          note: { type: ['string', 'null'], default: null },
          at: { ...string, format: 'date-time', default: 'now()' },
          size: object({ unit: { ...string, enum: ['mm', 'cm'] }, scale: { ...integer, default: 1 } }, ['unit']),
          state: { ...string, enum: ['draft', 'live', 'gone'], ...readOnly },
          mood: { ...string, enum: ['good', 'bad'] },
        },
        ['name', 'state'],
      ),
    ],
  },
  Code: { ...string, pattern: '^[a-z]{3}_[0-9a-f]{8}$', example: 'abc_01234567' },
  Meter: object({ id: { allOf: [{ $ref: '#/components/schemas/Code' }], ...readOnly }, name: string }, ['id', 'name']),
  Patched: object({ id: { ...string, ...readOnly }, name: string, n: integer, free: { type: ['string', 'null'] } }, [
    'name',
  ]),
};

function ref(name: keyof typeof schemas): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

function json(schema: JsonObject, status: string = '200'): JsonObject {
  return { responses: { [status]: { description: 'Done.', content: { 'application/json': { schema } } } } };
}

function sends(schema: JsonObject, type: string = 'application/json'): JsonObject {
  return { requestBody: { required: true, content: { [type]: { schema } } } };
}

function inPath(...names: readonly (string | JsonObject)[]): JsonObject {
  return {
    parameters: names.map((name) => ({
      in: 'path',
      required: true,
      schema: string,
      ...(typeof name === 'string' ? { name } : name),
    })),
  };
}

const paths: JsonObject = {
  '/items': { post: { ...sends(ref('Item')), ...json(ref('Item'), '201') } },
  '/items/{id}': {
    ...inPath('id'),
    get: json(ref('Item')),
    put: { ...sends(ref('Item')), ...json(ref('Item')) },
  },
  '/meters': { post: { ...sends(object({ name: string })), ...json(ref('Meter'), '201') } },
  '/meters/{meterId}': { ...inPath({ name: 'meterId', schema: ref('Code') }), get: json(ref('Meter')) },
  '/x': { post: { ...sends(ref('Patched')), ...json(ref('Patched'), '201') } },
  '/x/{id}': {
    ...inPath('id'),
    get: json(ref('Patched')),
    patch: {
      requestBody: {
        content: {
          'application/json-patch+json': { schema: { type: 'array', items: { type: 'object' } } },
          'application/merge-patch+json': { schema: ref('Patched') },
        },
      },
      ...json(ref('Patched')),
    },
  },
};

const spec = { openapi: '3.1.0', info: { title: 'Kept', version: '1' }, paths, components: { schemas } };

const { files } = await generate({
  spec: { file: 'kept.json', text: JSON.stringify(spec) },
  packageName: '@case/kept',
  assets: readTool(),
  format: false,
});
const { open, remove } = await importFiles('kept', files);

afterAll(() => remove());

/** A request, the status of its response, and members of its body; `$id` stands for the id of the first response. */
type Step = readonly [request: string, body: unknown, status: number, want?: object];

const item = { colour: 'red', note: null, state: 'draft' };

const stories: readonly (readonly [title: string, ...steps: Step[]])[] = [
  [
    'defaults, also nested, by reference and null, and first values are stored',
    ['POST /items', { name: 'A' }, 201, { name: 'A', ...item, at: undefined, mood: undefined }],
    ['GET /items/$id', undefined, 200, item],
    [
      'POST /items',
      { name: 'B', colour: 'blue', size: { unit: 'cm' } },
      201,
      { colour: 'blue', size: { unit: 'cm', scale: 1 } },
    ],
    [
      'PUT /items/$id',
      { name: 'C', size: { unit: 'cm', scale: 3 } },
      200,
      { colour: 'red', size: { unit: 'cm', scale: 3 } },
    ],
  ],
  [
    'what only the service writes is not taken',
    [
      'POST /items',
      { name: 'A', made: -7, state: 'gone', id: 'own' },
      201,
      { made: expect.not.closeTo(-7), state: 'draft' },
    ],
    ['GET /items/own', undefined, 404],
  ],
  [
    'an id has the form of its schema, and each row another one',
    ['POST /meters', { name: 'a' }, 201, { id: expect.stringMatching(schemas.Code.pattern) }],
    ['GET /meters/$id', undefined, 200, { name: 'a' }],
    ['POST /meters', { name: 'b' }, 201, { id: expect.stringMatching(schemas.Code.pattern) }],
    ['GET /meters/$id', undefined, 200, { name: 'a' }],
  ],
  [
    'a patch that breaks the schema changes nothing',
    ['POST /x', { name: 'A', n: 1 }, 201],
    ['PATCH /x/$id', [{ op: 'replace', path: '/n', value: 'text' }], 400, { error: { errors: [{ location: '/n' }] } }],
    ['PATCH /x/$id', [{ op: 'remove', path: '/name' }], 400, { error: { errors: [{ location: '/name' }] } }],
    ['PATCH /x/$id', { name: null }, 400, { error: { errors: [{ location: '/name' }] } }],
    ['PATCH /x/$id', { n: 'text' }, 400],
    ['GET /x/$id', undefined, 200, { name: 'A', n: 1 }],
    ['PATCH /x/$id', { n: 2, free: null }, 200, { name: 'A', n: 2, free: null }],
    ['PATCH /x/$id', { n: null }, 200, { name: 'A', n: undefined, free: null }],
    ['PATCH /x/$id', [{ op: 'add', path: '/n', value: 7 }], 200, { name: 'A', n: 7 }],
  ],
];

test.each(stories.map(([title, ...steps]) => ({ title, steps })))('$title', async ({ steps }) => {
  const { emulator } = open();
  let id: string | undefined;
  for (const [request, body, want, members] of steps) {
    const [method = '', path = ''] = request.split(' ');
    const merge = Array.isArray(body) ? 'application/json-patch+json' : 'application/merge-patch+json';
    const response = await emulator.fetch(emulator.baseUrl + path.replace('$id', id ?? ''), {
      method,
      headers: { 'content-type': method === 'PATCH' ? merge : 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const value = response.status === 204 ? {} : await response.json();
    id ??= String(value.id);
    // A member that is wanted as `undefined` is absent.
    const absent = Object.fromEntries(Object.keys(members ?? {}).map((name) => [name, undefined]));
    expect([request, response.status, { ...absent, ...value }]).toMatchObject([request, want, members ?? {}]);
  }
});
