import { describe, expect, test } from 'vitest';
import type { Json } from 'speccast/emitter';
import { migrateText } from './migrate.js';

function operation(tag: string, schema: Json): Json {
  const content = { 'application/json': { schema } };
  return { tags: [tag], responses: { '200': { description: 'Some.', content } } };
}

/** Orders have a moment, a day, a large number and an enum; stock has nothing of these. */
const document: Json = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/orders': { get: operation('orders', { $ref: '#/components/schemas/Order' }) },
    '/stock': { get: operation('stock', { type: 'string', format: 'date-time', enum: ['2026-01-01T00:00:00Z'] }) },
  },
  components: {
    schemas: {
      Order: {
        type: 'object',
        properties: {
          parent: { $ref: '#/components/schemas/Order' },
          placed: { type: ['string', 'null'], format: 'date-time' },
          due: { type: 'string', format: 'date' },
          number: { type: 'integer', format: 'int64' },
          units: { type: 'integer', format: 'uint64' },
          state: { type: 'string', enum: ['open', 'paid'] },
        },
      },
    },
  },
};

/** Keys and what is left over of the first service of a configuration. */
function valuesOf(file: string, text: string): { readonly keys: unknown; readonly leftovers: readonly string[] } {
  const { services, said } = migrateText(file, text, document);
  expect(said).toEqual([]);
  const [{ keys, leftovers } = { keys: undefined, leftovers: ['no service'] }] = services;
  return { keys, leftovers };
}

const days = 'days stay text, since a Date is a moment; `types: { date: Temporal.PlainDate }` makes them dates';

describe('hey-api', () => {
  const plugins = (text: string, more = ''): ReturnType<typeof valuesOf> =>
    valuesOf('openapi-ts.config.ts', `export default { input: 'a', output: 'b',${more} plugins: [${text}] };`);

  test('the plugin of transformers is `types`', () => {
    expect(plugins(`'@hey-api/transformers'`)).toEqual({
      keys: { types: { 'date-time': 'Date', int64: 'bigint' } },
      leftovers: [`1:53 plugins.@hey-api/transformers.dates: ${days}`],
    });
    expect(plugins(`{ name: '@hey-api/transformers', dates: false }`)).toEqual({
      keys: { types: { int64: 'bigint' } },
      leftovers: [],
    });
    expect(plugins(`{ name: '@hey-api/transformers', bigInt: false, dates: false }`)).toEqual({
      keys: {},
      leftovers: [],
    });
    expect(plugins(`{ name: '@hey-api/transformers', dates: true, bigInt: false, typeTransformers: [f] }`)).toEqual({
      keys: { types: { 'date-time': 'Date' } },
      leftovers: [
        `1:86 plugins.@hey-api/transformers.dates: ${days}`,
        '1:114 plugins.@hey-api/transformers.typeTransformers: write a codec of your own: `codecs` in speccast.yaml',
      ],
    });
  });

  test('a client that transforms asks for it, too', () => {
    const types = { 'date-time': 'Date', int64: 'bigint' };
    for (const value of ['true', `'@hey-api/transformers'`])
      expect(plugins(`{ name: '@hey-api/sdk', transformer: ${value} }`)).toEqual({
        keys: { types },
        leftovers: [`1:53 plugins.@hey-api/sdk.dates: ${days}`],
      });
    expect(plugins(`{ name: '@hey-api/sdk', transformer: false }`)).toEqual({ keys: {}, leftovers: [] });
  });

  test.each([
    ['enums: true', 'const'],
    [`enums: 'javascript'`, 'const'],
    [`enums: 'typescript'`, 'enum'],
    [`enums: { mode: 'typescript' }`, 'enum'],
    [`enums: { case: 'PascalCase', constantsIgnoreNull: true }`, 'const'],
    ['enums: false', undefined],
    [`enums: { enabled: false, mode: 'typescript' }`, undefined],
    ['', undefined],
  ])('%s is enums: %s', (text, enums) => {
    const keys = enums === undefined ? {} : { enums };
    expect(plugins(`{ name: '@hey-api/typescript', ${text} }`)).toEqual({ keys, leftovers: [] });
  });

  test('what enums and names have no counterpart of is listed', () => {
    const text = `{ name: '@hey-api/typescript', enums: { mode: 'typescript-const', case: 'SCREAMING_SNAKE_CASE', constantsIgnoreNull: false }, topType: 'any' }`;
    expect(plugins(text)).toEqual({
      keys: { enums: 'enum' },
      leftovers: [
        '1:93 plugins.@hey-api/typescript.enums.mode: enums are enums of TypeScript, which bundles keep, and no const enums',
        '1:149 plugins.@hey-api/typescript.enums.constantsIgnoreNull: `null` is a value of the type, and no constant',
        '1:179 plugins.@hey-api/typescript.topType: what the document does not describe is `unknown`',
      ],
    });
    expect(plugins(`{ name: '@hey-api/typescript', enums: 'others' }`)).toEqual({
      keys: {},
      leftovers: ['1:84 plugins.@hey-api/typescript.enums: enums are `union`, `const` or `enum`'],
    });
  });

  test('versions before plugins have keys of their own', () => {
    expect(
      plugins('', ` types: { enums: 'typescript+namespace', dates: 'types+transform', name: 'PascalCase' },`),
    ).toEqual({
      keys: { types: { 'date-time': 'Date' }, enums: 'enum' },
      leftovers: ['1:52 types.enums: enums are beside their models, and in no namespace', `1:83 types.dates: ${days}`],
    });
    expect(plugins('', ` enums: 'javascript',`)).toEqual({ keys: { enums: 'const' }, leftovers: [] });
  });

  test('only what is generated counts', () => {
    const filters = ` parser: { filters: { tags: { include: ['stock'] } } },`;
    expect(plugins(`'@hey-api/transformers', { name: '@hey-api/typescript', enums: true }`, filters)).toEqual({
      keys: { operations: { include: [{ tag: 'stock' }] } },
      leftovers: [
        '1:108 plugins.@hey-api/transformers.dates: no schema of the document has the format `date-time`',
        '1:164 plugins.@hey-api/typescript.enums: no enum of the document has several strings or numbers',
      ],
    });
  });

  test('classes have methods by their operationIds', () => {
    for (const strategy of ['byTags', 'single'])
      expect(plugins(`{ name: '@hey-api/sdk', operations: { strategy: '${strategy}' } }`).keys).toEqual({
        methodNames: 'operationId',
      });
    expect(plugins(`{ name: '@hey-api/sdk', operations: { strategy: 'flat' } }`)).toEqual({ keys: {}, leftovers: [] });
  });
});

