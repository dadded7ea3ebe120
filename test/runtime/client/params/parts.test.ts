import { describe, expect, test } from 'vitest';
import { callParts } from '@speccast/runtime';
import type { OperationParameter } from '@speccast/runtime';
import { core, errorOf, json, operation, script, writeOperation, type AnyParams } from '../support.js';

const base = { name: 'part', in: 'query', required: true, explode: false, type: 'array' } as const;
const stated: OperationParameter = { ...base, default: ['snippet', 'status'] };
const ofBody: OperationParameter = { ...base, bodyKeys: ['id', 'snippet', 'status'] };

/** The query of a call. */
async function sent(parameter: OperationParameter, params: AnyParams): Promise<string> {
  const { fetch, requests } = script(json({}));
  const called =
    'body' in params ? writeOperation({ parameters: [parameter] }) : operation({ parameters: [parameter] });
  await callParts(core({ fetch }), called, params);
  return new URL(requests[0]?.url ?? '').search;
}

describe('the parts of a call', () => {
  test.each<[string, AnyParams, string]>([
    ['the default where none are named', {}, '?part=snippet,status'],
    ['the default for undefined', { part: undefined }, '?part=snippet,status'],
    ['the default for null', { part: null }, '?part=snippet,status'],
    ['those that are named', { part: ['id'] }, '?part=id'],
    ['those that are named, with commas', { part: ['statistics', 'id'] }, '?part=statistics,id'],
    ['a text as it is', { part: 'snippet,statistics' }, '?part=snippet,statistics'],
    ['one name as it is', { part: 'id' }, '?part=id'],
  ])('are %s', async (_, params, want) => {
    expect(await sent(stated, params)).toBe(want);
  });

  test.each<[string, AnyParams, string]>([
    [
      'those that the body holds',
      { body: { status: {}, id: 'x', snippet: null, other: 1 } },
      '?part=id,snippet,status',
    ],
    ['not those that the body leaves out', { body: { snippet: {}, status: undefined } }, '?part=snippet'],
    ['those that are named, whatever the body holds', { part: ['status'], body: { snippet: {} } }, '?part=status'],
  ])('of a body are %s', async (_, params, want) => {
    expect(await sent(ofBody, params)).toBe(want);
  });

  test.each([[{ other: 1 }], [Object.create({ snippet: {} })], ['text'], [null]])(
    'have to be named where the body holds none: %j',
    async (body) => {
      const error = await errorOf(sent(ofBody, { body }));
      expect(error).toMatchObject({
        name: 'InvalidParameterError',
        message: 'films.insert: parameter `part` is required',
      });
    },
  );

  test('a parameter of another kind keeps its text', async () => {
    expect(await sent(base, { part: 'a,b' })).toBe('?part=a%2Cb');
  });
});

test('a call for parts is sent when it is awaited, and once', async () => {
  const { fetch, requests } = script(json({ a: 1 }));
  const call = callParts(core({ fetch }), operation(), {});
  expect(requests).toHaveLength(0);
  expect([await call, await call]).toEqual([{ a: 1 }, { a: 1 }]);
  expect(requests).toHaveLength(1);
});
