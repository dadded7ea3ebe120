import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, apiKey, createLibrary } from '@reminders/library';
import { createEmulator } from '@reminders/library/mocks';

test('renews a loan by two weeks, and rejects an end more than 60 days from now', async () => {
  const emulator = createEmulator({ now: () => Date.UTC(2030, 0, 1) });
  const library = createLibrary({ auth: apiKey('any'), baseUrl: emulator.baseUrl, fetch: emulator.fetch });
  const body = { bookId: 'b1', reader: 'ann@example.com', due: '2030-01-30' };
  const { id: loanId } = await library.loans.lendBook({ body });
  assert.equal((await library.loans.renew({ loanId })).due, '2030-02-13');
  assert.equal((await library.loans.renew({ loanId })).due, '2030-02-27');
  const isTooLate = (error: unknown): boolean => ApiError.is(error) && error.status === 409;
  await assert.rejects(library.loans.renew({ loanId }), isTooLate);
  await assert.rejects(library.loans.renew({ loanId: 'gone' }), { status: 404 });
});
