import {
  type JsonObject,
  type MessageRedactor,
  type SecretNames,
  createMessageRedactor,
  listCookies,
} from '@speccast/runtime';
import type { CredentialNames } from '../../plan/secret-names.js';

/** Minimum length of a credential that is replaced wherever it occurs. Shorter ones are replaced only as values of their names. */
const shortest = 6;

/** Maximum number of credentials with marks of their own. */
const mostSecrets = 10_000;

/** Replaces each credential by the same mark everywhere (`redacted-1`), so that different callers can be distinguished. */
export interface CallRedactor extends MessageRedactor {
  /** Adds a credential with the mark that it has in a recording. */
  readonly learn: (secret: string, mark: string) => void;
  /** Adds the credentials of a call. Returns the marks of those that identify the caller: `redacted-1+redacted-2`. */
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

/** Headers as plain data by lower-case name. Credentials and secrets in URLs are masked. */
export function redactHeaders(
  headers: Headers,
  { isHeader }: SecretNames,
  redactAddress: (address: string) => string,
): Readonly<Record<string, string>> {
  const redacted = [...headers].map(([name, value]) => {
    if (isHeader(name) || namesSession.test(name)) return [name, mask];
    const isAddress = (name === 'location' || name === 'referer') && URL.canParse(value);
    return [name, isAddress ? redactAddress(value) : value];
  });
  return Object.fromEntries(redacted);
}

/** Names of headers with cookies, or with the id or URL of an upload session. */
const namesSession = /^(?:set-)?cookie$|upload.*(?:id|url)$/;

/** Replaces credentials in the journal. */
const mask = 'redacted';

/** Matches the names of values that are secret although no spec says so: `client_secret`. */
export const namesSecret: RegExp = /(?:secret|token|password|signature)$/i;

/** Values by name, with those masked that are secret by their names. */
export function redactValues(values: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, namesSecret.test(name) ? mask : value]),
  );
}

/** Masks the values of the secret parameters in the query of a URL. */
export function redactUrl(address: string, isSecret: (name: string) => boolean): string {
  const url = new URL(address);
  const names = [...url.searchParams.keys()].filter(isSecret);
  if (names.length === 0) return address;
  for (const name of names) url.searchParams.set(name, mask);
  return url.href;
}
