import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { createEmulator } from '@speccast/video-platform/mocks';
import { serve } from '@speccast/video-platform/server';
import {
  confirmVerification,
  FeedError,
  parseFeed,
  readNotification,
  readVerification,
  WebhookError,
  type FeedEvent,
  type FeedNotification,
} from '@speccast/video-platform/websub';
import { afterEach, describe, expect, test } from 'vitest';
import { readRows } from '../rows.js';

const { data, table } = readRows(import.meta.url);

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Starts a server for callbacks that confirms verifications, and records notifications. `next` waits for the next notification. */
async function listen(
  secret: string | undefined,
): Promise<{ readonly url: string; readonly got: FeedNotification[]; readonly next: () => Promise<void> }> {
  const got: FeedNotification[] = [];
  let onNext: () => void = () => {};
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === 'GET') {
      const confirmed = await confirmVerification({ url: request.url ?? '' }, ({ mode }) => mode !== 'denied');
      response.writeHead(confirmed.status).end(await confirmed.text());
      return;
    }
    got.push(await readNotification({ headers: request.headers, body: await text(request) }, { secret }));
    response.writeHead(204).end();
    onNext();
  };
  const server: Server = createServer((request, response) => void respond(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const next = (): Promise<void> => new Promise((resolve) => (onNext = resolve));
  return { url: `http://127.0.0.1:${port}/hook`, got, next };
}

describe('the hub of an emulator', () => {
  test('verifies a callback, and notifies it of changes', async () => {
    const emulator = createEmulator();
    const { origin, close } = await serve(emulator, { port: 0 }).then(async (one) => ({
      origin: new URL(one.url).origin,
      close: () => one.close(),
    }));
    closing.push(close);
    const receiver = await listen('hush');
    const channelId = emulator.as('ann').ownId;
    const topic = `${origin}/feeds/videos.xml?channel_id=${channelId}`;
    const send = (fields: Readonly<Record<string, string>>): Promise<Response> =>
      fetch(`${origin}/subscribe`, {
        method: 'POST',
        body: new URLSearchParams({
          'hub.callback': receiver.url,
          'hub.topic': topic,
          'hub.verify': 'sync',
          ...fields,
        }),
      });
    expect((await send({ 'hub.mode': 'subscribe', 'hub.secret': 'hush' })).status).toBe(204);
    const notified = receiver.next();
    const { id } = emulator.state.videos.insert({
      snippet: { title: 'Tides', channelId },
      status: { privacyStatus: 'public' },
    });
    await notified;
    expect(receiver.got).toEqual([
      {
        topic,
        hub: `${origin}/subscribe`,
        events: [expect.objectContaining({ type: 'video', videoId: id, channelId, title: 'Tides' })],
      },
    ]);
    const feed = await fetch(topic);
    expect(feed.headers.get('link')).toContain(`<${topic}>; rel="self"`);
    expect(parseFeed(await feed.text()).map((one: FeedEvent) => one.videoId)).toContain(id);
    expect((await send({ 'hub.mode': 'unsubscribe' })).status).toBe(204);
    emulator.state.videos.remove(id ?? '');
    await emulator.webhooks.idle();
    expect(receiver.got).toHaveLength(1);
  });

  test('has a hub and feeds in each world, and does not change other paths of the service', async () => {
    const emulator = createEmulator();
    const channelId = emulator.world('w1').as('ann').ownId;
    const found = await emulator.fetch(`https://hub.test/w/w1/feeds/videos.xml?channel_id=${channelId}`);
    expect(found.headers.get('link')).toContain('<https://hub.test/w/w1/subscribe>; rel="hub"');
    expect((await emulator.fetch('https://hub.test/nowhere')).status).toBe(404);
    expect(emulator.operations).toHaveLength(51);
  });
});

const feed = '<feed xmlns="http://www.w3.org/2005/Atom"></feed>';

/** Returns a notification with a signature. */
function signRequest(body: string, algorithm: string, secret = 'hush'): Request {
  const signature = createHmac(algorithm, secret).update(body).digest('hex');
  const headers = { 'x-hub-signature': `${algorithm}=${signature}` };
  return new Request('https://me.test/hook', { method: 'POST', body, headers });
}

describe('readNotification', () => {
  test.each(['sha1', 'sha256', 'sha512'])('verifies %s', async (algorithm) => {
    await expect(readNotification(signRequest(feed, algorithm), { secret: 'hush' })).resolves.toEqual({ events: [] });
    await expect(readNotification(signRequest(feed, algorithm), { secret: ['new', 'hush'] })).resolves.toBeDefined();
    await expect(readNotification(signRequest(feed, algorithm), { secret: 'other' })).rejects.toMatchObject({
      name: 'WebhookError',
      reason: 'wrongSignature',
    });
  });

  test('uses the bytes of a secret unchanged', async () => {
    const secret = 'whsec_aHVzaA==';
    await expect(readNotification(signRequest(feed, 'sha1', secret), { secret })).resolves.toBeDefined();
  });

  test.each([
    ['a request without a signature', new Request('https://me.test', { method: 'POST', body: feed }), 'missingHeader'],
    ['an unknown algorithm', signRequest(feed, 'md5'), 'wrongSignature'],
    ['a body that is too long', signRequest(' '.repeat(1_048_577), 'sha1'), 'bodyTooLarge'],
  ])('rejects %s', async (_name, request, reason) => {
    const error: unknown = await readNotification(request, { secret: 'hush' }).catch((one: unknown) => one);
    expect(error).toBeInstanceOf(WebhookError);
    expect(error).toMatchObject({ reason });
  });

  test('limits unsigned bodies, too, and states the line of an error in a feed', async () => {
    const long = { headers: {}, body: ' '.repeat(1_048_577) };
    await expect(readNotification(long, { secret: undefined })).rejects.toMatchObject({ reason: 'bodyTooLarge' });
    const wrong = readNotification({ headers: {}, body: '<feed>\n<a></feed>' }, { secret: undefined });
    await expect(wrong).rejects.toMatchObject({ name: 'FeedError', line: 2 });
    const bytes = readNotification({ headers: {}, body: Uint8Array.of(0xff) }, { secret: undefined });
    await expect(bytes).rejects.toThrow('The feed is no UTF-8.');
  });
});

describe('a verification', () => {
  const url = data<string>('url');

  table('%s is read', (one: string, want: object) => {
    expect(readVerification(one)).toEqual(want);
  });

  table('that is malformed is rejected: %s', async (one: string) => {
    expect(() => readVerification(one)).toThrow(FeedError);
    expect((await confirmVerification({ url: one }, () => true)).status).toBe(400);
  });

  test('is confirmed with its challenge as text, or rejected with 404', async () => {
    const yes = await confirmVerification({ url }, async ({ topic }) => topic === 't');
    expect([yes.status, await yes.text(), yes.headers.get('content-type')]).toEqual([
      200,
      'c<',
      'text/plain; charset=utf-8',
    ]);
    expect((await confirmVerification({ url }, () => false)).status).toBe(404);
    expect((await confirmVerification({ url: '/?hub.mode=denied&hub.topic=t' }, () => false)).status).toBe(200);
  });
});
