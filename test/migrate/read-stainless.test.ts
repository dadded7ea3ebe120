import { expect, test } from 'vitest';
import { camelName } from '../../generator/migrate/stainless/casing.js';
import type { JsonObject } from 'speccast/emitter';
import { migrateText, shopDocument } from './migrate.js';

const settings = `edition: 2026-01-01
organization: { name: shop, docs: https://docs.shop.example }
targets:
  typescript:
    package_name: '@shop/sdk'
    production_repo: shop/shop-node
    publish: { npm: true }
  python: { package_name: shop }
environments:
  production: https://shop.example/v1
resources:
  $shared:
    models: { page: OrderPage, order_page: '#/components/schemas/OrderPage', other: { schema: Gone } }
  orders:
    methods:
      list:
        type: http
        endpoint: get /orders
        paginated: true
      create:
        endpoint: post /orders
        body_param_name: order
      retrieve: get /orders/{id}
      gone: get /gone
      again: get /orders
    subresources:
      stock_levels:
        methods:
          get_api_url:
            endpoint: get /stock
            deprecated: use another
settings: { license: MIT, unwrap_response_fields: [data] }
client_settings:
  opts:
    api_key: { type: string, read_env: SHOP_KEY, auth: { security_scheme: Key } }
  default_timeout: PT1M
query_settings: { array_format: comma }
pagination:
  - name: cursor_page
    type: cursor
    request:
      cursor:
        type: string
        x-stainless-pagination-property: { purpose: next_cursor_param }
      limit: { type: integer }
    response:
      data: { type: array, x-stainless-pagination-property: { purpose: items } }
      next_cursor:
        type: string
        x-stainless-pagination-property: { purpose: next_cursor_field }
readme: { example_requests: {} }
`;

test('names become an overlay, and settings keys of a service', () => {
  const { tool, services, said } = migrateText('stainless.yml', settings);
  expect(said).toEqual([]);
  expect(tool).toBe('stainless');
  expect(services).toMatchObject([
    {
      packageName: '@shop/sdk',
      keys: {
        methodNames: 'operationId',
        argumentStyle: 'positional',
        license: 'MIT',
        repository: 'git+https://github.com/shop/shop-node.git',
      },
      actions: [
        {
          target: "$.paths['/orders'].get",
          update: { operationId: 'orders.list', 'x-paging': { token: 'cursor', next: 'next_cursor' } },
        },
        { target: "$.paths['/orders'].post", update: { operationId: 'orders.create' } },
        { target: "$.paths['/orders/{order_id}'].get", update: { operationId: 'orders.retrieve' } },
        { target: "$.paths['/stock'].get", update: { operationId: 'orders.stockLevels.getAPIURL' } },
        { target: "$.components.schemas['OrderPage']", update: { 'x-speccast-name': 'Page' } },
      ],
    },
  ]);
});

test('what has no counterpart is listed with its line', () => {
  expect(migrateText('stainless.yml', settings).services[0]?.leftovers).toEqual([
    '1:1 edition: editions are of Stainless',
    '2:1 organization: the document says who is to be asked: `info.contact` and `externalDocs`',
    '7:5 targets.typescript.publish: publish with `npm publish`; `registry` and `access` of speccast.yaml say where',
    '8:3 targets.python: TypeScript is what is generated; keep another generator for this language',
    '13:78 resources.$shared.models.other: the document has no schema "Gone"',
    '22:9 resources.orders.methods.create.body_param_name: properties of the body are beside the parameters, or the body is under `body`, whatever the configuration calls it',
    '24:7 resources.orders.methods.gone: the document has no operation GET /gone',
    '25:7 resources.orders.methods.again: this operation is `client.orders.list` already, and has one method',
    '31:13 resources.orders.subresources.stock_levels.methods.get_api_url.deprecated: the operation is marked as deprecated; the message has no counterpart',
    '32:27 settings.unwrap_response_fields: responses are what the document says; take the field from what a call resolves to',
    '35:5 client_settings.opts.api_key: pass `auth: bearer(process.env.SHOP_KEY)` or `auth: apiKey(process.env.SHOP_KEY)` to the client, which reads no environment variable',
    '36:3 client_settings.default_timeout: pass `timeoutMs` to the client',
    '37:19 query_settings.array_format: the document says it: `style` and `explode` of each parameter',
    '51:1 readme: README.md and api.md are generated, with examples of the document',
  ]);
});

test('lists in brackets are called as Stainless calls them', () => {
  const list = (name: string, where: string = 'query'): JsonObject => ({ name, in: where, schema: { type: 'array' } });
  const parameters = [list('limit'), list('include[]'), list('ids[]', 'header'), list('tag[]'), list('tag')];
  const responses = { 204: { description: 'None.' } };
  const document = {
    openapi: '3.1.0',
    paths: { '/orders': { get: { parameters, responses }, parameters: [list('x[]')] } },
  };
  const text = 'resources: { orders: { methods: { list: get /orders } } }';
  const { services } = migrateText('stainless.yml', text, document);
  expect(services[0]?.actions).toEqual([
    { target: "$.paths['/orders'].get", update: { operationId: 'orders.list' } },
    { target: "$.paths['/orders'].get.parameters[1]", update: { 'x-speccast-name': 'include' } },
  ]);
  // No method takes anything but its params.
  expect(services[0]?.keys).toEqual({ methodNames: 'operationId' });
});

