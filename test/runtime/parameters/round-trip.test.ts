import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InvalidParameterError } from '@speccast/runtime';
import type { OperationParameter } from '@speccast/runtime';
import { deepKinds, kinds, type Kind } from './arbitrary-value.js';
import { readParams, writeParams, type SentParams } from './write-and-read.js';

type Way = Pick<OperationParameter, 'in' | 'style' | 'explode' | 'allowReserved' | 'contentType'>;

function listStyles(place: OperationParameter['in'], styles: readonly NonNullable<Way['style']>[]): readonly Way[] {
  return styles.flatMap((style) => [true, false].map((explode) => ({ in: place, style, explode })));
}

/** Styles that Swagger 2.0 allows at all places. */
const delimited = ['spaceDelimited', 'pipeDelimited', 'tabDelimited'] as const;

const places: readonly Way[] = [
  ...listStyles('path', ['simple', 'label', 'matrix']),
  ...listStyles('query', ['form', 'spaceDelimited', 'pipeDelimited', 'tabDelimited']),
  { in: 'query', style: 'form', explode: true, allowReserved: true },
  { in: 'query', style: 'form', explode: false, allowReserved: true },
  ...listStyles('header', ['simple']),
  ...(['path', 'header'] as const).flatMap((place) =>
    listStyles(place, delimited).filter(({ explode }) => explode === false),
  ),
  ...listStyles('cookie', ['form']),
];

/** Lists the names and texts in a value. */
function listTexts(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [String(value)];
  const names = Array.isArray(value) ? [] : Object.keys(value);
  return [...names, ...Object.values(value).flatMap(listTexts)];
}

/** Lists the names and texts in a value, each name before its value: `{ a: 1 }` → `[a, 1]`. */
function listTextsInOrder(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [String(value)];
  return Array.isArray(value) ? value.map(String) : Object.entries(value).flat().map(String);
}

function listNames(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return [...(Array.isArray(value) ? [] : Object.keys(value)), ...Object.values(value).flatMap(listNames)];
}

/** The reasons for which a parameter cannot carry a value; the client may reject only these values. */
const rejectedValues: Readonly<Record<string, (way: Way, value: unknown) => boolean>> = {
  'a name of another parameter': ({ in: place, explode }, value) =>
    (place === 'query' || place === 'cookie') && explode === true && listNames(value).includes('other'),
  'only empty texts in a path': ({ in: place }, value) => place === 'path' && listTexts(value).join('') === '',
  'control characters in a path': ({ in: place }, value) =>
    place === 'path' && /\p{Cc}/u.test(listTexts(value).join('')),
  'texts that a server may read as dot segments': ({ in: place }, value) =>
    place === 'path' && listTexts(value).some((text) => /^\.+$|(\.|%2e).*[/\\;%]|[/\\;%].*(\.|%2e)/i.test(text)),
  'a delimiter without an escape': ({ style, explode }, value) => {
    const delimiter = new Map(Object.entries({ spaceDelimited: ' ', pipeDelimited: '|', tabDelimited: '\t' })).get(
      style ?? '',
    );
    return delimiter !== undefined && explode === false && listTexts(value).join('').includes(delimiter);
  },
  'a bracket in a name': ({ style }, value) => style === 'deepObject' && /[[\]]/.test(listNames(value).join('')),
  'a delimiter in a header': ({ in: place, explode }, value) =>
    place === 'header' &&
    typeof value === 'object' &&
    (listTexts(value).join('').includes(',') || (explode === true && listNames(value).join('').includes('='))),
  'an empty item at the start or end of a header with spaces or tabs between items': ({ in: place, style }, value) =>
    place === 'header' &&
    /^(?:space|tab)/.test(style ?? '') &&
    [listTextsInOrder(value).at(0), listTextsInOrder(value).at(-1)].includes(''),
  'characters that headers cannot have': ({ in: place }, value) =>
    place === 'header' && listTexts(value).some((text) => /^[\t ]|[\t ]$|[^\t\x20-\x7e\x80-\xff]/.test(text)),
};

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function trySend(parameters: readonly OperationParameter[], way: Way, value: unknown): SentParams | undefined {
  try {
    return writeParams(parameters, { p: value, other: 'x' });
  } catch (error) {
    const isMeant = error instanceof InvalidParameterError && error.parameter === 'p';
    if (!isMeant || (!Object.values(rejectedValues).some((applies) => applies(way, value)) && !isEmpty(value)))
      throw error;
    return undefined;
  }
}

function expectRoundTrip(way: Way, { types, values }: Kind): void {
  const parameters: readonly OperationParameter[] = [
    { name: 'p', ...way, ...types },
    { name: 'other', in: way.in },
  ];
  fc.assert(
    fc.property(values, (value) => {
      const sent = trySend(parameters, way, value);
      if (sent === undefined) return;
      const want = isEmpty(value) ? { other: 'x' } : { p: value, other: 'x' };
      // Compared as text, because `toEqual` ignores properties named `__proto__`.
      expect(JSON.stringify(readParams(parameters, sent))).toBe(JSON.stringify(want));
      expect(sent.url.hash).toBe('');
      expect(sent.url.pathname.split('/')).toHaveLength(way.in === 'path' ? 6 : 4);
    }),
    { numRuns: 50 },
  );
}

describe.each(places)('in $in, $style, explode $explode, reserved $allowReserved', (way) => {
  test.each(kinds)('$name arrives unchanged; an empty one is not sent', (kind) => {
    expectRoundTrip(way, kind);
  });
});

describe('in query, deepObject', () => {
  test.each(deepKinds)('$name arrives unchanged; an empty one is not sent', (kind) => {
    expectRoundTrip({ in: 'query', style: 'deepObject', explode: true }, kind);
  });
});

describe.each(['path', 'query', 'header', 'cookie'] as const)('as JSON in %s', (place) => {
  const json: Kind = { name: 'JSON', types: {}, values: fc.json().map((text): unknown => JSON.parse(text)) };

  test('any value except null arrives unchanged', () => {
    const way: Way = { in: place, contentType: 'application/json' };
    const values = json.values.filter((value) => value !== null && !isEmpty(value));
    expectRoundTrip(way, { ...json, values });
  });
});
