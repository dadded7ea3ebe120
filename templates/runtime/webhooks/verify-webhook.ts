import { headerOf, readBytes, type WebhookInput } from './read-webhook.js';
import { WebhookError } from './webhook-error.js';
import { importKey, type ReadKey, type WebhookSecret } from './webhook-keys.js';
import { decode, splitValues, standardWebhooks, type WebhookScheme, writeContent } from './webhook-scheme.js';

/** Options of `verifyWebhook`. */
export interface VerifyWebhookOptions {
  /** The secret or public key that the service signs with, or several of them, such as the old and the new one. */
  readonly secret: WebhookSecret | readonly WebhookSecret[];
  /** Default: that of Standard Webhooks. */
  readonly scheme?: WebhookScheme;
  /** Most seconds between the time of a webhook and now. Default: 300. */
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

/** Verifies a webhook. */
export type VerifyWebhook = (input: WebhookInput, options: VerifyWebhookOptions) => Promise<VerifiedWebhook>;

/** Creates a function that verifies webhooks with the keys of some algorithms. */
export function createVerifier({
  readKey,
  plain,
}: {
  readonly readKey: ReadKey;
  /** Converts a signature to the form of Web Crypto. */
  readonly plain?: (signature: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;
}): VerifyWebhook {
  return async (input, { secret, scheme = standardWebhooks, maxBytes = 10_485_760, ...age }) => {
    const header = (name: string): string => {
      const text = headerOf(input.headers, name);
      if (!text) throw new WebhookError('missingHeader', name);
      return text;
    };
    const sent = header(scheme.header);
    const id = scheme.id && header(scheme.id);
    const timestamp = scheme.timestamp && readTimestamp(header(scheme.timestamp), scheme, age);
    const keys = await Promise.all([secret].flat().map((one) => importKey(one, scheme, 'verify', readKey)));
    const body = await readBytes(input, maxBytes);
    const content = await writeContent(scheme, body, [id ?? '', timestamp ?? '']);
    for (const { key, algorithm, prefix } of keys) {
      // A header may have very many signatures; the rest is ignored.
      for (const value of splitValues(sent, prefix).slice(0, 32)) {
        const signature = decode(value, scheme.encoding);
        if (signature && (await crypto.subtle.verify(algorithm, key, plain?.(signature) ?? signature, content)))
          return { ...(id && { id }), ...(timestamp && { time: Number(timestamp) * 1000 }), body };
      }
    }
    throw new WebhookError('wrongSignature');
  };
}

/** Reads the time of a webhook, in seconds. Throws a `WebhookError` for one that is too old or too new. */
function readTimestamp(
  text: string,
  { timestamp = '', timestampPrefix }: WebhookScheme,
  { toleranceSeconds = 300, now = Date.now }: Pick<VerifyWebhookOptions, 'toleranceSeconds' | 'now'>,
): string {
  const [value = '', other] = timestampPrefix === undefined ? [text] : splitValues(text, timestampPrefix);
  if (!/^\d{1,12}$/.test(value) || other !== undefined) throw new WebhookError('invalidHeader', timestamp);
  const age = now() / 1000 - Number(value);
  // `NaN` fails any comparison.
  if (!(age <= toleranceSeconds)) throw new WebhookError('tooOld');
  if (age < -toleranceSeconds) throw new WebhookError('tooNew');
  return value;
}
