import { describe, expect, test } from 'vitest';
import { sampleHeaders } from '../../../generator/emit/mocks/emit-plans.js';
import type { Json, JsonObject } from '../../../generator/spec/read/json.js';
import { apiOf } from '../../api/lower.js';

function sampled(headers: JsonObject): unknown {
  const schemas = { Size: { type: 'integer', minimum: 3 } };
  const operation = { operationId: 'things.get', responses: { 200: { description: 'A thing.', headers } } };
  const api = apiOf({ components: { schemas }, paths: { '/things': { get: operation } } });
  return sampleHeaders(api, api.operations[0]!);
}

describe('the sample of a required header', () => {
  test.each<[Json, string | undefined]>([
    [{ type: 'integer' }, '1'],
    [{ type: 'integer', maximum: -2 }, '-2'],
    [{ type: 'number', exclusiveMinimum: 4, multipleOf: 5 }, '10'],
    [{ type: 'number', minimum: 0.2, maximum: 0.4 }, undefined],
    [{ $ref: '#/components/schemas/Size' }, '3'],
    [{ type: 'boolean' }, 'true'],
    [{ type: ['string', 'null'], enum: ['new', 'old'] }, 'new'],
    [{ const: 7 }, '7'],
    [{ type: 'string', format: 'uuid' }, '00000000-0000-4000-8000-000000000000'],
    [{ type: 'string', minLength: 8 }, 'sample--'],
    [{ type: 'string', maxLength: 2 }, 'sa'],
    [{ type: 'string', pattern: '^a$' }, undefined],
    [{ type: 'string', default: 'a\nb' }, undefined],
    [{ type: 'array', items: { type: 'integer' } }, '1'],
    [{ type: 'object' }, undefined],
  ])('%j is %s', (schema, want) => {
    expect(sampled({ 'X-It': { required: true, schema } })).toEqual(want === undefined ? want : { 'X-It': want });
  });

  test.each(['Content-Encoding', 'ETag', 'X It'])('there is none of %s', (name) => {
    expect(sampled({ [name]: { required: true, schema: { type: 'string' } }, 'X-May': { schema: {} } })).toBe(
      undefined,
    );
  });
});
