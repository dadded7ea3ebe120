/** How signatures are made. */
export type WebhookAlgorithm =
  | 'hmac-sha1'
  | 'hmac-sha256'
  | 'hmac-sha512'
  | 'ed25519'
  | 'rsa-sha256'
  | 'rsa-pss-sha256'
  | 'ecdsa-sha256';

/** How the webhooks of a service are signed: `x-webhook-signature` of its spec. */
export interface WebhookScheme {
  /** The header with the signature, or with several. */
  readonly header: string;
  /** Default: as Standard Webhooks says, HMAC-SHA256 or, for a key that begins with `whpk_` or `whsk_`, Ed25519. */
  readonly algorithm?: WebhookAlgorithm;
  /** How the signature is written. Default: `base64`. */
  readonly encoding?: 'base64' | 'hex';
  /** What comes before each signature: `sha256=`. */
  readonly prefix?: string;
  /** What is signed: a string with `{body}`, `{timestamp}` and `{id}`. Default: `{body}`. */
  readonly content?: string;
  /** The header with the time in seconds since the epoch. Without one, a webhook has no age. */
  readonly timestamp?: string;
  /** What comes before the time where it is one of several values of its header: `t=`. */
  readonly timestampPrefix?: string;
  /** The header with the id. */
  readonly id?: string;
}

/** How https://www.standardwebhooks.com says that webhooks are signed. */
export const standardWebhooks: WebhookScheme = {
  header: 'webhook-signature',
  content: '{id}.{timestamp}.{body}',
  timestamp: 'webhook-timestamp',
  id: 'webhook-id',
};

/** The values of a header that has several. Signatures of Standard Webhooks contain a comma. */
export function valuesOf(text: string, prefix: string): readonly string[] {
  const values = text.split(prefix.includes(',') ? /,?\s+/ : /[,\s]+/);
  return values.flatMap((one) => (one.startsWith(prefix) ? one.slice(prefix.length) : []));
}

/** The bytes of base 64 or of hexadecimal digits; undefined where it is neither. */
export function decode(
  text: string,
  encoding: WebhookScheme['encoding'] = 'base64',
): Uint8Array<ArrayBuffer> | undefined {
  const isHex = encoding === 'hex';
  try {
    const parts = isHex ? /^(?:[\da-f]{2})+$/i.exec(text)?.[0].match(/../g) : atob(text);
    return parts ? Uint8Array.from(parts, (part) => (isHex ? parseInt(part, 16) : part.charCodeAt(0))) : undefined;
  } catch {
    return undefined;
  }
}

/** The bytes that are signed: those of the body, and what is around it. */
export function contentOf(
  { content = '{body}' }: WebhookScheme,
  body: Uint8Array<ArrayBuffer>,
  [id, timestamp]: readonly [id: string, timestamp: string],
): Promise<Uint8Array<ArrayBuffer>> {
  // The value of `{id}` is not searched for further names.
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
