import { describe, expect, test } from 'vitest';
import type { JsonObject } from 'speccast/emitter';
import { apiOf, lowerOperation, ok, operationOf } from '../lower.js';
import { readRows } from '../../rows.js';

const { data, table } = readRows(import.meta.url);

const components = data<JsonObject>('components');

describe('x-part', () => {
  table(
    'names the parts of the items of a list, found through references and allOf',
    ({ node, want }: { node: JsonObject; want: unknown }) => {
      const operation = lowerOperation(node, { parts: { components } });
      expect(operation.parts).toEqual(want);
      // It is required on the wire.
      expect(operation.parameters[0]?.required).toBe(true);
    },
  );

  table(
    'names the parts of the response itself, and takes those of the body',
    ({ node, want }: { node: JsonObject; want: unknown }) => {
      const operation = lowerOperation(node, { method: 'put', parts: { components } });
      expect(operation.parts).toEqual(want);
    },
  );

  table(
    'lets a part stand that is there always, whether or not the model has it',
    ({ node, want }: { node: JsonObject; want: object }) => {
      const { parts } = lowerOperation(node, { parts: { components } });
      expect(parts).toMatchObject(want);
    },
  );

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
