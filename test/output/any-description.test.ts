import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generate } from '../../generator/generate.js';
import { readTool } from '../../generator/output/read-tool.js';
import type { Emulator } from '@speccast/emulator';
import { collectionsOf } from '../corpus/stories/collections.js';
import type { JsonObject } from '../corpus/stories/document.js';
import { tellStory } from '../corpus/stories/tell-story.js';
import { writeTexts } from './temporary-folder.js';

// Inside the repository, so that imports are found.
const folder = join(fileURLToPath(new URL('../..', import.meta.url)), '.cache', 'any-description');

const string = { type: 'string' };
const integer = { type: 'integer' };

function object(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { type: 'object', required, properties };
}

function json(schema: JsonObject, status = '200', more: JsonObject = {}): JsonObject {
  return { [status]: { description: 'Done.', content: { 'application/json': { schema, ...more } } } };
}

function sending(schema: JsonObject, type = 'application/json'): JsonObject {
  return { requestBody: { required: true, content: { [type]: { schema } } } };
}

function listOf(schema: JsonObject): JsonObject {
  return { type: 'array', items: schema };
}

const nothing = { 204: { description: 'Done.' } };

function parameters(...names: readonly string[]): { parameters: readonly JsonObject[] } {
  return { parameters: names.map((name) => ({ name, in: 'path', required: true, schema: string })) };
}

/** Each line is a collection as some service describes it. */
const paths: JsonObject = {
  // Inline schemas that differ, in envelopes.
  '/tasks': {
    get: {
      responses: json(object({ data: listOf(object({ gid: string, name: string })), next: object({ token: string }) })),
    },
    post: {
      ...sending(object({ data: object({ name: string, project: string }) })),
      responses: json(object({ data: object({ gid: string, name: string, project: object({ gid: string }) }) }), '201'),
    },
  },
  '/tasks/{task_gid}': {
    ...parameters('task_gid'),
    get: { responses: json(object({ data: object({ gid: string, name: string, notes: string }) })) },
    put: {
      ...sending(object({ data: object({ name: string }) })),
      responses: json(object({ data: object({ gid: string, name: string }) })),
    },
    delete: { responses: json(object({ data: object({}) })) },
  },
  // Forms, and paths that end in .json.
  '/accounts/{sid}/messages.json': {
    ...parameters('sid'),
    get: { responses: json(object({ messages: listOf(object({ sid: string, body: string })), page: integer })) },
    post: {
      ...sending(object({ body: string }, ['body']), 'application/x-www-form-urlencoded'),
      responses: json(object({ sid: { type: 'string', pattern: '^SM[0-9a-f]{32}$' }, body: string }), '201'),
    },
  },
  '/accounts/{sid}/messages/{message_sid}.json': {
    ...parameters('sid', 'message_sid'),
    get: { responses: json(object({ sid: string, body: string })) },
    post: {
      ...sending(object({ body: string }), 'application/x-www-form-urlencoded'),
      responses: json(object({ sid: string, body: string })),
    },
    delete: { responses: nothing },
  },
  // Made below another thing, with an address of its own; a 204 that declares content.
  '/users/{userId}/meetings': {
    ...parameters('userId'),
    get: { responses: json(object({ meetings: listOf(object({ id: integer, topic: string })) })) },
    post: {
      ...sending(object({ topic: string })),
      responses: { 200: { description: 'No.' }, ...json(object({ id: integer, topic: string }), '201') },
    },
  },
  '/meetings/{meetingId}': {
    ...parameters('meetingId'),
    get: { responses: json(object({ id: integer, topic: string })) },
    patch: { ...sending(object({ topic: string })), responses: json(object({}), '204') },
    delete: { responses: json(object({}), '204') },
  },
  // Nothing is said of the responses.
  '/boards': {
    get: { responses: { 200: { description: 'Success' } } },
    post: { ...sending(object({ name: string })), responses: { 200: { description: 'Success' } } },
  },
  '/boards/{id}': {
    ...parameters('id'),
    get: { responses: { 200: { description: 'Success' } } },
    put: { ...sending(object({ name: string })), responses: { 200: { description: 'Success' } } },
    delete: { responses: { 200: { description: 'Success' } } },
  },
  // The response to a creation is the id.
  '/apps': {
    get: { responses: json(listOf(object({ id: { type: 'string', format: 'uuid' }, name: string }))) },
    post: { ...sending(object({ name: string })), responses: json({ type: 'string', format: 'uuid' }, '201') },
  },
  '/apps/{appId}': {
    ...parameters('appId'),
    get: { responses: json(object({ id: { type: 'string', format: 'uuid' }, name: string })) },
    put: { ...sending(object({ name: string })), responses: json(string) },
    delete: { responses: json({ type: 'boolean' }) },
  },
  // A cursor that is required, also on the last page.
  '/notes': {
    get: {
      responses: json(
        object(
          { data: listOf(object({ id: string, text: string })), nextCursor: string, hasMore: { type: 'boolean' } },
          ['data', 'nextCursor', 'hasMore'],
        ),
      ),
      parameters: [{ name: 'cursor', in: 'query', schema: string }],
    },
    post: { ...sending(object({ text: string })), responses: json(object({ id: string, text: string }), '201') },
  },
  '/notes/{id}': {
    ...parameters('id'),
    get: { responses: json(object({ id: string, text: string })) },
    delete: { responses: nothing },
  },
  // Schemas without members, and an example.
  '/plans': {
    get: { responses: json(listOf({ type: 'object' }), '200', { example: [{ planId: 'p1', name: 'First' }] }) },
    post: {
      ...sending(object({ name: string })),
      responses: json({ type: 'object' }, '201', { example: { planId: 'p1', name: 'First' } }),
    },
  },
  '/plans/{planId}': {
    ...parameters('planId'),
    get: { responses: json({ type: 'object' }, '200', { example: { planId: 'p1', name: 'First' } }) },
    delete: { responses: nothing },
  },
  // What no story is told of.
  '/logs': {
    get: {
      responses: json(object({ data: listOf(object({ text: string })), nextCursor: string }, ['data', 'nextCursor'])),
      parameters: [{ name: 'cursor', in: 'query', schema: string }],
    },
  },
  '/reports/{id}/send': { ...parameters('id'), post: { responses: json(object({ ok: { type: 'boolean' } })) } },
  '/labels/{name}': {
    ...parameters('name'),
    get: { responses: nothing },
    put: { responses: nothing },
    delete: { responses: nothing },
  },
};

