import { generateKeyPairSync, randomBytes, sign as nodeSign, verify as nodeVerify } from 'node:crypto';
import * as fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import {
  signWebhook,
  standardWebhooks,
  verifySharedWebhook,
  verifyWebhook,
  WebhookError,
} from '@speccast/runtime/webhooks';
import { readRows } from '../../rows.js';
import type { VerifyWebhookOptions, WebhookAlgorithm, WebhookInput, WebhookScheme } from '@speccast/runtime/webhooks';

const { table } = readRows(import.meta.url);

const secret = `whsec_${Buffer.from('a secret of 24 bytes 123').toString('base64')}`;
const time = Date.UTC(2026, 0, 1);
const now = (): number => time;
const body = '{"type":"order.created","data":{"total":12,"name":"Zoë"}}';

/** A notification, the keys and secrets to sign and verify it with, and the reason of its rejection. */
interface Row {
  /** Headers that are changed after signing. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Milliseconds between signing and verifying. */
  readonly now?: number;
  readonly toleranceSeconds?: number;
  readonly scheme?: WebhookScheme;
  /** Secrets to verify with: `own`, `other`, or a secret itself. Default: `own`. */
  readonly secrets?: readonly string[];
  /** Secrets to sign with. Default: `own`. */
  readonly signs?: readonly string[];
  readonly reason?: string;
}

/** A scheme of signatures, the headers of a signed notification, and the results of verifying received ones. */
interface SchemeRow {
  readonly secret: string;
  readonly scheme: WebhookScheme;
  readonly id?: string;
  readonly signed: Readonly<Record<string, string>>;
  /** Received notifications, by default with the signed headers and their secret. `gives` is the time, or the reason of the rejection. */
  readonly received: readonly {
    readonly headers?: Readonly<Record<string, string>>;
    readonly secret?: string;
    readonly gives?: number | string;
  }[];
}

async function readRejection(input: WebhookInput, options: Partial<VerifyWebhookOptions> = {}): Promise<string> {
  try {
    await verifyWebhook(input, { secret, now, ...options });
    return 'none';
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    return error.reason;
  }
}

async function createRequest(text = body, options: Partial<Parameters<typeof signWebhook>[1]> = {}): Promise<Request> {
  const headers = await signWebhook(text, { secret, id: 'msg_1', time, ...options });
  return new Request('https://receiver.test/hooks', { method: 'POST', headers, body: text });
}

describe('Standard Webhooks', () => {
  test('verify signatures of the package `standardwebhooks`', async () => {
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(time / 1000),
      'webhook-signature': new Webhook(secret).sign('msg_1', new Date(time), body),
    };
    const verified = await verifyWebhook({ headers, body }, { secret, now });
    expect(verified).toMatchObject({ id: 'msg_1', time });
    expect(new TextDecoder().decode(verified.body)).toBe(body);
    await expect(verifySharedWebhook({ headers, body }, { secret, now })).resolves.toMatchObject({ id: 'msg_1' });
  });

  test('sign so that the package `standardwebhooks` verifies it', async () => {
    const headers = await signWebhook(body, { secret, id: 'msg_1' });
    expect(new Webhook(secret).verify(body, { ...headers })).toEqual(JSON.parse(body));
    expect(() => new Webhook(secret).verify(`${body} `, { ...headers })).toThrow();
  });

  test('verify and create Ed25519 signatures like Node', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const publicBytes = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
    const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
    const content = Buffer.from(`msg_1.${time / 1000}.${body}`);
    const ours = await signWebhook(body, { secret: `whsk_${seed.toString('base64')}`, id: 'msg_1', time });
    const [, signature = ''] = ours['webhook-signature']?.split('v1a,') ?? [];
    expect(nodeVerify(null, content, publicKey, Buffer.from(signature, 'base64'))).toBe(true);
    const theirs = { ...ours, 'webhook-signature': `v1a,${nodeSign(null, content, privateKey).toString('base64')}` };
    const key = `whpk_${publicBytes.toString('base64')}`;
    for (const verify of [verifyWebhook, verifySharedWebhook])
      await expect(verify({ headers: theirs, body }, { secret: key, now })).resolves.toMatchObject({ id: 'msg_1' });
    const both = Buffer.concat([seed, publicBytes]).toString('base64');
    expect(await signWebhook(body, { secret: `whsk_${both}`, id: 'msg_1', time })).toEqual(ours);
    expect(await readRejection({ headers: theirs, body: `${body} ` }, { secret: key })).toBe('wrongSignature');
  });
});

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const edwards = generateKeyPairSync('ed25519');
const exportPem = (pair: typeof rsa): { publicKey: string; privateKey: string } => ({
  publicKey: pair.publicKey.export({ format: 'pem', type: 'spki' }).toString(),
  privateKey: pair.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
});

