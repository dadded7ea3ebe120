import { describe, expect, test } from 'vitest';
import { ApiError, UnexpectedContentError } from '@speccast/runtime/client';
import type { ApiPromise } from '@speccast/runtime/client';
import type { OperationContent, OperationResponse } from '@speccast/runtime';
import { core, errorOf, json, operation, script, type Step } from '../support.js';

function call(step: Step, responses?: readonly OperationResponse[]): ApiPromise<unknown> {
  return core({ fetch: script(step).fetch, retry: 0 }).call(
    operation(responses === undefined ? {} : { responses }),
    {},
  );
}

function declared(...contents: readonly OperationContent[]): readonly OperationResponse[] {
  return [{ status: '200', contents }];
}

const html = { headers: { 'content-type': 'text/html' } };

describe('a successful response', () => {
  test.each<[string, Response, readonly OperationResponse[], unknown]>([
    ['JSON', json({ a: [1] }), declared({ mediaType: 'application/json' }), { a: [1] }],
    [
      'JSON under a wrong type',
      new Response('{"a":1}', { headers: { 'content-type': 'text/plain' } }),
      declared({ mediaType: 'application/json' }),
      { a: 1 },
    ],
    ['JSON with a byte order mark', new Response('\ufeff1'), declared({ mediaType: 'application/json' }), 1],
    ['text', new Response('hä'), declared({ mediaType: 'text/plain', kind: 'text' }), 'hä'],
    [
      'bytes',
      new Response(new Uint8Array([1, 2])),
      declared({ mediaType: 'image/*', kind: 'binary' }),
      new Uint8Array([1, 2]),
    ],
    ['nothing declared', new Response('ignored'), [{ status: '200' }], undefined],
    ['204', new Response(null, { status: 204 }), declared({ mediaType: 'application/json' }), undefined],
    [
      'another success than declared',
      json({ a: 1 }, { status: 201 }),
      declared({ mediaType: 'application/json' }),
      { a: 1 },
    ],
    [
      'a range of status',
      json({ a: 1 }, { status: 202 }),
      [{ status: '200' }, { status: '2XX', contents: [{ mediaType: 'application/json' }] }],
      { a: 1 },
    ],
    [
      'only a default',
      json({ a: 1 }),
      [{ status: 'default', contents: [{ mediaType: 'application/json' }] }],
      { a: 1 },
    ],
    [
      'the media type that came',
      new Response('x', { headers: { 'content-type': 'text/csv; charset=utf-8' } }),
      declared({ mediaType: 'application/json' }, { mediaType: 'text/csv', kind: 'text' }),
      'x',
    ],
  ])('%s is read as declared', async (_, response, responses, want) => {
    expect(await call(response, responses)).toEqual(want);
  });

  test('to HEAD has no body to read', async () => {
    expect(
      await core({ fetch: script(new Response(null)).fetch }).call(operation({ method: 'HEAD' }), {}),
    ).toBeUndefined();
  });

  test.each<[string, Response, string, string]>([
    [
      'an HTML page',
      new Response('<html>Log in to the hotel</html>', html),
      'films.list: the response is not the JSON that is declared (status 200, text/html)',
      '<html>Log in to the hotel</html>',
    ],
    [
      'truncated JSON',
      new Response('{"items":[1,', { headers: { 'content-type': 'application/json' } }),
      'films.list: the response is not the JSON that is declared (status 200, application/json)',
      '{"items":[1,',
    ],
    [
      'nothing',
      new Response(''),
      'films.list: the response is empty where JSON is declared (status 200, text/plain;charset=UTF-8)',
      '',
    ],
    [
      'another charset',
      new Response(new Uint8Array([0x22, 0xe4, 0x22])),
      'films.list: the response is not UTF-8 (status 200, no content type)',
      '"\ufffd"',
    ],
  ])('%s is an error, not an empty result', async (_, response, message, snippet) => {
    const error = await errorOf(call(response));
    expect(error).toBeInstanceOf(UnexpectedContentError);
    expect(error).toMatchObject({
      name: 'UnexpectedContentError',
      message,
      snippet,
      status: 200,
      operation: 'films.list',
    });
  });

  test('of great length leaves a short snippet', async () => {
    expect(await errorOf(call(new Response('x'.repeat(1_000_000))))).toMatchObject({ snippet: 'x'.repeat(200) });
  });
});

