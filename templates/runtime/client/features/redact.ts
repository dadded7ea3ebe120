import { isJsonObject } from '../../json.js';
import type { Service } from '../../operation.js';
import type { Redactor } from '../options/hooks.js';
import type { CoreFeature } from '../options/options.js';

const mask = '[redacted]';

/** Shorter values are no secrets, and replacing them would spoil ordinary words. */
const shortestSecret = 4;

/** Most secrets that are known at once. */
const mostSecrets = 100;

/** Makes a redactor that knows secrets as they are sent, plain or encoded for a URL. */
export function createPlainRedactor(): Redactor {
  const secrets = new Set<string>();
  const text = (original: string) => {
    let clean = original;
    // The longest first: a secret may begin with another one.
    for (const one of [...secrets].sort((a, b) => b.length - a.length)) clean = clean.replaceAll(one, mask);
    return clean;
  };
  return {
    add: (secret) => {
      if (secret.length < shortestSecret || secrets.has(secret)) return;
      if (secrets.size > mostSecrets) secrets.clear();
      secrets.add(secret).add(new URLSearchParams([['', secret]]).toString().slice(1));
    },
    text,
    json: (original) => JSON.parse(text(original)),
    error: (original) => (original instanceof Error ? new Error(text(original.message)) : undefined),
  };
}

/**
 * The feature that keeps credentials out of errors, responses and logs in every form in which services and libraries repeat them.
 * Without it, only secrets as they are sent are replaced.
 */
export const withRedaction: CoreFeature<never> = {
  createRedactor: (service) => createRedactor(listSecretParameters(service)),
};

/** Lists the query parameters that carry secrets, as they stand in an address. */
export function listSecretParameters({ security }: Service): readonly string[] {
  const own = Object.values(security).flatMap((scheme) => {
    if (scheme.kind === 'bearer') return scheme.queryParameter ?? [];
    return scheme.kind === 'apiKey' && scheme.in === 'query' ? scheme.name : [];
  });
  return ['key', 'access_token', ...own].map(encodeURIComponent);
}

/** Functions and limits of a redactor. */
interface RedactorOptions {
  /** Replaces what it knows, too. */
  readonly outer?: Redactor;
  /** Returns the text in place of a secret that was added. Default: `[redacted]`. */
  readonly mark?: (secret: string) => string;
  /** Number of secrets that are known at once. Default: 100. */
  readonly most?: number;
}

/** Makes a redactor that knows the names of the query parameters that carry credentials, as they stand in an address. */
export function createRedactor(parameters: readonly string[], options: RedactorOptions = {}): Redactor {
  const { outer, mark = () => mask, most = mostSecrets } = options;
  // In the order in which they were last used: tokens come and go, and the oldest are forgotten.
  const secrets = new Map<string, RegExp>();
  const names = new Set(parameters);

  function text(original: string): string {
    let clean = outer?.text(original) ?? original;
    // The longest first: a secret may begin with another one.
    for (const [secret, form] of [...secrets].sort(([a], [b]) => b.length - a.length))
      clean = clean.replace(form, () => mark(secret));
    return replaceParameters(clean, (name) => (names.has(name) ? mask : undefined));
  }

  function json(original: string): unknown {
    return JSON.parse(original, (_, value: unknown) => {
      if (!isJsonObject(value)) return typeof value === 'string' ? text(value) : value;
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [text(key), item]));
    });
  }

  function error(original: unknown, depth = 0): unknown {
    if (!(original instanceof Error)) return typeof original === 'string' ? text(original) : undefined;
    const cause = original.cause === undefined || depth === 5 ? {} : { cause: error(original.cause, depth + 1) };
    const clean = new Error(text(original.message), cause);
    clean.name = text(original.name);
    clean.stack = text(original.stack ?? '');
    const { code } = Object(original);
    return typeof code === 'string' ? Object.assign(clean, { code: text(code) }) : clean;
  }

  function add(secret: string): void {
    if (secret.length < shortestSecret) return;
    const form = secrets.get(secret) ?? anyForm(secret);
    secrets.delete(secret);
    secrets.set(secret, form);
    for (const oldest of secrets.keys()) if (secrets.size > most) secrets.delete(oldest);
  }

  return { add, text, json, error: (original) => error(original) };
}

/** A parameter of an address in a text. Its value ends at an escape of JSON that is not `\/`. */
const parameter = /([?#]|&(?:amp;)?|\\u0026)([^=&#?\s"'<>\\]+)=((?:[^&#\s"'<>\\]|\\[^bfnrtu"'\s])*)/g;

/** A parameter of an address or a form: a value ends at `&` or `#`. */
export const addressParameter: RegExp = /([?&#])([^=&#?]*)=([^&#]*)/g;

/** Replaces values of parameters by name. `replace` returns undefined for those that stay. */
export function replaceParameters(
  text: string,
  replace: (name: string, value: string) => string | undefined,
  pattern: RegExp = parameter,
): string {
  return text.replace(pattern, (whole, sign: string, name: string, value: string) => {
    const replaced = replace(name, value);
    return replaced === undefined ? whole : `${sign}${name}=${replaced}`;
  });
}

/** Writes the pattern of a secret in which any character but letters and digits may be escaped by backslashes or percent-encoded. */
function anyForm(secret: string): RegExp {
  const forms = (char: string) => {
    const bytes = Array.from(new TextEncoder().encode(char), (byte) => `%${byte.toString(16).padStart(2, '0')}`);
    return `(?:\\\\*\\u{${char.codePointAt(0)?.toString(16)}}|${char === ' ' ? '\\+|' : ''}${bytes.join('')})`;
  };
  return new RegExp(secret.replace(/[^a-z\d]/giu, forms), 'giu');
}
