import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { readYaml } from '../../../rows.js';
import { verifyWebhook } from '@speccast/runtime/webhooks';
import { openShop, shopPlan } from './orders.js';

const hook = 'https://receiver.test/hook';

/** Why an address is rejected, as a text or, behind `~`, a pattern. */
const addresses = readYaml<Readonly<Record<'subscriptions' | 'callbacks', Readonly<Record<string, string>>>>>(
  new URL('addresses.yaml', import.meta.url),
);

const toPattern = (reason: string): string | RegExp => (reason.startsWith('~') ? new RegExp(reason.slice(1)) : reason);

describe('changes of a table', () => {
  test('send what the spec links to them, signed as Standard Webhooks says', async () => {
    const { emulator, received, call } = openShop({ url: hook });
    const { id } = (await (await call('POST', '/orders', { note: 'first' })).json()) as { id: string };
    await emulator.webhooks.idle();
    expect(received).toHaveLength(1);
    const [{ request, body } = { request: new Request(hook), body: '' }] = received;
    expect([request.method, request.url, request.redirect]).toEqual(['POST', hook, 'manual']);
    expect(JSON.parse(body)).toMatchObject({ type: 'order.created', data: { id, status: 'open', note: 'first' } });
    const secret = await emulator.webhooks.key();
    const now = (): number => emulator.clock.now();
    await expect(verifyWebhook(request, { secret, now })).resolves.toMatchObject({
      id: expect.stringMatching(/^msg_/),
    });
    const headers = Object.fromEntries(request.headers);
    // Its clock cannot be set, so the signature alone is compared.
    const time = new Date(Number(headers['webhook-timestamp']) * 1000);
    expect(new Webhook(secret).sign(headers['webhook-id'] ?? '', time, body)).toBe(headers['webhook-signature']);
  });

  test('send nothing for what the seed brings, for reads and for failed calls', async () => {
    const { emulator, received, call } = openShop({ url: hook });
    await call('GET', '/orders');
    expect((await call('PATCH', '/orders/none', { status: 'paid' })).status).toBe(404);
    expect((await call('PATCH', '/orders/first', { status: 'open' })).status).toBe(200);
    await emulator.webhooks.idle();
    expect(received).toEqual([]);
    expect(emulator.webhooks.deliveries).toEqual([]);
  });

  test('send an update only where the row has become what is said', async () => {
    const { emulator, received, call } = openShop({ url: hook });
    for (const status of ['packed', 'paid', 'paid']) await call('PATCH', '/orders/first', { status });
    await call('PATCH', '/orders/first', { note: 'later' });
    await call('DELETE', '/orders/first');
    await emulator.webhooks.idle();
    const bodies = received.map(({ body }) => JSON.parse(body) as unknown);
    expect(bodies).toEqual([
      expect.objectContaining({ id: 'first', status: 'paid' }),
      { type: 'order.gone', id: 'first', at: expect.stringMatching(/^2026-01-01T00:00:0/) },
    ]);
  });

  test('made by tests send webhooks, too', async () => {
    const { emulator, received } = openShop({ url: hook });
    emulator.state['orders']?.insert({ id: 'o9', status: 'open' });
    await emulator.webhooks.idle();
    expect(received).toHaveLength(1);
  });

  test('are noted where nobody gets them', async () => {
    const { emulator, call } = openShop();
    await call('POST', '/orders', {});
    expect(emulator.webhooks.deliveries).toMatchObject([
      { number: 1, webhook: 'order.created', state: 'unaddressed', cause: 'orders insert', attempts: [] },
    ]);
  });
});

describe('a subscription', () => {
  test('gets the events that it names, signed with its own secret', async () => {
    const { emulator, received, call } = openShop();
    await call('POST', '/hooks', { url: `${hook}/all`, events: ['*'], secret: 'mine' });
    await call('POST', '/hooks', { url: `${hook}/gone`, events: ['order.gone'] });
    await call('POST', '/hooks', { url: `${hook}/off`, events: ['*'], active: false });
    await call('POST', '/orders', {});
    await call('DELETE', '/orders/first');
    await emulator.webhooks.idle();
    expect(received.map(({ request }) => new URL(request.url).pathname)).toEqual([
      '/hook/all',
      '/hook/all',
      '/hook/gone',
    ]);
    const [first, , third] = received;
    const now = (): number => emulator.clock.now();
    await verifyWebhook(first?.request ?? new Request(hook), { secret: 'mine', now });
    await verifyWebhook(third?.request ?? new Request(hook), { secret: await emulator.webhooks.key(), now });
    expect(JSON.stringify(emulator.webhooks.deliveries)).not.toContain('mine');
  });

  test.each([
    ...Object.entries(addresses.subscriptions),
    [`http://127.0.0.1/${'x'.repeat(3000)}`, 'The address is no URL.'],
  ] as const)('with the address %j is rejected at its deliveries', async (url, reason) => {
    const { emulator, call } = openShop({ fetch: undefined as never });
    expect((await call('POST', '/hooks', { url })).status).toBe(200);
    expect((await call('POST', '/orders', {})).status).toBe(200);
    await emulator.webhooks.idle();
    expect(emulator.webhooks.deliveries).toMatchObject([
      { state: 'rejected', reason: expect.stringMatching(toPattern(reason)), attempts: [] },
    ]);
    expect(JSON.stringify(emulator.webhooks.deliveries)).not.toContain('user:pass');
  });
});