describe('an unsuccessful response', () => {
  const envelope = {
    error: {
      code: 403,
      status: 'PERMISSION_DENIED',
      message: 'The quota is used up.',
      errors: [
        {
          domain: 'films.quota',
          reason: 'quotaExceeded',
          message: 'Used up.',
          location: 'id',
          locationType: 'parameter',
          extra: 1,
        },
        'nonsense',
      ],
    },
  };

  test('with an envelope becomes an ApiError with all it says', async () => {
    const headers = { 'x-request-id': 'req-1', 'retry-after': '7' };
    const error = await errorOf(call(json(envelope, { status: 403, headers })));
    expect(error).toBeInstanceOf(ApiError);
    expect({ ...error, name: error.name, message: error.message }).toEqual({
      requestMayHaveBeenProcessed: false,
      name: 'ApiError',
      message: 'films.list: 403 quotaExceeded: The quota is used up.\nid: Used up.\nnonsense',
      operation: 'films.list',
      status: 403,
      reason: 'quotaExceeded',
      code: 'PERMISSION_DENIED',
      errors: [
        {
          domain: 'films.quota',
          reason: 'quotaExceeded',
          message: 'Used up.',
          location: 'id',
          locationType: 'parameter',
        },
      ],
      requestId: 'req-1',
      retryAfterMs: 7000,
      body: envelope,
    });
    expect(error.stack?.startsWith(`ApiError: ${error.message}\n    at `)).toBe(true);
  });

  test.each<[string, BodyInit | null, Partial<ApiError>]>([
    [
      'a reason among the details',
      '{"error":{"message":"m","status":"INVALID_ARGUMENT","details":[{"@type":"x"},{"reason":"BAD_DATE"}]}}',
      { message: 'films.list: 400 BAD_DATE: m', reason: 'BAD_DATE', code: 'INVALID_ARGUMENT' },
    ],
    [
      'only a status',
      '{"error":{"message":"m","status":"NOT_FOUND"}}',
      { message: 'films.list: 400 NOT_FOUND: m', reason: 'NOT_FOUND' },
    ],
    [
      'a code that is a word',
      '{"error":{"code":"card_declined","message":"m"}}',
      { message: 'films.list: 400 card_declined: m', reason: 'card_declined' },
    ],
    [
      'a problem document',
      '{"type":"about:blank","title":"Bad","detail":"No such film","status":400}',
      { message: 'films.list: 400: No such film', reason: undefined },
    ],
    [
      'an error that is a word, as of OAuth',
      '{"error":"invalid_grant","error_description":"Token expired."}',
      { message: 'films.list: 400 invalid_grant: Token expired.', reason: 'invalid_grant', code: 'invalid_grant' },
    ],
    [
      'an error that is a sentence',
      '{"error":"It is broken"}',
      { message: 'films.list: 400: It is broken', reason: undefined, body: { error: 'It is broken' } },
    ],
    [
      'errors that are no list',
      '{"error":{"errors":{"a":1},"details":5}}',
      { message: 'films.list: 400: Bad Request', errors: [] },
    ],
    ['a list', '[1]', { message: 'films.list: 400: Bad Request', body: [1] }],
    ['a page', '<h1>Oops</h1>', { message: 'films.list: 400: Bad Request', body: '<h1>Oops</h1>' }],
    [
      'nothing',
      null,
      {
        message: 'films.list: 400: Bad Request',
        body: undefined,
        errors: [],
        requestId: undefined,
        retryAfterMs: undefined,
      },
    ],
    ['a page without end', 'x'.repeat(1_000_000), { body: 'x'.repeat(1000) }],
    ['JSON of great depth', '['.repeat(5000) + ']'.repeat(5000), { message: 'films.list: 400: Bad Request' }],
  ])('with %s becomes an ApiError', async (_, body, want) => {
    const error = await errorOf(call(new Response(body, { status: 400, statusText: 'Bad Request' })));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject(want);
  });

  test('whose body never ends is read no further than needed', async () => {
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array((pulled += 1) && 10_000).fill(120)),
    });
    const error = await errorOf(call(() => new Response(endless, { status: 500 })));
    expect(error).toMatchObject({ status: 500 });
    expect(pulled).toBeLessThan(20);
  });

  test('whose body breaks still has its status', async () => {
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('reset')) });
    expect(await errorOf(call(() => new Response(broken, { status: 502, statusText: 'Bad Gateway' })))).toMatchObject({
      message: 'films.list: 502: Bad Gateway',
    });
  });
});

describe('ApiError.is', () => {
  const error: unknown = new ApiError('films.list', 'm', { status: 404, reason: 'filmNotFound' });

  test.each<[unknown, string[], boolean]>([
    [error, [], true],
    [error, ['filmNotFound'], true],
    [error, ['other', 'filmNotFound'], true],
    [error, ['other'], false],
    [new ApiError('x', 'm', { status: 500 }), ['other'], false],
    [new Error('filmNotFound'), [], false],
    [null, [], false],
    ['ApiError', [], false],
    [{ name: 'ApiError', status: 404 }, [], false],
  ])('of %s with %j is %s', (value, [first, ...more], want) => {
    expect(first === undefined ? ApiError.is(value) : ApiError.is(value, first, ...more)).toBe(want);
  });

  test('narrows the reason', () => {
    if (!ApiError.is(error, 'filmNotFound', 'gone')) throw new Error('not narrowed');
    const reason: 'filmNotFound' | 'gone' = error.reason;
    expect(reason).toBe('filmNotFound');
  });
});
