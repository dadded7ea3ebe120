import { afterAll, expect, test } from 'vitest';
import type { Json, JsonObject } from '@speccast/runtime';
import { importSpec } from './import-case.js';

const string = { type: 'string' };

function object(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { type: 'object', required, properties };
}

function listing(items: JsonObject): JsonObject {
  return { type: 'array', items };
}

function json(schema: JsonObject, status: string = '200'): JsonObject {
  return { responses: { [status]: { description: 'Done.', content: { 'application/json': { schema } } } } };
}

function sends(schema: JsonObject, type: string = 'application/json'): JsonObject {
  return { requestBody: { required: true, content: { [type]: { schema } } } };
}

/** A response that is described by an example alone. */
function told(example: JsonObject): JsonObject {
  return { responses: { 200: { description: 'Done.', content: { 'application/json': { example } } } } };
}

const nothing = { responses: { 204: { description: 'Done.' } } };

const id = { ...string, readOnly: true };
const hook = object({ id, kind: string, url: string });
const droplet = object({ id, name: string });
const project = object({ id, name: string });

const operations: Readonly<Record<string, JsonObject>> = {
  'POST /hooks': { ...sends(hook), ...json(hook, '201') },
  'GET /hooks/{hookId}': json(listing(hook)),
  'PUT /hooks/{kind}': { ...sends(hook), ...json(hook) },
  'DELETE /hooks/{id}': nothing,
  'POST /projects': { ...sends(project), ...json(project, '201') },
  'GET /projects/{id}': json(project),
  'POST /projects/{id}/notes': { ...sends(object({ text: string })), ...json(object({ id, text: string }), '201') },
  'GET /projects/{id}/notes': json(listing(object({ id, text: string }))),
  'GET /droplets': json(listing(droplet)),
  'POST /droplets': { ...sends(droplet), ...json(droplet, '201') },
  'GET /droplets/{id}': json(droplet),
  'POST /firewalls/{id}/droplets': {
    ...sends(object({ droplet_ids: listing(string) })),
    responses: { ...nothing.responses, ...Object(json(object({ message: string }), 'default')['responses']) },
  },
  'POST /cards/{card}/votes': { ...sends(object({ value: string })), responses: { 200: { description: 'Done.' } } },
  'GET /cards/{card}/votes': { responses: { 200: { description: 'All.' } } },
  'DELETE /cards/{card}/votes/{vote}': { responses: { 200: { description: 'Gone.' } } },
  'GET /history/users/{user}': json(listing(object({ at: string }))),
  'GET /groups/{group}/users': json(listing(object({ id, email: string }))),
  'POST /groups/{group}/users': { ...sends(object({ email: string })), ...json(object({ id, email: string }), '201') },
  'POST /forms': {
    ...sends(object({ name: string, features: object({}) }, ['features']), 'application/x-www-form-urlencoded'),
    ...json(object({ id, name: string }), '201'),
  },
  'GET /forms/{id}': json(object({ id, name: string })),
  'POST /contacts': { ...sends(object({ name: string })), ...told({ data: { contact_id: 7, name: 'A' }, code: 200 }) },
  'GET /contacts': told({ data: { page: 1, data: [{ contact_id: 8, name: 'B' }] }, code: 200 }),
  'GET /contacts/{contact_id}': told({ data: { contact_id: 9, name: 'C' }, code: 200 }),
  'POST /posts': { ...sends(object({ name: string })), ...json(object({ _id: id, name: string }, ['id']), '201') },
  'GET /posts/{id}': json(object({ _id: id, name: string }, ['id'])),
};

/** Projects are named by texts at their own path, and by numbers in the one below it. */
function listVariables(path: string): Json {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: path.endsWith('/notes') ? { type: 'integer' } : string,
  }));
}

const paths: Record<string, JsonObject> = {};
for (const [request, operation] of Object.entries(operations)) {
  const [method = '', path = ''] = request.split(' ');
  paths[path] = { ...paths[path], [method.toLowerCase()]: { ...operation, parameters: listVariables(path) } };
}

const spec = { openapi: '3.1.0', info: { title: 'Collections', version: '1' }, paths };

