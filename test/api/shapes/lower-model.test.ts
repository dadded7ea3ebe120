import { describe, expect, test } from 'vitest';
import type { Api } from 'speccast';
import type { Json, JsonObject } from 'speccast/emitter';
import { answering, apiOf, apiOfSchemas, bare, modelOf, ok, sending } from '../lower.js';
import { showShape } from '../show-shape.js';

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

const object = (properties: JsonObject): JsonObject => ({ type: 'object', properties });

const list = (items: Json): JsonObject => ({ type: 'array', items });

const get = (id: string, schema: Json): JsonObject => ({ get: { operationId: id, responses: answering(schema) } });

const put = (id: string, schema: Json): JsonObject => ({
  put: { operationId: id, requestBody: sending(schema), responses: ok },
});

function shapeOf(api: Api, name: string): string {
  return showShape(modelOf(api, name).shape);
}

test('a model has the doc, notes and extensions of its schema', () => {
  const schema = { type: 'string', description: 'A code.', maxLength: 3, 'x-resource': { table: 'codes' } };
  expect(bare(modelOf(apiOfSchemas({ 'area-code': schema }), 'area-code'))).toEqual({
    id: '#/components/schemas/area-code',
    specName: 'area-code',
    name: 'AreaCode',
    module: 'shared',
    schema: {
      types: ['string'],
      string: { maxLength: 3 },
      doc: { description: 'A code.' },
      extensions: { 'x-resource': { table: 'codes' } },
    },
    shape: { kind: 'string' },
    doc: { description: 'A code.' },
    notes: ['At most 3 characters.'],
    extensions: { 'x-resource': { table: 'codes' } },
  });
});

describe('the request variant of a model', () => {
  const schemas = {
    Account: {
      ...object({
        id: { type: 'string', readOnly: true },
        secret: { type: 'string', writeOnly: true },
        mode: { enum: ['a', 'b'] },
      }),
      required: ['id', 'mode'],
    },
    Page: object({ items: list(ref('Account')), next: ref('Page') }),
    Plain: object({ name: { type: 'string' } }),
    Wrapped: object({ meta: object({ made: { type: 'string', readOnly: true } }) }),
    Log: object({ account: { ...ref('Account'), readOnly: true } }),
  };
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
  const schemas = {
    A: object({ part: ref('Part') }),
    B: object({ part: ref('Part') }),
    Part: object({ own: ref('Own') }),
    Own: {},
    Unused: {},
    OnlyA: {},
  };
  const modules = (paths: JsonObject): JsonObject =>
    Object.fromEntries(apiOfSchemas(schemas, paths).models.map(({ name, module }) => [name, module]));

  test('is that of the group that alone uses it, directly or through other models', () => {
    expect(modules({ '/a': get('as.get', ref('A')), '/x': put('as.put', ref('OnlyA')) })).toEqual({
      A: 'as',
      B: 'shared',
      Part: 'as',
      Own: 'as',
      Unused: 'shared',
      OnlyA: 'as',
    });
  });

  test('is the shared one where several groups use it', () => {
    expect(modules({ '/a': get('as.get', ref('A')), '/b': put('bs.put', ref('B')) })).toEqual({
      A: 'as',
      B: 'bs',
      Part: 'shared',
      Own: 'shared',
      Unused: 'shared',
      OnlyA: 'shared',
    });
  });
});
