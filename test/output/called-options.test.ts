import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiError } from '@speccast/runtime';
import type { ClientOptions } from '@speccast/runtime';
import { signWebhook } from '@speccast/runtime/webhooks';
import type { UnwrapWebhookOptions, WebhookInput } from '@speccast/runtime/webhooks';
import type { Validator } from '@speccast/runtime/validators';
import { importCase, type ImportedCase } from './import-case.js';

interface Call extends PromiseLike<Readonly<Record<string, unknown>>>, AsyncIterable<unknown> {}

interface Client {
  readonly loans: Readonly<Record<'list' | 'insert' | 'get' | 'changes', (params: object) => Call>>;
  readonly photos: { readonly upload: (params: object) => Call };
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

/** A client whose calls have these responses, and what it sent. */
function respond(...responses: readonly (() => Response)[]): { readonly client: Client; readonly sent: Request[] } {
  const sent: Request[] = [];
  const fetch: ClientOptions['fetch'] = async (request: Request): Promise<Response> => {
    sent.push(request);
    return responses[Math.min(sent.length, responses.length) - 1]!();
  };
  return { client: one!.open({ fetch, retry: false, logLevel: 'off' }).client, sent };
}

function body(content: string, status: number = 200, type: string = 'application/json'): () => Response {
  return () => new Response(content, { status, headers: { 'content-type': type } });
}

describe('types, enums and names together', () => {
  test('convert pages and the parameters that ask for them', async () => {
    const { client, sent } = respond(
      body(`{"loan_items":[${text}],"next_page_token":"two"}`),
      body(`{"loan_items":[${text}]}`),
    );
    const items: unknown[] = [];
    const params = { dueBefore: loan.dueAt, loanState: 'given_back', loanIds: [loan.loanId, 1n] };
    for await (const found of client.loans.list(params)) items.push(found);
    expect(items).toEqual([loan, loan]);
    const first = 'due_before=2026-03-01T10:00:00.000Z&loan_state=given_back&loan_ids=9007199254740993,1';
    expect(sent.map(({ url }) => decodeURIComponent(new URL(url).search))).toEqual([
      `?${first}`,
      `?${first}&page_token=two`,
    ]);
  });

  test('convert bodies both ways, to the last digit', async () => {
    const { client, sent } = respond(body(text, 201), body(text));
    expect(await client.loans.insert({ body: loan })).toEqual(loan);
    // `loan_id` is `readOnly`: it is not sent.
    const written = text.replace('"loan_id":9007199254740993,', '');
    expect(await sent[0]!.text()).toBe(
      JSON.stringify(JSON.parse(written.replaceAll(/(-?\d{16,})/g, '"$1"'))).replaceAll(/"(-?\d{16,})"/g, '$1'),
    );
    expect(await client.loans.get({ loanId: loan.loanId })).toEqual(loan);
    expect(new URL(sent[1]!.url).pathname).toBe('/v1/loans/9007199254740993');
  });

  test('convert items of a stream, errors, metadata of uploads and webhooks', async () => {
    const stream = respond(body(`${text.replaceAll('\n', '')}\n`, 200, 'application/jsonl'));
    const items: unknown[] = [];
    for await (const found of stream.client.loans.changes({})) items.push(found);
    expect(items).toEqual([loan]);

    const conflict = respond(body('{"free_again_at":"2026-03-01T10:00:00Z","loan_state":"on_loan"}', 409));
    const error: unknown = await conflict.client.loans
      .list({ dueBefore: loan.dueAt })
      .then(undefined, (reason) => reason);
    expect(ApiError.is(error) && error.body).toEqual({ freeAgainAt: loan.dueAt, loanState: 'on_loan' });

    const upload = respond(body('{"taken_at":"2026-03-01T10:00:00Z","photo_id":9007199254740993}'));
    const photo = { takenAt: loan.dueAt, photoId: loan.loanId };
    const media = new Blob(['x'], { type: 'text/plain' });
    expect(await upload.client.photos.upload({ body: photo, media })).toEqual(photo);
    expect(await upload.sent[0]!.text()).toContain(
      '{"taken_at":"2026-03-01T10:00:00.000Z","photo_id":9007199254740993}',
    );

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
