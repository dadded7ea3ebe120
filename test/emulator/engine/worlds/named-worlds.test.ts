import { startEmulator } from '@speccast/emulator';
import { describe, expect, test } from 'vitest';
import { reelPlan } from '../uploads/reels.js';
import { openShelf, shelfPlan } from '../../shelf/open-shelf.js';
import { runRows } from '../../shelf/run-rows.js';

const ann = { token: 'ann' };
type Call = ReturnType<typeof openShelf>['call'];

/** Titles of the books of ann in a world. */
async function titles(call: Call, world: string | undefined): Promise<readonly unknown[] | string | undefined> {
  const headers = world === undefined ? {} : { 'x-mock-world': world };
  const { body, reason } = await call('/books?mine=true', { ...ann, headers });
  return reason ?? body.items?.map(({ title }) => title);
}

/** A service with a shelf that is everybody's, and a way to put a book there. */
function open(options: Parameters<typeof openShelf>[0] = {}) {
  const scenario = { callers: { ann: 'ann' }, tables: { shelves: [{ id: 'open', ownerId: '${ann}' }] } };
  const opened = openShelf({ ...options, scenario });
  const add = (title: string, sent: object = {}) =>
    opened.call('/books', { method: 'POST', body: { title, shelfId: 'open' }, ...ann, ...sent });
  return { ...opened, add };
}

runRows(new URL('named-worlds.yaml', import.meta.url), open);

describe('a request names its world', () => {
  test.each(['a b', '.', '..', 'ü', 'a'.repeat(65), '../../runtime/x', '<script>', ''])(
    'a name such as %j is none',
    async (name) => {
      const { emulator } = open();
      const inHeader = await emulator.fetch(`${emulator.baseUrl}/books?key=k`, {
        headers: { 'x-mock-world': encodeURIComponent(name) === name ? name : `${encodeURIComponent(name)}%` },
      });
      const inPath = await emulator.fetch(`https://shelf.test/w/${encodeURIComponent(name)}/v1/books?key=k`);
      expect([inHeader.status, [400, 404].includes(inPath.status)]).toEqual([400, true]);
      expect(emulator.worlds.names()).not.toContain(name);
      expect(() => emulator.world(name)).toThrow('The name of a world is made of 1 to 64 letters');
    },
  );

  test('and the paths of a service that begin alike are its own', async () => {
    const operations = shelfPlan.operations.map((one) => ({
      ...one,
      operation: { ...one.operation, path: '/w/{id}/books' },
    }));
    const { emulator } = openShelf({}, { ...shelfPlan, basePaths: [''], operations });
    expect((await emulator.fetch('https://shelf.test/w/w1/books?key=k')).status).not.toBe(404);
    expect(emulator.worlds.names()).toEqual([]);
  });
});

