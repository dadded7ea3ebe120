import { describe, expect, test } from 'vitest';
import type { Api } from 'speccast';
import type { Json, JsonObject } from 'speccast/emitter';
import { answering, apiOf, apiOfSchemas, bare, modelOf, ok, sending } from '../lower.js';
import { showShape } from '../show-shape.js';
import { readRows } from '../../rows.js';

const { data, table } = readRows(import.meta.url);

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

const get = (id: string, schema: Json): JsonObject => ({ get: { operationId: id, responses: answering(schema) } });

const put = (id: string, schema: Json): JsonObject => ({
  put: { operationId: id, requestBody: sending(schema), responses: ok },
});

function shapeOf(api: Api, name: string): string {
  return showShape(modelOf(api, name).shape);
}

table(
  'a model has the doc, notes and extensions of its schema',
  ({ schema, want }: { schema: JsonObject; want: unknown }) => {
    expect(bare(modelOf(apiOfSchemas({ 'area-code': schema }), 'area-code'))).toEqual(want);
  },
);

describe('the request variant of a model', () => {
  const schemas = data<JsonObject>('schemas');
  const bothWays = (...names: readonly string[]): JsonObject =>
    Object.fromEntries(
      names.map((name) => [`/${name}`, { ...get(`${name}.get`, ref(name)), ...put(`${name}.put`, ref(name)) }]),
    );
  const inputs = (paths: JsonObject): readonly string[] =>
    apiOfSchemas(schemas, paths).models.flatMap(({ input }) =>
      input === undefined ? [] : [`${input.name} ${showShape(input.shape)}`],
    );

  test('is made where properties go one way only', () => {
    const api = apiOfSchemas(schemas, bothWays('Account'));
    expect(shapeOf(api, 'Account')).toBe('{ id: string, mode: "a" | "b" | ... }');
    expect(inputs(bothWays('Account'))).toEqual(['AccountInput { secret?: string, mode: "a" | "b" | ... }']);
  });

  test('is made of every model that refers to one', () => {
    expect(inputs(bothWays('Page'))).toEqual([
      'AccountInput { secret?: string, mode: "a" | "b" | ... }',
      'PageInput { items?: (Account)[], next?: Page }',
    ]);
  });

  test('is made for a property inside an inline object', () => {
    expect(inputs(bothWays('Wrapped'))).toEqual(['WrappedInput { meta?: { *: unknown } }']);
  });

  test('is not made of models that are the same both ways', () => {
    expect(inputs(bothWays('Plain'))).toEqual([]);
  });

  test('is not made of models that only one way of travel reaches', () => {
    expect(inputs({ '/a': get('a.get', ref('Page')) })).toEqual([]);
    expect(inputs({ '/a': put('a.put', ref('Page')) })).toEqual([]);
    expect(inputs(bothWays('Log'))).toEqual(['LogInput { *: unknown }']);
  });

  test('is the only shape of a model that is only sent', () => {
    expect(shapeOf(apiOfSchemas(schemas, { '/a': put('a.put', ref('Account')) }), 'Account')).toBe(
      '{ secret?: string, mode: "a" | "b" | ... }',
    );
  });

  test('does not take the name of another model', () => {
    const more = { ...schemas, AccountInput: { type: 'object' } };
    const { models } = apiOf({ components: { schemas: more }, paths: bothWays('Account') });
    expect(models.find((model) => model.specName === 'Account')?.input?.name).toBe('AccountRequestInput');
    expect(models.find((model) => model.specName === 'AccountInput')?.name).toBe('AccountInput');
  });
});

describe('the file of a model', () => {
  const schemas = data<JsonObject>('schemas (2)');
  const modules = (paths: JsonObject): JsonObject =>
    Object.fromEntries(apiOfSchemas(schemas, paths).models.map(({ name, module }) => [name, module]));

  table('the file of a model', ({ paths, want }: { paths: JsonObject; want: unknown }) => {
    expect(modules(paths)).toEqual(want);
  });
});
