import { headerOf, readBytes, type WebhookInput } from './read-webhook.js';
import { WebhookError } from './webhook-error.js';
import { edwardsKey, importKey, type ReadKey, type WebhookSecret } from './webhook-keys.js';
import { decode, splitValues, standardWebhooks, type WebhookScheme, writeContent } from './webhook-scheme.js';

/** Options of `verifyWebhook`. */
export interface VerifyWebhookOptions {
  /** Secret or public key of the service, or several, such as the old and the new one. */
  readonly secret: WebhookSecret | readonly WebhookSecret[];
  /** The way in which webhooks are signed. Default: Standard Webhooks. */
  readonly scheme?: WebhookScheme;
  /** Maximum number of seconds between the time of a webhook and now. Default: 300. */
  readonly toleranceSeconds?: number;
  /** Returns the time in milliseconds since the epoch. Default: `Date.now`. */
  readonly now?: () => number;
  /** Maximum number of bytes of a body. Default: 10,485,760 (10 MiB). */
  readonly maxBytes?: number;
}

/** A webhook whose signature is valid. */
export interface VerifiedWebhook {
  /** Id of the webhook, the same in each attempt to deliver it. Absent if the scheme has none. */
  readonly id?: string;
  /** Time of the signature, in milliseconds since the epoch. Absent if the scheme has none. */
  readonly time?: number;
  /** The bytes of the body. */
  readonly body: Uint8Array;
}

/** Verifies the signature and the age of a webhook. Rejects with a `WebhookError`. */
export type VerifyWebhook = (input: WebhookInput, options: VerifyWebhookOptions) => Promise<VerifiedWebhook>;

/** Creates a function that verifies webhooks. `readKey` reads keys, `toPlain` converts a signature to the form of Web Crypto. */
function createVerifier(readKey: ReadKey, toPlain = (signature: Uint8Array<ArrayBuffer>) => signature): VerifyWebhook {
  return async (input, options) => {
    const {
      secret,
      scheme = standardWebhooks,
      toleranceSeconds = 300,
      now = Date.now,
      maxBytes = 10_485_760,
    } = options;
    const header = (name: string) => {
      const text = headerOf(input.headers, name);
      if (!text) throw new WebhookError('missingHeader', name);
      return text;
    };
    const sent = header(scheme.header);
    const id = scheme.id && header(scheme.id);
    let timestamp = '';
    if (scheme.timestamp) {
      const text = header(scheme.timestamp);
      const [value = '', other] =
        scheme.timestampPrefix === undefined ? [text] : splitValues(text, scheme.timestampPrefix);
      if (!/^\d{1,12}$/.test(value) || other !== undefined) throw new WebhookError('invalidHeader', scheme.timestamp);
      const age = now() / 1000 - Number(value);
      // Negated, so that `NaN` is also rejected.
      if (!(age <= toleranceSeconds)) throw new WebhookError('tooOld');
      if (age < -toleranceSeconds) throw new WebhookError('tooNew');
      timestamp = value;
    }
    const keys = await Promise.all([secret].flat().map((one) => importKey(one, scheme, 'verify', readKey)));
    const body = await readBytes(input, maxBytes);
    const content = await writeContent(scheme, body, [id ?? '', timestamp]);
    for (const { key, algorithm, prefix } of keys) {
      // Limited, because a header may have very many signatures.
      for (const value of splitValues(sent, prefix).slice(0, 32)) {
        const signature = decode(value, scheme.encoding);
        if (signature && (await crypto.subtle.verify(algorithm, key, toPlain(signature), content)))
          return { ...(id && { id }), ...(timestamp && { time: Number(timestamp) * 1000 }), body };
      }
    }
    throw new WebhookError('wrongSignature');
  };
}

/** Verifies webhooks that are signed with HMAC, or with Ed25519 and a key of 32 bytes. It is smaller than `verifyWebhook`. */
export const verifySharedWebhook: VerifyWebhook = /* @__PURE__ */ createVerifier(edwardsKey);

/** Decodes a key in PEM or base64; `undefined` for other text. */
export function pemBytes(secret: string): Uint8Array<ArrayBuffer> | undefined {
  return decode(secret.replace(/-----[^-]+-----|\s/g, ''));
}

/** Returns the parameters of Web Crypto for an algorithm other than HMAC. Algorithms ignore parameters that they do not have. */
export function cryptoParameters(algorithm: string): {
  name: string;
  hash: string;
  namedCurve: string;
  saltLength: number;
} {
  const names: Readonly<Record<string, string>> = {
    'rsa-sha256': 'RSASSA-PKCS1-v1_5',
    'rsa-pss-sha256': 'RSA-PSS',
    'ecdsa-sha256': 'ECDSA',
  };
  return { name: names[algorithm] ?? 'Ed25519', hash: 'SHA-256', namedCurve: 'P-256', saltLength: 32 };
}

/** Converts an ECDSA signature in DER to the form of Web Crypto; returns any other signature unchanged. */
function toPlainSignature(bytes: Uint8Array<ArrayBuffer>) {
  if (bytes[0] !== 0x30 || bytes[1] !== bytes.length - 2 || bytes[2] !== 2 || bytes.length > 72) return bytes;
  const plain = new Uint8Array(64);
  let at = 2;
  for (const end of [32, 64]) {
    const length = bytes[at + 1] ?? 0;
    const number = bytes.subarray(at + 2, at + 2 + length).slice(-32);
    plain.set(number, end - number.length);
    at += 2 + length;
  }
  return plain;
}

/**
 * Verifies the signature and the age of a webhook: `await verifyWebhook(request, { secret })`. Web Crypto compares signatures in constant
 * time. Rejects with a `WebhookError`, which has a `reason`.
 */
export const verifyWebhook: VerifyWebhook = /* @__PURE__ */ createVerifier(
  (secret, algorithm) =>
    secret.includes('-----') || algorithm !== 'ed25519'
      ? ['spki', pemBytes(secret), cryptoParameters(algorithm)]
      : edwardsKey(secret, algorithm),
  toPlainSignature,
);
