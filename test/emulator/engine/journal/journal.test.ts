import { expect, test } from 'vitest';
import { openShelf } from '../../shelf/open-shelf.js';

const add = { token: 'ann', method: 'POST', body: { title: 'Tides' } };

test('an entry tells what was asked and answered, without credentials', async () => {
  const { emulator, call } = openShelf();
  const cookie = 'session=secret';
  await call('/books?access_token=secret', { ...add, headers: { cookie, 'x-api-key': 'secret', 'x-note': 'seen' } });
  const [entry] = emulator.journal;
  expect(entry).toMatchObject({
    number: 1,
    time: Date.UTC(2026, 0, 1) + 1000,
    method: 'POST',
    url: 'https://shelf.test/v1/books?access_token=redacted',
    operation: 'books.insert',
    body: { title: 'Tides' },
    status: 400,
    reason: 'shelfIdRequired',
    requestHeaders: { authorization: 'redacted', cookie: 'redacted', 'x-api-key': 'redacted', 'x-note': 'seen' },
    responseHeaders: { 'content-type': 'application/json; charset=UTF-8' },
    responseBody: { error: { code: 400 } },
  });
  expect(JSON.stringify(entry)).not.toContain('secret');
});

test('answers are noted as they were sent: not where they have no body', async () => {
  const { emulator, call } = openShelf();
  const { headers, body } = await call('/books?id=a&key=k');
  await call('/books?id=a&key=k', { headers: { 'if-none-match': headers.get('etag') ?? '' } });
  await call('/books?id=a&key=k', { method: 'HEAD' });
  expect(emulator.journal.map(({ status, responseBody }) => [status, responseBody])).toEqual([
    [200, body],
    [304, undefined],
    [200, undefined],
  ]);
});

test('parameters that the operation does not document are named', async () => {
  const { emulator, call } = openShelf();
  await call('/books/a?colour=red&key=k');
  expect(emulator.journal[0]).toMatchObject({ params: { id: 'a', colour: 'red' }, undocumented: ['colour'] });
});

test('it holds the newest entries, whenever it is read', async () => {
  const { emulator, call } = openShelf({ journal: { limit: 3 } });
  const { journal } = emulator;
  for (let index = 0; index < 10; index += 1) await call('/nothing');
  expect(journal.map(({ number }) => number)).toEqual([8, 9, 10]);
  await call('/nothing');
  expect(journal.map(({ number }) => number)).toEqual([9, 10, 11]);
});

test('it says how many entries it dropped, from the start or the last reset', async () => {
  const { emulator, call } = openShelf({ journal: { limit: 2 } });
  const { journal } = emulator;
  const counts: number[] = [];
  for (let index = 0; index < 6; index += 1) {
    await call('/nothing');
    counts.push(journal.dropped);
  }
  expect(counts).toEqual([0, 0, 1, 2, 3, 4]);
  expect([journal.length, journal.limit, emulator.fork().journal.dropped]).toEqual([2, 2, 0]);
  emulator.reset();
  expect([journal.dropped, openShelf({ journal: false }).emulator.journal.limit]).toEqual([0, 0]);
});

test('it cannot be written to, is emptied by a reset, and may be left out', async () => {
  const { emulator, call } = openShelf();
  await call('/nothing');
  expect(() => Object.assign(emulator.journal, { 0: undefined })).toThrow(TypeError);
  expect(emulator.journal).toHaveLength(1);
  emulator.reset();
  await call('/nothing');
  expect(emulator.journal.map(({ number }) => number)).toEqual([1]);
  const without = openShelf({ journal: false });
  await without.call('/nothing');
  expect(without.emulator.journal).toEqual([]);
});

test('forks have their own', async () => {
  const { emulator, call } = openShelf();
  await call('/nothing');
  const fork = emulator.fork();
  await fork.fetch(`${fork.baseUrl}/books?id=a&key=k`);
  expect([emulator.journal, fork.journal].map((one) => one.map(({ status }) => status))).toEqual([[404], [200]]);
});

test('calls are found by operation', async () => {
  const { emulator, call } = openShelf();
  await call('/books?id=a&key=k');
  await call('/nothing');
  expect(emulator.calls('books.list').map(({ number }) => number)).toEqual([1]);
});