describe('a named world', () => {
  test('begins as the base is when the name is first used, and goes its own way', async () => {
    const { emulator, call, add: addBook } = open();
    await addBook('before');
    const world = emulator.world('w1');
    await addBook('after');
    world.clock.advance(1_000_000);
    world.seed({ books: [{ id: 'B1', title: 'seeded', ownerId: emulator.as('ann').ownId, shelfId: 'old' }] });
    expect([await titles(call, undefined), await titles(call, 'w1')]).toEqual([
      ['before', 'after'],
      ['before', 'seeded'],
    ]);
    expect(world.clock.now() - emulator.clock.now()).toBeGreaterThan(900_000);
    expect([emulator.journal.length, world.journal.length]).toEqual([3, 1]);
  });

  test('is the same, in process and out of it', async () => {
    const { emulator } = open();
    const { baseUrl, fetch } = emulator.world('w1');
    expect(baseUrl).toBe('https://shelf.test/w/w1/v1');
    await fetch(`${baseUrl}/books?key=k`);
    await emulator.fetch(`${baseUrl}/books?key=k`);
    await emulator.fetch(`${emulator.baseUrl}/books?key=k~w1`);
    expect([emulator.world('w1').journal.length, emulator.journal.length, emulator.worlds.names()]).toEqual([
      3,
      0,
      ['w1'],
    ]);
    const named = emulator.worldOf(new Request(`${emulator.baseUrl}/books?key=k~w1`));
    expect(named).toBe(emulator.world('w1'));
  });

  test('of a fork is not one of the emulator that was forked', async () => {
    const { emulator } = open();
    const fork = emulator.fork();
    fork.world('w1');
    expect([emulator.worlds.names(), fork.worlds.names()]).toEqual([[], ['w1']]);
  });

  test('goes back to the seed and the scenario, not to what the base was', async () => {
    const { emulator, call, add: addBook } = open();
    await addBook('before');
    const world = emulator.world('w1');
    const start = open().emulator.clock.now();
    world.reset();
    expect([await titles(call, 'w1'), world.state['shelves']?.get('open')?.['ownerId']]).toEqual([
      [],
      emulator.as('ann').ownId,
    ]);
    expect(world.clock.now()).toBe(start + 1000);
  });

  test('is forgotten when it is removed', async () => {
    const { emulator, call, add: addBook } = open();
    await addBook('Emma', { headers: { 'x-mock-world': 'w1' } });
    expect([emulator.worlds.remove('w1'), emulator.worlds.remove('w1')]).toEqual([true, false]);
    expect(await titles(call, 'w1')).toEqual([]);
  });

  test('is dropped when there are too many, and whoever asks for it is told so', async () => {
    const { emulator, call } = open({ worlds: 2 });
    emulator.world('w1');
    emulator.world('w2');
    expect(await titles(call, 'w1')).toEqual([]);
    emulator.world('w3');
    expect([emulator.worlds.names(), await titles(call, 'w2'), await titles(call, 'w1')]).toEqual([
      ['w1', 'w3'],
      'worldDropped',
      [],
    ]);
    expect(() => emulator.world('w2')).toThrow('The world w2 was dropped: no more than 2 are kept');
    emulator.worlds.remove('w2');
    expect(await titles(call, 'w2')).toEqual([]);
  });

  test.each([
    ['/v1/reels', { 'x-mock-world': 'w1' }, '/w/w1/v1/reels'],
    ['/w/w1/v1/reels', {}, '/w/w1/v1/reels'],
    ['/v1/reels', { authorization: 'Bearer ann~w1' }, '/w/w1/v1/reels'],
  ])('takes the bytes of an upload that %s with %j has begun', async (path, more, want) => {
    const emulator = startEmulator(reelPlan);
    const { origin } = new URL(emulator.baseUrl);
    const headers = { authorization: 'Bearer ann', 'content-type': 'application/json', ...more };
    const body = JSON.stringify({ title: 'Emma' });
    const start = await emulator.fetch(`${origin}${path}?uploadType=resumable`, { method: 'POST', headers, body });
    const location = start.headers.get('location') ?? '';
    expect(new URL(location).pathname).toBe(want);
    const sent = await emulator.fetch(location, { method: 'PUT', body: new Uint8Array(3) });
    expect([sent.status, emulator.world('w1').journal.length, emulator.journal.length]).toEqual([201, 2, 0]);
  });
});

describe('a scenario', () => {
  test('is there from the start, and again after a reset', async () => {
    const scenario = {
      time: '2030-01-02T03:04:05Z',
      callers: { ann: 'ann' },
      tables: { books: [{ id: 'B1', title: 'Emma', ownerId: '${ann}', shelfId: 'old' }] },
    };
    const { emulator, call } = openShelf({ scenario });
    expect([await titles(call, undefined), emulator.clock.now()]).toEqual([['Emma'], Date.UTC(2030, 0, 2, 3, 4, 6)]);
    emulator.state['books']?.remove('B1');
    emulator.reset();
    expect([await titles(call, undefined), emulator.clock.now()]).toEqual([['Emma'], Date.UTC(2030, 0, 2, 3, 4, 6)]);
  });

  test('with a time that is none is a mistake', () => {
    expect(() => openShelf({ scenario: { time: 'tomorrow' } })).toThrow(
      'The time of the scenario is not valid: "tomorrow".',
    );
  });
});
