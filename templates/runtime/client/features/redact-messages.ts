import { createRedactor, addressParameter, replaceParameters } from './redact.js';

type IsSecret = (name: string) => boolean;

type Pairs = readonly (readonly [string, string])[];

/** Tests for names of values that are secret. */
export interface SecretNames {
  readonly isHeader: IsSecret;
  /** Tests members of bodies, fields of forms and parameters in the query. */
  readonly isMember: IsSecret;
  readonly isQuery: IsSecret;
}

/** Replaces secrets in requests and responses: values by name, and those that were added in all texts. */
export interface MessageRedactor {
  /** Adds a secret, in all the forms it can travel in. */
  readonly add: (secret: string) => void;
  /** Replaces the secrets that were added, and no others. */
  readonly known: (text: string) => string;
  /** Replaces secrets in a text, and in the addresses that it names. */
  readonly text: (text: string) => string;
  /** Replaces secrets in an address, whole or only its path and query. */
  readonly address: (address: string) => string;
  /** Replaces secrets in headers: `Bearer abc` → `Bearer redacted-1`. */
  readonly headers: (pairs: Pairs) => [name: string, value: string][];
  /** Replaces secrets in the text of a body: JSON, a form, XML or parts. All other characters stay as they are. */
  readonly body: (text: string, mediaType: string) => string;
}

/** Creates a redactor of messages. `mark` returns the text in place of a secret. */
export function createMessageRedactor(names: SecretNames, mark: (secret: string) => string): MessageRedactor {
  const { add, text: known } = createRedactor([], { mark, most: Infinity });
  const replaceIn = (text: string, isSecret: IsSecret, pattern?: RegExp) =>
    replaceParameters(text, (name, value) => (isSecret(decode(name)) ? mark(decode(value)) : undefined), pattern);
  const text = (one: string) => known(replaceIn(one.replace(user, '$1'), names.isQuery));
  const address = (one: string) => text(replaceIn(one, names.isQuery, addressParameter));
  const header = (name: string, value: string) => {
    const cookie = findCookiePattern(name);
    if (cookie) return value.replace(cookie, (_, start: string, one: string) => start + mark(one));
    if (!names.isHeader(name)) return /^(?:content-)?location$|^referer$/.test(name) ? address(value) : text(value);
    const [, scheme = '', credential = ''] = /^(\s*[a-z][\w-]*\s+(?=\S))?(.*)$/is.exec(value) ?? [];
    try {
      // The password may be elsewhere without the name of the user.
      const password = /^\s*basic\s/i.test(scheme) && /(?<=^[^:]*:).+$/s.exec(atob(credential));
      if (password) mark(password[0]);
    } catch {
      // Not Base64: it has no password.
    }
    return scheme + mark(credential);
  };
  return {
    add,
    known,
    text,
    address,
    headers: (pairs) => pairs.map(([name, value]) => [name, header(name.toLowerCase(), value)]),
    body: (one, mediaType) => {
      // In a request for a token, a `code` is a credential, too.
      const isSecret = one.includes('grant_type') ? names.isQuery : names.isMember;
      if (mediaType === 'application/x-www-form-urlencoded')
        return known(replaceIn(`?${one}`, isSecret, addressParameter)).slice(1);
      return text(replaceMembers(one, isSecret, mark));
    },
  };
}

/** Lists the cookies that a request or a response has: `[['session', 'abc']]`. */
export function listCookies(headers: Pairs): Pairs {
  return headers.flatMap(([name, value]) => {
    const pattern = findCookiePattern(name.toLowerCase());
    const found = pattern ? [...value.matchAll(pattern)] : [];
    return found.map(([, start = '', one = '']) => [start.replace(/^;|=$/g, '').trim(), one] as const);
  });
}

/** Finds the pattern of the cookies in a header: all of `cookie`, and the first pair of `set-cookie`. */
function findCookiePattern(name: string) {
  if (name === 'cookie') return /((?:^|;)[^=;]*=)([^;]*)/g;
  return name === 'set-cookie' ? /^([^=;]*=)([^;]*)/g : undefined;
}

/** Replaces the values of members, elements, attributes and fields of forms by their names. */
function replaceMembers(text: string, isSecret: IsSecret, mark: (secret: string) => string) {
  const inJson = (value: string): string => {
    if (value.startsWith('[')) return value.replace(jsonString, inJson);
    return JSON.stringify(mark(value.startsWith('"') ? parseString(value) : value));
  };
  const replaceBy =
    (change: (value: string) => string) => (whole: string, start: string, name: string, value: string) =>
      isSecret(parseString(`"${name}"`)) ? start + change(value) : whole;
  return text
    .replace(jsonMember, replaceBy(inJson))
    .replace(
      xmlElement,
      replaceBy((value) => mark(value.replace(/^<!\[CDATA\[|\]\]>$/g, ''))),
    )
    .replace(xmlAttribute, replaceBy(mark))
    .replace(formPart, replaceBy(mark));
}

// The lookbehinds keep the time linear: a long text without an end is scanned once.
const jsonString = /(?<!\\)"[^"\\]*(?:\\.[^"\\]*)*"/g;

/** A member with a string, a number or a list without objects. */
const jsonMember =
  /((?<!\\)"([^"\\]*(?:\\.[^"\\]*)*)"\s*:\s*)("[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|\[(?:[^"{}\]]+|"[^"\\]*(?:\\.[^"\\]*)*"|\]\s*,\s*\[)*)/g;

/** The name is without the prefix of its namespace. */
const xmlElement = /(<(?:[\w.-]+:)?([\w.-]+)(?:\s[^<>]*)?>)([^<>]+|<!\[CDATA\[[^\]]*\]\]>)(?=<\/)/g;

const xmlAttribute = /((?<![\w.-])([\w.-]+)=["'])([^"'<>]+)(?=["'])/g;

const formPart =
  /(content-disposition:[^\r\n]*;\s*name="?([^";\r\n]*)[^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n)([^]*?)(?=\r\n--)/gi;

/** A user and a password before a host. */
const user = /(:\\?\/\\?\/)[^\s/?#@"'<>\\]*@/g;

/** Decodes a value of a query; an invalid one is returned as it is. */
function decode(text: string) {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** Parses a string of JSON; an invalid one is returned without its quotes. */
function parseString(literal: string) {
  try {
    return String(JSON.parse(literal));
  } catch {
    return literal.slice(1, -1);
  }
}