describe('a scheme of a service', () => {
  table('signs and verifies', async ({ secret, scheme, id = '1', signed, received }: SchemeRow) => {
    expect(await signWebhook(body, { secret, scheme, id, time })).toEqual(signed);
    for (const { headers = signed, gives, ...other } of received) {
      const verifying = verifyWebhook({ headers, body }, { secret, scheme, now, ...other });
      const outcome = verifying.then(
        (verified) => verified.time,
        (error: unknown) => Object(error).reason,
      );
      expect(await outcome).toBe(gives);
    }
  });

  test.each<[WebhookAlgorithm, typeof rsa, Parameters<typeof nodeSign>[2]]>([
    ['rsa-sha256', rsa, { key: rsa.privateKey }],
    ['rsa-pss-sha256', rsa, { key: rsa.privateKey, padding: 6, saltLength: 32 }],
    ['ecdsa-sha256', elliptic, { key: elliptic.privateKey }],
    ['ecdsa-sha256', elliptic, { key: elliptic.privateKey, dsaEncoding: 'ieee-p1363' }],
    ['ed25519', edwards, { key: edwards.privateKey }],
  ])('of %s verifies signatures of Node, and Node verifies its signatures', async (algorithm, pair, key) => {
    const scheme: WebhookScheme = {
      header: 'x-signature',
      algorithm,
      content: '{timestamp}{body}',
      timestamp: 'x-time',
    };
    const { publicKey, privateKey } = exportPem(pair);
    const stamp = String(time / 1000);
    const hash = algorithm === 'ed25519' ? null : 'sha256';
    for (let round = 0; round < 20; round += 1) {
      const text = `${body}${round}`;
      const signature = nodeSign(hash, Buffer.from(stamp + text), key).toString('base64');
      const headers = { 'x-signature': signature, 'x-time': stamp };
      expect(await readRejection({ headers, body: text }, { secret: publicKey, scheme })).toBe('none');
      expect(await readRejection({ headers, body: `${text} ` }, { secret: publicKey, scheme })).toBe('wrongSignature');
      const ours = await signWebhook(text, { secret: privateKey, scheme, id: '', time });
      const { privateKey: _private, ...how } = {
        privateKey: '',
        ...(typeof key === 'object' && 'padding' in key ? { padding: 6, saltLength: 32 } : {}),
      };
      const made = Buffer.from(ours['x-signature'] ?? '', 'base64');
      expect(nodeVerify(hash, Buffer.from(stamp + text), { key: pair.publicKey, ...how }, made)).toBe(true);
    }
  });
});