describe('a callback', () => {
  test('goes to the address that the call named, about its own row', async () => {
    const { emulator, received, call } = openShop();
    const one = (await (await call('POST', '/orders', { callbackUrl: `${hook}/1` })).json()) as { id: string };
    await call('POST', '/orders', { callbackUrl: `${hook}/2` });
    await call('POST', '/orders', { callbackUrl: 7 });
    await call('PATCH', `/orders/${one.id}`, { status: 'sent' });
    await emulator.webhooks.idle();
    expect(received.map(({ request: { method, url } }) => `${method} ${url}`)).toEqual([`PUT ${hook}/1`]);
    await emulator.webhooks.send('orders.insert.onChange', { any: true });
    expect(received.map(({ request: { url } }) => url.slice(-1))).toEqual(['1', '1', '2']);
    expect(emulator.webhooks.deliveries.at(-1)).toMatchObject({ url: '7', state: 'rejected' });
  });

  test.each(Object.entries(addresses.callbacks))('with the address %j is rejected', async (callbackUrl, reason) => {
    const { emulator, call } = openShop({ fetch: undefined as never });
    const { id } = (await (await call('POST', '/orders', { callbackUrl })).json()) as { id: string };
    expect((await call('PATCH', `/orders/${id}`, { status: 'sent' })).status).toBe(200);
    await emulator.webhooks.idle();
    expect(emulator.webhooks.deliveries.at(-1)).toMatchObject({
      state: 'rejected',
      reason: expect.stringMatching(toPattern(reason)),
      attempts: [],
    });
    expect(JSON.stringify(emulator.webhooks.deliveries.map(({ url }) => url))).not.toContain('pass-pass');
  });

  test('with line breaks in its address adds no headers', async () => {
    const { emulator, received, call } = openShop();
    const callbackUrl = 'https://receiver.test/a\r\nX-Injected: 1\r\n\r\nb';
    const { id } = (await (await call('POST', '/orders', { callbackUrl })).json()) as { id: string };
    await call('PATCH', `/orders/${id}`, { status: 'sent' });
    await emulator.webhooks.idle();
    expect(received.map(({ request }) => [request.url, request.headers.has('x-injected')])).toEqual([
      ['https://receiver.test/aX-Injected:%201b', false],
    ]);
  });

  test('is part of the state: a snapshot has it, a fork too', async () => {
    const { emulator, received, call } = openShop();
    const empty = emulator.snapshot();
    await call('POST', '/orders', { callbackUrl: hook });
    const fork = emulator.fork();
    emulator.restore(empty);
    await emulator.webhooks.send('orders.insert.onChange', {});
    expect(received).toEqual([]);
    await fork.webhooks.send('orders.insert.onChange', {});
    expect(received).toHaveLength(1);
  });
});

describe('sending by hand', () => {
  test('makes a body that the schema takes, and rejects any other', async () => {
    const { emulator, received } = openShop({ url: hook });
    const [delivery] = await emulator.webhooks.send('order.created');
    expect(delivery).toMatchObject({ state: 'delivered', cause: 'sent by hand', attempts: [{ status: 204 }] });
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ type: 'order.created' });
    await expect(emulator.webhooks.send('order.none')).rejects.toThrow(
      'There is no webhook "order.none"; there are order.created, order.paid, order.gone, orders.insert.onChange.',
    );
  });

  test('goes to another address where one is given', async () => {
    const { emulator, received } = openShop({ url: hook });
    await emulator.webhooks.send('order.gone', { id: 1 }, { url: 'https://other.test/?token=abc' });
    expect(received.map(({ request }) => request.url)).toEqual(['https://other.test/?token=abc']);
    expect(emulator.webhooks.deliveries[0]?.url).toBe('https://other.test/?token=redacted');
  });

  test('lists what there is to send', () => {
    const { emulator } = openShop({ url: hook });
    expect(emulator.webhooks.list()[0]).toMatchObject({
      name: 'order.created',
      kind: 'webhook',
      on: ['orders insert'],
      targets: [hook],
      signature: 'webhook-signature',
      sample: { type: 'order.created' },
    });
  });

  test('signs as the spec says, with a pair of keys that is made for it', async () => {
    const signature = { header: 'x-signature', algorithm: 'ecdsa-sha256', encoding: 'hex' } as const;
    const { emulator, received } = openShop({ url: hook }, { webhooks: { list: [], ...shopPlan.webhooks, signature } });
    await emulator.webhooks.send('order.gone', { id: 1 });
    const secret = await emulator.webhooks.key();
    expect(secret).toMatch(/^-----BEGIN PUBLIC KEY-----/);
    await verifyWebhook(received[0]?.request ?? new Request(hook), { secret, scheme: signature });
  });
});

