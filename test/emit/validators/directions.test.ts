import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from 'speccast/emitter';
import { emitPackage, runValidators } from './emit-package.js';

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: Json): JsonObject => ({ content: { 'application/json': { schema } } });

const common: JsonObject = {
  Key: { type: 'string', readOnly: true },
  Base: { type: 'object', required: ['id', 'name'], properties: { name: { type: 'string' } } },
  Own: { type: 'object', required: ['id'], properties: { id: ref('Key') } },
};

/** Lists for each value the validators of the schema `Thing` that accept it: `['model', 'request', 'response']`. */
async function judge(
  Thing: JsonObject,
  values: readonly Json[],
  openapi = '3.1.0',
): Promise<readonly (readonly string[])[]> {
  const operation = {
    operationId: 'things.put',
    requestBody: json(ref('Thing')),
    responses: { 200: { description: 'Done.', ...json(ref('Thing')) } },
  };
  const files = await emitPackage({
    openapi,
    paths: { '/things': { put: operation } },
    components: { schemas: { ...common, Thing } },
  });
  const { Thing: model, thingsPutBody, thingsPutResponse } = await runValidators(files);
  return values.map((value) =>
    Object.entries({ model, request: thingsPutBody, response: thingsPutResponse }).flatMap(([name, validator]) => {
      expect(validator?.check(value).length === 0).toBe(validator?.is(value));
      return validator?.is(value) === true ? [name] : [];
    }),
  );
}

const allDirections = ['model', 'request', 'response'];

describe('a required readOnly property', () => {
  const id = { type: 'string', readOnly: true };
  test.each<[string, JsonObject]>([
    [
      'in the object itself',
      { type: 'object', required: ['id', 'name'], properties: { id, name: { type: 'string' } } },
    ],
    ['behind a reference', { required: ['id', 'name'], properties: { id: ref('Key'), name: { type: 'string' } } }],
    [
      'with `readOnly` in a part of its schema',
      {
        required: ['id', 'name'],
        properties: { id: { allOf: [ref('Key'), { maxLength: 9 }] }, name: { type: 'string' } },
      },
    ],
    ['beside a part that requires it', { allOf: [ref('Base'), { properties: { id } }] }],
    ['in an object that refers to a schema that requires it', { ...ref('Base'), properties: { id } }],
    [
      'in a part, required by the whole',
      { type: 'object', required: ['id', 'name'], allOf: [{ properties: { id } }, ref('Base')] },
    ],
    ['two parts deep', { allOf: [{ allOf: [ref('Base')] }, { allOf: [{ properties: { id } }] }] }],
  ])('is optional in a request, and validated there: %s', async (_title, thing) => {
    const values = [{ id: 'a', name: 'b' }, { name: 'b' }, { id: 5, name: 'b' }, { id: 'a' }];
    expect(await judge(thing, values)).toEqual([allDirections, ['request'], [], []]);
  });

  test('is optional in a request also inside other objects, arrays and maps', async () => {
    const thing = {
      properties: {
        one: ref('Own'),
        list: { items: ref('Own') },
        map: { additionalProperties: ref('Own') },
        any: { oneOf: [ref('Own'), { type: 'null' }] },
      },
    };
    const values = [{ one: {} }, { list: [{}] }, { map: { a: {} } }, { any: {} }];
    expect(await judge(thing, values)).toEqual(values.map(() => ['request']));
  });

  test('stays required if only another schema makes it readOnly', async () => {
    const thing = { properties: { base: ref('Base'), own: ref('Own') } };
    expect(await judge(thing, [{ base: { name: 'b' } }])).toEqual([[]]);
  });

  test('is optional in a request of OpenAPI 3.0', async () => {
    const thing = { type: 'object', required: ['id'], properties: { id } };
    expect(await judge(thing, [{}, { id: 'a' }], '3.0.3')).toEqual([['request'], allDirections]);
  });
});

test('a required writeOnly property is optional in a response', async () => {
  const thing = { allOf: [ref('Base'), { properties: { id: { type: 'string', writeOnly: true } } }] };
  expect(await judge(thing, [{ name: 'b' }])).toEqual([['response']]);
});

test('parts that refer to each other in a circle are visited once', async () => {
  const thing = { required: ['id'], properties: { id: ref('Key') }, allOf: [{ properties: { thing: ref('Thing') } }] };
  expect(await judge(thing, [{}, { thing: {} }, { id: 'a', thing: {} }])).toEqual([
    ['request'],
    ['request'],
    ['request'],
  ]);
});

test('a model that differs in requests has a validator for them, and operations use it', async () => {
  const files = await emitPackage({
    paths: { '/things': { put: { operationId: 'things.put', requestBody: json(ref('Own')), responses: {} } } },
    components: { schemas: { ...common, Plain: { type: 'object', required: ['id'] } } },
  });
  const validators = await runValidators(files);
  expect(Object.keys(validators).filter((name) => /Request$|Response$/.test(name))).toEqual([
    'OwnRequest',
    'isOwnRequest',
  ]);
  expect(validators['thingsPutBody']).toBe(validators['OwnRequest']);
  expect(validators['OwnRequest']?.check({})).toEqual([]);
  expect(validators['OwnRequest']?.['~standard'].jsonSchema.input({ target: 'draft-2020-12' })).toMatchObject({
    type: 'object',
    properties: { id: {} },
  });
});
