import { describe, expect, test } from 'vitest';
import type { Json } from 'speccast/emitter';
import { migrateText } from './migrate.js';

/** Orders have properties, parameters and schemas whose names other cases change; stock has nothing of these. */
const document: Json = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/orders': {
      get: {
        operationId: 'orders.findAll',
        tags: ['orders'],
        parameters: [{ name: 'page_size', in: 'query', schema: { type: 'integer' } }],
        responses: {
          '200': {
            description: 'All.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/order_page' } } },
          },
        },
      },
    },
    '/stock': { get: { operationId: 'stock', tags: ['stock'], responses: { '200': { description: 'All.' } } } },
  },
  components: {
    schemas: {
      order_page: { type: 'object', properties: { next_cursor: { type: 'string' } } },
      APIKey: { type: 'object', properties: { id: { type: 'string' } } },
      'a-b': { type: 'string' },
    },
  },
};

/** Keys, actions of the overlay and what is left over of the first service of a configuration. */
function namesOf(
  file: string,
  text: string,
): { readonly keys: unknown; readonly named: unknown; readonly leftovers: unknown } {
  const { services, said } = migrateText(file, text, document);
  expect(said).toEqual([]);
  const [{ keys, actions, leftovers } = { keys: {}, actions: [], leftovers: ['no service'] }] = services;
  const named = Object.fromEntries(
    actions.map((one) => [one.target, 'update' in one ? one.update : { removed: true }]),
  );
  return { keys, named, leftovers };
}

const schema = (name: string): string => `$.components.schemas['${name}']`;
const own = (name: string): Json => ({ 'x-speccast-name': name });

