import { describe, expect, test } from 'vitest';
import { expandParameters, withCommon, type DeclaredParameter, type OperationParameter } from '@speccast/runtime';
import { readParams, writeParams } from './write-and-read.js';

const path: OperationParameter = { name: 'id', in: 'path', required: true };

test.each<readonly [DeclaredParameter, OperationParameter]>([
  ['hl', { name: 'hl', in: 'query', type: 'string' }],
  ['limit: integer', { name: 'limit', in: 'query', type: 'integer' }],
  ['two words: array', { name: 'two words', in: 'query', type: 'array' }],
  ['a:b', { name: 'a:b', in: 'query', type: 'string' }],
  ['', { name: '', in: 'query', type: 'string' }],
  [path, path],
])('the long form of %j is %j', (parameter, want) => {
  expect(expandParameters({ parameters: [parameter] })).toEqual([want]);
});

test('an operation can have no parameters', () => {
  expect(expandParameters({})).toEqual([]);
});

test('parameters of a service follow those of an operation, except with `ownParametersOnly`', () => {
  const service = { parameters: ['fields'] };
  const want = { parameters: expandParameters({ parameters: ['hl', 'fields'] }), writers: {} };
  expect(withCommon(service, { parameters: ['hl'] })).toEqual(want);
  const own = withCommon(service, { parameters: ['hl'], ownParametersOnly: true });
  expect(own.parameters).toEqual(expandParameters({ parameters: ['hl'] }));
});

describe('a parameter in its short form', () => {
  test('is sent and read like its long form', () => {
    const parameters = ['hl', 'limit: integer', 'mine: boolean', 'ids: array'];
    const values = { hl: 'de', limit: 5, mine: true, ids: ['a', 'b'] };
    const sent = writeParams(parameters, values);
    expect(sent.url.search).toBe('?hl=de&limit=5&mine=true&ids=a&ids=b');
    expect(readParams(parameters, sent)).toEqual(values);
  });
});
