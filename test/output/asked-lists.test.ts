import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importSpec, type ImportedCase } from './import-case.js';

const [string, integer, moment] = [{ type: 'string' }, { type: 'integer' }, { type: 'string', format: 'date-time' }];
const texts = { type: 'array', items: string };
const place = { type: 'object', properties: { city: string, zip: string } };
const user = {
  type: 'object',
  required: ['name'],
  properties: {
    id: { ...integer, readOnly: true },
    name: string,
    age: integer,
    status: { type: 'string', enum: ['new', 'paid', 'gone'] },
    tags: texts,
    isActive: { type: 'boolean' },
    seen_at: moment,
    addr: place,
  },
};

const free = { style: 'deepObject', explode: true };

/** Query parameters, each with its schema and what else is said of it. */
const parameters: Readonly<Record<string, readonly [schema: object, more?: object]>> = {
  'filter[status]': [string],
  'addr.city': [string],
  'addr[zip]': [string],
  statuses: [texts, { explode: false }],
  ids: [{ type: 'array', items: integer }],
  'id[]': [{ type: 'array', items: integer }],
  min_age: [integer],
  maxAge: [{ anyOf: [integer, { type: 'null' }] }],
  age__lt: [integer],
  'age[ne]': [integer],
  seenAfter: [moment],
  seen_until: [moment],
  since: [moment],
  tag: [string],
  is_active: [{ type: 'boolean' }],
  name_like: [string],
  seen: [{ type: 'object', properties: { gte: moment, lt: moment } }, free],
  filter: [{ type: 'object', additionalProperties: true }, free],
  $filter: [string],
  $orderby: [string],
  $select: [string],
  sort: [texts],
  order: [{ type: 'string', enum: ['asc', 'desc'] }],
  term: [string],
  fields: [string],
};

const json = (schema: object): object => ({ content: { 'application/json': { schema } } });

/** How lists page: their query parameters, and the members of their responses beside the items; none of a plain list. */
const pages: Readonly<Record<string, readonly [parameters: Readonly<Record<string, object>>, members?: object]>> = {
  odata: [
    { $top: integer, $skip: integer, $count: { type: 'boolean' } },
    { value: [], '@odata.count': integer },
  ],
  ends: [{ _start: integer, _end: integer }],
  scim: [
    { startIndex: integer, count: integer },
    { Resources: [], totalResults: integer, startIndex: integer },
  ],
  relay: [
    { first: integer, after: string, last: integer, before: string },
    {
      edges: ['node'],
      pageInfo: {
        type: 'object',
        properties: { hasPreviousPage: { type: 'boolean' }, endCursor: string, startCursor: string },
      },
    },
  ],
  limits: [{ limit: { anyOf: [integer, { type: 'null' }] } }],
  digits: [{ limit: string, offset: string }],
  whole: [{ page: { allOf: [integer], default: 1 }, per_page: integer }],
  keys: [
    { limit: integer, starting_after: integer, ending_before: integer },
    { data: [], has_more: { type: 'boolean' } },
  ],
};

function pagingPaths(): object {
  const thing = { type: 'object', required: ['id'], properties: { id: integer } };
  return Object.fromEntries(
    Object.entries(pages).map(([name, [parameters, members]]) => {
      const list = ([node]: readonly string[]): object => ({
        type: 'array',
        items: node === undefined ? thing : { type: 'object', properties: { cursor: string, [node]: thing } },
      });
      const properties = Object.entries(members ?? {}).map(([key, one]) => [key, Array.isArray(one) ? list(one) : one]);
      const schema = members === undefined ? list([]) : { type: 'object', properties: Object.fromEntries(properties) };
      const query = Object.entries(parameters).map(([key, one]) => ({ name: key, in: 'query', schema: one }));
      return [
        `/${name}`,
        {
          get: { operationId: name, parameters: query, responses: { 200: { description: 'Done.', ...json(schema) } } },
        },
      ];
    }),
  );
}

const spec = {
  openapi: '3.1.0',
  info: { title: 'Users', version: '1' },
  paths: {
    ...pagingPaths(),
    '/users': {
      get: {
        operationId: 'listUsers',
        parameters: Object.entries(parameters).map(([name, [schema, more]]) => ({
          name,
          in: 'query',
          schema,
          ...more,
        })),
        responses: { 200: { description: 'Done.', ...json({ type: 'array', items: user }) } },
      },
      post: {
        operationId: 'addUser',
        requestBody: json(user),
        responses: { 201: { description: 'Done.', ...json(user) } },
      },
    },
  },
};

const rows = [
  {
    id: 1,
    name: 'Ann',
    age: 30,
    status: 'new',
    tags: ['a', 'b'],
    isActive: true,
    seen_at: '2021-01-01T00:00:00Z',
    addr: { city: 'Rome', zip: '1' },
  },
  {
    id: 2,
    name: 'Bob',
    age: 9,
    status: 'paid',
    tags: ['b'],
    isActive: false,
    seen_at: '2019-01-01T02:00:00+02:00',
    addr: { city: 'Oslo', zip: '2' },
  },
  {
    id: 3,
    name: 'Cid',
    age: 100,
    status: 'gone',
    tags: [],
    isActive: true,
    seen_at: '2023-03-01T12:00:00Z',
    addr: { city: 'Rome', zip: '3' },
  },
];

let users: ImportedCase<unknown> | undefined;

