import { cryptoParameters, pemBytes } from './verify-webhook.js';
import { importKey, type ReadKey, type WebhookSecret } from './webhook-keys.js';
import { decode, join, standardWebhooks, type WebhookScheme, writeContent } from './webhook-scheme.js';

/** Options of `signWebhook`. */
export interface SignWebhookOptions {
  /** Secret or private key. With several, there is a signature of each, so that receivers can change their secret. */
  readonly secret: WebhookSecret | readonly WebhookSecret[];
  /** The way to sign. Default: Standard Webhooks. */
  readonly scheme?: WebhookScheme;
  /** Id of the webhook, the same in each attempt to deliver it. */
  readonly id: string;
  /** Time in milliseconds since the epoch. Default: now. */
  readonly time?: number;
}

/**
 * Signs a body; resolves to the headers to send with it: `await signWebhook(body, { secret, id })`. Rejects with a `WebhookError`
 * (`invalidSecret`) if a secret cannot be used.
 */
export async function signWebhook(
  body: string | Uint8Array,
  { secret, scheme = standardWebhooks, id, time = Date.now() }: SignWebhookOptions,
): Promise<Readonly<Record<string, string>>> {
  const timestamp = String(Math.floor(time / 1000));
  const bytes = await join([typeof body === 'string' ? body : Uint8Array.from(body)]);
  const content = await writeContent(scheme, bytes, [id, timestamp]);
  const signatures = await Promise.all(
    [secret].flat().map(async (one) => {
      const { key, algorithm, prefix } = await importKey(one, scheme, 'sign', readPrivateKey);
      const plain = new Uint8Array(await crypto.subtle.sign(algorithm, key, content));
      const signature = algorithm.name === 'ECDSA' ? derSignature(plain) : plain;
      const hex = [...signature].map((byte) => byte.toString(16).padStart(2, '0')).join('');
      return prefix + (scheme.encoding === 'hex' ? hex : btoa(String.fromCharCode(...signature)));
    }),
  );
  const { header, timestampPrefix = '' } = scheme;
  const stamp = timestampPrefix + timestamp;
  const isShared = scheme.timestamp?.toLowerCase() === header.toLowerCase();
  return {
    ...(scheme.id && { [scheme.id]: id }),
    ...(scheme.timestamp && !isShared && { [scheme.timestamp]: stamp }),
    [header]: [...(isShared ? [stamp] : []), ...signatures].join(scheme.algorithm ? ',' : ' '),
  };
}

/** The bytes of PKCS #8 before the 32 bytes of an Ed25519 key. */
const ed25519Header = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20];

/** Reads a private key. One of 32 bytes, or of 64 with the public key after it, is an Ed25519 key without PKCS #8. */
const readPrivateKey: ReadKey = (secret, algorithm) => {
  const text = secret.replace(/^whsk_/, '');
  const bytes = /^[\da-f]{64}$/i.test(text) ? decode(text, 'hex') : pemBytes(text);
  const isBare = bytes?.length === 32 || bytes?.length === 64;
  const whole = isBare ? Uint8Array.from([...ed25519Header, ...bytes.slice(0, 32)]) : bytes;
  return ['pkcs8', whole, cryptoParameters(algorithm)];
};

/** Converts an ECDSA signature of Web Crypto, two numbers of 32 bytes, to DER. */
function derSignature(bytes: Uint8Array): Uint8Array {
  const numbers = [bytes.slice(0, 32), bytes.slice(32)].flatMap((number) => {
    const digits = [0, ...number];
    // DER numbers have no leading zero bytes, except one that keeps them positive.
    while (digits[0] === 0 && (digits[1] ?? 0x80) < 0x80) digits.shift();
    return [2, digits.length, ...digits];
  });
  return Uint8Array.from([0x30, numbers.length, ...numbers]);
}
