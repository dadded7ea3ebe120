import { expect, test } from 'vitest';
import { openShelf } from '../../shelf/open-shelf.js';
import { runRows } from '../../shelf/run-rows.js';

runRows(new URL('journal.yaml', import.meta.url), openShelf);

test('the journal is a read-only list of the current entries', async () => {
  const { emulator, call } = openShelf({ journal: { limit: 2 } });
  const { journal } = emulator;
  for (let index = 0; index < 3; index += 1) await call('/nothing');
  expect(() => Object.assign(journal, { 0: undefined })).toThrow(TypeError);
  expect([journal.map(({ number }) => number), journal.length, journal.limit, journal.dropped]).toEqual([
    [2, 3],
    2,
    2,
    1,
  ]);
  expect(openShelf({ journal: false }).emulator.journal.limit).toBe(0);
});

test('the journal has the bodies of responses, if they have one', async () => {
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

test('calls can be listed by operation', async () => {
  const { emulator, call } = openShelf();
  await call('/books?id=a&key=k');
  await call('/nothing');
  expect(emulator.calls('books.list').map(({ number }) => number)).toEqual([1]);
});