test('names of models are kept where no other type has them', () => {
  const text = `resources:
  orders:
    methods: { list: get /orders }
    models: { client_options: OrderPage, list_of_orders: OrderPage, again: OrderPage, order_page: OrderPage }
`;
  const [service] = migrateText('stainless.yml', text).services;
  expect(service?.actions.slice(1)).toEqual([
    { target: "$.components.schemas['OrderPage']", update: { 'x-speccast-name': 'ListOfOrders' } },
  ]);
  expect(service?.leftovers).toEqual([
    '4:15 resources.orders.models.client_options: the type is called `OrderPage`: another type has the name "ClientOptions"',
    '4:69 resources.orders.models.again: the type is called `ListOfOrders`: a schema has one type',
  ]);
});

test('operations without a method, skipped ones and those of other languages are left out', () => {
  const text = `resources:
  orders:
    methods:
      list: get /orders
      create: { endpoint: post /orders, skip: true }
      retrieve: { endpoint: 'get /orders/{order_id}', only: [python] }
unspecified_endpoints: [get /stock]
`;
  const [service] = migrateText('stainless.yml', text).services;
  expect(service?.keys['operations']).toEqual({
    exclude: [
      { path: '/orders', method: 'post' },
      { path: '/orders/{order_id}', method: 'get' },
      { path: '/stock', method: 'get' },
    ],
  });
  expect(service?.leftovers).toEqual([]);
});

test('a list that is said not to page does not', () => {
  const text = 'resources: { orders: { methods: { list: { endpoint: get /orders, paginated: false } } } }';
  expect(migrateText('stainless.yml', text).services[0]?.actions).toEqual([
    { target: "$.paths['/orders'].get", update: { operationId: 'orders.list', 'x-paging': false } },
  ]);
});

test.each([
  ['cursor_id', { cursor: 'next_cursor_id_param' }, { data: 'items' }, { after: 'cursor' }],
  ['cursor_url', {}, { next_cursor: 'next_cursor_url_field' }, { link: 'next_cursor' }],
])('a scheme of the type %s is taken over', (type, request, response, rule) => {
  const property = (purpose: string): object => ({ 'x-stainless-pagination-property': { purpose } });
  const mapped = (of: object): object =>
    Object.fromEntries(Object.entries(of).map(([key, purpose]: [string, string]) => [key, property(purpose)]));
  const text = JSON.stringify({
    resources: { orders: { methods: { list: { endpoint: 'get /orders', paginated: 'mine' } } } },
    pagination: [{ name: 'mine', type, request: mapped(request), response: mapped(response) }],
  });
  const [service] = migrateText('stainless.yml', text).services;
  expect(service?.leftovers).toEqual([]);
  expect(service?.actions).toContainEqual(
    expect.objectContaining({ update: expect.objectContaining({ 'x-paging': rule }) }),
  );
});

test('environments that are no servers of the document replace them, security that it lacks is added', () => {
  const text = `resources: { orders: { methods: { list: get /orders, create: post /orders } } }
environments: { production: https://api.shop.example, sandbox: https://sandbox.shop.example }
security: [{ Key: [] }]
security_schemes: { Key: { type: http, scheme: bearer } }
`;
  const [service] = migrateText('stainless.yml', text).services;
  expect(service?.actions.slice(0, 3)).toEqual([
    { target: '$.servers', remove: true },
    {
      target: '$',
      update: {
        servers: [
          { url: 'https://api.shop.example', description: 'production' },
          { url: 'https://sandbox.shop.example', description: 'sandbox' },
        ],
      },
    },
    {
      target: '$',
      update: {
        security: [{ Key: [] }],
        components: { securitySchemes: { Key: { type: 'http', scheme: 'bearer' } } },
      },
    },
  ]);
});

test.each([
  ['list_internal_accounts', 'listInternalAccounts'],
  ['get_embed_url', 'getEmbedURL'],
  ['setItem', 'setItem'],
  ['trip-details', 'tripDetails'],
  ['api_keys', 'apiKeys'],
  ['admin_api_keys', 'adminAPIKeys'],
  ['stop_ids_for_agency', 'stopIdsForAgency'],
  ['API', 'api'],
])('%s is called %s', (name, expected) => {
  expect(camelName(name, new Map())).toBe(expected);
});

test('custom casings count first', () => {
  const text = `custom_casings: { three_ds: { camel: threeDS, pascal: ThreeDS } }
resources: { three_ds: { methods: { list: get /orders } } }
`;
  expect(migrateText('stainless.yml', text).services[0]?.actions).toEqual([
    { target: "$.paths['/orders'].get", update: { operationId: 'threeDS.list' } },
  ]);
});

test('a method of the client itself is told to be in a resource', () => {
  const text = 'resources: { $client: { methods: { status: get /stock } } }';
  expect(migrateText('stainless.yml', text).services[0]?.leftovers).toEqual([
    '1:36 resources.$client.methods.status: methods are in resources, as `client.orders.status` would be',
  ]);
});

test('paths with quotes are quoted in targets', () => {
  const document = { openapi: '3.1.0', paths: { "/it's\\": { get: { responses: {} } } } };
  const text = JSON.stringify({ resources: { orders: { methods: { list: "get /it's\\" } } } });
  expect(migrateText('stainless.yml', text, document).services[0]?.actions).toMatchObject([
    { target: "$.paths['/it\\'s\\\\'].get" },
  ]);
});

test.each([
  ['a: 1', 'stainless.yml:1:1 error invalid-settings: a configuration of Stainless has a mapping `resources`'],
  ['resources: [', 'stainless.yml:1:12 error invalid-yaml:'],
])('reports %j', (text, message) => {
  const { services, said } = migrateText('stainless.yml', text, shopDocument);
  expect(services).toEqual([]);
  expect(said).toEqual([expect.stringContaining(message)]);
});