describe('orval', () => {
  const override = (text: string): ReturnType<typeof valuesOf> =>
    valuesOf(
      'orval.config.ts',
      `export default { shop: { input: 'a', output: { target: 'src/a.ts', override: { ${text} } } } };`,
    );

  test('dates and large integers are `types`', () => {
    for (const key of ['useDates', 'useDatesTransform'])
      expect(override(`${key}: true, enumGenerationType: 'union'`)).toEqual({
        keys: { types: { 'date-time': 'Date' } },
        leftovers: [`1:80 shop.output.override.${key}: ${days}`.replace('shop.', '')],
      });
    expect(override(`useBigInt: true, enumGenerationType: 'union'`)).toEqual({
      keys: { types: { int64: 'bigint', uint64: 'bigint' } },
      leftovers: [],
    });
    expect(override(`useBigInt: false, useDates: false, enumGenerationType: 'union'`)).toEqual({
      keys: {},
      leftovers: [],
    });
  });

  test.each([
    ['', 'const'],
    [`enumGenerationType: 'const'`, 'const'],
    [`enumGenerationType: 'enum'`, 'enum'],
    ['useNativeEnums: true', 'enum'],
    [`enumGenerationType: 'union'`, undefined],
  ])('{ %s } is enums: %s', (text, enums) => {
    expect(override(text)).toEqual({ keys: enums === undefined ? {} : { enums }, leftovers: [] });
  });

  test('what is so anyway is not listed, all else is', () => {
    const same = `useNamedParameters: true, useNullForOptional: false, namingConvention: { enum: 'PascalCase' }`;
    expect(override(same)).toEqual({ keys: { enums: 'const' }, leftovers: [] });
    const other = `useNamedParameters: false, namingConvention: { enum: 'camelCase', properties: f }, enumGenerationType: 'what'`;
    expect(override(other)).toEqual({
      keys: { enums: 'const' },
      leftovers: [
        '1:80 output.override.useNamedParameters: parameters are members of one object, the params of the call',
        '1:127 output.override.namingConvention.enum: constants are in PascalCase; `x-enum-varnames` of the schema names them',
        '1:146 output.override.namingConvention.properties: this is `f`, which is no constant of this module, which only running the configuration would tell',
        '1:163 output.override.enumGenerationType: this has no counterpart',
      ],
    });
  });

  test('deprecated operations can be left out', () => {
    const text = `export default { shop: { input: 'a', output: { target: 'a.ts', override: { useDeprecatedOperations: false } } } };`;
    expect(migrateText('orval.config.ts', text).services).toMatchObject([
      { keys: { operations: { exclude: [{ deprecated: true }] } }, leftovers: [] },
    ]);
  });
});