describe('hey-api', () => {
  const plugin = (text: string, more = ''): ReturnType<typeof namesOf> =>
    namesOf('openapi-ts.config.ts', `export default { input: 'a', output: 'b',${more} plugins: [${text}] };`);
  const types = (text: string): ReturnType<typeof namesOf> => plugin(`{ name: '@hey-api/typescript', ${text} }`);

  test('types are in PascalCase, by default, too', () => {
    const names = { keys: { names: { types: 'PascalCase' } }, named: {}, leftovers: [] };
    expect(plugin('')).toEqual(names);
    expect(types('')).toEqual(names);
    expect(types(`case: 'PascalCase', definitions: '{{name}}'`)).toEqual(names);
  });

  test.each([
    [`case: 'camelCase'`, 'camelCase'],
    [`definitions: { case: 'snake_case', name: '{{name}}' }`, 'snake_case'],
    [`case: 'camelCase', definitions: { case: 'snake_case' }`, 'snake_case'],
    [`identifierCase: 'camelCase'`, 'camelCase'],
  ])('%s is names: { types: %s }', (text, style) => {
    expect(types(text)).toEqual({ keys: { names: { types: style } }, named: {}, leftovers: [] });
  });

  test('a pattern names the type of each schema', () => {
    expect(types(`definitions: 'T{{name}}'`)).toEqual({
      keys: {},
      named: {
        [schema('order_page')]: own('TOrderPage'),
        [schema('APIKey')]: own('TApiKey'),
        [schema('a-b')]: own('TAB'),
      },
      leftovers: [],
    });
    expect(types(`definitions: { name: '{{name}}_model', case: 'snake_case' }`).named).toMatchObject({
      [schema('order_page')]: own('order_page_model'),
    });
    const renamed = ` parser: { transforms: { schemaName: 'Shop{{name}}' } },`;
    expect(plugin('', renamed)).toMatchObject({ named: { [schema('APIKey')]: own('ShopApiKey') }, leftovers: [] });
  });

  test('names as the document has them are names of types, as far as they are names', () => {
    for (const key of ['case', 'style'])
      expect(types(`${key}: 'preserve'`)).toEqual({
        keys: {},
        named: { [schema('order_page')]: own('order_page') },
        leftovers: [
          `1:84 plugins.@hey-api/typescript.${key}: "a-b": the type is called \`AB\`: "a-b" is no name of a type`,
        ],
      });
  });

  test('what is no pattern and no case is listed', () => {
    expect(
      types(`case: 'kebab', definitions: (name) => name, requests: '{{name}}Args', errors: { case: 'x' }`),
    ).toEqual({
      keys: { names: { types: 'PascalCase' } },
      named: {},
      leftovers: [
        '1:84 plugins.@hey-api/typescript.case: types are in camelCase, PascalCase or snake_case: `names: { types: … }`',
        '1:99 plugins.@hey-api/typescript.definitions: this is a function; `x-speccast-name` of a schema names its type',
        '1:128 plugins.@hey-api/typescript.requests: types of calls are called after the operation: `ListOrdersParams`, and responses after their schema',
        '1:154 plugins.@hey-api/typescript.errors: errors are told apart by `isErrorOf`, and have types for that alone',
      ],
    });
  });

  const sdk = (text: string): ReturnType<typeof namesOf> =>
    plugin(
      `{ name: '@hey-api/typescript', case: 'preserve', definitions: '{{name}}' }, { name: '@hey-api/sdk', ${text} }`,
    );

  const coloured = (text: string): unknown => {
    const config = `export default { input: 'a', output: 'b', plugins: [{ name: '@hey-api/typescript', ${text} }] };`;
    const schemas = {
      Color: { type: 'string', enum: ['dark_red', 'light-blue', null] },
      Same: { type: 'string', enum: ['ONE', 'TWO'] },
      Twice: { type: 'string', enum: ['a-b', 'a_b'] },
      Signs: { type: 'string', enum: ['-a', 'b'] },
      Given: { type: 'string', enum: ['a', 'b'], 'x-enum-varnames': ['A1', 'B1'] },
    };
    const [service] = migrateText('openapi-ts.config.ts', config, {
      openapi: '3.1.0',
      components: { schemas },
    }).services;
    const actions = service?.actions.filter(({ target }) => target.includes('Color')) ?? [];
    return { color: actions.map((one) => 'update' in one && one.update), all: service?.actions.length };
  };

  test.each([
    ['enums: true', 'DARK_RED', 'LIGHT_BLUE', 2],
    [`enums: { mode: 'typescript', case: 'SCREAMING_SNAKE_CASE' }`, 'DARK_RED', 'LIGHT_BLUE', 2],
    [`enums: { mode: 'javascript', case: 'camelCase' }`, 'darkRed', 'lightBlue', 2],
    [`enums: 'typescript', enumsCase: 'snake_case'`, 'dark_red', 'light_blue', 2],
  ])('%s names constants', (text, red, blue, all) => {
    expect(coloured(text)).toEqual({
      color: [{ 'x-enum-varnames': { dark_red: red, 'light-blue': blue } }],
      all,
    });
  });

  test('constants that have the same names here, or none, are left alone', () => {
    for (const text of [`enums: { case: 'PascalCase' }`, 'enums: false', '', `enums: { case: 'x' }`])
      expect(coloured(text)).toEqual({ color: [], all: 0 });
  });

  test('methods of classes can have a case', () => {
    const text = `operations: { strategy: 'byTags', methodName: { casing: 'snake_case', name: '{{name}}' }, segmentName: { casing: 'snake_case' } }`;
    expect(sdk(text)).toMatchObject({ keys: { methodNames: 'operationId', names: { operations: 'snake_case' } } });
    expect(sdk(`operations: { strategy: 'byTags', methodName: { case: 'camelCase' } }`).keys).toEqual({
      methodNames: 'operationId',
    });
    // Functions keep their names.
    expect(sdk(`operations: { strategy: 'flat', methodName: { casing: 'snake_case' } }`)).toMatchObject({
      keys: {},
      leftovers: [
        expect.stringContaining('"a-b"'),
        '1:199 plugins.@hey-api/sdk.operations.methodName.casing: functions and methods are called after the `operationId`; the overlay can give operations another one',
      ],
    });
  });

  test('a strategy may stand for all options of operations', () => {
    expect(sdk(`operations: 'byTags'`).keys).toEqual({ methodNames: 'operationId' });
    expect(sdk(`operations: 'flat'`).keys).toEqual({});
    expect(sdk(`operations: 'single'`)).toMatchObject({
      keys: { methodNames: 'operationId' },
      leftovers: [
        expect.anything(),
        '1:153 plugins.@hey-api/sdk.operations: methods are in resources, which tags or the dots of an `operationId` tell: `client.orders.list`',
      ],
    });
  });

  test('what is so anyway is not listed, all else is', () => {
    const same = `auth: true, client: '@hey-api/client-fetch', operationId: true, response: 'body', responseStyle: 'data', operations: { strategy: 'byTags', nesting: 'operationId', methods: 'instance', containerName: '{{name}}' }`;
    expect(sdk(same).leftovers).toHaveLength(1);
    const other = `operationId: false, methodNameBuilder: (o) => o.id, responseStyle: 'fields', paramsStructure: 'flat', instance: 'Shop', operations: { strategy: 'byTags', nesting: 'id', containerName: '{{name}}Service' }`;
    const { leftovers } = sdk(other);
    expect(leftovers).toEqual([
      expect.stringContaining('"a-b"'),
      expect.stringMatching(/sdk\.operationId: functions and methods are called after the `operationId`/),
      expect.stringMatching(/sdk\.methodNameBuilder: this is a function; functions and methods are called/),
      expect.stringMatching(/sdk\.responseStyle: a call resolves to what the response holds; `.result\(\)`/),
      expect.stringMatching(/sdk\.paramsStructure: parameters are members of one object/),
      expect.stringMatching(/sdk\.instance: the class is called after the package/),
      expect.stringMatching(/sdk\.operations\.nesting: resources come from tags, or from the dots/),
      expect.stringMatching(/sdk\.operations\.containerName: the class is called after the package/),
    ]);
  });

  test('names of validators are listed', () => {
    expect(plugin(`{ name: 'zod', definitions: { name: 'z{{name}}' } }`).leftovers).toEqual([
      '1:68 plugins.zod.definitions: validators are called after their schema or operation: `Order`, `listOrdersResponse`',
    ]);
  });

  test('only what is generated counts', () => {
    const filters = ` parser: { filters: { tags: { include: ['stock'] } } },`;
    expect(plugin(`{ name: '@hey-api/typescript', case: 'camelCase' }`, filters)).toMatchObject({
      keys: { operations: { include: [{ tag: 'stock' }] } },
      leftovers: ['1:139 plugins.@hey-api/typescript.case: no name of the document is another one in camelCase'],
    });
  });
});

