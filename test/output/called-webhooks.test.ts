import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Emulator, EmulatorOptions } from '@speccast/emulator';
import type { Validator } from '@speccast/runtime/validators';
import type { UnwrapWebhookOptions, WebhookInput } from '@speccast/runtime/webhooks';
import { importCase, type ImportedCase } from './import-case.js';

interface Order {
  readonly id: string;
}

interface Client {
  readonly orders: {
    readonly create: (params: object) => Promise<Order>;
    readonly update: (params: object) => Promise<Order>;
    readonly delete: (params: object) => Promise<void>;
  };
  readonly hooks: { readonly create: (params: object) => Promise<object> };
}

interface Webhooks {
  readonly unwrapWebhook: (
    input: WebhookInput,
    options: UnwrapWebhookOptions,
  ) => Promise<{ name: string; body: unknown; id: string }>;
  readonly webhookValidators: Readonly<Record<string, Validator<unknown>>>;
}

const name = 'positive-webhooks-sent';
let imported: ImportedCase<Client>;
let webhooks: Webhooks;
let createEmulator: (options: EmulatorOptions) => Emulator;

beforeAll(async () => {
  imported = await importCase<Client>(name);
  // as: the case generates such a module.
  webhooks = (await imported.load('src/webhooks.ts')) as Webhooks;
  ({ createEmulator } = (await imported.load('src/mocks/index.ts')) as { createEmulator: typeof createEmulator });
});

afterAll(() => imported.remove());

describe('a generated package', () => {
  test('reads the webhooks that its emulator sends, by their names', async () => {
    const received: Request[] = [];
    const fetch = async (request: Request): Promise<Response> => {
      received.push(request);
      return new Response(null, { status: 204 });
    };
    const emulator = createEmulator({ webhooks: { fetch } });
    const { client } = imported.open({ baseUrl: emulator.baseUrl, fetch: emulator.fetch });
    await client.hooks.create({
      body: { url: 'https://receiver.test/hook', events: ['order.created', 'order.ended'] },
    });
    const { id } = await client.orders.create({ body: { notify: 'https://receiver.test/own', status: 'new' } });
    for (const status of ['shipped', 'paid']) await client.orders.update({ id, body: { status } });
    await client.orders.delete({ id });
    await emulator.webhooks.idle();
    const options = {
      secret: await emulator.webhooks.key(),
      now: () => emulator.clock.now(),
      validators: webhooks.webhookValidators,
    };
    const read = [];
    for (const request of received) read.push(await webhooks.unwrapWebhook(request, options));
    expect(read.map(({ name: one, body }) => [one, body])).toEqual([
      ['order.created', { type: 'order.created', data: expect.objectContaining({ id, status: 'new' }) }],
      ['createOrder.onShipped', expect.objectContaining({ id, status: 'shipped' })],
      ['order.ended', { type: 'order.paid', id }],
      ['order.ended', { type: 'order.deleted', id }],
    ]);
    expect(received[0]?.headers.get('shop-signature')).toMatch(/^t=\d+,v1=[\da-f]{64}$/);
    expect(received[2]?.headers.get('shop-event')).toBe('ended');
    expect(new Set(read.map((one) => one.id)).size).toBe(4);
  });
});