describe('attempts', () => {
  test('go on by the clock of the emulator, with one id, until one succeeds', async () => {
    const { emulator, received, responses, call } = openShop({ url: hook });
    responses.push(new Response('busy', { status: 500 }), new Error('no route'));
    await call('POST', '/orders', {});
    await emulator.webhooks.idle();
    expect(emulator.webhooks.deliveries).toMatchObject([
      { state: 'pending', attempts: [{ status: 500, error: 'status', response: 'busy' }] },
    ]);
    emulator.clock.advance(4000);
    await emulator.webhooks.idle();
    expect(received).toHaveLength(1);
    emulator.clock.advance(1000);
    await emulator.webhooks.idle();
    expect(received).toHaveLength(2);
    emulator.clock.advance(300_000);
    await emulator.webhooks.idle();
    expect(emulator.webhooks.deliveries).toMatchObject([
      { state: 'delivered', attempts: [{ status: 500 }, { error: 'unreachable' }, { status: 204 }] },
    ]);
    expect(new Set(received.map(({ request }) => request.headers.get('webhook-id'))).size).toBe(1);
    expect(new Set(received.map(({ request }) => request.headers.get('webhook-timestamp'))).size).toBe(3);
  });

  test('end after the last wait, and at once where the receiver is gone', async () => {
    const { emulator, responses } = openShop({ url: hook, retries: [10] });
    responses.push(
      new Response(null, { status: 302, headers: { location: 'http://169.254.169.254/' } }),
      new Response(null, { status: 404 }),
    );
    await emulator.webhooks.send('order.gone', {});
    emulator.clock.advance(10);
    await emulator.webhooks.idle();
    emulator.clock.advance(1e9);
    await emulator.webhooks.idle();
    expect(emulator.webhooks.deliveries).toMatchObject([
      {
        state: 'failed',
        reason: 'No attempt succeeded: 404.',
        attempts: [{ error: 'redirected' }, { error: 'status' }],
      },
    ]);
    responses.push(new Response(null, { status: 410 }));
    const [gone] = await emulator.webhooks.send('order.gone', {});
    expect(gone).toMatchObject({ state: 'failed', attempts: [{ error: 'gone' }] });
  });

  test('wait as long as the receiver asks', async () => {
    const { emulator, responses, received } = openShop({ url: hook });
    responses.push(new Response(null, { status: 429, headers: { 'retry-after': '60' } }));
    await emulator.webhooks.send('order.gone', {});
    emulator.clock.advance(59_000);
    await emulator.webhooks.idle();
    expect(received).toHaveLength(1);
    emulator.clock.advance(1000);
    await emulator.webhooks.idle();
    expect(received).toHaveLength(2);
  });

  test('wait until the date that the receiver names, by its own clock', async () => {
    const { emulator, responses, received } = openShop({ url: hook });
    const headers = { date: 'Tue, 01 Dec 2026 10:00:00 GMT', 'retry-after': 'Tue, 01 Dec 2026 10:02:00 GMT' };
    responses.push(new Response(null, { status: 503, headers }));
    await emulator.webhooks.send('order.gone', {});
    emulator.clock.advance(119_000);
    await emulator.webhooks.idle();
    expect(received).toHaveLength(1);
    emulator.clock.advance(1000);
    await emulator.webhooks.idle();
    expect(received).toHaveLength(2);
  });

  test('end for receivers that hang, also those that do not heed the signal, and read no endless response', async () => {
    const hanging = openShop({ url: hook, timeoutMs: 20, retries: [], fetch: () => new Promise(() => {}) });
    const [delivery] = await hanging.emulator.webhooks.send('order.gone', {});
    expect(delivery).toMatchObject({ state: 'failed', attempts: [{ error: 'timeout' }] });
    let pulled = 0;
    const endless = (): Promise<Response> =>
      Promise.resolve(
        new Response(
          new ReadableStream({
            pull: (controller) => {
              pulled += 1;
              controller.enqueue(new Uint8Array(4096).fill(97));
            },
          }),
        ),
      );
    const [read] = await openShop({ url: hook, fetch: endless }).emulator.webhooks.send('order.gone', {});
    expect(read).toMatchObject({ state: 'delivered', attempts: [{ response: 'a'.repeat(1024) }] });
    expect(pulled).toBeLessThan(10);
  });

  test('can be made again by hand, with the same id', async () => {
    const { emulator, received } = openShop({ url: hook });
    await emulator.webhooks.send('order.gone', { id: 1 });
    expect(await emulator.webhooks.resend(1)).toMatchObject({ number: 2, state: 'delivered', cause: 'number 1 again' });
    expect(await emulator.webhooks.resend(9)).toBeUndefined();
    expect(received[0]?.request.headers.get('webhook-id')).toBe(received[1]?.request.headers.get('webhook-id'));
    expect(received[0]?.body).toBe(received[1]?.body);
  });

  test('are dropped from memory when there are too many', async () => {
    const { emulator } = openShop();
    for (let index = 0; index < 1005; index += 1) emulator.state['orders']?.insert({ status: 'open' });
    const { deliveries } = emulator.webhooks;
    expect([deliveries.length, deliveries[0]?.number]).toEqual([1000, 6]);
  });
});

