import { describe, expect, test } from 'vitest';
import { findShelf, openShelf } from '../shelf/open-shelf.js';
import { runRows } from '../shelf/run-rows.js';

runRows(new URL('engine.yaml', import.meta.url), openShelf);

/** Ann's own shelf with books on it. */
async function openFilled(...titles: readonly string[]) {
  const opened = openShelf();
  const shelfId = findShelf(opened.emulator, 'ann');
  const add = (title: string) => opened.call('/books', { token: 'ann', method: 'POST', body: { shelfId, title } });
  const ids: string[] = [];
  for (const title of titles) ids.push(String((await add(title)).body['id']));
  const titlesNow = async () =>
    (await opened.call(`/books?shelfId=${shelfId}`, { token: 'ann' })).body.items?.map(({ title }) => title);
  return { ...opened, shelfId, add, ids, titlesNow };
}

test('a token means the same reader every time, and another for another', () => {
  const { emulator } = openShelf();
  expect(emulator.as('ann')).toEqual(emulator.as('ann'));
  expect(emulator.as('ann').ownId).not.toBe(emulator.as('bob').ownId);
  expect(openShelf().emulator.as('ann')).toEqual(emulator.as('ann'));
  expect(openShelf({ seed: 2 }).emulator.as('ann')).not.toEqual(emulator.as('ann'));
});

test('what hangs on a row goes with it', async () => {
  const { emulator, shelfId, ids } = await openFilled('Emma');
  emulator.state['notes']?.insert({ bookId: ids[0] });
  expect(emulator.state['shelves']?.remove(shelfId)).toBe(true);
  expect([emulator.state['books']?.list(), emulator.state['notes']?.list()]).toEqual([[], []]);
});

test('calls at the same time do not pass the limit together', async () => {
  const { add } = await openFilled();
  const answers = await Promise.all(Array.from({ length: 8 }, (_one, index) => add(`book ${index}`)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
});

describe('worlds', () => {
  test('reset goes back to the start', async () => {
    const { emulator, ids, call } = await openFilled('a');
    emulator.reset();
    expect([emulator.state['books']?.get(String(ids[0])), emulator.journal]).toEqual([undefined, []]);
    expect((await call('/books?mine=true', { token: 'ann' })).body.items).toEqual([]);
  });

  test('a snapshot keeps what was, and is not changed by what comes', async () => {
    const { emulator, add, titlesNow } = await openFilled('a');
    const before = emulator.snapshot();
    await add('b');
    expect(await titlesNow()).toEqual(['a', 'b']);
    emulator.restore(before);
    expect([await titlesNow(), emulator.clock.now()]).toEqual([['a'], before.time + 1000]);
  });

  test('a fork starts with the same rows and goes its own way', async () => {
    const { emulator, ids } = await openFilled('a');
    const fork = emulator.fork();
    fork.state['books']?.remove(String(ids[0]));
    expect([emulator.state['books']?.list().length, fork.state['books']?.list().length]).toEqual([1, 0]);
  });

  test('the same calls give the same bytes', async () => {
    const texts = await Promise.all(
      [await openFilled('a', 'b'), await openFilled('a', 'b')].map(async ({ emulator, shelfId }) =>
        (await emulator.fetch(`${emulator.baseUrl}/books?shelfId=${shelfId}&key=k`)).text(),
      ),
    );
    expect(texts[0]).toBe(texts[1]);
  });

  test('rows can be stored and read without credentials', () => {
    const { emulator } = openShelf();
    const row = emulator.state['books']?.insert({ title: 'Emma', shelfId: 'old' });
    expect(emulator.state['books']?.get(String(row?.['id']))).toEqual({
      kind: 'shelf#book',
      title: 'Emma',
      shelfId: 'old',
      id: row?.['id'],
      position: 0,
      status: 'public',
      added: '2026-01-01T00:00:00.000Z',
      changed: '2026-01-01T00:00:00.000Z',
    });
    expect(emulator.state['books']?.remove('none')).toBe(false);
  });

  test('an aborted request is not answered', async () => {
    const { emulator } = openShelf();
    const signal = AbortSignal.abort(new Error('no more'));
    await expect(emulator.fetch(`${emulator.baseUrl}/books?id=a&key=k`, { signal })).rejects.toThrow('no more');
    expect(emulator.journal).toEqual([]);
  });
});
