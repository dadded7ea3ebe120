import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Emulator, EmulatorOptions } from '@speccast/emulator';
import { signWebhook } from '@speccast/runtime/webhooks';
import type { UnwrapWebhookOptions, WebhookInput, WebhookScheme } from '@speccast/runtime/webhooks';
import { importCase, type ImportedCase } from './import-case.js';

interface Webhooks {
  readonly unwrapWebhook: (
    input: WebhookInput,
    options: UnwrapWebhookOptions,
  ) => Promise<{ readonly name: string | undefined; readonly body: unknown }>;
  readonly webhookSignature: WebhookScheme;
}

let made: ImportedCase<object>;
let webhooks: Webhooks;
let createEmulator: (options: EmulatorOptions) => Emulator;

beforeAll(async () => {
  made = await importCase<object>('positive-webhooks-signatures');
  // What the case generates, which this test is about.
  webhooks = (await made.load('src/webhooks.ts')) as Webhooks;
  ({ createEmulator } = (await made.load('src/mocks/index.ts')) as { createEmulator: typeof createEmulator });
});

afterAll(() => made.remove());

interface Sent {
  readonly emulator: Emulator;
  readonly received: Request[];
  readonly now: () => number;
}

function bank(): Sent {
  const received: Request[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    received.push(request);
    return new Response(null, { status: 204 });
  };
  const emulator = createEmulator({ webhooks: { fetch, url: 'https://receiver.test/hooks' } });
  return { emulator, received, now: () => emulator.clock.now() };
}

async function taken({ received }: Sent): Promise<Request> {
  const request = received.shift();
  if (request === undefined) throw new Error('Nothing was received.');
  return request;
}

describe('a webhook with a signature of its own', () => {
  test('is signed and verified by it, the others by that of the service', async () => {
    const sent = bank();
    const { emulator, now } = sent;
    await emulator.webhooks.send('statement.ready');
    const own = await taken(sent);
    expect([own.headers.has('bank-signature'), own.headers.has('bank-key-signature')]).toEqual([false, true]);
    const secret = await emulator.webhooks.key('statement.ready');
    const copy = own.clone();
    expect(await webhooks.unwrapWebhook(own, { secret, now })).toMatchObject({ name: 'statement.ready' });
    expect(await webhooks.unwrapWebhook(copy, { secret, now, name: 'statement.ready' })).toMatchObject({
      name: 'statement.ready',
    });
    await emulator.webhooks.send('transfer.made');
    const other = await taken(sent);
    expect(await webhooks.unwrapWebhook(other, { secret: await emulator.webhooks.key(), now })).toMatchObject({
      name: 'transfer.made',
    });
  });

  test('is verified by another scheme where that is given', async () => {
    const body = '{"type":"statement.ready"}';
    const scheme = webhooks.webhookSignature;
    const headers = { ...(await signWebhook(body, { secret: 's', scheme, id: '1' })) };
    const read = webhooks.unwrapWebhook({ headers, body }, { secret: 's', scheme });
    expect(await read).toMatchObject({ name: 'statement.ready' });
  });

  test('is verified with those of several keys that are made for its algorithm', async () => {
    const sent = bank();
    const { emulator, now } = sent;
    const [shared, pair] = [await emulator.webhooks.key(), await emulator.webhooks.key('statement.ready')];
    const secret = [pair, 'an older one', shared];
    for (const name of ['statement.ready', 'transfer.made']) {
      await emulator.webhooks.send(name);
      expect(await webhooks.unwrapWebhook(await taken(sent), { secret, now })).toMatchObject({ name });
    }
    // Whoever knows the public key cannot sign with it as if it were a secret.
    const body = '{"type":"transfer.made"}';
    const headers = { ...(await signWebhook(body, { secret: pair, scheme: webhooks.webhookSignature, id: '1' })) };
    for (const given of [pair, secret])
      await expect(webhooks.unwrapWebhook({ headers, body }, { secret: given, now })).rejects.toMatchObject({
        reason: 'wrongSignature',
      });
    // A bare key does not say what it is, so the name has to.
    await emulator.webhooks.send('statement.ready');
    const request = await taken(sent);
    const bare = pair.replace('whpk_', '');
    await expect(webhooks.unwrapWebhook(request.clone(), { secret: bare, now })).rejects.toMatchObject({
      reason: 'wrongSignature',
    });
    const named = { secret: bare, now, name: 'statement.ready' };
    expect(await webhooks.unwrapWebhook(request, named)).toMatchObject({ name: 'statement.ready' });
  });
});

describe('a callback that is XML', () => {
  const transfer = { amount: 5, notes: ['one', 'two & three'], notify: 'https://receiver.test/done' };

  async function made201(sent: Sent): Promise<Request> {
    const { emulator } = sent;
    const response = await emulator.fetch(`${emulator.baseUrl}/transfers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(transfer),
    });
    expect(response.status).toBe(201);
    await emulator.webhooks.idle();
    const found = sent.received.find(({ url }) => url.endsWith('/done'));
    if (found === undefined) throw new Error(JSON.stringify(emulator.webhooks.deliveries));
    return found;
  }

  test('is sent as XML of its schema, signed as it is sent', async () => {
    const sent = bank();
    const request = await made201(sent);
    expect(request.headers.get('content-type')).toBe('text/xml');
    const secret = await sent.emulator.webhooks.key();
    const options = { secret, name: 'createTransfer.onDone', now: sent.now };
    const { body } = await webhooks.unwrapWebhook(request, options);
    expect(String(body).replace(/ id="[^"]+"/, ' id="…"')).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<Transfer id="…"><amount>5</amount>' +
        '<notes><note>one</note><note>two &amp; three</note></notes><notify>https://receiver.test/done</notify></Transfer>',
    );
  });

  test('takes a string as it is, and a body that its schema takes', async () => {
    const sent = bank();
    const { webhooks: tools } = sent.emulator;
    const to = { url: 'https://receiver.test/done' };
    await tools.send('createTransfer.onDone', '<Transfer/>', to);
    expect(await (await taken(sent)).text()).toBe('<Transfer/>');
    await tools.send('createTransfer.onDone', { id: 'a"b' }, to);
    expect(await (await taken(sent)).text()).toContain('<Transfer id="a&quot;b"/>');
    await expect(tools.send('createTransfer.onDone', { id: 7 }, to)).rejects.toThrow(/The body is not what the schema/);
    await tools.send('createTransfer.onDone', undefined, to);
    expect(await (await taken(sent)).text()).toMatch(/^<\?xml[^]*<Transfer id="/);
  });
});
