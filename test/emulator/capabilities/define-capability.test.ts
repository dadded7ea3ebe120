import {
  type Capability,
  type CapabilityCall,
  type CapabilityDefinition,
  defineCapability,
  invalidInput,
  missingInput,
  notFoundIn,
  notOwnerOf,
  stringAt,
  withValue,
} from '@speccast/emulator/capabilities';
import type { EmulatorOptions, EmulatorPlan } from '@speccast/emulator';
import { describe, expect, test } from 'vitest';
import { createFlat, toPng } from '../images/encode-images.js';
import { annexPlan } from '../shelf/open-annex.js';
import { openShelf } from '../shelf/open-shelf.js';

type Run = CapabilityDefinition<{ readonly color: string }>['run'];

const rating = invalidInput('stars', { reason: 'invalidStars', is: 'from 1 to 5', fix: 'Send 1 to 5 as stars.' });

/** Returns the plan of a service whose `POST /act` runs a function of a test. */
function createPlan(run: Run, errors?: Capability['errors']): EmulatorPlan {
  const act = defineCapability<{ readonly color: string }>({ ...(errors && { errors }), run });
  return { ...annexPlan, capabilities: { act } };
}

function open(run: Run, options: EmulatorOptions = {}): ReturnType<typeof openShelf> {
  return openShelf(options, createPlan(run));
}

const sent = { method: 'POST', token: 't1' };

/** Sends a request to a capability that calls `look`, and returns the result of `look`. */
async function runInside<T>(look: (call: CapabilityCall) => T, path = '/act', more: object = {}): Promise<T> {
  let result: { readonly value: T } | undefined;
  const { call } = open((one) => {
    result = { value: look(one) };
    return { kind: 'empty' };
  });
  const { status, reason } = await call(path, { ...sent, ...more });
  if (result === undefined) throw new Error(`${status} ${String(reason)}`);
  return result.value;
}

describe('a capability reads', () => {
  test('its options, parameters, body, caller and the time of the emulator', async () => {
    const { emulator, call } = open((one, { color }) => ({
      kind: 'json',
      body: { color, ...one.params, body: one.body ?? null, owner: one.requireCaller().ownId, now: one.now },
    }));
    emulator.clock.set(Date.UTC(2030, 0, 1));
    const { body } = await call('/act?title=Tides', { ...sent, body: { stars: 5 } });
    expect(body).toMatchObject({ color: 'red', title: 'Tides', body: { stars: 5 }, owner: emulator.as('t1').ownId });
    expect(body['now']).toBe(Date.UTC(2030, 0, 1) + 1000);
  });

  test('inputs from the query or the body', async () => {
    const look = (call: CapabilityCall): unknown => [call.requireInput('stars'), call.requireInputs('ids')];
    expect(await runInside(look, '/act?ids=a,b,a', { body: { stars: 5 } })).toEqual(['5', ['a', 'b']]);
  });

  test('the caller of this call and of the last call', async () => {
    const look = (call: CapabilityCall): unknown => [call.caller?.ownId, call.lastCallerId];
    const [own, last] = [...((await runInside(look, '/act')) as unknown[])];
    expect(own).toBe(last);
    expect(await runInside(look, '/act', { token: undefined })).toEqual([undefined, undefined]);
  });

  test('new ids and tags, which are the same in each run', async () => {
    const look = (call: CapabilityCall): unknown => [call.newId('X', 6), call.newId('X', 6), call.tag('a')];
    const [first, second, tag] = (await runInside(look)) as readonly string[];
    expect([first, second, tag]).toEqual(await runInside(look));
    expect(first).toMatch(/^X[\w-]{5}$/);
    expect(second).not.toBe(first);
    expect(tag).toHaveLength(27);
  });
});

describe('a capability responds with an error for', () => {
  test.each<[string, (call: CapabilityCall) => unknown, object]>([
    ['a missing input', (call) => call.requireInput('stars'), { status: 400, reason: 'missingRequiredParameter' }],
    ['missing inputs', (call) => call.requireInputs('ids'), { status: 400, reason: 'missingRequiredParameter' }],
    ['no image', (call) => call.requireImage(), { status: 400, reason: 'mediaBodyRequired' }],
    ['a row that is not there', (call) => call.table('books').require('b'), { status: 404, reason: 'bookNotFound' }],
    ['a hidden row', (call) => call.table('books').requireVisible('b', 'gone'), { status: 404, reason: 'gone' }],
    [
      'a row of somebody else',
      (call) => call.table('shelves').requireOwner(call.table('shelves').require('old')),
      { status: 403, reason: 'forbidden' },
    ],
    [
      'an error of its own',
      (call) => {
        throw call.error(409, 'tooLate', 'It is too late.');
      },
      { status: 409, reason: 'tooLate' },
    ],
  ])('%s', async (_, run, want) => {
    const { call } = open((one) => {
      run(one);
      return { kind: 'empty' };
    });
    expect(await call('/act', sent)).toMatchObject(want);
  });

  test('a missing token, if it requires the caller', async () => {
    const { call } = open((one) => ({ kind: 'json', body: one.requireCaller().ownId }));
    expect(await call('/act', { method: 'POST' })).toMatchObject({ status: 401 });
  });

  test('any error, and undoes its changes', async () => {
    const { emulator, call } = open((one) => {
      one.table('notes').put({ id: 'n1' });
      throw one.error(400, 'no', 'No.');
    });
    await call('/act', sent);
    expect(emulator.state['notes']?.get('n1')).toBeUndefined();
  });

  test.each([
    ['documented', 400],
    ['lenient', 200],
  ] as const)('lenient errors: in the profile %s the status is %i', async (profile, want) => {
    const run: Run = (one) => {
      one.throwUnlessLenient(one.error(400, 'odd', 'Odd.'));
      return { kind: 'json', body: {} };
    };
    expect((await open(run, { profile }).call('/act', sent)).status).toBe(want);
  });

  test('its declared errors, which coverage lists as rules of the operation', () => {
    const errors = [missingInput('id'), notFoundIn('books'), notOwnerOf('the book'), rating];
    const { emulator } = openShelf(
      {},
      createPlan(() => ({ kind: 'empty' }), errors),
    );
    const ids = emulator.coverage().rules.missing;
    expect(ids).toEqual(
      expect.arrayContaining(['act#input/id/required', 'act#target', 'act#owner', 'act#input/stars']),
    );
    const without = openShelf(
      {},
      createPlan(() => ({ kind: 'empty' })),
    ).emulator;
    expect(without.coverage().rules.missing).toContain('act#action/act');
  });
});