describe('verifying', () => {
  test('accepts Headers, objects of node:http in any case of letters, strings and bytes', async () => {
    const headers = await signWebhook(body, { secret, id: 'msg_1', time });
    const entries = Object.entries(headers);
    const upper = Object.fromEntries(entries.map(([name, value]) => [name.toUpperCase(), [value]]));
    const bytes = new TextEncoder().encode(body);
    expect(await readRejection({ headers: new Headers(headers), body: bytes })).toBe('none');
    expect(await readRejection({ headers: { ...upper, cookie: undefined }, body: Buffer.from(body) })).toBe('none');
    expect(await readRejection({ headers, body: bytes.buffer })).toBe('none');
  });

  table(
    'a notification',
    async ({ headers, now, secrets = ['own'], signs = ['own'], reason = 'none', ...options }: Row) => {
      const keys = { own: secret, other: `whsec_${randomBytes(24).toString('base64')}` };
      const read = (names: readonly string[]): string[] => names.map((name) => Reflect.get(keys, name) ?? name);
      const signed = await signWebhook(body, { secret: read(signs), id: 'msg_1', time });
      const own = { ...options, secret: read(secrets), now: () => time + (now ?? 0) };
      expect(await readRejection({ headers: { ...signed, ...headers }, body }, own)).toBe(reason);
    },
  );

  test('does not show an invalid secret', async () => {
    const error: unknown = await verifyWebhook(await createRequest(), { secret: 'whsec_%%private', now }).catch(
      (cause: unknown) => cause,
    );
    expect(error).toMatchObject({ reason: 'invalidSecret' });
    expect(JSON.stringify([String(error), error])).not.toContain('private');
  });

  test('does not read a giant body to its end, nor a body twice', async () => {
    let pulled = 0;
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled += 1;
        controller.enqueue(new Uint8Array(65_536));
      },
    });
    const headers = await signWebhook(body, { secret, id: 'msg_1', time });
    const endless = new Request('https://receiver.test/', {
      method: 'POST',
      headers,
      body: stream,
      duplex: 'half',
    } as RequestInit);
    expect(await readRejection(endless, { maxBytes: 1_000_000 })).toBe('bodyTooLarge');
    expect(pulled).toBeLessThan(30);
    const used = await createRequest();
    await used.text();
    expect(await readRejection(used)).toBe('invalidBody');
    // Frameworks may pass the parsed body, which cannot be verified.
    expect(await readRejection({ headers, body: JSON.parse(body) })).toBe('invalidBody');
    expect(await readRejection({ headers, body: null })).toBe('wrongSignature');
  });

  test('accepts only the correct signature in any header', async () => {
    const headers = await signWebhook(body, { secret, id: 'msg_1', time });
    const right = headers['webhook-signature'] ?? '';
    const part = fc.oneof(
      fc.constantFrom('v1,', 'v1a,', 'v1', ',', ' ', '=', right.slice(0, -5)),
      fc.string(),
      fc.base64String(),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 40 }), async (parts) => {
        const value = parts.join('');
        const expected =
          value.trim() === '' ? 'missingHeader' : value.includes(right) ? /none|wrongSignature/ : 'wrongSignature';
        expect(await readRejection({ headers: { ...headers, 'webhook-signature': value }, body })).toMatch(expected);
      }),
    );
  });

  test('accepts only the signed body, id and time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array(), fc.uint8Array(), async (one, other) => {
        const headers = await signWebhook(one, { secret, id: 'msg_1', time });
        const isSame = Buffer.from(one).equals(Buffer.from(other));
        expect(await readRejection({ headers, body: other })).toBe(isSame ? 'none' : 'wrongSignature');
        expect(await readRejection({ headers: { ...headers, 'webhook-id': 'msg_2' }, body: one })).toBe(
          'wrongSignature',
        );
        const later = { ...headers, 'webhook-timestamp': String(time / 1000 + 1) };
        expect(await readRejection({ headers: later, body: one })).toBe('wrongSignature');
      }),
    );
  });

  test('takes little time for a header with very many signatures', async () => {
    const headers = await signWebhook(body, { secret, id: 'msg_1', time });
    const many = `v1,AAAA ${'v1,AAAA '.repeat(200_000)}`;
    expect(await readRejection({ headers: { ...headers, 'webhook-signature': many }, body })).toBe('wrongSignature');
  });
});

test('the default scheme is that of Standard Webhooks', () => {
  expect(standardWebhooks).toEqual({
    header: 'webhook-signature',
    content: '{id}.{timestamp}.{body}',
    timestamp: 'webhook-timestamp',
    id: 'webhook-id',
  });
});
