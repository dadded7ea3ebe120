import { createMessageRedactor, listCookies, type MessageRedactor } from '@speccast/runtime';
import type { CredentialNames } from '../../plan/secret-names.js';

/** Shorter credentials are replaced where their names are, and not wherever the same characters are. */
const shortest = 6;

/** Number of credentials that are told apart. */
const mostSecrets = 10_000;

/** Replaces credentials: the same one by the same `redacted-1` everywhere, so that callers can be told apart. */
export interface CallRedactor extends MessageRedactor {
  /** Makes a credential known under the mark that it has in a recording. */
  readonly learn: (secret: string, mark: string) => void;
  /** Makes the credentials of a call known. Returns the marks of those that tell who calls: `redacted-1+redacted-2`. */
  readonly nameCaller: (headers: readonly (readonly [string, string])[], url: URL) => string;
  /** Replaces credentials in a value of JSON. */
  readonly json: <Value>(value: Value) => Value;
}

/** Creates a redactor without secrets. Calls `onNew` with each new one. */
export function createCallRedactor(
  names: CredentialNames,
  onNew?: (secret: string, mark: string) => void,
): CallRedactor {
  const marks = new Map<string, string>();
  const mark = (secret: string): string => {
    if (secret === '' || /^redacted-\d+$/.test(secret)) return secret;
    const known = marks.get(secret);
    if (known !== undefined) return known;
    const made = `redacted-${Math.min(marks.size, mostSecrets) + 1}`;
    learn(secret, made);
    onNew?.(secret, made);
    return made;
  };
  const redactor = createMessageRedactor(names, mark);
  const learn = (secret: string, made: string): void => {
    marks.set(secret, made);
    if (secret.length >= shortest) redactor.add(secret);
  };
  return {
    ...redactor,
    learn,
    // Their text, because names are replaced there wherever they are.
    json: (value) => JSON.parse(redactor.body(JSON.stringify(value), 'application/json')),
    nameCaller: (headers, url) => {
      const own = headers.filter(([name]) => names.isHeader(name) && name.toLowerCase() !== 'proxy-authorization');
      // The mark is the last word: `Bearer redacted-1`.
      const sent = redactor.headers(own).map(([, value]) => value.split(/\s/).at(-1));
      const query = [...url.searchParams].flatMap(([name, value]) => (names.isQuery(name) ? mark(value) : []));
      const cookies = listCookies(headers).map(([name, value]) => ({ name, made: mark(value) }));
      const sessions = cookies.filter(({ name }) => names.isCredentialCookie(name)).map(({ made }) => made);
      return [...new Set([...sent, ...query, ...sessions])].filter(Boolean).join('+');
    },
  };
}
