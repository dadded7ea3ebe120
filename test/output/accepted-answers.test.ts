import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { callEach, type Answers } from '../corpus/answers.js';

/*
 * Whatever a document declares, its emulator responds with what the validators accept: each of these is a description as some
 * service publishes it, with something that a response can easily miss.
 */

interface Schema {
  readonly [keyword: string]: unknown;
}

const string: Schema = { type: 'string' };
const integer: Schema = { type: 'integer' };

function object(properties: Readonly<Record<string, Schema>>, required = Object.keys(properties)): Schema {
  return { type: 'object', required, properties };
}

function listOf(items: Schema, more: Schema = {}): Schema {
  return { type: 'array', items, ...more };
}

interface Content {
  readonly [member: string]: unknown;
}

function responds(schema: Schema, more: Content = {}, status = '200'): Content {
  return { responses: { [status]: { description: 'Done.', content: { 'application/json': { schema, ...more } } } } };
}

function takes(schema: Schema): Content {
  return { requestBody: { required: true, content: { 'application/json': { schema } } } };
}

function withPath(...names: readonly string[]): Content {
  return { parameters: names.map((name) => ({ name, in: 'path', required: true, schema: string })) };
}

async function answersOf(paths: Content): Promise<Answers> {
  // Inside the repository, so that imports are found.
  const cache = fileURLToPath(new URL('../../.cache/', import.meta.url));
  const folder = mkdtempSync(join(cache, 'answers-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'spec.json');
  const servers = [{ url: 'https://accepted.test' }];
  writeFileSync(file, JSON.stringify({ openapi: '3.1.0', info: { title: 'Accepted', version: '1' }, servers, paths }));
  return callEach(file, join(folder, 'emulator'));
}

const guid = '[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}';

test.each<[string, number, Content]>([
  [
    'an id with a pattern that another schema of it lacks',
    2,
    {
      '/stores': {
        get: responds(object({ stores: listOf(object({ id: { type: 'string', maxLength: 36, minLength: 10 } })) })),
        post: {
          ...takes(object({ name: string })),
          ...responds(object({ id: { type: 'string', pattern: guid }, name: string })),
        },
      },
    },
  ],
  [
    'an id that only the list restricts',
    2,
    {
      '/pipelines': {
        get: responds(object({ items: listOf(object({ pipelineId: { type: 'string', pattern: `^${guid}$` } })) })),
        post: { ...takes(object({ name: string })), ...responds(object({ pipelineId: string, name: string })) },
      },
    },
  ],
  [
    'an id that is an integer of 64 bits in a string',
    2,
    {
      '/jobs': {
        get: responds(object({ jobs: listOf(object({ id: { type: 'string', format: 'uint64' }, name: string })) })),
        post: {
          ...takes(object({ name: string })),
          ...responds(object({ id: { type: 'string', format: 'uint64' }, name: string })),
        },
      },
    },
  ],
  [
    'a key that is a date',
    1,
    {
      '/days': { get: responds(listOf(object({ date: { type: 'string', format: 'date' }, ppm: integer }))) },
      '/days/{date}': {
        ...withPath('date'),
        get: responds(object({ date: { type: 'string', format: 'date' }, ppm: integer })),
      },
    },
  ],
  [
    'a required member beside a list that stands deeper',
    2,
    {
      '/accounts': {
        get: responds(
          object({ data: object({ accounts: listOf(object({ id: string })), server_knowledge: integer }) }),
        ),
        post: {
          ...takes(object({ name: string })),
          ...responds(object({ data: object({ account: object({ id: string, name: string }), knowledge: integer }) })),
        },
      },
    },
  ],
  [
    'an enum that the list narrows',
    1,
    {
      '/pipes': {
        get: responds(
          object({ pipes: listOf(object({ name: string, state: { type: 'string', enum: ['RUNNING', 'STOPPED'] } })) }),
        ),
      },
      '/pipes/{name}': {
        ...withPath('name'),
        get: responds(
          object({ name: string, state: { type: 'string', enum: ['DELETED', 'CREATING', 'RUNNING', 'STOPPED'] } }),
        ),
      },
    },
  ],
  [
    'numbers that are integers by their format',
    1,
    { '/whoami': { get: responds(object({ id: { type: 'number', format: 'int64' }, size: { type: 'number' } })) } },
  ],
  [
    'a creation that responds with the job that does it',
    3,
    {
      '/addresses': {
        get: responds(object({ items: listOf(object({ id: string, status: { type: 'string', enum: ['IN_USE'] } })) })),
        post: {
          ...takes(object({ name: string })),
          ...responds(object({ id: string, name: string, status: { type: 'string', enum: ['DONE', 'RUNNING'] } })),
        },
      },
      '/addresses/{id}': {
        ...withPath('id'),
        get: responds(object({ id: string, name: string, status: { type: 'string', enum: ['IN_USE', 'RESERVED'] } })),
      },
    },
  ],
  [
    'an id that paths take as a number and responses tell as a string',
    3,
    {
      '/issues': {
        get: responds(listOf(object({ id: string, title: string }))),
        post: { ...takes(object({ title: string })), ...responds(object({ id: string, title: string })) },
      },
      '/issues/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
        get: responds(object({ id: string, title: string })),
      },
    },
  ],
  [
    'a list of at least ten items',
    2,
    {
      '/searches': {
        get: responds(object({ searches: listOf(object({ id: string, term: string }), { minItems: 10 }) })),
        post: { ...takes(object({ term: string })), ...responds(object({ id: string, term: string })) },
      },
    },
  ],
  [
    'a removal that responds with another kind of object',
    3,
    {
      '/datasets': { get: responds(object({ data: listOf(object({ id: integer, type: string })) })) },
      '/datasets/{id}': {
        ...withPath('id'),
        get: responds(object({ id: integer, type: string })),
        delete: responds(object({ id: string, type: { type: 'string', enum: ['DATASET', 'MODEL'] } }, [])),
      },
    },
  ],
  [
    'the removal of a thing that there is once, which responds with a string',
    3,
    {
      '/theme': {
        get: responds(object({ colour: string })),
        put: { ...takes(object({ colour: string })), ...responds(string) },
        delete: responds(string),
      },
    },
  ],
  [
    'many that are made at once, and are told by their ids',
    2,
    {
      '/reviews': {
        get: responds(listOf(object({ id: string, text: string }))),
        post: { ...takes(listOf(object({ text: string }))), ...responds(listOf(string)) },
      },
      '/reviews/{id}': { ...withPath('id'), get: responds(object({ id: string, text: string })) },
    },
  ],
  [
    'a length that the list narrows',
    1,
    {
      '/lenses': {
        get: responds(
          object({ lenses: listOf(object({ id: string, owner: { type: 'string', pattern: '^[0-9]{12}$' } })) }),
        ),
      },
      '/lenses/{id}': { ...withPath('id'), get: responds(object({ id: string, owner: string })) },
    },
  ],
  [
    'a member that says which operation it was',
    2,
    {
      '/settings/{settingId}': {
        ...withPath('settingId'),
        get: responds(object({ action: { type: 'string', enum: ['readSetting'] }, value: string })),
        post: {
          ...takes(object({ value: string })),
          ...responds(object({ action: { type: 'string', enum: ['modifySetting'] }, value: string })),
        },
      },
    },
  ],
  [
    'a response that is an id of another kind',
    2,
    {
      '/domains': {
        get: responds(listOf(object({ id: integer, name: string }))),
        post: { ...takes(object({ name: string })), ...responds({ type: 'string', format: 'uuid' }, {}, '201') },
      },
    },
  ],
  [
    'a response with the list of what was made',
    2,
    {
      '/messages': {
        get: responds(listOf(object({ id: string, to: string, class: integer }))),
        post: {
          ...takes(object({ to: listOf(string), body: string })),
          ...responds(listOf(object({ id: string, to: string, class: integer })), {}, '201'),
        },
      },
    },
  ],
  [
    'a list of names of things whose keys are numbers',
    2,
    {
      '/songs': { get: responds(listOf(object({ id: integer, name: string }))) },
      '/songs/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
        get: responds(object({ id: integer, name: string })),
      },
      '/songs/names': { get: responds(listOf(string)) },
    },
  ],
  [
    'a response that is a word about what was done',
    2,
    {
      '/endpoint': {
        get: responds(object({ active: { type: 'boolean' } })),
        patch: { ...takes(object({ active: { type: 'boolean' } })), ...responds(string) },
      },
    },
  ],
  [
    'a response that is declared for any status',
    2,
    {
      '/products': { get: responds(listOf(string), {}, 'default') },
      '/series': {
        get: {
          responses: {
            default: { description: 'Done.', content: { '*/*': { schema: listOf(listOf({ type: 'object' })) } } },
          },
        },
      },
    },
  ],
  [
    'examples of members that are not valid, beside others that nobody can guess',
    1,
    {
      '/bookings': {
        get: responds(
          object({
            data: listOf(
              object({
                end: { type: 'string', format: 'date', examples: ['2025-10-15T13:51:55.177Z'] },
                state: { type: 'string', pattern: '^(?=.*A)(?=.*B)[AB0-9]{6}$', examples: ['A1B2C3'] },
              }),
            ),
            pagination: object({ total: integer }),
          }),
        ),
      },
    },
  ],
  [
    'a list that is never empty, below something that nobody knows',
    1,
    {
      '/articles/{articleId}/units': {
        ...withPath('articleId'),
        get: responds(listOf(object({ id: string }), { minItems: 1 })),
      },
      '/articles/{articleId}/units/{unitId}': {
        ...withPath('articleId', 'unitId'),
        get: responds(object({ id: string })),
      },
    },
  ],
  [
    'a list in an object that is never empty',
    1,
    {
      '/lists/{listId}/tweets': {
        ...withPath('listId'),
        get: responds(object({ data: listOf(object({ id: string }), { minItems: 1 }) }, [])),
      },
      '/lists/{listId}/tweets/{tweetId}': { ...withPath('listId', 'tweetId'), get: responds(object({ id: string })) },
    },
  ],
  [
    'names by a pattern that not all samples match',
    2,
    {
      '/channels': {
        get: responds(
          object({
            list: listOf(object({ channelName: { type: 'string', pattern: '(^(?!_{2}))(^[a-zA-Z0-9_]+$)' } })),
          }),
        ),
      },
      '/channels/{channelName}': { ...withPath('channelName'), get: responds(object({ channelName: string })) },
    },
  ],
  [
    'an example that is not valid',
    1,
    {
      '/posts': {
        get: responds(
          object({
            posts: listOf(object({ id: string, at: { type: 'string', format: 'date-time' } })),
          }),
          { example: { posts: [{ id: 'p1', at: '2015-01-01 10:00' }] } },
        ),
      },
      '/posts/{id}': {
        ...withPath('id'),
        get: responds(object({ id: string, at: { type: 'string', format: 'date-time' } })),
      },
    },
  ],
  [
    'an example whose items miss something',
    1,
    {
      '/indexes': {
        get: responds(
          object({ value: listOf(object({ name: string, fields: listOf(object({ name: string, type: string })) })) }),
          {
            example: { value: [{ name: 'hotels', fields: [{ name: 'a', type: 'b' }, { name: 'c' }] }] },
          },
        ),
      },
      '/indexes/{name}': {
        ...withPath('name'),
        get: responds(object({ name: string, fields: listOf(object({ name: string, type: string })) }, ['name'])),
      },
    },
  ],
])('%s', async (_title, succeeded, paths) => {
  const answers = await answersOf(paths);
  expect(answers.wrong).toEqual([]);
  expect(answers.succeeded).toBeGreaterThanOrEqual(succeeded);
});

test('what a caller makes under a name of its own has a name that its responses allow', async () => {
  const settings = object({ accountId: { type: 'string', format: 'uint64' }, name: string });
  const { wrong, rejected } = await answersOf({
    '/settings/{accountId}': {
      ...withPath('accountId'),
      get: responds(settings),
      put: { ...takes(object({ name: string })), ...responds(settings) },
    },
  });
  expect([wrong, rejected]).toEqual([[], 2]);
});

test('a thing that is there under any name has a name that its responses allow', async () => {
  const user = object({ sid: { type: 'string', pattern: '^US[0-9a-f]{32}$' }, name: string });
  const { wrong, rejected } = await answersOf({
    '/users/{sid}': {
      ...withPath('sid'),
      get: responds(user),
      post: { ...takes(object({ name: string })), ...responds(user) },
    },
  });
  expect([wrong, rejected]).toEqual([[], 2]);
});
