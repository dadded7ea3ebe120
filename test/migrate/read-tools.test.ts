import { describe, expect, test } from 'vitest';
import { migrateText } from './migrate.js';

describe('hey-api', () => {
  test('document, output, plugins and filters become a service', () => {
    const text = `import { defineConfig } from '@hey-api/openapi-ts';

export default defineConfig({
  input: './shop.yaml',
  output: { path: 'src/client', format: 'prettier', lint: 'eslint', importFileExtension: '.ts' },
  parser: {
    filters: {
      tags: { include: ['orders', 'nothing'] },
      operations: { exclude: ['GET /orders/{id}', '/^POST/'] },
      deprecated: false,
    },
  },
  plugins: [
    ...defaultPlugins,
    '@hey-api/client-axios',
    { name: '@hey-api/sdk', asClass: true, validator: true },
    { name: '@hey-api/typescript', enums: process.env.ENUMS },
    'zod',
    '@tanstack/react-query',
  ],
});
`;
    expect(migrateText('openapi-ts.config.ts', text)).toEqual({
      tool: 'hey-api',
      said: [],
      services: [
        {
          spec: './shop.yaml',
          source: 'src/client',
          parts: ['client', 'validators'],
          actions: [],
          keys: {
            methodNames: 'operationId',
            importExtension: '.ts',
            operations: {
              include: [{ tag: 'orders' }],
              exclude: [{ path: '/orders/{order_id}', method: 'get' }, { deprecated: true }],
            },
          },
          leftovers: [
            '5:53 output.lint: run the linter after `speccast generate`; generated code passes a strict compiler',
            '8:15 parser.filters.tags.include: no operation of the document has the tag "nothing"',
            '9:21 parser.filters.operations.exclude: this is a regular expression; in patterns `*` is any text',
            '15:5 plugins: calls are made by `fetch`, not by @hey-api/client-axios; pass another as `fetch` to the client',
            '16:44 plugins.@hey-api/sdk.validator: pass `validate: { request, response }` to the client',
            '17:36 plugins.@hey-api/typescript.enums: this is the expression `process.env.ENUMS`; enums are `union`, `const` or `enum`',
            '19:5 plugins: no hooks are generated, as @tanstack/react-query does; call the client in a query function',
          ],
        },
      ],
    });
  });

  test('without plugins there is a client; mocks need everything', () => {
    const parts = (plugins: string): unknown =>
      migrateText('openapi-ts.config.ts', `export default { input: 'a.yaml', output: 'src/a'${plugins} };`).services[0]
        ?.parts;
    expect(parts('')).toEqual(['client']);
    expect(parts(", plugins: ['@hey-api/typescript']")).toEqual(['client']);
    expect(parts(", plugins: ['zod']")).toEqual(['validators']);
    expect(parts(", plugins: ['msw']")).toEqual(['client', 'validators', 'emulator']);
  });

  test('filters for operations and tags hold together', () => {
    const text = `export default {
  input: { path: 'a.yaml', filters: { tags: { include: ['orders'] }, operations: { include: ['GET /orders', 'POST /orders'] } } },
  output: 'src/a',
};`;
    expect(migrateText('openapi-ts.config.ts', text).services).toMatchObject([
      {
        spec: 'a.yaml',
        leftovers: [],
        keys: {
          operations: {
            include: [
              { tag: 'orders', path: '/orders', method: 'get' },
              { tag: 'orders', path: '/orders', method: 'post' },
            ],
          },
        },
      },
    ]);
  });

  test('several configurations are several services, further inputs are listed', () => {
    const text = `export default [{ input: 'a.yaml', output: 'src/a' }, { input: ['b.yaml', 'c.yaml'], output: 'src/b' }];`;
    const { services } = migrateText('openapi-ts.config.ts', text);
    expect(services.map(({ spec, source, leftovers }) => [spec, source, leftovers])).toEqual([
      ['a.yaml', 'src/a', []],
      [
        'b.yaml',
        'src/b',
        ['1:75 input: documents are not merged; add a service for this one by `speccast init --spec`'],
      ],
    ]);
  });

  test('a document that only running tells has to be named', () => {
    const [service] = migrateText(
      'openapi-ts.config.ts',
      `export default { input: process.env.SPEC, output: 'a' };`,
    ).services;
    expect(service?.spec).toBeUndefined();
    expect(service?.leftovers).toEqual([
      '1:25 input: this is the expression `process.env.SPEC`; name the document by `--spec`',
    ]);
  });

  test('the default of a variable of the environment is taken, and that is said', () => {
    const text = `export default { input: process.env.SPEC ?? 'a.yaml', output: process.env.OUT || 'src/a' };`;
    const [service] = migrateText('openapi-ts.config.ts', text).services;
    expect(service).toMatchObject({ spec: 'a.yaml', source: 'src/a' });
    expect(service?.leftovers).toEqual([
      '1:18 input: the expression `process.env.SPEC` is not read; its default is taken',
      '1:55 output: the expression `process.env.OUT` is not read; its default is taken',
    ]);
  });

  test('a configuration without input is an error', () => {
    expect(migrateText('openapi-ts.config.ts', `export default { output: 'a' };`).said).toEqual([
      'openapi-ts.config.ts:1:16 error invalid-settings: a configuration of hey-api has the key `input`',
    ]);
  });
});

