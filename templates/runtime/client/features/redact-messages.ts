import { createRedactor, addressParameter, replaceParameters } from './redact.js';

type IsSecret = (name: string) => boolean;

type Pairs = readonly (readonly [string, string])[];

/** Functions that return whether the value with a name is secret. */
export interface SecretNames {
  readonly isHeader: IsSecret;
  /** Tests members of bodies, fields of forms and parameters in the query. */
  readonly isMember: IsSecret;
  readonly isQuery: IsSecret;
}

/** Replaces secrets in requests and responses: values with secret names, and added secrets anywhere in text. */
export interface MessageRedactor {
  /** Adds a secret, which is replaced in all its encodings. */
  readonly add: (secret: string) => void;
  /** Replaces only the added secrets. */
  readonly known: (text: string) => string;
  /** Replaces secrets in text and in the URLs in it. */
  readonly text: (text: string) => string;
  /** Replaces secrets in a URL, or in a path with a query. */
  readonly address: (address: string) => string;
  /** Replaces secrets in headers: `Bearer abc` → `Bearer redacted-1`. */
  readonly headers: (pairs: Pairs) => [name: string, value: string][];
  /** Replaces secrets in a body: JSON, a form, XML or multipart. All other characters stay the same. */
  readonly body: (text: string, mediaType: string) => string;
}

/** Creates a redactor of messages. `mark` returns the text that replaces a secret. */
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
      // The password alone may occur elsewhere.
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
      // In a request for a token, `code` is also a credential.
      const isSecret = one.includes('grant_type') ? names.isQuery : names.isMember;
      if (mediaType === 'application/x-www-form-urlencoded')
        return known(replaceIn(`?${one}`, isSecret, addressParameter)).slice(1);
      return text(replaceMembers(one, isSecret, mark));
    },
  };
}

/** Lists the cookies in headers of a request or response: `[['session', 'abc']]`. */
export function listCookies(headers: Pairs): Pairs {
  return headers.flatMap(([name, value]) => {
    const pattern = findCookiePattern(name.toLowerCase());
    const found = pattern ? [...value.matchAll(pattern)] : [];
    return found.map(([, start = '', one = '']) => [start.replace(/^;|=$/g, '').trim(), one] as const);
  });
}

/** Returns a pattern for cookies in a header: all pairs of `cookie`, the first pair of `set-cookie`. */
function findCookiePattern(name: string) {
  if (name === 'cookie') return /((?:^|;)[^=;]*=)([^;]*)/g;
  return name === 'set-cookie' ? /^([^=;]*=)([^;]*)/g : undefined;
}

/** Replaces the values of JSON members, XML elements, attributes and form fields with secret names. */
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

// The lookbehinds keep the time linear: a long string without an end is scanned only once.
const jsonString = /(?<!\\)"[^"\\]*(?:\\.[^"\\]*)*"/g;

/** Matches a JSON member whose value is a string, a number or an array without objects. */
const jsonMember =
  /((?<!\\)"([^"\\]*(?:\\.[^"\\]*)*)"\s*:\s*)("[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|\[(?:[^"{}\]]+|"[^"\\]*(?:\\.[^"\\]*)*"|\]\s*,\s*\[)*)/g;

/** Matches an XML element; its name is captured without the prefix of its namespace. */
const xmlElement = /(<(?:[\w.-]+:)?([\w.-]+)(?:\s[^<>]*)?>)([^<>]+|<!\[CDATA\[[^\]]*\]\]>)(?=<\/)/g;

const xmlAttribute = /((?<![\w.-])([\w.-]+)=["'])([^"'<>]+)(?=["'])/g;

const formPart =
  /(content-disposition:[^\r\n]*;\s*name="?([^";\r\n]*)[^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n)([^]*?)(?=\r\n--)/gi;

/** Matches a user and password before a host: `://ann:secret@`. */
const user = /(:\\?\/\\?\/)[^\s/?#@"'<>\\]*@/g;

/** Decodes a value of a query; returns an invalid one unchanged. */
function decode(text: string) {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** Parses a JSON string; returns an invalid one without its quotes. */
function parseString(literal: string) {
  try {
    return String(JSON.parse(literal));
  } catch {
    return literal.slice(1, -1);
  }
}
