import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Emulator } from '@speccast/emulator';
import { parse } from 'yaml';
import { findCollections } from '../corpus/stories/collections.js';
import type { JsonObject } from '../corpus/stories/document.js';
import { runStory } from '../corpus/stories/run-story.js';
import { importSpec, type ImportedCase } from './import-case.js';

const document: JsonObject = parse(readFileSync(new URL('any-description.yaml', import.meta.url), 'utf8'));
let one: ImportedCase<unknown> | undefined;

beforeAll(async () => {
  one = await importSpec('any-description', document);
});

afterAll(() => one?.remove());

function start(): Emulator {
  return one!.open().emulator;
}

const collections = findCollections(document);

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
      expect(await runStory({ baseUrl, fetch }, document, one)).toEqual({
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
      'sample',
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
    expect(await runStory(service, document, collection)).toMatchObject({ state });
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
