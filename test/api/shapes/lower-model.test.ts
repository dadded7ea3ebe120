import { describe, expect, test } from 'vitest';
import type { Api } from 'speccast';
import type { Json, JsonObject } from 'speccast/emitter';
import { toJsonResponses, lowerOrThrow, lowerSchemas, omitPlaces, findModel, ok, toJsonBody } from '../lower.js';
import { showShape } from '../show-shape.js';
import { readRows } from '../../rows.js';

const { data, table } = readRows(import.meta.url);

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

const get = (id: string, schema: Json): JsonObject => ({
  get: { operationId: id, responses: toJsonResponses(schema) },
});

const put = (id: string, schema: Json): JsonObject => ({
  put: { operationId: id, requestBody: toJsonBody(schema), responses: ok },
});

function showModel(api: Api, name: string): string {
  return showShape(findModel(api, name).shape);
}

table(
  'a model has the doc, notes and extensions of its schema',
  ({ schema, want }: { schema: JsonObject; want: unknown }) => {
    expect(omitPlaces(findModel(lowerSchemas({ 'area-code': schema }), 'area-code'))).toEqual(want);
  },
);

describe('the request variant of a model', () => {
  const schemas = data<JsonObject>('schemas');
  const bothWays = (...names: readonly string[]): JsonObject =>
    Object.fromEntries(
      names.map((name) => [`/${name}`, { ...get(`${name}.get`, ref(name)), ...put(`${name}.put`, ref(name)) }]),
    );
  const inputs = (paths: JsonObject): readonly string[] =>
    lowerSchemas(schemas, paths).models.flatMap(({ input }) =>
      input === undefined ? [] : [`${input.name} ${showShape(input.shape)}`],
    );

  test('exists if a property is readOnly or writeOnly', () => {
    const api = lowerSchemas(schemas, bothWays('Account'));
    expect(showModel(api, 'Account')).toBe('{ id: string, mode: "a" | "b" | ... }');
    expect(inputs(bothWays('Account'))).toEqual(['AccountInput { secret?: string, mode: "a" | "b" | ... }']);
  });

  test('exists for every model that refers to such a model', () => {
    expect(inputs(bothWays('Page'))).toEqual([
      'AccountInput { secret?: string, mode: "a" | "b" | ... }',
      'PageInput { items?: (Account)[], next?: Page }',
    ]);
  });

  test('exists for such a property inside an inline object', () => {
    expect(inputs(bothWays('Wrapped'))).toEqual(['WrappedInput { meta?: { *: unknown } }']);
  });

  test('does not exist for models that are the same in requests and responses', () => {
    expect(inputs(bothWays('Plain'))).toEqual([]);
  });

  test('does not exist for models that only requests or only responses use', () => {
    expect(inputs({ '/a': get('a.get', ref('Page')) })).toEqual([]);
    expect(inputs({ '/a': put('a.put', ref('Page')) })).toEqual([]);
    expect(inputs(bothWays('Log'))).toEqual(['LogInput { *: unknown }']);
  });

  test('is the only shape of a model that only requests use', () => {
    expect(showModel(lowerSchemas(schemas, { '/a': put('a.put', ref('Account')) }), 'Account')).toBe(
      '{ secret?: string, mode: "a" | "b" | ... }',
    );
  });

  test('does not take the name of another model', () => {
    const more = { ...schemas, AccountInput: { type: 'object' } };
    const { models } = lowerOrThrow({ components: { schemas: more }, paths: bothWays('Account') });
    expect(models.find((model) => model.specName === 'Account')?.input?.name).toBe('AccountRequestInput');
    expect(models.find((model) => model.specName === 'AccountInput')?.name).toBe('AccountInput');
  });
});

describe('the file of a model', () => {
  const schemas = data<JsonObject>('schemas (2)');
  const modules = (paths: JsonObject): JsonObject =>
    Object.fromEntries(lowerSchemas(schemas, paths).models.map(({ name, module }) => [name, module]));

  table('the file of a model', ({ paths, want }: { paths: JsonObject; want: unknown }) => {
    expect(modules(paths)).toEqual(want);
  });
});
