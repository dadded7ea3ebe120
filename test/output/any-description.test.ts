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

function openEmulator(): Emulator {
  return one!.open().emulator;
}

const collections = findCollections(document);

let count = 0;

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
      const { baseUrl, fetch } = openEmulator();
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
      ({ method }) => (method === 'POST' ? Response.json({ id: `made-up-${(count += 1)}`, text: 'x' }) : undefined),
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
      'states that it stores nothing',
      'sample',
      '/notes',
      ({ method }) =>
        method === 'POST'
          ? Response.json({ id: 'x' }, { headers: { 'x-mock-sample': 'nothing was stored' } })
          : undefined,
    ],
  ])('a service that %s does not pass: %s', async (_name, state, path, mutant) => {
    const { baseUrl, fetch } = openEmulator();
    const collection = collections.find((one) => one.path === path);
    if (collection === undefined) throw new Error(`there is no ${path}`);
    const service = { baseUrl, fetch: async (request: Request) => mutant(request) ?? fetch(request) };
    expect(await runStory(service, document, collection)).toMatchObject({ state });
  });

  test('a list ends, also if its cursor is a required property', async () => {
    const { baseUrl, fetch } = openEmulator();
    for (const path of ['/notes', '/logs']) {
      const first = await (await fetch(`${baseUrl}${path}`)).json();
      expect(first).toMatchObject({ nextCursor: '' });
      expect(first.hasMore ?? false).toBe(false);
      expect(await (await fetch(`${baseUrl}${path}`)).json()).toEqual(first);
    }
  });

  test('a write without a known behaviour states that nothing was stored', async () => {
    const emulator = openEmulator();
    const response = await emulator.fetch(`${emulator.baseUrl}/reports/7/send`, { method: 'POST' });
    expect([response.status, response.headers.get('x-mock-sample')]).toEqual([200, 'nothing was stored']);
    expect(emulator.journal.at(-1)).toMatchObject({ sampled: true });
  });

  test('a membership exists from its PUT to its DELETE', async () => {
    const { baseUrl, fetch } = openEmulator();
    const statuses: number[] = [];
    for (const method of ['GET', 'PUT', 'GET', 'DELETE', 'GET'])
      statuses.push((await fetch(`${baseUrl}/labels/red`, { method })).status);
    expect(statuses).toEqual([404, 204, 204, 204, 404]);
  });

  test('ids depend only on the calls to the same emulator', async () => {
    const createNote = async (emulator: Emulator): Promise<unknown> => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"text":"x"}' };
      return (await emulator.fetch(`${emulator.baseUrl}/notes`, init)).json();
    };
    expect(await createNote(openEmulator())).toEqual(await createNote(openEmulator()));
  });
});
