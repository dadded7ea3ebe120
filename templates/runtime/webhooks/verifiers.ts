import { createVerifier, type VerifyWebhook } from './verify-webhook.js';
import { edwardsKey } from './webhook-keys.js';
import { decode } from './webhook-scheme.js';

/** Verifies webhooks that are signed with HMAC, or with Ed25519 and a key of 32 bytes: with less code than for all algorithms. */
export const verifySharedWebhook: VerifyWebhook = /* @__PURE__ */ createVerifier({ readKey: edwardsKey });

/** Reads the bytes of a key in PEM or base 64. */
export function pemBytes(secret: string): Uint8Array<ArrayBuffer> | undefined {
  return decode(secret.replace(/-----[^-]+-----|\s/g, ''));
}

/** Returns the parameters of Web Crypto for an algorithm that is no HMAC; each algorithm ignores those of others. */
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

/** Reads the two numbers of a signature by ECDSA from DER; returns any other signature as it is. */
function plainSignature(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
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
 * Verifies the signature and the age of a webhook, in constant time by Web Crypto. Rejects with a `WebhookError`, whose `reason`
 * says why.
 */
export const verifyWebhook: VerifyWebhook = /* @__PURE__ */ createVerifier({
  readKey: (secret, algorithm) =>
    secret.includes('-----') || algorithm !== 'ed25519'
      ? ['spki', pemBytes(secret), cryptoParameters(algorithm)]
      : edwardsKey(secret, algorithm),
  plain: plainSignature,
});