beforeAll(async () => {
  users = await importSpec('asked-lists', spec);
});

afterAll(() => users?.remove());

async function ask(query: string): Promise<readonly [body: readonly object[], ignored: string | null]> {
  const { emulator } = users!.open();
  // They take the places of the samples.
  emulator.seed({ users: rows });
  const response = await emulator.fetch(`${emulator.baseUrl}/users?${query}`);
  return [await response.json(), response.headers.get('x-mock-ignored')];
}

describe('a list is filtered, sorted and reduced by the words of its parameters', () => {
  test.each<[string, readonly number[]]>([
    ['filter[status]=new', [1]],
    ['addr.city=Rome', [1, 3]],
    ['addr[zip]=2', [2]],
    ['statuses=new,paid', [1, 2]],
    ['ids=3&ids=1', [3, 1]],
    ['id[]=2&id[]=3', [2, 3]],
    ['min_age=30', [1, 3]],
    ['maxAge=30', [1, 2]],
    ['age__lt=30', [2]],
    ['age[ne]=9', [1, 3]],
    ['seenAfter=2019-01-01T00:00:00Z', [1, 3]],
    ['seen_until=2019-01-01T01:00:00%2B01:00', [2]],
    ['since=2021-01-01T01:00:00%2B01:00', [1, 3]],
    ['tag=b', [1, 2]],
    ['is_active=false', [2]],
    ['name_like=I', [3]],
    ['seen[gte]=2019-01-01T00:00:00Z&seen[lt]=2022-01-01T00:00:00Z', [1, 2]],
    ['filter[age][gte]=30&filter[addr][city]=Rome', [1, 3]],
    ["$filter=age gt 21 and addr/city eq 'Rome'", [1, 3]],
    ["$filter=contains(name,'b') or not (age lt 100)", [2, 3]],
    ['$filter=tags eq "a" or addr[zip eq "3"]', [1, 3]],
    ['$filter=age=gt=9;status==new,name==Bob', [1, 2]],
    ['term=rome cid', [3]],
    ['sort=age,desc', [3, 1, 2]],
    ['sort=addr.city,asc&sort=age,desc', [2, 3, 1]],
    ['sort=-seenAt', [3, 1, 2]],
    ['sort=age&order=desc', [3, 1, 2]],
    ['$orderby=addr/city desc,age', [1, 3, 2]],
    ['sort=oldest', [2, 1, 3]],
    ['min_age=10&addr.city=Rome&sort=-age', [3, 1]],
  ])('%s', async (query, ids) => {
    const [found, ignored] = await ask(query);
    expect([found, ignored]).toEqual([ids.map((id) => rows.find((row) => row.id === id)), null]);
  });

  test.each<[string, object]>([
    ['fields=name,addr.city', { name: 'Bob', addr: { city: 'Oslo' } }],
    ['$select=age', { age: 9 }],
  ])('%s', async (query, row) => {
    expect(await ask(`ids=2&${query}`)).toEqual([[row], null]);
  });

  test.each([
    ['$filter=year(seen_at) eq 2021', '$filter'],
    ['$filter=((((age gt', '$filter'],
    ['sort=nothing', 'sort'],
  ])('%s is told to be ignored', async (query, name) => {
    expect(await ask(query)).toEqual([rows, name]);
  });
});

describe('a list of three rows is paged by the words of its parameters', () => {
  test.each<[string, object]>([
    ['odata?$skip=1&$top=1', { value: [{ id: 2 }], '@odata.count': 3 }],
    ['odata?$top=1&$count=false', { value: [{ id: 1 }] }],
    ['ends?_start=1&_end=2', [{ id: 2 }]],
    ['scim?startIndex=2&count=1', { Resources: [{ id: 2 }], totalResults: 3, startIndex: 2 }],
    ['limits?limit=2', [{ id: 1 }, { id: 2 }]],
    ['digits?limit=1&offset=2', [{ id: 3 }]],
    ['whole?page=2&per_page=2', [{ id: 3 }]],
    ['keys?starting_after=1&limit=1', { data: [{ id: 2 }], has_more: true }],
    ['keys?ending_before=3&limit=1', { data: [{ id: 2 }], has_more: true }],
    ['keys?starting_after=999', { error: { code: 400, message: 'starting_after names nothing in this list: 999.' } }],
  ])('%s', async (query, body) => {
    const { emulator } = users!.open();
    const response = await emulator.fetch(`${emulator.baseUrl}/${query}`);
    expect(await response.json()).toMatchObject(body);
    expect(response.headers.get('x-mock-ignored')).toBeNull();
  });

  test('forwards and backwards, by the cursors of edges', async () => {
    const { emulator } = users!.open();
    const read = async (query: string): Promise<{ readonly edges: readonly { readonly cursor: string }[] }> =>
      (await emulator.fetch(`${emulator.baseUrl}/relay?${query}`)).json();
    const { edges } = await read('first=2');
    expect(await read(`after=${edges[0]!.cursor}&first=1`)).toMatchObject({
      edges: [{ ...edges[1], node: { id: 2 } }],
    });
    const end = await read('last=1');
    expect(end).toMatchObject({ edges: [{ node: { id: 3 } }], pageInfo: { hasPreviousPage: true } });
    expect(await read(`last=1&before=${end.edges[0]!.cursor}`)).toMatchObject({ edges: [{ node: { id: 2 } }] });
  });
});
