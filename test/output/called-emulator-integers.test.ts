import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assert, asyncProperty, bigInt, dictionary, string } from 'fast-check';
import type { SavedState } from '@speccast/emulator';
import { importCase, type CalledCase, type ImportedCase } from './import-case.js';

interface Call extends PromiseLike<Readonly<Record<string, unknown>>>, AsyncIterable<unknown> {}

interface Client {
  readonly loans: Readonly<Record<'list' | 'insert' | 'get', (params: object) => Call>>;
}

let one: ImportedCase<Client> | undefined;

beforeAll(async () => {
  one = await importCase<Client>('positive-all-options');
});

afterAll(() => one?.remove());

const most = 2n ** 63n - 1n;
const given = {
  dueAt: new Date('2026-03-01T10:00:00Z'),
  loanState: 'on_loan',
  feeCents: 9007199254740993n,
  feesByDay: { mon: -9007199254740993n, tue: most, wed: 3n },
};

/** Opens a client and its emulator, which has one more loan, with an id that a double cannot hold. */
function openWithLoan(): CalledCase<Client> {
  const opened = one!.open({ retry: false });
  // The type `Json` has no bigint.
  const row: Record<string, unknown> = { loan_id: most, due_at: '2026-03-01T10:00:00Z', loan_state: 'on_loan' };
  opened.emulator.state['loans']!.insert({ ...row, fee_cents: 9007199254740995n });
  return opened;
}

describe('integers that a double cannot hold', () => {
  test('are in responses of an emulator as they were sent', async () => {
    const { client } = openWithLoan();
    const { loanId, ...loan } = await client.loans.insert({ body: given });
    expect(loan).toEqual(given);
    expect(await client.loans.get({ loanId })).toEqual({ ...given, loanId });
    const { loanItems } = await client.loans.list({ dueBefore: new Date(given.dueAt.getTime() + 1) });
    expect(loanItems).toContainEqual({ ...given, loanId });
  });

  test('are keys of rows, distinct from their neighbours', async () => {
    const { client, emulator } = openWithLoan();
    expect(await client.loans.get({ loanId: most })).toMatchObject({ loanId: most, feeCents: 9007199254740995n });
    await expect(client.loans.get({ loanId: most - 1n })).rejects.toMatchObject({ status: 404 });
    expect(emulator.journal.at(-1)?.params).toEqual({ loan_id: most - 1n });
  });

  test('are the same in a fork, and in a state that was saved as JSON', async () => {
    const { client, emulator } = openWithLoan();
    const { loanId } = await client.loans.insert({ body: given });
    // as: JSON.parse returns a copy of the saved state.
    const saved = JSON.parse(JSON.stringify(emulator.save())) as SavedState;
    const rows = emulator.state['loans']!.list();
    expect(rows).toContainEqual(expect.objectContaining({ fee_cents: 9007199254740993n }));
    expect(emulator.fork().state['loans']!.list()).toEqual(rows);
    emulator.reset();
    expect(emulator.state['loans']!.list()).not.toEqual(rows);
    emulator.load(saved);
    expect(emulator.state['loans']!.list()).toEqual(rows);
    expect(await client.loans.get({ loanId })).toEqual({ ...given, loanId });
  });

  test('as a string, or with a fraction, are rejected', async () => {
    const { emulator } = openWithLoan();
    const post = async (fee: string): Promise<number> => {
      const body = `{"due_at":"2026-03-01T10:00:00Z","loan_state":"on_loan","fee_cents":${fee}}`;
      const headers = { 'content-type': 'application/json' };
      return (await emulator.fetch(new Request(`${emulator.baseUrl}/loans`, { method: 'POST', headers, body }))).status;
    };
    expect(await Promise.all(['9007199254740993', '"9007199254740993"', '1.5'].map(post))).toEqual([201, 400, 400]);
  });

  test('of any size are kept', async () => {
    const { client } = openWithLoan();
    const integer = bigInt({ min: -most, max: most });
    await assert(
      asyncProperty(integer, dictionary(string(), integer), async (feeCents, feesByDay) => {
        const sent = { ...given, feeCents, feesByDay: { ...feesByDay } };
        const { loanId, ...loan } = await client.loans.insert({ body: sent });
        expect(loan).toEqual(sent);
        expect(await client.loans.get({ loanId })).toEqual({ ...sent, loanId });
      }),
      { numRuns: 40 },
    );
  });
});