describe('orval', () => {
  const override = (text: string): ReturnType<typeof namesOf> =>
    namesOf(
      'orval.config.ts',
      `export default { shop: { input: 'a', output: { target: 'src/a.ts', override: { ${text} } } } };`,
    );

  test('names of properties are `names`, and parameters keep theirs', () => {
    expect(override(`namingConvention: { properties: 'camelCase' }`)).toEqual({
      keys: { names: { properties: 'camelCase', parameters: 'unchanged' } },
      named: {},
      leftovers: [],
    });
    expect(override(`namingConvention: { properties: 'snake_case' }`)).toEqual({
      keys: {},
      named: {},
      leftovers: [
        '1:100 output.override.namingConvention.properties: no name of the document is another one in snake_case',
      ],
    });
    expect(override(`namingConvention: { properties: 'kebab-case' }`).leftovers).toEqual([
      '1:100 output.override.namingConvention.properties: names are in camelCase, snake_case or PascalCase: `names` in speccast.yaml',
    ]);
  });

  test('words before and after names of schemas are in names of types', () => {
    expect(
      override(
        `components: { schemas: { prefix: 'T', suffix: 'Model', itemSuffix: 'Entry' }, responses: { suffix: 'R' } }`,
      ),
    ).toEqual({
      keys: {},
      named: {
        [schema('order_page')]: own('TOrderPageModel'),
        [schema('APIKey')]: own('TAPIKeyModel'),
        [schema('a-b')]: own('TABModel'),
      },
      leftovers: [
        '1:135 output.override.components.schemas.itemSuffix: what is inside of a schema is called after what it belongs to',
        '1:158 output.override.components.responses: parameters, bodies and responses have no types of their own; schemas have',
      ],
    });
  });

  test('names that are made by functions are listed', () => {
    expect(override(`operationName: (o) => o.operationId, title: (title) => title`).leftovers).toEqual([
      '1:80 output.override.operationName: this is a function; give the operation another `operationId` in the overlay',
      '1:117 output.override.title: this is a function; the client is called after the package',
    ]);
  });
});

describe('openapi-typescript', () => {
  const flags = (text: string): ReturnType<typeof namesOf> =>
    namesOf('package.json', JSON.stringify({ scripts: { types: `openapi-typescript a.yaml ${text}` } }));

  test('types at the root have names of schemas', () => {
    expect(flags('--root-types').leftovers).toEqual([
      '1:21 scripts.types --root-types: types have no prefix: `SchemaOrder` is `Order`',
    ]);
    expect(flags('--root-types --root-types-no-schema-prefix')).toEqual({ keys: {}, named: {}, leftovers: [] });
    expect(flags('--root-types --root-types-no-schema-prefix --root-types-keep-casing')).toEqual({
      keys: {},
      named: { [schema('order_page')]: own('order_page') },
      leftovers: [
        '1:21 scripts.types --root-types-keep-casing: "a-b": the type is called `AB`: "a-b" is no name of a type',
      ],
    });
  });
});
