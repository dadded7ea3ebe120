import * as fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  accountsAdUnitsListParameters,
  accountsGetParameters,
} from '../../../generated/ad-reporting/src/validators/strings.js';
import {
  i18nRegionsListParameters,
  playlistsListParameters,
  videosListParameters,
  watermarksSetParameters,
} from '../../../generated/video-platform/src/validators/strings.js';
import { stringParameters } from '@speccast/runtime/parameters';
import type { OperationParameter } from '@speccast/runtime';
import type { Issue, Validator } from '@speccast/runtime/validators';
import { readRows } from '../../rows.js';
import { kinds } from './arbitrary-value.js';
import { writeParams } from './write-and-read.js';

const { table } = readRows(import.meta.url);

/** A validator that accepts all values, because these tests check only how strings are read. */
const anything = { is: () => true, check: () => [] } as unknown as Validator<Record<string, unknown>>;

function createReader(...parameters: readonly OperationParameter[]): ReturnType<typeof stringParameters> {
  return stringParameters(anything, { parameters });
}

function listMessages({ issues = [] }: { readonly issues?: readonly Issue[] | undefined }): readonly string[] {
  return issues.map(({ path, message }) => `${path.join('.')} ${message}`);
}

const validators = {
  accountsAdUnitsListParameters,
  accountsGetParameters,
  i18nRegionsListParameters,
  playlistsListParameters,
  videosListParameters,
  watermarksSetParameters,
};

/** The strings of one place or of all places of a request, and the value or messages that the validator of an operation `of` returns. */
interface Row {
  readonly of: keyof typeof validators;
  readonly place?: 'query' | 'path' | 'headers';
  readonly input: unknown;
  readonly value?: object;
  readonly messages?: readonly string[];
}

table('strings', ({ of, place, input, value, messages = [] }: Row) => {
  const found = validators[of];
  // `as`: some rows have values of a wrong type, as routers may.
  const read = place === undefined ? found.read(input as never) : found[place].read(input as never);
  expect({ value: Object(read).value, messages: listMessages(read) }).toEqual({ value, messages });
});

describe('a query', () => {
  test('reports issues with the place of their rule in the spec', () => {
    expect(playlistsListParameters.query.read('?maxResults=5&maxResults=6')).toEqual({
      issues: [
        {
          message: 'is given more than once',
          path: ['maxResults'],
          keyword: 'style',
          schema: '#/paths/~1playlists/get/parameters',
        },
      ],
    });
  });

  test('can be an object that was parsed by its brackets', () => {
    const range = {
      type: 'object',
      properties: { from: 'integer', tags: { type: 'array', items: 'integer' } },
    } as const;
    const reader = createReader(
      { name: 'at', in: 'query', style: 'deepObject', explode: true, ...range },
      { name: 'rows', in: 'query', style: 'deepObject', explode: true, type: 'array', items: range },
    );
    const query = { at: { from: '3', tags: ['1', '2'] }, rows: [{ from: '4' }, { from: '5' }] };
    const value = { at: { from: 3, tags: [1, 2] }, rows: [{ from: 4 }, { from: 5 }] };
    expect(reader.query.read(query)).toEqual({ value });
    expect(reader.query.read('?at[from]=3&at[tags][]=1&at[tags][]=2&rows[0][from]=4&rows[1][from]=5')).toEqual({
      value,
    });
    const endless: Record<string, never> = {};
    Object.assign(endless, { at: endless });
    expect(reader.query.read(endless)).toEqual({ value: {} });
  });

  test('can be of any type without an exception', () => {
    for (const query of [() => 1, { hl: { toString: 1 } }] as never[])
      expect(i18nRegionsListParameters['~standard'].validate({ query })).toEqual({ value: {} });
  });
});

describe('a path and headers', () => {
  test('are read, headers in any case of letters', () => {
    expect(createReader({ name: 'id', in: 'path', type: 'integer' }).path.read({ id: '9' })).toEqual({
      value: { id: 9 },
    });
    const reader = createReader(
      { name: 'X-Count', in: 'header', type: 'integer' },
      { name: 'Tags', in: 'header', type: 'array', items: 'string' },
      { name: 'session', in: 'cookie', type: 'integer' },
    );
    const value = { 'X-Count': 3, Tags: ['a', 'b'], session: 4 };
    const headers = { 'x-count': '3', tags: ['a', 'b'], cookie: 'other=1; session=4' };
    expect(reader.headers.read(headers)).toEqual({ value });
    expect(reader.read({ headers: new Headers({ 'x-count': '3', tags: 'a, b', cookie: 'session=4' }) })).toEqual({
      value,
    });
  });
});

test('the types have the parameters of each place', () => {
  const { value } = Object(accountsAdUnitsListParameters.query.read('')) as { value?: { pageSize?: number } };
  expect(value).toEqual({});
  type QueryOutput = NonNullable<(typeof accountsAdUnitsListParameters.query)['~standard']['types']>['output'];
  type PathOutput = NonNullable<(typeof accountsAdUnitsListParameters.path)['~standard']['types']>['output'];
  expectTypeOf<QueryOutput>().toHaveProperty('pageSize');
  expectTypeOf<QueryOutput>().not.toHaveProperty('parent');
  expectTypeOf<keyof PathOutput>().toEqualTypeOf<'parent'>();
  expectTypeOf<PathOutput['parent']>().toExtend<string>();
});

/** Separators of items, names and values, which decoding makes indistinguishable from characters of items. */
const separators = /[,;=| \t]/;

function hasSeparator(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return separators.test(String(value));
  return Object.entries(value).some((entry) => entry.some(hasSeparator));
}

describe.each([
  { style: 'form', explode: true },
  { style: 'form', explode: false },
  { style: 'spaceDelimited', explode: false },
  { style: 'pipeDelimited', explode: false },
  { style: 'tabDelimited', explode: false },
] as const)('what a client writes in $style, explode $explode', (way) => {
  test.each(kinds)('$name is read unchanged', ({ types, values }) => {
    const parameters: readonly OperationParameter[] = [{ name: 'p', in: 'query', ...way, ...types }];
    const reader = createReader(...parameters);
    fc.assert(
      fc.property(values, (value) => {
        const url = trySendUrl(parameters, value);
        if (url === undefined) return;
        const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
        const want = JSON.stringify({ value: isEmpty ? {} : { p: value } });
        expect(JSON.stringify(reader.query.read(url.search))).toBe(want);
        if (!hasSeparator(value)) expect(JSON.stringify(reader.query.read(url.searchParams))).toBe(want);
      }),
      { numRuns: 200 },
    );
  });
});

/** Returns the URL of a call; `undefined` if the style cannot carry the value. */
function trySendUrl(parameters: readonly OperationParameter[], p: unknown): URL | undefined {
  try {
    return writeParams(parameters, { p }).url;
  } catch {
    return undefined;
  }
}
