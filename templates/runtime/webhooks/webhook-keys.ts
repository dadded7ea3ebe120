import { WebhookError } from './webhook-error.js';
import { decode, type WebhookScheme } from './webhook-scheme.js';

/** Parameters of an algorithm for Web Crypto. */
export interface WebhookParameters {
  readonly name: string;
  readonly hash: string;
}

/** A secret or key: `whsec_…`, PEM, or text. Bytes are always a shared secret, and not decoded. */
export type WebhookSecret = string | Uint8Array;

/** Reads a private or public key for Web Crypto. */
export type ReadKey = (
  secret: string,
  algorithm: string,
) => readonly [format: 'raw' | 'spki' | 'pkcs8', bytes: Uint8Array | undefined, parameters: WebhookParameters];

/** Imports a secret or key for a scheme; rejects with a `WebhookError` (`invalidSecret`). `prefix` is the text before its signatures. */
export async function importKey(
  secret: WebhookSecret,
  { algorithm, prefix = '' }: WebhookScheme,
  use: 'sign' | 'verify',
  readKey: ReadKey,
): Promise<{ readonly key: CryptoKey; readonly algorithm: WebhookParameters; readonly prefix: string }> {
  // `String` converts bytes to a list of numbers, which has no prefix of a key.
  const text = String(secret);
  const isEdwards = /^wh[ps]k_/.test(text);
  const chosen = algorithm ?? (isEdwards ? 'ed25519' : 'hmac-sha256');
  // After `whsec_`, and in Standard Webhooks, a shared secret is base64. Otherwise its text is used.
  const [plain = '', coded] = text.split(/^whsec_/);
  const shared = coded ? decode(coded) : (!algorithm && decode(plain)) || new TextEncoder().encode(plain);
  try {
    const hash = chosen.replace('hmac-sha', 'SHA-');
    const [format, bytes, parameters]: ReturnType<ReadKey> =
      hash === chosen
        ? readKey(text, chosen)
        : ['raw', typeof secret === 'string' ? shared : secret, { name: 'HMAC', hash }];
    // `as`: `importKey` throws for a key without bytes.
    const key = await crypto.subtle.importKey(format, bytes as BufferSource, parameters, false, [use]);
    return { key, algorithm: parameters, prefix: algorithm ? prefix : isEdwards ? 'v1a,' : 'v1,' };
  } catch {
    throw new WebhookError('invalidSecret', chosen);
  }
}

/** Reads a public key of Ed25519: 32 bytes in base64, also after `whpk_`, or in hexadecimal digits. */
export const edwardsKey: ReadKey = (secret) => {
  const text = secret.replace('whpk_', '');
  return ['raw', decode(text, text.length === 64 ? 'hex' : 'base64'), { name: 'Ed25519', hash: '' }];
};
