import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InvalidParameterError } from '@speccast/runtime';
import type { OperationParameter } from '@speccast/runtime';
import { deepKinds, kinds, type Kind } from './arbitrary-value.js';
import { receive, send, type Sent } from './travel.js';

type Way = Pick<OperationParameter, 'in' | 'style' | 'explode' | 'allowReserved' | 'contentType'>;

function ways(place: OperationParameter['in'], styles: readonly NonNullable<Way['style']>[]): readonly Way[] {
  return styles.flatMap((style) => [true, false].map((explode) => ({ in: place, style, explode })));
}

/** Styles that Swagger 2.0 has everywhere. */
const delimited = ['spaceDelimited', 'pipeDelimited', 'tabDelimited'] as const;

const places: readonly Way[] = [
  ...ways('path', ['simple', 'label', 'matrix']),
  ...ways('query', ['form', 'spaceDelimited', 'pipeDelimited', 'tabDelimited']),
  { in: 'query', style: 'form', explode: true, allowReserved: true },
  { in: 'query', style: 'form', explode: false, allowReserved: true },
  ...ways('header', ['simple']),
  ...(['path', 'header'] as const).flatMap((place) =>
    ways(place, delimited).filter(({ explode }) => explode === false),
  ),
  ...ways('cookie', ['form']),
];

/** Names and texts in a value. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [String(value)];
  const names = Array.isArray(value) ? [] : Object.keys(value);
  return [...names, ...Object.values(value).flatMap(textsIn)];
}

/** The same, each name before its value. */
function textsInOrder(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [String(value)];
  return Array.isArray(value) ? value.map(String) : Object.entries(value).flat().map(String);
}

function namesIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return [...(Array.isArray(value) ? [] : Object.keys(value)), ...Object.values(value).flatMap(namesIn)];
}

/** Why a style cannot carry a value: then, and only then, the client may reject it. */
const refusals: Readonly<Record<string, (way: Way, value: unknown) => boolean>> = {
  'a name of another parameter': ({ in: place, explode }, value) =>
    (place === 'query' || place === 'cookie') && explode === true && namesIn(value).includes('other'),
  'nothing but empty texts in a path': ({ in: place }, value) => place === 'path' && textsIn(value).join('') === '',
  'control characters in a path': ({ in: place }, value) => place === 'path' && /\p{Cc}/u.test(textsIn(value).join('')),
  'what a server may take for dot segments': ({ in: place }, value) =>
    place === 'path' && textsIn(value).some((text) => /^\.+$|(\.|%2e).*[/\\;%]|[/\\;%].*(\.|%2e)/i.test(text)),
  'a delimiter that has no escape': ({ style, explode }, value) => {
    const delimiter = new Map(Object.entries({ spaceDelimited: ' ', pipeDelimited: '|', tabDelimited: '\t' })).get(
      style ?? '',
    );
    return delimiter !== undefined && explode === false && textsIn(value).join('').includes(delimiter);
  },
  'a bracket in a name': ({ style }, value) => style === 'deepObject' && /[[\]]/.test(namesIn(value).join('')),
  'a delimiter in a header': ({ in: place, explode }, value) =>
    place === 'header' &&
    typeof value === 'object' &&
    (textsIn(value).join('').includes(',') || (explode === true && namesIn(value).join('').includes('='))),
  'an empty item at the end of a header that spaces or tabs join': ({ in: place, style }, value) =>
    place === 'header' &&
    /^(?:space|tab)/.test(style ?? '') &&
    [textsInOrder(value).at(0), textsInOrder(value).at(-1)].includes(''),
  'what no header can carry': ({ in: place }, value) =>
    place === 'header' && textsIn(value).some((text) => /^[\t ]|[\t ]$|[^\t\x20-\x7e\x80-\xff]/.test(text)),
};

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function sendOrRefuse(parameters: readonly OperationParameter[], way: Way, value: unknown): Sent | undefined {
  try {
    return send(parameters, { p: value, other: 'x' });
  } catch (error) {
    const isMeant = error instanceof InvalidParameterError && error.parameter === 'p';
    if (!isMeant || (!Object.values(refusals).some((applies) => applies(way, value)) && !isEmpty(value))) throw error;
    return undefined;
  }
}

function checkTravels(way: Way, { types, values }: Kind): void {
  const parameters: readonly OperationParameter[] = [
    { name: 'p', ...way, ...types },
    { name: 'other', in: way.in },
  ];
  fc.assert(
    fc.property(values, (value) => {
      const sent = sendOrRefuse(parameters, way, value);
      if (sent === undefined) return;
      const want = isEmpty(value) ? { other: 'x' } : { p: value, other: 'x' };
      // As text, because own properties named `__proto__` count here.
      expect(JSON.stringify(receive(parameters, sent))).toBe(JSON.stringify(want));
      expect(sent.url.hash).toBe('');
      expect(sent.url.pathname.split('/')).toHaveLength(way.in === 'path' ? 6 : 4);
    }),
    { numRuns: 50 },
  );
}

describe.each(places)('in $in, $style, explode $explode, reserved $allowReserved', (way) => {
  test.each(kinds)('$name arrives as it was sent; an empty one does not arrive', (kind) => {
    checkTravels(way, kind);
  });
});

describe('in query, deepObject', () => {
  test.each(deepKinds)('$name arrives as it was sent; an empty one does not arrive', (kind) => {
    checkTravels({ in: 'query', style: 'deepObject', explode: true }, kind);
  });
});

describe.each(['path', 'query', 'header', 'cookie'] as const)('as JSON in %s', (place) => {
  const json: Kind = { name: 'JSON', types: {}, values: fc.json().map((text): unknown => JSON.parse(text)) };

  test('any value but null arrives as it was sent', () => {
    const way: Way = { in: place, contentType: 'application/json' };
    const values = json.values.filter((value) => value !== null && !isEmpty(value));
    checkTravels(way, { ...json, values });
  });
});
