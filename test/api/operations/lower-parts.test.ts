import { describe, expect, test } from 'vitest';
import type { JsonObject } from 'speccast/emitter';
import { lowerOrThrow, lowerOperation, ok, getOnlyOperation } from '../lower.js';
import { readRows } from '../../rows.js';

const { data, table } = readRows(import.meta.url);

const components = data<JsonObject>('components');

describe('x-part', () => {
  table(
    'names the parts of the items of a list, found through references and allOf',
    ({ node, want }: { node: JsonObject; want: unknown }) => {
      const operation = lowerOperation(node, { parts: { components } });
      expect(operation.parts).toEqual(want);
      // Callers may leave the parameter out, but requests always contain it.
      expect(operation.parameters[0]?.required).toBe(true);
    },
  );

  table(
    'names the parts of the response itself, if it is no list, and those of the request body',
    ({ node, want }: { node: JsonObject; want: unknown }) => {
      const operation = lowerOperation(node, { method: 'put', parts: { components } });
      expect(operation.parts).toEqual(want);
    },
  );

  table(
    'keeps parts that are always in the response, also if the model has no such property',
    ({ node, want }: { node: JsonObject; want: object }) => {
      const { parts } = lowerOperation(node, { parts: { components } });
      expect(parts).toMatchObject(want);
    },
  );

  test('is absent if no parameter has it', () => {
    expect(lowerOperation({ responses: ok })).not.toHaveProperty('parts');
  });
});

test('x-stream marks the content of a response', () => {
  const schema = { type: 'array', items: {} };
  const content = { 'application/json': { 'x-stream': true, schema } };
  const api = lowerOrThrow({ paths: { '/a': { get: { responses: { 200: { description: 'Rows.', content } } } } } });
  expect(getOnlyOperation(api).responses[0]?.contents[0]).toMatchObject({ kind: 'json', stream: true });
});
