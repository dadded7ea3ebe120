import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiKey, createLibrary } from '@reminders/library';
import { createEmulator } from '@reminders/library/mocks';
import { findOverdue } from './find-overdue.js';

/** Creates a client of a new emulator, which starts with some books and loans. */
function openLibrary() {
  const emulator = createEmulator();
  return createLibrary({ auth: apiKey('any'), baseUrl: emulator.baseUrl, fetch: emulator.fetch });
}

test('finds overdue loans only', async () => {
  const library = openLibrary();
  const { id: bookId } = await library.books.add({ body: { title: 'Tides' } });
  await library.loans.lendBook({ body: { bookId, reader: 'ann@example.com', due: '2030-01-30' } });
  await library.loans.lendBook({ body: { bookId, reader: 'bob@example.com', due: '2030-02-01' } });
  const reminders = await findOverdue(library, '2030-01-31');
  assert.deepEqual(
    reminders.filter(({ reader }) => ['ann@example.com', 'bob@example.com'].includes(reader)),
    [{ reader: 'ann@example.com', title: 'Tides' }],
  );
});

test('reads all pages of the loans', async () => {
  const library = openLibrary();
  const body = { bookId: 'gone', reader: 'ann@example.com', due: '2030-01-30' };
  for (let count = 0; count < 101; count += 1) await library.loans.lendBook({ body });
  const reminders = await findOverdue(library, '2030-01-31');
  assert.equal(reminders.filter(({ reader }) => reader === body.reader).length, 101);
});
