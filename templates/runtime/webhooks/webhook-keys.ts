import { WebhookError } from './webhook-error.js';
import { decode, type WebhookScheme } from './webhook-scheme.js';

/** A key, and what precedes signatures that are made with it. */
export interface SchemeKey {
  readonly key: CryptoKey;
  readonly algorithm: WebhookParameters;
  readonly prefix: string;
}

/** What Web Crypto takes of an algorithm. */
export interface WebhookParameters {
  readonly name: string;
  readonly hash: string;
}

/** Bytes of a key, and how they are imported. */
export type KeyBytes = readonly [format: 'raw' | 'spki' | 'pkcs8', bytes: Uint8Array | undefined];

/** A secret or key. The bytes of a shared secret are taken as they are, whatever they begin with. */
export type WebhookSecret = string | Uint8Array;

/** Reads a key that is no shared secret. */
export type ReadKey = (secret: string, algorithm: string) => readonly [...KeyBytes, parameters: WebhookParameters];

/** Makes a key for a scheme of a secret or key. Throws a `WebhookError` (`invalidSecret`) that does not contain it. */
export async function keyOf(
  secret: WebhookSecret,
  { algorithm, prefix = '' }: WebhookScheme,
  use: 'sign' | 'verify',
  readKey: ReadKey,
): Promise<SchemeKey> {
  const isEdwards = /^wh[ps]k_/.test(secret as string); // It tests the numbers of bytes, which never begin so.
  const chosen = algorithm ?? (isEdwards ? 'ed25519' : 'hmac-sha256');
  try {
    const hash = chosen.replace('hmac-sha', 'SHA-');
    const [format, bytes, parameters]: ReturnType<ReadKey> =
      hash === chosen ? readKey(secret as string, chosen) : ['raw', shared(secret, algorithm), { name: 'HMAC', hash }];
    // `readKey` throws where it gets bytes. Without bytes `importKey` throws, too, so they are taken to be there.
    const key = await crypto.subtle.importKey(format, bytes as BufferSource, parameters, false, [use]);
    return { key, algorithm: parameters, prefix: algorithm ? prefix : isEdwards ? 'v1a,' : 'v1,' };
  } catch {
    throw new WebhookError('invalidSecret', chosen);
  }
}

/** The bytes of a secret: those in base 64 after `whsec_` and, in Standard Webhooks, wherever it is base 64. */
function shared(secret: WebhookSecret, algorithm: string | undefined): Uint8Array | undefined {
  if (typeof secret !== 'string') return secret;
  const [plain = '', coded] = secret.split(/^whsec_/);
  if (coded) return decode(coded);
  return (!algorithm && decode(plain)) || new TextEncoder().encode(plain);
}

/** Reads a public key of Ed25519: 32 bytes as base 64, also after `whpk_`, or as hexadecimal digits. */
export const edwardsKey: ReadKey = (secret) => {
  const text = secret.replace('whpk_', '');
  return ['raw', decode(text, text.length === 64 ? 'hex' : 'base64'), { name: 'Ed25519', hash: '' }];
};
