import { isJsonObject } from '../../json.js';
import type { Service } from '../../operation.js';
import type { Redactor } from '../options/hooks.js';
import type { CoreFeature } from '../options/options.js';

const mask = '[redacted]';

/** Minimum length of a secret: replacing shorter values would change ordinary words. */
const shortestSecret = 4;

/** Maximum number of secrets that are known at once. */
const mostSecrets = 100;

/** Creates a small redactor, which replaces secrets as they are and percent-encoded. */
export function createPlainRedactor(): Redactor {
  const secrets = new Set<string>();
  const text = (original: string) => {
    let clean = original;
    // The longest first: a secret may contain another one.
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
 * The feature that replaces credentials in errors, responses and logs in all their encodings. Without it, they are replaced only as they
 * are sent.
 */
export const withRedaction: CoreFeature<never> = {
  createRedactor: (service) => createRedactor(listSecretParameters(service)),
};

/** Lists the names of query parameters with secrets, percent-encoded. */
export function listSecretParameters({ security }: Service): readonly string[] {
  const own = Object.values(security).flatMap((scheme) => {
    if (scheme.kind === 'bearer') return scheme.queryParameter ?? [];
    return scheme.kind === 'apiKey' && scheme.in === 'query' ? scheme.name : [];
  });
  return ['key', 'access_token', ...own].map(encodeURIComponent);
}

/** Functions and limits of a redactor. */
interface RedactorOptions {
  /** Another redactor, whose secrets are also replaced. */
  readonly outer?: Redactor;
  /** Returns the text that replaces an added secret. Default: `[redacted]`. */
  readonly mark?: (secret: string) => string;
  /** Maximum number of secrets that are known at once. Default: 100. */
  readonly most?: number;
}

/** Creates a redactor of added secrets, and of query parameters with the given names, which are percent-encoded. */
export function createRedactor(parameters: readonly string[], options: RedactorOptions = {}): Redactor {
  const { outer, mark = () => mask, most = mostSecrets } = options;
  // In the order of their last use, so that the oldest tokens can be removed.
  const secrets = new Map<string, RegExp>();
  const names = new Set(parameters);

  function text(original: string): string {
    let clean = outer?.text(original) ?? original;
    // The longest first: a secret may contain another one.
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

/** Matches a parameter of a URL in text. Its value ends at a JSON escape other than `\/`. */
const parameter = /([?#]|&(?:amp;)?|\\u0026)([^=&#?\s"'<>\\]+)=((?:[^&#\s"'<>\\]|\\[^bfnrtu"'\s])*)/g;

/** Matches a parameter of a URL or a form, whose value ends at `&` or `#`. */
export const addressParameter: RegExp = /([?&#])([^=&#?]*)=([^&#]*)/g;

/** Replaces values of parameters by name. `replace` returns `undefined` for a value that stays. */
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

/** Returns a pattern for a secret whose characters, except letters and digits, may be percent-encoded or escaped by backslashes. */
function anyForm(secret: string): RegExp {
  const forms = (char: string) => {
    const bytes = Array.from(new TextEncoder().encode(char), (byte) => `%${byte.toString(16).padStart(2, '0')}`);
    return `(?:\\\\*\\u{${char.codePointAt(0)?.toString(16)}}|${char === ' ' ? '\\+|' : ''}${bytes.join('')})`;
  };
  return new RegExp(secret.replace(/[^a-z\d]/giu, forms), 'giu');
}
