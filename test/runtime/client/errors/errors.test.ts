import { inspect } from 'node:util';
import * as own from '@speccast/runtime/client';
import { describe, expect, test, vi } from 'vitest';
import {
  AbortedError,
  ApiError,
  ClientError,
  ConnectionError,
  InvalidParameterError,
  MissingCredentialError,
  QuotaError,
  TimeoutError,
  UnexpectedContentError,
} from '@speccast/runtime/client';
import type { CallMeta } from '@speccast/runtime/client';

vi.resetModules();
const copy: typeof own = await import('@speccast/runtime/client');

const meta: CallMeta = {
  status: 403,
  headers: new Headers({ 'x-debug': 'sesame-4711' }),
  requestId: 'req-1',
  attempts: 1,
  quotaCost: 1,
};

/** Creates one error of each class of a copy of the package. */
function createErrors(classes: typeof own): readonly ClientError[] {
  return [
    new classes.ClientError('films.list', 'm'),
    new classes.ConnectionError('films.list', 'm'),
    new classes.TimeoutError('films.list', 'call', 5),
    new classes.AbortedError('films.list', 'enough'),
    new classes.UnexpectedContentError('films.list', 'm', { status: 200, snippet: '' }),
    new classes.MissingCredentialError('films.list', [['apiKey']], 'm'),
    new classes.InvalidParameterError('films.list', 'id', 'must not be empty'),
    new classes.ApiError('films.list', 'm', { status: 404, reason: 'filmNotFound' }),
    new classes.QuotaError('films.list', 'm', { status: 403, reason: 'quotaExceeded', resetsAt: new Date(0) }),
  ];
}

const classes = [
  ClientError,
  ConnectionError,
  TimeoutError,
  AbortedError,
  UnexpectedContentError,
  MissingCredentialError,
  InvalidParameterError,
  ApiError,
  QuotaError,
];

/** Lists the classes of each error: `ClientError < ApiError`. */
function listClasses(errors: readonly unknown[]): readonly string[] {
  return errors.map((error) => {
    const names = classes.flatMap((type, index) => (error instanceof type ? [classNames[index] ?? ''] : []));
    return names.join(' < ');
  });
}

const classNames = [
  'ClientError',
  'ConnectionError',
  'TimeoutError',
  'AbortedError',
  'UnexpectedContentError',
  'MissingCredentialError',
  'InvalidParameterError',
  'ApiError',
  'QuotaError',
];

const wantKinds = [
  'ClientError',
  'ClientError < ConnectionError',
  'ClientError < TimeoutError',
  'ClientError < AbortedError',
  'ClientError < UnexpectedContentError',
  'ClientError < MissingCredentialError',
  'ClientError < InvalidParameterError',
  'ClientError < ApiError',
  'ClientError < ApiError < QuotaError',
];

describe('the classes of errors', () => {
  test('can be distinguished by `instanceof` and by name', () => {
    const errors = createErrors(own);
    expect(listClasses(errors)).toEqual(wantKinds);
    expect(errors.map(({ name }) => name)).toEqual(classNames);
    expect(errors.map(({ stack = '' }) => stack.split(':', 1)[0])).toEqual(classNames);
    expect(errors.every((error) => error instanceof Error)).toBe(true);
  });

  test('recognize errors of another copy of the package', () => {
    expect(copy.ApiError).not.toBe(ApiError);
    expect(listClasses(createErrors(copy))).toEqual(wantKinds);
    expect([ApiError.is(createErrors(copy)[7], 'filmNotFound'), ApiError.is(createErrors(copy)[7], 'other')]).toEqual([
      true,
      false,
    ]);
  });

  test.each([null, undefined, 'ApiError', new Error('m'), { name: 'ApiError' }, Object.create(null), new Date()])(
    'do not recognize %s',
    (value) => {
      expect([value instanceof ClientError, ApiError.is(value)]).toEqual([false, false]);
    },
  );

  test('can be extended, and errors of the base class are not instances of the subclass', () => {
    class Mine extends ApiError {}
    const mine = new Mine('films.list', 'm', { status: 500 });
    expect([
      mine instanceof Mine,
      mine instanceof ApiError,
      mine instanceof copy.ClientError,
      ApiError.is(mine),
    ]).toEqual([true, true, true, true]);
    const theirs = createErrors(own)[7];
    expect([theirs instanceof Mine, new (class extends Mine {})('x', 'm', { status: 1 }) instanceof Mine]).toEqual([
      false,
      true,
    ]);
    expect(mine.name).toBe('ApiError');
  });
});

describe('an error', () => {
  const error = new ApiError('films.list', 'films.list: 403', { status: 403, reason: 'forbidden', meta });

  test('as JSON has its name, its message and its fields', () => {
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: 'ApiError',
      message: 'films.list: 403',
      operation: 'films.list',
      requestMayHaveBeenProcessed: false,
      errors: [],
      status: 403,
      reason: 'forbidden',
    });
  });

  test('has the status and headers of the response, but prints no headers', () => {
    expect(error.meta).toBe(meta);
    const printed = [inspect(error, { depth: 9 }), JSON.stringify(error), String(error), JSON.stringify({ ...error })];
    expect(printed.filter((text) => text.includes('sesame-4711'))).toEqual([]);
    expect(printed[0]).toContain("reason: 'forbidden'");
  });

  test('has a cause only if it was created with one', () => {
    const cause = new Error('why');
    const lost = new ConnectionError('films.list', 'm', { cause, requestMayHaveBeenProcessed: false });
    expect([lost.cause, Object.keys(lost)]).toEqual([cause, ['operation', 'requestMayHaveBeenProcessed']]);
    expect('cause' in new ConnectionError('films.list', 'm')).toBe(false);
  });

  test('of a timeout names the option', () => {
    const texts = (['attempt', 'call', 'idle'] as const).map((of) => new TimeoutError('films.list', of, 5).message);
    expect(texts).toEqual([
      'films.list: timed out after 5 ms (timeoutMs)',
      'films.list: timed out after 5 ms (totalTimeoutMs)',
      'films.list: timed out after 5 ms (idleTimeoutMs)',
    ]);
  });
});