describe('faults', () => {
  test('drop, delay, duplicate and reorder deliveries', async () => {
    const { emulator, received } = openShop({ url: hook });
    const { webhooks } = emulator;
    const send = (id: number): Promise<unknown> => webhooks.send('order.gone', { id });
    const ids = (): number[] => received.map(({ body }) => (JSON.parse(body) as { id: number }).id);
    webhooks.on('order.gone').drop().once();
    await send(1);
    expect([ids(), webhooks.deliveries[0]?.state]).toEqual([[], 'dropped']);
    webhooks.on('*').delay(5000).once();
    await send(2);
    expect(ids()).toEqual([]);
    emulator.clock.advance(5000);
    await webhooks.idle();
    expect(ids()).toEqual([2]);
    webhooks.on('order.gone').duplicate().nth(1);
    await send(3);
    expect(ids()).toEqual([2, 3, 3]);
    expect(received[1]?.request.headers.get('webhook-id')).toBe(received[2]?.request.headers.get('webhook-id'));
    const reorder = webhooks.on('order.gone').reorder().once();
    await send(4);
    await send(5);
    await webhooks.idle();
    expect(ids()).toEqual([2, 3, 3, 5, 4]);
    expect(reorder.used).toBe(1);
    expect(webhooks.faults.list().map(({ used }) => used)).toEqual([1, 1, 1, 1]);
  });

  test('sign wrongly, and too long ago', async () => {
    const { emulator, received } = openShop({ url: hook });
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

  test('of unknown webhooks and effects are rejected', () => {
    const { webhooks } = openShop().emulator;
    expect(() => webhooks.on('none').drop()).toThrow('There is no webhook none.');
    expect(() => webhooks.on('*').delay(-1)).toThrow('milliseconds has to be a number, at least 0.');
    expect(() => webhooks.on('*').drop().times(0)).toThrow('hits has to hold a whole number, at least 1.');
  });
});

describe('worlds', () => {
  test('have deliveries, subscriptions and faults of their own', async () => {
    const { emulator, received, call } = openShop();
    const other = emulator.world('other');
    await call('POST', '/hooks', { url: hook });
    await call('POST', '/orders', {});
    await emulator.webhooks.idle();
    other.state['orders']?.insert({ status: 'open' });
    expect(received).toHaveLength(1);
    expect(other.webhooks.deliveries).toMatchObject([{ state: 'unaddressed' }]);
  });

  test('cancel what waits when the state is replaced, and forget everything on reset', async () => {
    const { emulator, responses, received } = openShop({ url: hook });
    const before = emulator.snapshot();
    responses.push(new Response(null, { status: 500 }));
    await emulator.webhooks.send('order.gone', {});
    emulator.restore(before);
    emulator.clock.advance(1e9);
    await emulator.webhooks.idle();
    expect(emulator.webhooks.deliveries).toMatchObject([{ state: 'cancelled' }]);
    expect(received).toHaveLength(1);
    emulator.webhooks.on('*').drop();
    emulator.reset();
    expect([emulator.webhooks.deliveries, emulator.webhooks.faults.list()]).toEqual([[], []]);
  });

  test('have ids that no reset repeats, and that follow from the seed', async () => {
    const idsOf = async (): Promise<readonly string[]> => {
      const { emulator } = openShop({ url: hook });
      const ids: string[] = [];
      for (let round = 0; round < 3; round += 1) {
        for (const delivery of await emulator.webhooks.send('order.gone', {})) ids.push(delivery.id);
        expect(emulator.webhooks.deliveries[0]?.number).toBe(1);
        emulator.reset();
      }
      return ids;
    };
    const ids = await idsOf();
    expect(new Set(ids).size).toBe(3);
    expect(await idsOf()).toEqual(ids);
  });
});
