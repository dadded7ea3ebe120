import { WebhookError } from './webhook-error.js';
import { decode, type WebhookScheme } from './webhook-scheme.js';

/** Parameters of an algorithm for Web Crypto. */
export interface WebhookParameters {
  readonly name: string;
  readonly hash: string;
}

/** A secret or key. A shared secret in bytes is used as it is, even if it begins with `whsec_`. */
export type WebhookSecret = string | Uint8Array;

/** Reads a key that is no shared secret, for Web Crypto. */
export type ReadKey = (
  secret: string,
  algorithm: string,
) => readonly [format: 'raw' | 'spki' | 'pkcs8', bytes: Uint8Array | undefined, parameters: WebhookParameters];

/** Imports a secret or key for a scheme; `prefix` precedes its signatures. Throws a `WebhookError` (`invalidSecret`), which does not contain it. */
export async function importKey(
  secret: WebhookSecret,
  { algorithm, prefix = '' }: WebhookScheme,
  use: 'sign' | 'verify',
  readKey: ReadKey,
): Promise<{ readonly key: CryptoKey; readonly algorithm: WebhookParameters; readonly prefix: string }> {
  const isEdwards = /^wh[ps]k_/.test(secret as string); // Bytes are tested as a list of numbers, which never begins so.
  const chosen = algorithm ?? (isEdwards ? 'ed25519' : 'hmac-sha256');
  // Base 64 after `whsec_`, and any base 64 in Standard Webhooks; else its text.
  const [plain = '', coded] = String(secret).split(/^whsec_/);
  const text = (!algorithm && decode(plain)) || new TextEncoder().encode(plain);
  const shared = typeof secret === 'string' ? (coded ? decode(coded) : text) : secret;
  try {
    const hash = chosen.replace('hmac-sha', 'SHA-');
    const [format, bytes, parameters]: ReturnType<ReadKey> =
      hash === chosen ? readKey(secret as string, chosen) : ['raw', shared, { name: 'HMAC', hash }];
    // `as`: `readKey` throws for bytes, and `importKey` for a key without any.
    const key = await crypto.subtle.importKey(format, bytes as BufferSource, parameters, false, [use]);
    return { key, algorithm: parameters, prefix: algorithm ? prefix : isEdwards ? 'v1a,' : 'v1,' };
  } catch {
    throw new WebhookError('invalidSecret', chosen);
  }
}

/** Reads a public key of Ed25519: 32 bytes as base 64, also after `whpk_`, or as hexadecimal digits. */
export const edwardsKey: ReadKey = (secret) => {
  const text = secret.replace('whpk_', '');
  return ['raw', decode(text, text.length === 64 ? 'hex' : 'base64'), { name: 'Ed25519', hash: '' }];
};
