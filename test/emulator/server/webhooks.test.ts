import { startEmulator, type WebhookOptions } from '@speccast/emulator';
import { serve } from '@speccast/emulator/server';
import { verifyWebhook } from '@speccast/runtime/webhooks';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { orderShopPlan } from '../engine/webhooks/open-order-shop.js';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

interface ReceivedWebhook {
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Starts a receiver that responds with these statuses in turn; for 0, it never responds. Returns its address and the requests. */
async function startReceiver(
  ...statuses: readonly number[]
): Promise<{ readonly url: string; readonly got: ReceivedWebhook[] }> {
  const got: ReceivedWebhook[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const status = statuses[Math.min(got.length, statuses.length - 1)] ?? 204;
      got.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
      if (status > 0) response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end();
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has this type of address.
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, got };
}

function open(webhooks: WebhookOptions): ReturnType<typeof startEmulator<Record<string, Record<string, unknown>>>> {
  return startEmulator(orderShopPlan, { webhooks, now: Date.now });
}

describe('a served emulator', () => {
  test('sends webhooks over HTTP, which receivers verify with the headers of node:http', async () => {
    const { url, got } = await startReceiver(204);
    const emulator = open({ url });
    const server = await serve(emulator);
    const headers = { authorization: 'Bearer t1', 'content-type': 'application/json' };
    const response = await fetch(`${server.url}/orders?key=k`, { method: 'POST', headers, body: '{"note":"ü"}' });
    expect(response.status).toBe(200);
    await emulator.webhooks.idle();
    expect(emulator.webhooks.deliveries).toMatchObject([{ state: 'delivered', attempts: [{ status: 204 }] }]);
    const [first] = got;
    const input = { headers: first?.headers ?? {}, body: first?.body ?? '' };
    await expect(verifyWebhook(input, { secret: await emulator.webhooks.key() })).resolves.toMatchObject({
      id: expect.stringMatching(/^msg_/),
    });
    expect(JSON.parse(input.body)).toMatchObject({ type: 'order.created', data: { note: 'ü' } });
    await server.close();
  });

  test('repeats failed attempts, and follows no redirect', async () => {
    const { url, got } = await startReceiver(500, 307, 204);
    const emulator = open({ url, retries: [30, 30, 30] });
    await emulator.webhooks.send('order.gone', {});
    await expect.poll(() => emulator.webhooks.deliveries[0]?.state, { timeout: 10_000 }).toBe('delivered');
    expect(emulator.webhooks.deliveries[0]?.attempts.map(({ error, status }) => error ?? status)).toEqual([
      'status',
      'redirected',
      204,
    ]);
    expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  test('gives up on receivers that do not respond or do not exist', async () => {
    const { url } = await startReceiver(0);
    const emulator = open({ url, retries: [], timeoutMs: 100 });
    const [hanging] = await emulator.webhooks.send('order.gone', {});
    const [missing] = await emulator.webhooks.send('order.gone', {}, { url: 'http://127.0.0.1:1/' });
    expect([hanging, missing]).toMatchObject([
      { state: 'failed', attempts: [{ error: 'timeout' }] },
      { state: 'failed', attempts: [{ error: 'unreachable' }] },
    ]);
  });
});