describe('the rows of a table', () => {
  test('can be inserted, found, counted, changed, sent and removed by the rules of the table', async () => {
    const found = await runInside((call) => {
      const [books, notes, shelves] = [call.table('books'), call.table('notes'), call.table('shelves')];
      const [shelf] = shelves.find('ownerId', call.requireCaller().ownId);
      const book = books.insert({ shelfId: stringAt(shelf, 'id') ?? '', title: 'Tides' });
      notes.insert({ bookId: books.keyOf(book) });
      books.put(withValue(book, 'title', 'High tides'));
      const sentBook = books.present(books.require(books.keyOf(book)));
      const seen = [books.count('title', 'High tides'), books.list().length, notes.list().length, books.kind];
      books.remove(book);
      return { sentBook, seen, left: [books.first(), notes.list().length] };
    });
    expect(found.sentBook).toMatchObject({ kind: 'shelf#book', title: 'High tides', status: 'public', noteCount: 1 });
    expect(found.seen).toEqual([1, 1, 1, 'shelf#book']);
    expect(found.left).toEqual([undefined, 0]);
  });

  test('are visible only to callers that the rules allow', async () => {
    const seen = await runInside((call) => {
      const books = call.table('books');
      books.put({ id: 'b1', status: 'hidden', ownerId: 'other' });
      return [books.get('b1') !== undefined, books.getVisible('b1') !== undefined];
    });
    expect(seen).toEqual([true, false]);
  });
});

describe('a capability sends', () => {
  test('a page of a list', async () => {
    const run: Run = (one) => one.page({ items: 'items', keys: ['a', 'b', 'c'], show: (key) => ({ id: key }) });
    const { call } = open(run);
    const { body } = await call('/act', sent);
    expect(body).toMatchObject({ items: [{ id: 'a' }, { id: 'b' }], nextPageToken: expect.any(String) });
    const next = await call(`/act?pageToken=${String(body['nextPageToken'])}`, sent);
    expect(next.body.items).toEqual([{ id: 'c' }]);
  });

  test('the parts that the request names', async () => {
    const run: Run = (one) => ({ kind: 'json', body: one.selectParts({ id: '1', title: 'a', more: 'b' }) });
    expect((await open(run).call('/act?part=title', sent)).body).toEqual({ id: '1', title: 'a' });
  });

  test('the results of a search', async () => {
    const run: Run = (one) =>
      one.search({
        tables: ['books'],
        matches: (row) => one.requireInputs('q').some((word) => String(row['title']).includes(word)),
        sorts: [{ valueOf: (row) => String(row['title']), descending: true }],
        atMost: 2,
        items: 'items',
        show: (row, table) => ({ table, title: one.table(table).complete(row)['title'] ?? null }),
      });
    const { emulator, call } = open(run);
    for (const title of ['Low tides', 'High tides', 'Chess'])
      emulator.state['books']?.insert({ id: title, title, status: 'public' });
    emulator.state['books']?.insert({ id: 'x', title: 'Secret tides', status: 'hidden' });
    expect((await call('/act?q=tides', sent)).body.items).toEqual([
      { table: 'books', title: 'Low tides' },
      { table: 'books', title: 'High tides' },
    ]);
    expect((await call('/act?q=Low,High,Chess', sent)).body.items).toEqual([
      { table: 'books', title: 'Low tides' },
      { table: 'books', title: 'High tides' },
    ]);
  });

  test('the URLs of files that it stored', async () => {
    const run: Run = (one) => {
      const { media, facts } = one.requireImage();
      const row = { id: 'b1', status: 'public' };
      const url = one.putMedia('scans/s1', media);
      const isThere = one.mediaAt('scans/s1') !== undefined;
      one.putMedia('scans/s2', media);
      one.deleteMedia('scans/s2');
      const covers = one.table('books').putThumbnails(row, media, [{ name: 'big', width: 6, height: 4 }]);
      return {
        kind: 'json',
        body: { url, isThere, gone: one.mediaAt('scans/s2') === undefined, width: facts.width, covers },
      };
    };
    const { emulator } = open(run);
    const body = new Uint8Array(toPng(createFlat(3, 3, [1, 2, 3])));
    const headers = { authorization: 'Bearer t1', 'content-type': 'image/png' };
    const response = await emulator.fetch(`${emulator.baseUrl}/act`, { method: 'POST', headers, body });
    const { url, isThere, gone, width, covers } = await response.json();
    expect({ isThere, gone, width }).toEqual({ isThere: true, gone: true, width: 3 });
    expect(new Uint8Array(await (await emulator.fetch(url)).arrayBuffer())).toEqual(body);
    expect(covers).toMatchObject({ big: { width: 6, height: 4 } });
    expect((await emulator.fetch(covers.big.url)).headers.get('content-type')).toBe('image/png');
    expect(emulator.state['books']?.get('b1')).toMatchObject({ covers });
  });
});
