/** An algorithm of signatures. */
export type WebhookAlgorithm =
  | 'hmac-sha1'
  | 'hmac-sha256'
  | 'hmac-sha512'
  | 'ed25519'
  | 'rsa-sha256'
  | 'rsa-pss-sha256'
  | 'ecdsa-sha256';

/** A way to sign webhooks: `x-webhook-signature` of a spec. */
export interface WebhookScheme {
  /** The header with the signature, or with several. */
  readonly header: string;
  /** Default: that of Standard Webhooks, Ed25519 for a key that begins with `whpk_` or `whsk_`, else HMAC-SHA256. */
  readonly algorithm?: WebhookAlgorithm;
  /** Encoding of the signature. Default: `base64`. */
  readonly encoding?: 'base64' | 'hex';
  /** Text before each signature: `sha256=`. */
  readonly prefix?: string;
  /** Signed text, with `{body}`, `{timestamp}` and `{id}`: `{timestamp}.{body}`. Default: `{body}`. */
  readonly content?: string;
  /** The header with the time in seconds since the epoch. Without one, a webhook has no age. */
  readonly timestamp?: string;
  /** Text before the time if the header has several values: `t=`. */
  readonly timestampPrefix?: string;
  /** The header with the id. */
  readonly id?: string;
}

/** The scheme of https://www.standardwebhooks.com. */
export const standardWebhooks: WebhookScheme = {
  header: 'webhook-signature',
  content: '{id}.{timestamp}.{body}',
  timestamp: 'webhook-timestamp',
  id: 'webhook-id',
};

/** Splits a header with several values, and returns those with a prefix: `t=1,v1=ab`, `v1=` → `ab`. In Standard Webhooks, a value has a comma. */
export function splitValues(text: string, prefix: string): readonly string[] {
  const values = text.split(prefix.includes(',') ? /,?\s+/ : /[,\s]+/);
  return values.flatMap((one) => (one.startsWith(prefix) ? one.slice(prefix.length) : []));
}

/** Decodes base 64 or hexadecimal digits; `undefined` for any other text. */
export function decode(
  text: string,
  encoding: WebhookScheme['encoding'] = 'base64',
): Uint8Array<ArrayBuffer> | undefined {
  try {
    if (encoding === 'base64') return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    const digits = /^(?:[\da-f]{2})+$/i.exec(text)?.[0].match(/../g);
    return digits ? Uint8Array.from(digits, (pair) => parseInt(pair, 16)) : undefined;
  } catch {
    return undefined;
  }
}

/** Writes the bytes that are signed: the body, and the text around it. */
export function writeContent(
  { content = '{body}' }: WebhookScheme,
  body: Uint8Array<ArrayBuffer>,
  [id, timestamp]: readonly [id: string, timestamp: string],
): Promise<Uint8Array<ArrayBuffer>> {
  // Names in the value of `{id}` are not replaced.
  return join(
    content
      .split(/(\{\w+\})/)
      .map((part) => (part === '{body}' ? body : part === '{id}' ? id : part === '{timestamp}' ? timestamp : part)),
  );
}

/** Joins bytes, and strings as UTF-8. */
export async function join(parts: readonly (string | Uint8Array<ArrayBuffer>)[]): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Blob([...parts]).arrayBuffer());
}