describe('orval', () => {
  test('each project becomes a service', () => {
    const text = `module.exports = {
  shop: {
    input: { target: './shop.yaml', filters: { mode: 'exclude', tags: ['stock', /^x/] } },
    output: {
      mode: 'tags-split',
      workspace: 'src/api',
      target: './shop.ts',
      client: 'react-query',
      mock: true,
      prettier: true,
      override: { mutator: { path: './fetch.ts', name: 'f' }, operationName: (operation) => operation.summary },
    },
    hooks: { afterAllFilesWrite: 'prettier --write' },
  },
  zod: { input: 'https://shop.example/openapi.json', output: { target: 'src/zod.ts', client: 'zod' } },
  functions: { input: 'a.yaml', output: './src/functions' },
};
`;
    const { tool, services } = migrateText('orval.config.js', text);
    expect(tool).toBe('orval');
    expect(services).toEqual([
      {
        name: 'shop',
        spec: './shop.yaml',
        source: 'src/api/./shop',
        parts: ['client', 'validators', 'emulator'],
        actions: [],
        keys: { format: true, operations: { exclude: [{ tag: 'stock' }] } },
        leftovers: [
          '3:81 input.filters.tags: this is a regular expression, and patterns are text in which `*` stands for any',
          '5:7 output.mode: there is one module for each resource and kind of code',
          '8:7 output.client: no code for react-query is generated; call the client where it was used',
          '11:19 output.override.mutator: pass `fetch` and `middleware` to the client instead',
          '11:63 output.override.operationName: this is a function; give the operation another `operationId` in the overlay',
          '13:5 hooks: run the command after `speccast generate`, in a script of package.json',
        ],
      },
      {
        name: 'zod',
        spec: 'https://shop.example/openapi.json',
        source: 'src/zod',
        parts: ['validators'],
        actions: [],
        keys: {},
        leftovers: [],
      },
      {
        name: 'functions',
        spec: 'a.yaml',
        source: './src/functions',
        parts: ['client'],
        actions: [],
        keys: {},
        leftovers: [],
      },
    ]);
  });

  test('a configuration without a project is an error', () => {
    expect(migrateText('orval.config.ts', 'export default {};').said).toEqual([
      'orval.config.ts:1:16 error invalid-settings: a configuration of orval has a project with the key `input`',
    ]);
  });
});

describe('openapi-typescript', () => {
  test('each call in a script becomes a service', () => {
    const scripts = {
      types:
        "npx openapi-typescript ./shop.yaml -o 'src/shop schema.d.ts' --enum --alphabetize=false --exclude-deprecated && prettier -w src",
      more: 'openapi-typescript@7 https://shop.example/openapi.json --output=src/more.ts --immutable --path-params-as-types --what',
      stdout: 'openapi-typescript a.yaml > src/a.ts',
      build: 'tsc',
    };
    const { tool, services } = migrateText('package.json', JSON.stringify({ scripts }, null, 2));
    expect(tool).toBe('openapi-typescript');
    const shared = { parts: ['client'], actions: [] };
    expect(services).toEqual([
      {
        ...shared,
        name: 'types',
        spec: './shop.yaml',
        source: 'src/shop schema',
        keys: { operations: { exclude: [{ deprecated: true }] } },
        leftovers: ['3:14 scripts.types --enum: no enum of the document has several strings or numbers'],
      },
      {
        ...shared,
        name: 'more',
        spec: 'https://shop.example/openapi.json',
        source: 'src/more',
        keys: {},
        leftovers: [
          '4:13 scripts.more --path-params-as-types: calls are methods, such as `client.orders.list`, not paths',
          '4:13 scripts.more --what: this flag has no counterpart',
        ],
      },
      { ...shared, name: 'stdout', spec: 'a.yaml', source: 'src/a', keys: {}, leftovers: [] },
    ]);
  });

  test('so does each API of a redocly.yaml that has an output', () => {
    const text = `apis:
  shop@v1:
    root: ./shop.yaml
    x-openapi-ts: { output: ./src/shop.ts }
    rules: {}
  docs:
    root: ./docs.yaml
extends: [recommended]
`;
    expect(migrateText('redocly.yaml', text)).toMatchObject({
      tool: 'openapi-typescript',
      services: [
        {
          name: 'shop',
          spec: './shop.yaml',
          source: './src/shop',
          leftovers: ['5:5 rules: rules of Redocly do not apply'],
        },
      ],
    });
  });

  test.each([
    ['package.json', '{ "scripts": { "build": "tsc" } }', 'no script of this package.json calls openapi-typescript'],
    ['redocly.yaml', 'apis: { a: { root: a.yaml } }', 'no API of this file has the key `x-openapi-ts`'],
  ])('%s without a call is an error', (file, text, message) => {
    expect(migrateText(file, text).said).toEqual([`${file}:1:1 error invalid-settings: ${message}`]);
  });
});

test('a file of another name is told by what is in it', () => {
  expect(migrateText('a.yml', 'resources: { a: { methods: {} } }').tool).toBe('stainless');
  expect(migrateText('a.ts', `export default { input: 'a', output: 'b' };`).tool).toBe('hey-api');
  expect(migrateText('a.ts', `export default { shop: { input: 'a', output: 'b' } };`).tool).toBe('orval');
  expect(migrateText('a.yml', 'a: 1').said).toEqual([
    'a.yml:1:1 error unknown-tool: this is no configuration of Stainless, hey-api, orval or openapi-typescript',
  ]);
});
