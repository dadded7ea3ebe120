import { describe, expect, test } from 'vitest';
import type { CommonParameters, Json, JsonObject } from 'speccast/emitter';
import { apiOf, ok, sending } from '../lower.js';
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

/** What is common to operations with these parameters. */
function commonOf(...operations: readonly (readonly Json[])[]): CommonParameters | undefined {
  const paths = operations.map((parameters, index) => [`/things/${index}`, { get: { parameters, responses: ok } }]);
  return apiOf({ components, paths: Object.fromEntries(paths) }).commonParameters;
}

function names(common: CommonParameters | undefined): readonly string[] {
  return (common?.parameters ?? []).map(({ name }) => name);
}

const both = [ref('fields'), ref('alt')];

describe('parameters that all operations share', () => {
  test('are those of the components that every operation refers to', () => {
    const common = commonOf([...both, query('q')], [ref('alt'), ref('fields')], [query('x'), ...both]);
    expect(names(common)).toEqual(['fields', 'alt']);
    expect(common).toMatchObject({
      typeName: 'CommonParams',
      operations: ['GET /things/0', 'GET /things/1', 'GET /things/2'],
    });
  });

  table('are not looked for in the case of %s', (_name: string, operations: readonly (readonly Json[])[]) => {
    expect(commonOf(...operations)).toBeUndefined();
  });

  test('are not all that the others have', () => {
    expect(names(commonOf(both, both, both, [ref('alt'), query('q')]))).toEqual(['alt']);
  });

  test('give way to a parameter of the operation under the same name', () => {
    const common = commonOf(both, [ref('alt'), query('fields', { required: true })], both, both);
    expect(names(common)).toEqual(['fields', 'alt']);
    expect(common?.operations).toEqual(['GET /things/0', 'GET /things/2', 'GET /things/3']);
  });

  test('are said by an operation itself where its reference describes them otherwise', () => {
    const other = { ...ref('alt'), description: 'Ignored.' };
    const common = commonOf(both, both, both, [ref('fields'), other]);
    expect(common?.operations).toEqual(['GET /things/0', 'GET /things/1', 'GET /things/2']);
  });

  test('are said by an operation itself where one of them is called otherwise there', () => {
    const parameters = [ref('body'), ref('fields')];
    const plain = { get: { parameters, responses: ok } };
    const paths = { '/a': plain, '/b': plain, '/c': plain, '/d': { post: { ...plain.get, requestBody: sending({}) } } };
    expect(apiOf({ components, paths }).commonParameters?.operations).toEqual(['GET /a', 'GET /b', 'GET /c']);
  });

  test('stay in the operation where they are paths', () => {
    const get = { get: { parameters: [ref('id')], responses: ok } };
    expect(apiOf({ components, paths: { '/a/{id}': get, '/b/{id}': get, '/c/{id}': get } }).commonParameters).toBe(
      undefined,
    );
  });

  test('have a type whose name nobody else has', () => {
    const get = { get: { parameters: both, responses: ok } };
    const paths = { '/a': get, '/b': get, '/c': get };
    const schemas = { CommonParams: { type: 'object' } };
    expect(apiOf({ components: { ...components, schemas }, paths }).commonParameters?.typeName).toBe(
      'TestCommonParams',
    );
  });
});
