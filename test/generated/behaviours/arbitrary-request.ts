import * as fc from 'fast-check';
import { arbitraryBody } from './arbitrary-body.js';
import { arbitraryText, type Template, type Vocabulary } from './vocabulary.js';

/** A generated request, which may be malformed. */
export interface WildRequest {
  readonly method: string;
  /** Path below the base address with its query, already encoded: `/videos?id=a%2Cb`. */
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body?: Uint8Array;
}

/** Generates requests of the templates. Values of the query are odd with the probability `oddity / 10`; with 0 all requests are valid. */
export function plausibleRequest(vocabulary: Vocabulary, oddity: number): fc.Arbitrary<WildRequest> {
  const { templates, tokens } = vocabulary;
  const token = fc.constantFrom(...tokens).map((one): readonly [string, string] => ['authorization', `Bearer ${one}`]);
  return fc.constantFrom(...templates).chain((template) => {
    const query = arbitraryQuery(vocabulary, template, oddity);
    return fc
      .tuple(fillPath(vocabulary, template.path), query, token, arbitraryBody(vocabulary, template, oddity))
      .map(([path, search, auth, { bytes, type }]) => ({
        method: template.method,
        target: path + search,
        headers: [auth, ...(type === undefined ? [] : [['content-type', type] as const])],
        ...(bytes === undefined || template.method === 'GET' ? {} : { body: bytes }),
      }));
  });
}

/** Generates requests of the templates, valid or with odd values, and others with any method, path, query and headers. */
export function arbitraryRequest(vocabulary: Vocabulary): fc.Arbitrary<WildRequest> {
  const text = arbitraryText(vocabulary);
  const plausible = plausibleRequest(vocabulary, 1);
  const path = fc.oneof(
    fc.array(text, { maxLength: 3 }).map((parts) => parts.map((part) => `/${encodeLoosely(part)}`).join('')),
    fc.tuple(plausible, text).map(([{ target }, rest]) => `${target.split('?')[0] ?? ''}/${encodeLoosely(rest)}`),
    plausible.map(({ target }) => target.split('?')[0] ?? ''),
  );
  const pair = fc
    .tuple(text, fc.constantFrom('=', '', '=='), text)
    .map(([name, equals, value]) => encodeLoosely(name) + equals + encodeLoosely(value));
  const query = fc.array(pair, { maxLength: 4 }).map((pairs) => (pairs.length === 0 ? '' : `?${pairs.join('&')}`));
  const method = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'QUERY', 'get');
  const wild = fc
    .tuple(plausibleRequest(vocabulary, 5), method, path, query, fc.array(arbitraryHeader(), { maxLength: 3 }))
    .map(([base, name, place, search, headers]) => ({
      ...base,
      method: name,
      target: place + search,
      headers: [...base.headers, ...headers],
      // `Request` rejects a body for these methods.
      ...(['GET', 'get', 'HEAD'].includes(name) && { body: new Uint8Array(0) }),
    }));
  return fc.oneof(
    { weight: 3, arbitrary: plausible },
    { weight: 1, arbitrary: plausibleRequest(vocabulary, 0) },
    { weight: 2, arbitrary: wild },
  );
}

/** Percent-encodes characters that a URL cannot have, but neither `%` nor separators: `a b%2` → `a%20b%2`. */
function encodeLoosely(text: string): string {
  return encodeURIComponent(text.replaceAll(/[\uD800-\uDFFF]/gu, '\uFFFD')).replaceAll(
    /%25|%2F|%2C|%3D|%3B|%2B|%24|%7B|%7D/g,
    (escape) => decodeURIComponent(escape),
  );
}

/** Replaces the placeholder of a path by known values: `/captions/{?captions}` → `/captions/a1`. */
function fillPath({ known }: Vocabulary, path: string): fc.Arbitrary<string> {
  const name = /\{\?(\w+)\}/.exec(path)?.[1];
  return name === undefined
    ? fc.constant(path)
    : fc.constantFrom(...(known[name] ?? [])).map((value) => path.replace(`{?${name}}`, () => value));
}

/** Generates queries of up to three parameters of a template. Values are odd with the probability `oddity / 10`. */
function arbitraryQuery(vocabulary: Vocabulary, { query = {} }: Template, oddity: number): fc.Arbitrary<string> {
  const names = Object.entries(query);
  if (names.length === 0) return fc.constant('');
  const some = fc.subarray(names, {
    minLength: Math.min(names.length, oddity > 0 ? 0 : 1),
    maxLength: Math.min(names.length, 3),
  });
  const all = fc.oneof({ weight: 1, arbitrary: some }, { weight: 2, arbitrary: fc.constant(names.slice(0, 2)) });
  const number = fc.integer({ min: 0, max: 9 });
  return all.chain((pairs) => {
    const values = pairs.map(([name, value]) =>
      fc
        .tuple(number, fc.constantFrom(...knownValues(vocabulary, value)), arbitraryText(vocabulary))
        .map(([dice, known, odd]) => `${name}=${encodeLoosely(dice < oddity ? odd : known)}`),
    );
    return fc.tuple(...values).map((sent) => (sent.length === 0 ? '' : `?${sent.join('&')}`));
  });
}

function knownValues({ known }: Vocabulary, value: string): readonly string[] {
  return value.startsWith('?') ? (known[value.slice(1)] ?? []) : [value];
}

function arbitraryHeader(): fc.Arbitrary<readonly [string, string]> {
  const value = fc.stringMatching(/^[!-~]{0,20}$/);
  const named = (name: string, ...values: readonly string[]): fc.Arbitrary<readonly [string, string]> =>
    fc.constantFrom(...values).map((one) => [name, one]);
  return fc.oneof(
    named(
      'content-range',
      'bytes 0-99/100',
      'bytes */*',
      'bytes 5-1/3',
      'bytes -',
      'lines 1-2/3',
      'bytes 0-0/99999999999999999999',
    ),
    value.map((one): readonly [string, string] => ['if-none-match', one]),
    named('accept', '*/*', 'text/html', ';q=x', ''),
    value.map((one): readonly [string, string] => ['cookie', one]),
    named('x-upload-content-length', '0', '12', '-4', 'x', '1e9'),
    named('content-encoding', 'gzip', 'br', 'identity'),
    named('content-length', '0', '-1', 'x', '99999999999'),
  );
}
