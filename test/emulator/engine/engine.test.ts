import { describe, expect, test } from 'vitest';
import { findShelf, openShelf } from '../shelf/open-shelf.js';
import { runRows } from '../shelf/run-rows.js';

runRows(new URL('engine.yaml', import.meta.url), openShelf);

/** Opens a shelf service, and inserts books with these titles on Ann's shelf. */
async function openShelfWithBooks(...titles: readonly string[]) {
  const opened = openShelf();
  const shelfId = findShelf(opened.emulator, 'ann');
  const add = (title: string) => opened.call('/books', { token: 'ann', method: 'POST', body: { shelfId, title } });
  const ids: string[] = [];
  for (const title of titles) ids.push(String((await add(title)).body['id']));
  const listTitles = async () =>
    (await opened.call(`/books?shelfId=${shelfId}`, { token: 'ann' })).body.items?.map(({ title }) => title);
  return { ...opened, shelfId, add, ids, listTitles };
}

test('a token always belongs to the same reader, and each token to another', () => {
  const { emulator } = openShelf();
  expect(emulator.as('ann')).toEqual(emulator.as('ann'));
  expect(emulator.as('ann').ownId).not.toBe(emulator.as('bob').ownId);
  expect(openShelf().emulator.as('ann')).toEqual(emulator.as('ann'));
  expect(openShelf({ seed: 2 }).emulator.as('ann')).not.toEqual(emulator.as('ann'));
});

test('removing a row removes the rows that belong to it', async () => {
  const { emulator, shelfId, ids } = await openShelfWithBooks('Emma');
  emulator.state['notes']?.insert({ bookId: ids[0] });
  expect(emulator.state['shelves']?.remove(shelfId)).toBe(true);
  expect([emulator.state['books']?.list(), emulator.state['notes']?.list()]).toEqual([[], []]);
});

test('concurrent calls cannot exceed a limit', async () => {
  const { add } = await openShelfWithBooks();
  const responses = await Promise.all(Array.from({ length: 8 }, (_one, index) => add(`book ${index}`)));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(3);
});

describe('worlds', () => {
  test('reset restores the initial state', async () => {
    const { emulator, ids, call } = await openShelfWithBooks('a');
    emulator.reset();
    expect([emulator.state['books']?.get(String(ids[0])), emulator.journal]).toEqual([undefined, []]);
    expect((await call('/books?mine=true', { token: 'ann' })).body.items).toEqual([]);
  });

  test('a snapshot is not changed by later calls', async () => {
    const { emulator, add, listTitles } = await openShelfWithBooks('a');
    const before = emulator.snapshot();
    await add('b');
    expect(await listTitles()).toEqual(['a', 'b']);
    emulator.restore(before);
    expect([await listTitles(), emulator.clock.now()]).toEqual([['a'], before.time + 1000]);
  });

  test('a fork starts with the same rows, and does not change the original', async () => {
    const { emulator, ids } = await openShelfWithBooks('a');
    const fork = emulator.fork();
    fork.state['books']?.remove(String(ids[0]));
    expect([emulator.state['books']?.list().length, fork.state['books']?.list().length]).toEqual([1, 0]);
  });

  test('the same calls have the same responses', async () => {
    const texts = await Promise.all(
      [await openShelfWithBooks('a', 'b'), await openShelfWithBooks('a', 'b')].map(async ({ emulator, shelfId }) =>
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

  test('an aborted request has no response', async () => {
    const { emulator } = openShelf();
    const signal = AbortSignal.abort(new Error('no more'));
    await expect(emulator.fetch(`${emulator.baseUrl}/books?id=a&key=k`, { signal })).rejects.toThrow('no more');
    expect(emulator.journal).toEqual([]);
  });
});
