import type { EmulatorOptions } from '@speccast/emulator';
import { verifyWebhook } from '@speccast/runtime/webhooks';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test, vi } from 'vitest';
import { readYaml } from '../../../rows.js';
import type { OpenedShelf } from '../../shelf/open-shelf.js';
import { runRows } from '../../shelf/run-rows.js';
import { openOrderShop, orderShopPlan } from './open-order-shop.js';

const hook = 'https://receiver.test/hook';

/** Responses of receivers, in turn; `unreachable` is a failed connection. */
type Responses = readonly ('unreachable' | (ResponseInit & { readonly text?: string }))[];

/** Opens a shop. The options of a row are those of webhooks, and `responses` of the receivers. */
function open(options: EmulatorOptions = {}): OpenedShelf {
  const { responses = [], ...webhooks } = options as EmulatorOptions['webhooks'] & { readonly responses?: Responses };
  const shop = openOrderShop(webhooks);
  for (const one of responses)
    shop.responses.push(one === 'unreachable' ? new Error('no route') : new Response(one.text ?? null, one));
  const receive = async () => {
    await shop.emulator.webhooks.idle();
    // Deliveries to several receivers are signed and sent at the same time.
    const all = shop.received.splice(0).toSorted((one, other) => one.request.url.localeCompare(other.request.url));
    return all.map(({ request: { method, url, headers }, body }) => {
      const read = body === '' ? null : JSON.parse(body);
      return { method, url, headers: { 'x-injected': null, ...Object.fromEntries(headers) }, body: read };
    });
  };
  return { ...shop, receive };
}

runRows(new URL('webhooks.yaml', import.meta.url), open);

/** The reason why each address is rejected; after `~`, a pattern of it. */
const addresses = readYaml<Readonly<Record<'subscriptions' | 'callbacks', Readonly<Record<string, string>>>>>(
  new URL('addresses.yaml', import.meta.url),
);

const toPattern = (reason: string): string | RegExp => (reason.startsWith('~') ? new RegExp(reason.slice(1)) : reason);

describe('deliveries to an invalid address are rejected', () => {
  const own = { fetch: undefined as never };

  test.each([
    ...Object.entries(addresses.subscriptions),
    [`http://127.0.0.1/${'x'.repeat(3000)}`, 'The address is not a URL.'],
  ])('%j of a subscription', async (url, reason) => {
    const { emulator, call } = openOrderShop(own);
    expect((await call('/hooks', { method: 'POST', body: { url } })).status).toBe(200);
    expect((await call('/orders', { method: 'POST', body: {} })).status).toBe(200);
    await emulator.webhooks.idle();
    const { deliveries } = emulator.webhooks;
    expect(deliveries).toMatchObject([
      { state: 'rejected', reason: expect.stringMatching(toPattern(reason)), attempts: [] },
    ]);
    expect(JSON.stringify(deliveries)).not.toContain('user:pass');
  });

  test.each(Object.entries(addresses.callbacks))('%j of a callback', async (callbackUrl, reason) => {
    const { emulator, call } = openOrderShop(own);
    const { body } = await call('/orders', { method: 'POST', body: { callbackUrl } });
    await call(`/orders/${body['id']}`, { method: 'PATCH', body: { status: 'sent' } });
    await emulator.webhooks.idle();
    const { deliveries } = emulator.webhooks;
    expect(deliveries.at(-1)).toMatchObject({
      state: 'rejected',
      reason: expect.stringMatching(toPattern(reason)),
      attempts: [],
    });
    expect(JSON.stringify(deliveries.map(({ url }) => url))).not.toContain('pass-pass');
  });
});

