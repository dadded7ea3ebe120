import { describe, expect, test } from 'vitest';
import { ApiError, createCore, QuotaError } from '@speccast/runtime/client';
import { dailyQuota } from '@speccast/runtime';
import type { Service } from '@speccast/runtime';
import { errorOf, json, operation, script, service, testClock } from '../support.js';

const withQuota: Service = { ...service, quota: dailyQuota('America/Los_Angeles', ['quotaExceeded']) };
const refused = (reason: string): Response => json({ error: { errors: [{ reason }] } }, { status: 403 });

async function fail(reason: string, now: string, of: Service = withQuota): Promise<Error> {
  const { fetch } = script(refused(reason));
  const clock = { ...testClock(), now: () => Date.parse(now) };
  return errorOf(createCore(of, { fetch, clock }).call(operation(), {}));
}

test.each([
  ['2026-01-15T12:00:00Z', '2026-01-16T08:00:00.000Z'],
  // The night on which clocks go forward, and the one on which they go back.
  ['2026-03-08T08:30:00Z', '2026-03-09T07:00:00.000Z'],
  ['2026-11-01T07:30:00Z', '2026-11-02T08:00:00.000Z'],
])('a spent quota at %s says when it is full again, by the clock of the client', async (now, want) => {
  const error = await fail('quotaExceeded', now);
  expect(error).toBeInstanceOf(QuotaError);
  expect(error).toMatchObject({ name: 'QuotaError', status: 403, reason: 'quotaExceeded', resetsAt: new Date(want) });
});

test('a spent quota is an error of the service, and can be asked for by its reason', async () => {
  const error: unknown = await fail('quotaExceeded', '2026-01-15T12:00:00Z');
  expect([error instanceof ApiError, ApiError.is(error, 'quotaExceeded')]).toEqual([true, true]);
  expect(JSON.parse(JSON.stringify(error))).toMatchObject({ resetsAt: '2026-01-16T08:00:00.000Z' });
});

test.each<[string, Service]>([
  ['forbidden', withQuota],
  ['quotaExceeded', service],
])('the reason %j means no quota where the spec does not say so', async (reason, of) => {
  const error = await fail(reason, '2026-01-15T12:00:00Z', of);
  expect([error instanceof QuotaError, error.name]).toEqual([false, 'ApiError']);
});

describe('a reason that can also mean a limit a minute', () => {
  const perDay = [{ status: 429, reason: 'rateLimitExceeded', message: 'per day' }];
  const limited: Service = {
    ...service,
    retryReasons: ['rateLimitExceeded'],
    quota: dailyQuota('America/Los_Angeles', ['quotaExceeded'], perDay),
  };
  const say = (limit: string): string => `Quota exceeded for quota metric 'Queries' and limit 'Queries ${limit}'.`;

  async function attempt(error: object, { status = 429, headers = {} } = {}) {
    const { fetch, requests } = script(json({ error }, { status, headers }));
    const found = await errorOf(createCore(limited, { fetch, clock: testClock() }).call(operation(), {}));
    return { found, isSpent: found instanceof QuotaError, attempts: requests.length };
  }

  test.each<[string, object]>([
    ['the message', { message: say('per day'), errors: [{ reason: 'rateLimitExceeded' }] }],
    ['the message of a detail', { message: 'No.', errors: [{ reason: 'rateLimitExceeded', message: say('per day') }] }],
    ['capitals', { message: say('PER DAY'), errors: [{ reason: 'rateLimitExceeded' }] }],
  ])('means the day where the message says so: %s', async (_, error) => {
    const { found, isSpent, attempts } = await attempt(error);
    expect([isSpent, attempts]).toEqual([true, 1]);
    expect(found).toMatchObject({ status: 429, reason: 'rateLimitExceeded', resetsAt: expect.any(Date) });
  });

  test('is not sent again even when the service asks for it', async () => {
    const error = { message: say('per day'), errors: [{ reason: 'rateLimitExceeded' }] };
    expect(await attempt(error, { headers: { 'retry-after': '1' } })).toMatchObject({ isSpent: true, attempts: 1 });
  });

  test.each<[string, object, number]>([
    ['a minute', { message: say('per minute'), errors: [{ reason: 'rateLimitExceeded' }] }, 429],
    ['no message', { errors: [{ reason: 'rateLimitExceeded' }] }, 429],
    ['a message that is no text', { message: 7, errors: [{ reason: 'rateLimitExceeded', message: 1 }] }, 429],
    ['another status', { message: say('per day'), errors: [{ reason: 'rateLimitExceeded' }] }, 403],
  ])('means no day otherwise, and is sent again: %s', async (_, error, status) => {
    expect(await attempt(error, { status })).toMatchObject({ isSpent: false, attempts: 3 });
  });

  test('does not name another error', async () => {
    const error = { message: say('per day'), errors: [{ reason: 'userRateLimitExceeded' }] };
    expect(await attempt(error)).toMatchObject({ isSpent: false });
  });

  test('is looked for in long hostile messages without delay', async () => {
    const message = 'per per da'.repeat(6000);
    const started = performance.now();
    expect(await attempt({ message, errors: [{ reason: 'rateLimitExceeded' }] })).toMatchObject({ isSpent: false });
    expect(performance.now() - started).toBeLessThan(2000);
  });

  test('is told by its older name as before', async () => {
    const error = { message: 'Spent.', errors: [{ reason: 'quotaExceeded' }] };
    expect(await attempt(error, { status: 403 })).toMatchObject({ isSpent: true, attempts: 1 });
  });
});