const document: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'Anything', version: '1' },
  servers: [{ url: 'https://anything.test' }],
  paths,
};

let open: (() => Emulator) | undefined;

beforeAll(async () => {
  const spec = { file: 'anything.json', text: JSON.stringify(document) };
  const { files, diagnostics } = await generate({
    spec,
    packageName: '@cases/anything',
    assets: readTool(),
    format: false,
  });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  rmSync(folder, { recursive: true, force: true });
  writeTexts(folder, Object.fromEntries(files.map(({ path, text }) => [path, text])));
  const mocks = await import(/* @vite-ignore */ join(folder, 'src/mocks/index.ts'));
  open = () => mocks.createEmulator({ checkResponses: true });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function start(): Emulator {
  if (open === undefined) throw new Error('the package was not generated');
  return open();
}

const collections = collectionsOf(document);

let madeUp = 0;

describe('any description', () => {
  test('has these collections', () => {
    expect(collections.map(({ path }) => path)).toEqual([
      '/tasks',
      '/accounts/{sid}/messages.json',
      '/users/{userId}/meetings',
      '/boards',
      '/apps',
      '/notes',
      '/plans',
    ]);
  });

  test.each(collections.map((one) => [one.path, one] as const))(
    'create, read, list, change, delete: %s',
    async (_path, one) => {
      const { baseUrl, fetch } = start();
      expect(await tellStory({ baseUrl, fetch }, document, one)).toEqual({
        path: one.path,
        state: 'right',
        reason: '',
      });
    },
  );

  test.each<[string, string, string, (request: Request) => Response | undefined]>([
    [
      'deletes nothing',
      'lost',
      '/notes',
      ({ method }) => (method === 'DELETE' ? new Response(null, { status: 204 }) : undefined),
    ],
    ['changes nothing', 'lost', '/tasks', ({ method }) => (method === 'PUT' ? Response.json({ data: {} }) : undefined)],
    [
      'stores nothing',
      'lost',
      '/notes',
      ({ method }) => (method === 'POST' ? Response.json({ id: `made-up-${(madeUp += 1)}`, text: 'x' }) : undefined),
    ],
    [
      'lists nothing',
      'lost',
      '/notes',
      ({ method, url }) => (method === 'GET' && url.endsWith('/notes') ? Response.json({ data: [] }) : undefined),
    ],
    [
      'has one id for all',
      'wrong',
      '/apps',
      ({ method }) => (method === 'POST' ? Response.json('6f1c1d0a-7a3e-4a55-8c1b-2d4f0a9b8c7d') : undefined),
    ],
    [
      'says that it stores nothing',
      'said',
      '/notes',
      ({ method }) =>
        method === 'POST'
          ? Response.json({ id: 'x' }, { headers: { 'x-mock-sample': 'nothing was stored' } })
          : undefined,
    ],
  ])('a service that %s does not pass: %s', async (_name, state, path, mutant) => {
    const { baseUrl, fetch } = start();
    const collection = collections.find((one) => one.path === path);
    if (collection === undefined) throw new Error(`there is no ${path}`);
    const service = { baseUrl, fetch: async (request: Request) => mutant(request) ?? fetch(request) };
    expect(await tellStory(service, document, collection)).toMatchObject({ state });
  });

  test('a list comes to its end where its cursor is required', async () => {
    const { baseUrl, fetch } = start();
    for (const path of ['/notes', '/logs']) {
      const first = await (await fetch(`${baseUrl}${path}`)).json();
      expect(first).toMatchObject({ nextCursor: '' });
      expect(first.hasMore ?? false).toBe(false);
      expect(await (await fetch(`${baseUrl}${path}`)).json()).toEqual(first);
    }
  });

  test('a write that nothing explains says that it stores nothing', async () => {
    const emulator = start();
    const response = await emulator.fetch(`${emulator.baseUrl}/reports/7/send`, { method: 'POST' });
    expect([response.status, response.headers.get('x-mock-sample')]).toEqual([200, 'nothing was stored']);
    expect(emulator.journal.at(-1)).toMatchObject({ sampled: true });
  });

  test('a membership is there once it is put, until it is deleted', async () => {
    const { baseUrl, fetch } = start();
    const statuses: number[] = [];
    for (const method of ['GET', 'PUT', 'GET', 'DELETE', 'GET'])
      statuses.push((await fetch(`${baseUrl}/labels/red`, { method })).status);
    expect(statuses).toEqual([404, 204, 204, 204, 404]);
  });

  test('ids follow from what the caller did, not from what others did', async () => {
    const made = async (emulator: Emulator): Promise<unknown> => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"text":"x"}' };
      return (await emulator.fetch(`${emulator.baseUrl}/notes`, init)).json();
    };
    expect(await made(start())).toEqual(await made(start()));
  });
});