describe('openapi-typescript', () => {
  const flags = (text: string): ReturnType<typeof valuesOf> =>
    valuesOf('package.json', JSON.stringify({ scripts: { types: `openapi-typescript a.yaml ${text}` } }));

  test.each([
    ['--enum', 'enum'],
    ['--enum --enum-values --dedupe-enums', 'enum'],
    ['--enum-values=true', 'const'],
    ['--enum=false', undefined],
    ['', undefined],
  ])('%s is enums: %s', (text, enums) => {
    expect(flags(text)).toEqual({ keys: enums === undefined ? {} : { enums }, leftovers: [] });
  });

  test('alternatives that are constants are an enum, too', () => {
    const sizes = { oneOf: [{ const: 'small' }, { const: 'large', title: 'Large' }] };
    const text = '{ "scripts": { "types": "openapi-typescript a.yaml --enum" } }';
    const [service] = migrateText('package.json', text, {
      openapi: '3.1.0',
      components: { schemas: { sizes } },
    }).services;
    expect(service).toMatchObject({ keys: { enums: 'enum' }, leftovers: [] });
  });

  test('other flags about types are listed', () => {
    expect(flags('--enum --conditional-enums --properties-required-by-default --empty-objects-unknown')).toEqual({
      keys: { enums: 'enum' },
      leftovers: [
        '1:21 scripts.types --conditional-enums: each enum gets constants, whether the document names them or not',
        '1:21 scripts.types --properties-required-by-default: properties are required where the document says so',
        '1:21 scripts.types --empty-objects-unknown: types are as the document has them',
      ],
    });
  });

  test('a program that calls it is read, too', () => {
    const text = `import fs from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const DATE = ts.factory.createTypeReferenceNode('Date');
async function main() {
  const ast = await openapiTS(new URL('./shop.yaml', import.meta.url), {
    enum: true,
    alphabetize: true,
    immutable: false,
    inject: 'type A = 1;',
    transform(schemaObject) {
      return schemaObject.format === 'date-time' ? DATE : undefined;
    },
    what: 1,
  });
  fs.writeFileSync('schema.ts', astToString(ast));
}
main();
`;
    expect(migrateText('generate.mjs', text, document)).toEqual({
      tool: 'openapi-typescript',
      said: [],
      services: [
        {
          spec: './shop.yaml',
          source: 'src/api',
          parts: ['client'],
          actions: [],
          keys: { enums: 'enum' },
          leftovers: [
            '9:5 alphabetize: output has the order of the document',
            '11:5 inject: write it into `src/custom`, which stays',
            '12:5 transform: this is a function; types of values are chosen by format: `types: { date-time: Date }` in speccast.yaml, or a codec of your own',
            '15:5 what: this has no counterpart',
          ],
        },
      ],
    });
    const read = `import generate from 'openapi-typescript';\nawait generate(readFileSync('a.yaml'));\n`;
    const [service] = migrateText('generate.mts', read).services;
    expect(service?.spec).toBeUndefined();
    expect(service?.leftovers).toEqual([
      "2:16 document: this is the expression `readFileSync('a.yaml')`; name the document by `--spec`",
    ]);
    expect(migrateText('a.mjs', `import generate from 'openapi-typescript';\n`).said).toEqual([
      'a.mjs:1:1 error invalid-settings: this module exports no configuration',
    ]);
  });
});
