/** An algorithm of signatures. */
export type WebhookAlgorithm =
  | 'hmac-sha1'
  | 'hmac-sha256'
  | 'hmac-sha512'
  | 'ed25519'
  | 'rsa-sha256'
  | 'rsa-pss-sha256'
  | 'ecdsa-sha256';

/** The way in which webhooks are signed: `x-webhook-signature` of a spec. */
export interface WebhookScheme {
  /** Name of the header with one or several signatures. */
  readonly header: string;
  /** Algorithm. Default: as in Standard Webhooks, Ed25519 for keys that start with `whpk_` or `whsk_`, else HMAC-SHA256. */
  readonly algorithm?: WebhookAlgorithm;
  /** Encoding of the signature. Default: `base64`. */
  readonly encoding?: 'base64' | 'hex';
  /** Text before each signature: `sha256=`. */
  readonly prefix?: string;
  /** Signed text, with `{body}`, `{timestamp}` and `{id}`: `{timestamp}.{body}`. Default: `{body}`. */
  readonly content?: string;
  /** Name of the header with the time in seconds since the epoch. Without it, the age is not checked. */
  readonly timestamp?: string;
  /** Text before the time if the header has several values: `t=`. */
  readonly timestampPrefix?: string;
  /** Name of the header with the id. */
  readonly id?: string;
}

/** The scheme of https://www.standardwebhooks.com. */
export const standardWebhooks: WebhookScheme = {
  header: 'webhook-signature',
  content: '{id}.{timestamp}.{body}',
  timestamp: 'webhook-timestamp',
  id: 'webhook-id',
};

/** Returns the values in a header with a prefix: `t=1,v1=ab` and `v1=` → `['ab']`. If the prefix has a comma, blanks separate values. */
export function splitValues(text: string, prefix: string): readonly string[] {
  const values = text.split(prefix.includes(',') ? /,?\s+/ : /[,\s]+/);
  return values.flatMap((one) => (one.startsWith(prefix) ? one.slice(prefix.length) : []));
}

/** Decodes base64 or hexadecimal digits; `undefined` for any other text. */
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

/** Writes the bytes that are signed, by the `content` of the scheme: `{timestamp}.{body}`. */
export function writeContent(
  { content = '{body}' }: WebhookScheme,
  body: Uint8Array<ArrayBuffer>,
  [id, timestamp]: readonly [id: string, timestamp: string],
): Promise<Uint8Array<ArrayBuffer>> {
  // Split first, so that `{body}` in the value of `{id}` is not replaced.
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
