import { expect, test } from 'vitest';
import { streamItems, splitJsonLines } from '@speccast/runtime';
import type { Operation } from '@speccast/runtime';
import { convert, dateTimeAsDate } from '@speccast/runtime/codecs';
import { createTestCore, catchError, createOperation, scriptFetch, type AnyParams } from '../client/support.js';

// Most calls with codecs are tested by ../client/calls/codecs.yaml; these tests need code.

test('a value of a response that cannot be decoded is an error with its position and without secrets', async () => {
  const decode = (value: string): never => {
    throw new Error(`not ${value}`);
  };
  const codec = { ...dateTimeAsDate, decode };
  const wire = {
    convert,
    responses: { '2XX': { properties: { at: { codec } } } },
  };
  const { fetch } = scriptFetch(Response.json({ at: 'secret-key-1' }));
  const error = await catchError(
    createTestCore({ fetch, apiKey: 'secret-key-1' }).call(createOperation({ wire, auth: ['apiKey'] }), {}),
  );
  expect(error).toMatchObject({
    side: 'response',
    issues: [
      {
        path: ['at'],
        message: 'cannot be decoded as date-time: not [redacted]',
      },
    ],
    meta: { status: 200 },
    message:
      'films.list: the response has values that cannot be converted: at cannot be decoded as date-time: not [redacted]',
  });
});

test('lines are decoded one by one', async () => {
  // `as`: the type of a descriptor's response is chosen by its author.
  const lines = createOperation({
    responses: [
      {
        status: '200',
        contents: [{ mediaType: 'application/jsonl', kind: 'lines' }],
      },
    ],
    split: splitJsonLines,
    wire: { convert, items: { properties: { at: { codec: dateTimeAsDate } } } },
  }) as Operation<AnyParams, readonly unknown[]>;
  const { fetch } = scriptFetch(new Response('{"at":"2026-01-01T00:00:00Z"}\n{"at":"soon"}\n'));
  const items = streamItems(createTestCore({ fetch }), lines, {})[Symbol.asyncIterator]();
  expect((await items.next()).value).toEqual({
    at: new Date('2026-01-01T00:00:00Z'),
  });
  expect(await catchError(items.next())).toMatchObject({
    name: 'ValidationError',
    issues: [{ path: [1, 'at'] }],
  });
});