describe('a signature', () => {
  test('is that of Standard Webhooks, at the time of the emulator', async () => {
    const { emulator, received, call } = openOrderShop({ url: hook });
    const { body: order } = await call('/orders', { method: 'POST', body: { note: 'first' } });
    await emulator.webhooks.idle();
    expect(received).toHaveLength(1);
    const [{ request, body } = { request: new Request(hook), body: '' }] = received;
    expect([request.method, request.url, request.redirect]).toEqual(['POST', hook, 'manual']);
    expect(JSON.parse(body)).toMatchObject({
      type: 'order.created',
      data: { id: order['id'], status: 'open', note: 'first' },
    });
    const secret = await emulator.webhooks.key();
    const now = (): number => emulator.clock.now();
    await expect(verifyWebhook(request, { secret, now })).resolves.toMatchObject({
      id: expect.stringMatching(/^msg_/),
    });
    const headers = Object.fromEntries(request.headers);
    // `Webhook.verify` always uses the clock of the machine, so only the signature is compared.
    const time = new Date(Number(headers['webhook-timestamp']) * 1000);
    expect(new Webhook(secret).sign(headers['webhook-id'] ?? '', time, body)).toBe(headers['webhook-signature']);
  });

  test('uses the secret of the subscription, if it has one, and does not disclose it', async () => {
    const { emulator, received, call } = openOrderShop();
    await call('/hooks', { method: 'POST', body: { url: `${hook}/own`, events: ['*'], secret: 'mine' } });
    await call('/hooks', { method: 'POST', body: { url: hook, events: ['*'] } });
    await call('/orders', { method: 'POST', body: {} });
    await emulator.webhooks.idle();
    const now = (): number => emulator.clock.now();
    const secrets = new Map([
      [hook, await emulator.webhooks.key()],
      [`${hook}/own`, 'mine'],
    ]);
    expect(received.map(({ request }) => request.url).toSorted()).toEqual([...secrets.keys()]);
    for (const { request } of received) await verifyWebhook(request, { secret: secrets.get(request.url) ?? '', now });
    expect(JSON.stringify(emulator.webhooks.deliveries)).not.toContain('mine');
  });

  test('has the algorithm and header of the spec, and a new pair of keys', async () => {
    const signature = { header: 'x-signature', algorithm: 'ecdsa-sha256', encoding: 'hex' } as const;
    const { emulator, received } = openOrderShop(
      { url: hook },
      { webhooks: { list: [], ...orderShopPlan.webhooks, signature } },
    );
    await emulator.webhooks.send('order.gone', { id: 1 });
    const secret = await emulator.webhooks.key();
    expect(secret).toMatch(/^-----BEGIN PUBLIC KEY-----/);
    await verifyWebhook(received[0]?.request ?? new Request(hook), { secret, scheme: signature });
  });

  test('that Web Crypto cannot create fails the attempt', async () => {
    const signature = { header: 'x-signature', algorithm: 'ed25519' } as const;
    const plan = { webhooks: { list: [], ...orderShopPlan.webhooks, signature } };
    const generateKey = vi.spyOn(crypto.subtle, 'generateKey').mockRejectedValue(new Error('not supported'));
    try {
      const { emulator } = openOrderShop({ url: hook, retries: [] }, plan);
      const [delivery] = await emulator.webhooks.send('order.gone', {});
      expect(delivery).toMatchObject({ state: 'failed', attempts: [{ error: 'unsigned' }] });
    } finally {
      generateKey.mockRestore();
    }
  });

  test('is wrong or too old if a fault says so', async () => {
    const { emulator, received } = openOrderShop({ url: hook });
    const { webhooks } = emulator;
    const options = { secret: await webhooks.key(), now: () => emulator.clock.now() };
    webhooks.on('order.gone').wrongSignature().once();
    webhooks.on('order.gone').stale().nth(2);
    await webhooks.send('order.gone', {});
    await webhooks.send('order.gone', {});
    for (const [index, reason] of ['wrongSignature', 'tooOld'].entries()) {
      const request = received[index]?.request ?? new Request(hook);
      await expect(verifyWebhook(request, options)).rejects.toMatchObject({ reason });
    }
  });
});

test('attempts time out, also if `fetch` ignores its signal, and endless responses are cut off', async () => {
  const hanging = openOrderShop({ url: hook, timeoutMs: 20, retries: [], fetch: () => new Promise(() => {}) });
  const [delivery] = await hanging.emulator.webhooks.send('order.gone', {});
  expect(delivery).toMatchObject({ state: 'failed', attempts: [{ error: 'timeout' }] });
  let pulled = 0;
  const endless = new ReadableStream({
    pull: (controller) => {
      pulled += 1;
      controller.enqueue(new Uint8Array(4096).fill(97));
    },
  });
  const { emulator } = openOrderShop({ url: hook, fetch: async () => new Response(endless) });
  const [read] = await emulator.webhooks.send('order.gone', {});
  expect(read).toMatchObject({ state: 'delivered', attempts: [{ response: 'a'.repeat(1024) }] });
  expect(pulled).toBeLessThan(10);
});

test('the oldest deliveries are dropped when there are more than 1000', async () => {
  const { emulator } = openOrderShop();
  for (let index = 0; index < 1005; index += 1) emulator.state['orders']?.insert({ status: 'open' });
  const { deliveries } = emulator.webhooks;
  expect([deliveries.length, deliveries[0]?.number]).toEqual([1000, 6]);
});

test('faults with an unknown webhook, or an invalid delay or number of hits, throw', () => {
  const { webhooks } = openOrderShop().emulator;
  expect(() => webhooks.on('none').drop()).toThrow('There is no webhook none.');
  expect(() => webhooks.on('*').delay(-1)).toThrow('milliseconds has to be a number, at least 0.');
  expect(() => webhooks.on('*').drop().times(0)).toThrow('hits needs a whole number, at least 1.');
});

test('ids depend on the seed, and are not repeated after a reset', async () => {
  const sendThrice = async (): Promise<readonly string[]> => {
    const { emulator } = openOrderShop({ url: hook });
    const ids: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      for (const { id } of await emulator.webhooks.send('order.gone', {})) ids.push(id);
      expect(emulator.webhooks.deliveries[0]?.number).toBe(1);
      emulator.reset();
    }
    return ids;
  };
  const ids = await sendThrice();
  expect(new Set(ids).size).toBe(3);
  expect(await sendThrice()).toEqual(ids);
});
