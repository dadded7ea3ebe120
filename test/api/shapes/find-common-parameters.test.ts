import { describe, expect, test } from 'vitest';
import type { CommonParameters, Json, JsonObject } from 'speccast/emitter';
import { lowerOrThrow, ok, toJsonBody } from '../lower.js';
import { readRows } from '../../rows.js';

const { data, table } = readRows(import.meta.url);

const ref = (name: string): JsonObject => ({ $ref: `#/components/parameters/${name}` });

const query = (name: string, more: JsonObject = {}): JsonObject => ({
  name,
  in: 'query',
  schema: { type: 'string' },
  ...more,
});

const components = data<JsonObject>('components');

/** Finds the common parameters of operations, each with these parameters. */
function findCommon(...operations: readonly (readonly Json[])[]): CommonParameters | undefined {
  const paths = operations.map((parameters, index) => [`/things/${index}`, { get: { parameters, responses: ok } }]);
  return lowerOrThrow({ components, paths: Object.fromEntries(paths) }).commonParameters;
}

function listNames(common: CommonParameters | undefined): readonly string[] {
  return (common?.parameters ?? []).map(({ name }) => name);
}

const both = [ref('fields'), ref('alt')];

describe('parameters that all operations share', () => {
  test('are those of the components that every operation refers to', () => {
    const common = findCommon([...both, query('q')], [ref('alt'), ref('fields')], [query('x'), ...both]);
    expect(listNames(common)).toEqual(['fields', 'alt']);
    expect(common).toMatchObject({
      typeName: 'CommonParams',
      operations: ['GET /things/0', 'GET /things/1', 'GET /things/2'],
    });
  });

  table('are not found for %s', (_name: string, operations: readonly (readonly Json[])[]) => {
    expect(findCommon(...operations)).toBeUndefined();
  });

  test('leave out those that one operation does not have', () => {
    expect(listNames(findCommon(both, both, both, [ref('alt'), query('q')]))).toEqual(['alt']);
  });

  test('are not used by an operation with its own parameter of the same name', () => {
    const common = findCommon(both, [ref('alt'), query('fields', { required: true })], both, both);
    expect(listNames(common)).toEqual(['fields', 'alt']);
    expect(common?.operations).toEqual(['GET /things/0', 'GET /things/2', 'GET /things/3']);
  });

  test('are not used by an operation whose reference describes one differently', () => {
    const other = { ...ref('alt'), description: 'Ignored.' };
    const common = findCommon(both, both, both, [ref('fields'), other]);
    expect(common?.operations).toEqual(['GET /things/0', 'GET /things/1', 'GET /things/2']);
  });

  test('are not used by an operation in which one gets another name', () => {
    const parameters = [ref('body'), ref('fields')];
    const plain = { get: { parameters, responses: ok } };
    const paths = {
      '/a': plain,
      '/b': plain,
      '/c': plain,
      '/d': { post: { ...plain.get, requestBody: toJsonBody({}) } },
    };
    expect(lowerOrThrow({ components, paths }).commonParameters?.operations).toEqual(['GET /a', 'GET /b', 'GET /c']);
  });

  test('do not include parameters of the path', () => {
    const get = { get: { parameters: [ref('id')], responses: ok } };
    expect(
      lowerOrThrow({ components, paths: { '/a/{id}': get, '/b/{id}': get, '/c/{id}': get } }).commonParameters,
    ).toBe(undefined);
  });

  test('have a type with a name that no schema has', () => {
    const get = { get: { parameters: both, responses: ok } };
    const paths = { '/a': get, '/b': get, '/c': get };
    const schemas = { CommonParams: { type: 'object' } };
    expect(lowerOrThrow({ components: { ...components, schemas }, paths }).commonParameters?.typeName).toBe(
      'TestCommonParams',
    );
  });
});
