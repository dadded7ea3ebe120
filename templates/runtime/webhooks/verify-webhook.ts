import { bytesOf, headerOf, type WebhookInput } from './read-webhook.js';
import { WebhookError } from './webhook-error.js';
import { keyOf, type ReadKey, type WebhookSecret } from './webhook-keys.js';
import { contentOf, decode, standardWebhooks, valuesOf, type WebhookScheme } from './webhook-scheme.js';

/** Options of `verifyWebhook`. */
export interface VerifyWebhookOptions {
  /** The secret or public key that the service signs with, or several of them, such as the old and the new one. */
  readonly secret: WebhookSecret | readonly WebhookSecret[];
  /** How the service signs. Default: as Standard Webhooks says. */
  readonly scheme?: WebhookScheme;
  /** How old or early a webhook may be, in seconds. Default: 300. */
  readonly toleranceSeconds?: number;
  /** The time in milliseconds since the epoch. Default: `Date.now`. */
  readonly now?: () => number;
  /** The longest body, in bytes. Default: 10 MiB. */
  readonly maxBytes?: number;
}

/** A webhook whose signature is right. */
export interface VerifiedWebhook {
  /** Its id, the same in each attempt to deliver it. Absent where the scheme has none. */
  readonly id?: string;
  /** When it was signed, in milliseconds since the epoch. Absent where the scheme has no time. */
  readonly time?: number;
  /** The body as it came. */
  readonly body: Uint8Array;
}

/** What verifying needs of the algorithms. */
export interface KeyReader {
  readonly readKey: ReadKey;
  /** The signature as Web Crypto takes it. */
  readonly plain?: (signature: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;
}

/** Verifies a webhook. */
export type VerifyWebhook = (input: WebhookInput, options: VerifyWebhookOptions) => Promise<VerifiedWebhook>;

/** Verifies webhooks with keys of some algorithms. */
export function createVerifier({ readKey, plain }: KeyReader): VerifyWebhook {
  return async (input, { secret, scheme = standardWebhooks, maxBytes = 10_485_760, ...age }) => {
    const header = (name: string): string => {
      const text = headerOf(input.headers, name);
      if (!text) throw new WebhookError('missingHeader', name);
      return text;
    };
    const sent = header(scheme.header);
    const id = scheme.id && header(scheme.id);
    const timestamp = scheme.timestamp && timestampIn(header(scheme.timestamp), scheme, age);
    const keys = await Promise.all([secret].flat().map((one) => keyOf(one, scheme, 'verify', readKey)));
    const body = await bytesOf(input, maxBytes);
    const content = await contentOf(scheme, body, [id ?? '', timestamp ?? '']);
    for (const { key, algorithm, prefix } of keys) {
      // More signatures of one header are not looked at.
      for (const value of valuesOf(sent, prefix).slice(0, 32)) {
        const signature = decode(value, scheme.encoding);
        if (signature && (await crypto.subtle.verify(algorithm, key, plain?.(signature) ?? signature, content)))
          return { ...(id && { id }), ...(timestamp && { time: Number(timestamp) * 1000 }), body };
      }
    }
    throw new WebhookError('wrongSignature');
  };
}

/** The time of a webhook in seconds. Rejects one that is too old or too early. */
function timestampIn(
  text: string,
  { timestamp = '', timestampPrefix }: WebhookScheme,
  { toleranceSeconds = 300, now = Date.now }: Pick<VerifyWebhookOptions, 'toleranceSeconds' | 'now'>,
): string {
  const [value = '', other] = timestampPrefix === undefined ? [text] : valuesOf(text, timestampPrefix);
  if (!/^\d{1,12}$/.test(value) || other !== undefined) throw new WebhookError('invalidHeader', timestamp);
  const age = now() / 1000 - Number(value);
  // Nothing is true of an age that is no number.
  if (!(age <= toleranceSeconds)) throw new WebhookError('tooOld');
  if (age < -toleranceSeconds) throw new WebhookError('tooNew');
  return value;
}