const { open, remove } = await importSpec('collections', spec);

afterAll(() => remove());

/** A request, the status of its response, and its body; `$id` stands for the id of the first response. */
type Step = readonly [request: string, body: Json | undefined, status: number, want?: unknown];

const stories: readonly (readonly [title: string, ...steps: Step[]])[] = [
  [
    'operations name one thing by variables of other names, and by another member than the id',
    ['POST /hooks', { kind: 'push', url: 'a' }, 201],
    ['PUT /hooks/push', { kind: 'push', url: 'b' }, 200, { url: 'b' }],
    ['GET /hooks/$id', undefined, 200, [{ kind: 'push', url: 'b' }]],
    ['PUT /hooks/pull', { kind: 'pull' }, 404],
    ['DELETE /hooks/$id', undefined, 204],
    ['GET /hooks/$id', undefined, 404],
  ],
  [
    'all operations at and below the path of a thing take its id',
    ['POST /projects', { name: 'A' }, 201],
    ['GET /projects/$id', undefined, 200, { name: 'A' }],
    ['POST /projects/$id/notes', { text: 'T' }, 201, { text: 'T' }],
    ['GET /projects/$id/notes', undefined, 200, [{ text: 'T' }]],
    ['GET /projects/987/notes', undefined, 404],
  ],
  [
    'what does not describe a thing makes none, and says so',
    ['POST /firewalls/7/droplets', { droplet_ids: ['1'] }, 204, 'nothing was stored'],
    ['GET /droplets', undefined, 200, { length: 3 }],
    ['POST /droplets', { name: 'A' }, 201],
    ['GET /droplets/$id', undefined, 200, { name: 'A' }],
  ],
  [
    'a collection of which nothing but the addresses is described',
    ['POST /cards/1/votes', { value: 'A' }, 200, { value: 'A' }],
    ['GET /cards/1/votes', undefined, 200, [{ value: 'A' }]],
    ['GET /cards/2/votes', undefined, 200, []],
    ['DELETE /cards/1/votes/$id', undefined, 200],
    ['GET /cards/1/votes', undefined, 200, []],
  ],
  [
    'a collection is on its own where the other one of its name holds no things',
    ['POST /groups/1/users', { email: 'a@example.com' }, 201, { email: 'a@example.com' }],
    ['GET /groups/1/users', undefined, 200, [{ email: 'a@example.com' }]],
    ['GET /groups/2/users', undefined, 200, []],
  ],
  [
    'responses that are described by examples alone',
    ['POST /contacts', { name: 'A' }, 200, { data: { name: 'A' } }],
    ['GET /contacts/$id', undefined, 200, { data: { name: 'A' } }],
    [
      'GET /contacts',
      undefined,
      200,
      { data: { data: expect.arrayContaining([expect.objectContaining({ name: 'A' })]) } },
    ],
    ['GET /contacts/987', undefined, 404],
  ],
  [
    'a form need not have a required object that may be empty',
    ['POST /forms', 'name=A', 201],
    ['GET /forms/$id', undefined, 200, { name: 'A' }],
  ],
  [
    'a required id that no property describes is the id of the thing',
    ['POST /posts', { name: 'A' }, 201, { id: expect.not.stringMatching(/^text$/) }],
    ['GET /posts/$id', undefined, 200, { name: 'A' }],
  ],
];

test.each(stories.map(([title, ...steps]) => ({ title, steps })))('$title', async ({ steps }) => {
  const { emulator } = open();
  let id: string | undefined;
  for (const [request, body, status, want = {}] of steps) {
    const [method = '', path = ''] = request.split(' ');
    const type = typeof body === 'string' ? 'application/x-www-form-urlencoded' : 'application/json';
    const response = await emulator.fetch(emulator.baseUrl + path.replace('$id', id ?? ''), {
      method,
      headers: { 'content-type': type },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const sample = response.headers.get('x-mock-sample');
    const value = sample ?? (text === '' ? {} : JSON.parse(text));
    id ??= value.id ?? value.data?.contact_id;
    expect([request, response.status, value]).toMatchObject([request, status, want]);
  }
});
