import { describe, expect, test } from 'vitest';
import type { JsonObject } from 'speccast/emitter';
import { answering, apiOf, lowerOperation, ok, operationOf, sending } from '../lower.js';

const components: JsonObject = {
  schemas: {
    Base: { type: 'object', properties: { kind: {}, id: {} } },
    Film: { allOf: [{ $ref: '#/components/schemas/Base' }, { properties: { snippet: {}, status: {} } }] },
    Films: { type: 'object', properties: { items: { type: 'array', items: { $ref: '#/components/schemas/Film' } } } },
    Parts: { type: 'array', items: { $ref: '#/components/schemas/Part' } },
    Part: { enum: ['snippet', 'status'] },
  },
};

const part = (rule: JsonObject, schema: JsonObject = { $ref: '#/components/schemas/Parts' }): JsonObject => ({
  name: 'part',
  in: 'query',
  required: true,
  'x-part': rule,
  schema,
});

describe('x-part', () => {
  test('names the parts of the items of a list, found through references and allOf', () => {
    const operation = lowerOperation(
      {
        parameters: [part({ default: ['status'], of: 'items', always: ['kind', 'etag', 'id'], sometimes: ['status'] })],
        responses: answering({ $ref: '#/components/schemas/Films' }),
      },
      { parts: { components } },
    );
    expect(operation.parts).toEqual({
      parameter: 'part',
      values: ['snippet', 'status'],
      default: ['status'],
      of: 'items',
      // No film has an `etag`.
      always: ['kind', 'id'],
      sometimes: ['status'],
    });
    // It is required on the wire.
    expect(operation.parameters[0]?.required).toBe(true);
  });

  test('names the parts of the response itself, and takes those of the body', () => {
    const operation = lowerOperation(
      {
        parameters: [part({ default: 'body' })],
        requestBody: sending({ $ref: '#/components/schemas/Film' }),
        responses: answering({ $ref: '#/components/schemas/Film' }),
      },
      { method: 'put', parts: { components } },
    );
    expect(operation.parts).toEqual({
      parameter: 'part',
      values: ['snippet', 'status'],
      default: 'body',
      always: [],
    });
  });

  test('lets a part stand that is there always, whether or not the model has it', () => {
    const schema = { type: 'array', items: { enum: ['id', 'etag', 'snippet'] } };
    const { parts } = lowerOperation(
      {
        parameters: [part({ default: ['etag'], always: ['id', 'etag'] }, schema)],
        responses: answering({ $ref: '#/components/schemas/Film' }),
      },
      { parts: { components } },
    );
    expect(parts).toMatchObject({ values: ['id', 'etag', 'snippet'], always: ['id'] });
  });

  test('is absent where no parameter has it', () => {
    expect(lowerOperation({ responses: ok })).not.toHaveProperty('parts');
  });
});

test('x-stream marks the content of a response', () => {
  const schema = { type: 'array', items: {} };
  const content = { 'application/json': { 'x-stream': true, schema } };
  const api = apiOf({ paths: { '/a': { get: { responses: { 200: { description: 'Rows.', content } } } } } });
  expect(operationOf(api).responses[0]?.contents[0]).toMatchObject({ kind: 'json', stream: true });
});
