import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signWebhook } from '@speccast/runtime/webhooks';
import type { UnwrapWebhookOptions, WebhookInput } from '@speccast/runtime/webhooks';
import type { Validator } from '@speccast/runtime/validators';
import { importCase, type ImportedCase } from './import-case.js';

interface Client {
  readonly loans: Readonly<
    Record<'list' | 'insert' | 'get', (params: object) => Promise<Readonly<Record<string, unknown>>>>
  >;
}

interface Webhooks {
  readonly unwrapWebhook: (input: WebhookInput, options: UnwrapWebhookOptions) => Promise<{ readonly body: unknown }>;
  readonly webhookValidators: Readonly<Record<string, Validator<unknown>>>;
}

let one: ImportedCase<Client> | undefined;

beforeAll(async () => {
  one = await importCase<Client>('positive-all-options');
});

afterAll(() => one?.remove());

const text = `{"loan_id":9007199254740993,"due_at":"2026-03-01T10:00:00.000Z","loan_state":"on_loan","fee_cents":-9223372036854775807,
  "bar_code":"AQI=","past_states":[{"changed_at":"2026-02-01T00:00:00.000Z","old_state":"given_back"}],"fees_by_day":{"mon_day":9007199254740995}}`;

const loan = {
  loanId: 9007199254740993n,
  dueAt: new Date('2026-03-01T10:00:00Z'),
  loanState: 'on_loan',
  feeCents: -9223372036854775807n,
  barCode: new Uint8Array([1, 2]),
  pastStates: [{ changedAt: new Date('2026-02-01T00:00:00Z'), oldState: 'given_back' }],
  feesByDay: { mon_day: 9007199254740995n },
};

describe('types, enums and names together', () => {
  test('convert webhooks', async () => {
    const { unwrapWebhook, webhookValidators: validators } = (await one!.load('src/webhooks.ts')) as Webhooks;
    const headers = await signWebhook(text, { secret: 's', id: '1' });
    expect(await unwrapWebhook({ body: text, headers }, { secret: 's', validators })).toMatchObject({ body: loan });
  });

  test('export the constants of enums', () => {
    expect(one!.exports['LoanState']).toEqual({ OnLoan: 'on_loan', GivenBack: 'given_back' });
    expect(Object.isFrozen(one!.exports['LoanState'])).toBe(true);
  });

  test('are nothing to an emulator, which has what travels', async () => {
    const { client, sent } = one!.open();
    const { loanId: _readOnly, ...given } = { ...loan, feeCents: 5n, feesByDay: { mon_day: 6n } };
    const made = await client.loans.insert({ body: given });
    expect(made).toMatchObject(given);
    expect(JSON.parse(sent[0]!.body)).toMatchObject({ due_at: '2026-03-01T10:00:00.000Z', fee_cents: 5 });
    expect(await client.loans.get({ loanId: made['loanId'] })).toEqual(made);
    const listed = await client.loans.list({ dueBefore: new Date('2027-01-01T00:00:00Z') });
    expect(listed['loanItems']).toContainEqual(made);
  });
});
