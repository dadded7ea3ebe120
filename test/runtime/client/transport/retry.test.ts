import { expect, test } from 'vitest';
import { ApiError } from '@speccast/runtime/client';
import { createTestCore, catchError, json, scriptFetch, createTestClock, createWriteOperation } from '../support.js';

test('a write is not repeated if only one of several error codes means that there was no connection', async () => {
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  const mixed = Object.assign(new Error('reset', { cause: refused }), { code: 'ECONNRESET' });
  const { fetch, requests } = scriptFetch(mixed);
  const error = await catchError(
    createTestCore({ fetch, clock: createTestClock() }).call(createWriteOperation(), { body: {} }),
  );
  expect(error).toMatchObject({
    name: 'ConnectionError',
    requestMayHaveBeenProcessed: true,
    cause: { message: 'reset', code: 'ECONNRESET', cause: { message: 'connect', code: 'ECONNREFUSED' } },
  });
  expect(requests).toHaveLength(1);
});

test('shouldRetry gets the error, the operation and the attempt, except for the last attempt', async () => {
  const calls: unknown[] = [];
  const shouldRetry = (error: unknown, context: object): boolean => {
    calls.push([ApiError.is(error) && error.status, context]);
    return true;
  };
  const { fetch } = scriptFetch(json({}, { status: 409 }));
  await catchError(
    createTestCore({ fetch, clock: createTestClock(), retry: { shouldRetry } }).call(createWriteOperation(), {
      body: {},
    }),
  );
  expect(calls).toEqual([
    [409, { operation: 'films.insert', attempt: 1 }],
    [409, { operation: 'films.insert', attempt: 2 }],
  ]);
});
