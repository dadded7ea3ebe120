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

let imported: ImportedCase<object>;
let webhooks: Webhooks;
let createEmulator: (options: EmulatorOptions) => Emulator;

beforeAll(async () => {
  imported = await importCase<object>('positive-webhooks-signatures');
  // as: the case generates such a module.
  webhooks = (await imported.load('src/webhooks.ts')) as Webhooks;
  ({ createEmulator } = (await imported.load('src/mocks/index.ts')) as { createEmulator: typeof createEmulator });
});

afterAll(() => imported.remove());

interface Bank {
  readonly emulator: Emulator;
  readonly received: Request[];
  readonly now: () => number;
}

function openBank(): Bank {
  const received: Request[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    received.push(request);
    return new Response(null, { status: 204 });
  };
  const emulator = createEmulator({ webhooks: { fetch, url: 'https://receiver.test/hooks' } });
  return { emulator, received, now: () => emulator.clock.now() };
}

async function takeRequest({ received }: Bank): Promise<Request> {
  const request = received.shift();
  if (request === undefined) throw new Error('Nothing was received.');
  return request;
}

describe('a webhook with a signature of its own', () => {
  test('is signed and verified by its own scheme, other webhooks by that of the service', async () => {
    const sent = openBank();
    const { emulator, now } = sent;
    await emulator.webhooks.send('statement.ready');
    const own = await takeRequest(sent);
    expect([own.headers.has('bank-signature'), own.headers.has('bank-key-signature')]).toEqual([false, true]);
    const secret = await emulator.webhooks.key('statement.ready');
    const copy = own.clone();
    expect(await webhooks.unwrapWebhook(own, { secret, now })).toMatchObject({ name: 'statement.ready' });
    expect(await webhooks.unwrapWebhook(copy, { secret, now, name: 'statement.ready' })).toMatchObject({
      name: 'statement.ready',
    });
    await emulator.webhooks.send('transfer.made');
    const other = await takeRequest(sent);
    expect(await webhooks.unwrapWebhook(other, { secret: await emulator.webhooks.key(), now })).toMatchObject({
      name: 'transfer.made',
    });
  });

  test('is verified by the scheme of the options, if they have one', async () => {
    const body = '{"type":"statement.ready"}';
    const scheme = webhooks.webhookSignature;
    const headers = { ...(await signWebhook(body, { secret: 's', scheme, id: '1' })) };
    const read = webhooks.unwrapWebhook({ headers, body }, { secret: 's', scheme });
    expect(await read).toMatchObject({ name: 'statement.ready' });
  });

  test('is verified with those of several keys that fit its algorithm', async () => {
    const sent = openBank();
    const { emulator, now } = sent;
    const [shared, pair] = [await emulator.webhooks.key(), await emulator.webhooks.key('statement.ready')];
    const secret = [pair, 'an older one', shared];
    for (const name of ['statement.ready', 'transfer.made']) {
      await emulator.webhooks.send(name);
      expect(await webhooks.unwrapWebhook(await takeRequest(sent), { secret, now })).toMatchObject({ name });
    }
    // The public key must not be accepted as a shared secret: anybody who knows it could sign.
    const body = '{"type":"transfer.made"}';
    const headers = { ...(await signWebhook(body, { secret: pair, scheme: webhooks.webhookSignature, id: '1' })) };
    for (const given of [pair, secret])
      await expect(webhooks.unwrapWebhook({ headers, body }, { secret: given, now })).rejects.toMatchObject({
        reason: 'wrongSignature',
      });
    // A key without its prefix does not tell its algorithm, so the name of the webhook has to.
    await emulator.webhooks.send('statement.ready');
    const request = await takeRequest(sent);
    const bare = pair.replace('whpk_', '');
    await expect(webhooks.unwrapWebhook(request.clone(), { secret: bare, now })).rejects.toMatchObject({
      reason: 'wrongSignature',
    });
    const options = { secret: bare, now, name: 'statement.ready' };
    expect(await webhooks.unwrapWebhook(request, options)).toMatchObject({ name: 'statement.ready' });
  });
});

describe('a callback that is XML', () => {
  const transfer = { amount: 5, notes: ['one', 'two & three'], notify: 'https://receiver.test/done' };

  async function sendTransfer(sent: Bank): Promise<Request> {
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

  test('is sent and signed as XML of its schema', async () => {
    const sent = openBank();
    const request = await sendTransfer(sent);
    expect(request.headers.get('content-type')).toBe('text/xml');
    const secret = await sent.emulator.webhooks.key();
    const options = { secret, name: 'createTransfer.onDone', now: sent.now };
    const { body } = await webhooks.unwrapWebhook(request, options);
    expect(String(body).replace(/ id="[^"]+"/, ' id="…"')).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<Transfer id="…"><amount>5</amount>' +
        '<notes><note>one</note><note>two &amp; three</note></notes><notify>https://receiver.test/done</notify></Transfer>',
    );
  });

  test('can be sent as a string, or with a body that is valid for its schema', async () => {
    const sent = openBank();
    const { webhooks: tools } = sent.emulator;
    const to = { url: 'https://receiver.test/done' };
    await tools.send('createTransfer.onDone', '<Transfer/>', to);
    expect(await (await takeRequest(sent)).text()).toBe('<Transfer/>');
    await tools.send('createTransfer.onDone', { id: 'a"b' }, to);
    expect(await (await takeRequest(sent)).text()).toContain('<Transfer id="a&quot;b"/>');
    await expect(tools.send('createTransfer.onDone', { id: 7 }, to)).rejects.toThrow(
      /The body does not match the schema/,
    );
    await tools.send('createTransfer.onDone', undefined, to);
    expect(await (await takeRequest(sent)).text()).toMatch(/^<\?xml[^]*<Transfer id="/);
  });
});
