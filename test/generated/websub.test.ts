import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
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

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part as Uint8Array));
  return Buffer.concat(parts).toString();
}

/** A callback on this machine that uses the package as its users do. */
async function listen(
  secret: string | undefined,
): Promise<{ readonly url: string; readonly got: FeedNotification[]; readonly next: () => Promise<void> }> {
  const got: FeedNotification[] = [];
  let heard: () => void = () => {};
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === 'GET') {
      const confirmed = await confirmVerification({ url: request.url ?? '' }, ({ mode }) => mode !== 'denied');
      response.writeHead(confirmed.status).end(await confirmed.text());
      return;
    }
    got.push(await readNotification({ headers: request.headers, body: await bodyOf(request) }, { secret }));
    response.writeHead(204).end();
    heard();
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
  const next = (): Promise<void> => new Promise((resolve) => (heard = resolve));
  return { url: `http://127.0.0.1:${port}/hook`, got, next };
}

describe('the hub of a served emulator', () => {
  test('verifies a callback, and sends it what a client changes', async () => {
    const emulator = createEmulator();
    const { origin, close } = await serve(emulator, { port: 0 }).then(async (one) => ({
      origin: new URL(one.url).origin,
      close: () => one.close(),
    }));
    closing.push(close);
    const receiver = await listen('hush');
    const channelId = emulator.as('ann').ownId;
    const topic = `${origin}/feeds/videos.xml?channel_id=${channelId}`;
    const ask = (fields: Readonly<Record<string, string>>): Promise<Response> =>
      fetch(`${origin}/subscribe`, {
        method: 'POST',
        body: new URLSearchParams({
          'hub.callback': receiver.url,
          'hub.topic': topic,
          'hub.verify': 'sync',
          ...fields,
        }),
      });
    expect((await ask({ 'hub.mode': 'subscribe', 'hub.secret': 'hush' })).status).toBe(204);
    const heard = receiver.next();
    const { id } = emulator.state.videos.insert({
      snippet: { title: 'Tides', channelId },
      status: { privacyStatus: 'public' },
    });
    await heard;
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
    expect((await ask({ 'hub.mode': 'unsubscribe' })).status).toBe(204);
    emulator.state.videos.remove(id ?? '');
    await emulator.webhooks.idle();
    expect(receiver.got).toHaveLength(1);
  });

  test('has feeds and hub in each world, and the paths of the service beside them', async () => {
    const emulator = createEmulator();
    const channelId = emulator.world('w1').as('ann').ownId;
    const found = await emulator.fetch(`https://hub.test/w/w1/feeds/videos.xml?channel_id=${channelId}`);
    expect(found.headers.get('link')).toContain('<https://hub.test/w/w1/subscribe>; rel="hub"');
    expect((await emulator.fetch('https://hub.test/nowhere')).status).toBe(404);
    expect(emulator.operations).toHaveLength(51);
  });
});

const feed = '<feed xmlns="http://www.w3.org/2005/Atom"></feed>';

function signed(body: string, algorithm: string, secret = 'hush'): Request {
  const signature = createHmac(algorithm, secret).update(body).digest('hex');
  const headers = { 'x-hub-signature': `${algorithm}=${signature}` };
  return new Request('https://me.test/hook', { method: 'POST', body, headers });
}

describe('readNotification', () => {
  test.each(['sha1', 'sha256', 'sha512'])('verifies %s', async (algorithm) => {
    await expect(readNotification(signed(feed, algorithm), { secret: 'hush' })).resolves.toEqual({ events: [] });
    await expect(readNotification(signed(feed, algorithm), { secret: ['new', 'hush'] })).resolves.toBeDefined();
    await expect(readNotification(signed(feed, algorithm), { secret: 'other' })).rejects.toMatchObject({
      name: 'WebhookError',
      reason: 'wrongSignature',
    });
  });

  test('takes the bytes of a secret as they are', async () => {
    const secret = 'whsec_aHVzaA==';
    await expect(readNotification(signed(feed, 'sha1', secret), { secret })).resolves.toBeDefined();
  });

  test.each([
    ['no signature', new Request('https://me.test', { method: 'POST', body: feed }), 'missingHeader'],
    ['another algorithm', signed(feed, 'md5'), 'wrongSignature'],
    ['a long body', signed(' '.repeat(1_048_577), 'sha1'), 'bodyTooLarge'],
  ])('rejects %s', async (_name, request, reason) => {
    const error: unknown = await readNotification(request, { secret: 'hush' }).catch((one: unknown) => one);
    expect(error).toBeInstanceOf(WebhookError);
    expect(error).toMatchObject({ reason });
  });

  test('limits bodies that nobody signs, too, and says where a feed is wrong', async () => {
    const long = { headers: {}, body: ' '.repeat(1_048_577) };
    await expect(readNotification(long, { secret: undefined })).rejects.toMatchObject({ reason: 'bodyTooLarge' });
    const wrong = readNotification({ headers: {}, body: '<feed>\n<a></feed>' }, { secret: undefined });
    await expect(wrong).rejects.toMatchObject({ name: 'FeedError', line: 2 });
    const bytes = readNotification({ headers: {}, body: Uint8Array.of(0xff) }, { secret: undefined });
    await expect(bytes).rejects.toThrow('The feed is no UTF-8.');
  });
});

describe('a verification', () => {
  const asked = data<string>('asked');

  table('%s is read', (url: string, want: object) => {
    expect(readVerification(url)).toEqual(want);
  });

  table('that asks nothing is rejected: %s', async (url: string) => {
    expect(() => readVerification(url)).toThrow(FeedError);
    expect((await confirmVerification({ url }, () => true)).status).toBe(400);
  });

  test('is confirmed as text, or is not', async () => {
    const yes = await confirmVerification({ url: asked }, async ({ topic }) => topic === 't');
    expect([yes.status, await yes.text(), yes.headers.get('content-type')]).toEqual([
      200,
      'c<',
      'text/plain; charset=utf-8',
    ]);
    expect((await confirmVerification({ url: asked }, () => false)).status).toBe(404);
    expect((await confirmVerification({ url: '/?hub.mode=denied&hub.topic=t' }, () => false)).status).toBe(200);
  });
});
