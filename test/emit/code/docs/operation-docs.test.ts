import { expect, test } from 'vitest';
import { docComment, fullOperationDocs } from 'speccast/emitter';
import type { Operation, Json, JsonObject, Property, Schema } from 'speccast/emitter';
import type { SecurityScheme } from '../../../../generator/api/service/service.js';
import { anySchema, api, operation, parameter } from '../fixture.js';
import { readRows } from '../../../rows.js';

const { rows, table } = readRows(import.meta.url);

const oauth2: SecurityScheme = { kind: 'bearer', name: 'oauth2', oauth2: true, scopes: [], doc: {} };

const quotas = {
  'x-quotas': {
    default: [
      { limit: 10000, per: 'day' },
      { limit: 60, per: 'hour' },
    ],
    other: {},
  },
};

/** The list at the end of the docs of an operation. */
function itemsOf(more: Partial<Operation>, extensions: JsonObject = quotas): readonly string[] {
  const given = operation('list', more);
  const docs = fullOperationDocs(api({ operations: [given], securitySchemes: [oauth2], extensions }), given);
  return docs.flatMap((line) => (typeof line === 'string' && line.startsWith('- ') ? line.slice(2).split(/\n- /) : []));
}

const scoped = (...alternatives: readonly (readonly string[])[]): Partial<Operation> => ({
  security: alternatives.map((scopes) => [{ scheme: 'oauth2', scopes }]),
});

test.each<[string, Partial<Operation>, string]>([
  ['one scope in full', scoped(['https://a.example/b']), 'Scope: `https://a.example/b`.'],
  [
    'scopes that begin alike by their ends',
    scoped(['https://a.example/b'], ['https://a.example/c.d'], ['https://a.example/b']),
    'Scopes, any one of: `b`, `c.d` (each after `https://a.example/`).',
  ],
  [
    'scopes that begin otherwise in full',
    scoped(['https://a.example/b'], ['https://b.example/b']),
    'Scopes, any one of: `https://a.example/b`, `https://b.example/b`.',
  ],
  ['scopes that are no addresses in full', scoped(['a/b'], ['a/c']), 'Scopes, any one of: `a/b`, `a/c`.'],
  ['scopes that go together', scoped(['a', 'b'], ['c']), 'Scopes, any one of: `a` and `b`, `c`.'],
])('the docs of an operation say %s', (_, given, want) => {
  expect(itemsOf(given)).toEqual([want]);
});

table('a cost of %j becomes a sentence', (quota: Operation['quota'], want: string) => {
  expect(itemsOf({ ...(quota && { quota }) })).toEqual([want]);
});

table('%s %j becomes sentences', (name: string, value: JsonObject, want: readonly string[]) => {
  expect(itemsOf({ extensions: { [name]: value } })).toEqual(want);
});

test.each<[Operation['paging'], readonly string[]]>([
  [undefined, []],
  [{}, ['A list: await it, or iterate over its items.']],
  [
    { items: 'things', token: { parameter: 'from', property: 'next' } },
    ['A list: await a page, or iterate over the items of all pages.'],
  ],
])('the docs say of a list what to do with it: %j', (paging, want) => {
  expect(itemsOf(paging === undefined ? {} : { paging })).toEqual(want);
});

table(
  'what is known of the bytes of an upload is said',
  ({ body, extensions }: { body: NonNullable<Operation['body']>; extensions: JsonObject }) => {
    expect(itemsOf({ body, extensions })).toEqual([
      'Media: bytes of type `image/png` or `image/jpeg`. At most 2,097,152 bytes (2 MiB).',
      'Media can be sent alone or in pieces, to be resumed.',
    ]);
    expect(itemsOf({ extensions })).toEqual([]);
  },
);

test('long items go on below their text', () => {
  const reasons = Array.from({ length: 12 }, (_, index) => `reasonOfAnError${index}`);
  const given = operation('list', { extensions: { 'x-reasons': { 403: reasons } } });
  expect(docComment(fullOperationDocs(api({ operations: [given] }), given))).toBe(`/**
 * \`GET /things\`.
 *
 * - Errors: 403 \`reasonOfAnError0\`, \`reasonOfAnError1\`, \`reasonOfAnError2\`, \`reasonOfAnError3\`,
 *   \`reasonOfAnError4\`, \`reasonOfAnError5\`, \`reasonOfAnError6\`, \`reasonOfAnError7\`, \`reasonOfAnError8\`,
 *   \`reasonOfAnError9\`, \`reasonOfAnError10\`, \`reasonOfAnError11\`.
 */`);
});

const otherValues = rows<Json>('otherValues');

test.each(otherValues)('an extension that means something else, %j, says nothing', (value) => {
  const names = ['x-quota', 'x-parameter-rules', 'x-body-rules', 'x-media', 'x-reasons', 'x-differs'];
  const extensions = Object.fromEntries(names.map((name) => [name, value]));
  expect(itemsOf({ extensions }, { 'x-quotas': value })).toEqual([]);
});

table('rules name parameters and the body as callers know them', ({ rules }: { rules: JsonObject }) => {
  const named = (name: string, callersName: string, schema: Schema): Property => ({
    name,
    callersName,
    schema,
    required: false,
  });
  const inner: Schema = { ...anySchema, object: { properties: [named('inner_name', 'innerName', anySchema)] } };
  const body: Schema = { ...anySchema, object: { properties: [named('first_part', 'firstPart', inner)] } };
  const content = { mediaType: 'application/json', kind: 'json', schema: body, shape: { kind: 'unknown' } } as const;
  const given = {
    parameters: [parameter('page_size', { callersName: 'pageSize' }), parameter('id')],
    body: { required: true, contents: [content], doc: {} },
    extensions: rules,
  };
  expect(itemsOf(given)).toEqual([
    'Give exactly one of `pageSize` and `id`.',
    '`pageSize` does not go with `id`.',
    '`pageSize` needs `id` to be `page_size`.',
    'The body must hold `firstPart.innerName` and `other.inner_name`.',
    'What is written of the body: `firstPart`.',
  ]);
});
