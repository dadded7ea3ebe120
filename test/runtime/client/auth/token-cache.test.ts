import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import type { SecretNeed } from '../../../../templates/runtime/client/auth/auth.js';
import { TokenError } from '@speccast/runtime/client';
import type { Token } from '@speccast/runtime/client';
import { createRedactor } from '@speccast/runtime';
import { race } from '../../../../templates/runtime/client/transport/scope.js';
import { createTokenCache, type FetchNeed } from '../../../../templates/runtime/client/auth/token-cache.js';

const hour = 3_600_000;

/** A provider whose responses the test gives out one by one, and a clock that it sets. */
function manual({ keep = false } = {}) {
  const asked: { need: FetchNeed; give: (token: Token) => void; fail: (error: unknown) => void }[] = [];
  const clock = { time: 0 };
  const cached = createTokenCache(
    (need) => new Promise<Token>((give, fail) => asked.push({ need, give, fail })),
    () => keep,
  );
  const get = async ({ refused, ...more }: Partial<SecretNeed> & { refused?: string } = {}): Promise<string> => {
    const need = {
      operation: 'films.list',
      signal: new AbortController().signal,
      now: () => clock.time,
      fetch: () => Promise.reject(new Error('nothing is sent')),
      redactor: createRedactor([]),
      ...more,
    };
    return cached(need, { kind: 'bearer' }, refused);
  };
  return { asked, clock, get };
}

/** A cache that holds `token-1`, which ends at `expiresAt`. */
async function holding(expiresAt: number | undefined): Promise<ReturnType<typeof manual>> {
  const cache = manual();
  const token = cache.get();
  cache.asked[0]?.give({ token: 'token-1', expiresAt });
  expect(await token).toBe('token-1');
  return cache;
}

/** Waits until everything that can go on has gone on. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe('a token', () => {
  test('is used without asking until 120 s before its end', async () => {
    const { asked, clock, get } = await holding(hour);
    clock.time = hour - 120_001;
    expect([await get(), asked.length]).toEqual(['token-1', 1]);
  });

  test('is still used while it is renewed in the background, once, from 120 s before its end', async () => {
    const { asked, clock, get } = await holding(hour);
    clock.time = hour - 120_000;
    expect(await Promise.all([get(), get()])).toEqual(['token-1', 'token-1']);
    clock.time = hour - 30_001;
    expect([await get(), asked.length]).toEqual(['token-1', 2]);
    asked[1]?.give({ token: 'token-2', expiresAt: 2 * hour });
    await settled();
    expect([await get(), asked.length]).toEqual(['token-2', 2]);
  });

  test('is waited for from 30 s before its end, once for all', async () => {
    const { asked, clock, get } = await holding(hour);
    clock.time = hour - 30_000;
    const both = [get(), get()];
    asked[1]?.give({ token: 'token-2', expiresAt: 2 * hour });
    expect([await Promise.all(both), asked.length]).toEqual([['token-2', 'token-2'], 2]);
  });

  test('that is waited for may be one that is renewed in the background already', async () => {
    const { asked, clock, get } = await holding(hour);
    clock.time = hour - 60_000;
    await get();
    clock.time = hour - 10_000;
    const token = get();
    asked[1]?.give({ token: 'token-2', expiresAt: 2 * hour });
    expect([await token, asked.length]).toEqual(['token-2', 2]);
  });

  test.each([140_000, 60_000, 20_000])('that lives %i ms is not asked for at every call', async (life) => {
    const { asked, clock, get } = await holding(life);
    clock.time = life / 2 - 1;
    expect([await get(), asked.length]).toEqual(['token-1', 1]);
    clock.time = life / 2;
    expect([await get(), asked.length]).toEqual(['token-1', 2]);
    asked[1]?.give({ token: 'token-2', expiresAt: clock.time + life });
    await settled();
    expect([await get(), asked.length]).toEqual(['token-2', 2]);
  });

  test.each([undefined, 0, -1, Number.NaN])(
    'that ends at %s serves the calls that waited for it alone',
    async (end) => {
      const { asked, get } = await holding(end);
      const next = get();
      asked[1]?.give({ token: 'token-2' });
      expect([await next, asked.length]).toEqual(['token-2', 2]);
    },
  );
});

describe('a renewal in the background', () => {
  test('that fails is not tried again for 5 s, and nobody sees the error', async () => {
    const { asked, clock, get } = await holding(hour);
    clock.time = hour - 100_000;
    await get();
    asked[1]?.fail(new Error('down'));
    await settled();
    clock.time += 4_999;
    expect([await get(), asked.length]).toEqual(['token-1', 2]);
    clock.time += 1;
    expect([await get(), asked.length]).toEqual(['token-1', 3]);
  });

  test('does not end with the call that began it', async () => {
    const { asked, clock, get } = await holding(hour);
    clock.time = hour - 100_000;
    const stop = new AbortController();
    await get({ signal: stop.signal });
    stop.abort();
    await settled();
    expect(asked[1]?.need.signal.aborted).toBe(false);
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(0);
  });

  test('that hangs is given up by the last call that waits for it', async () => {
    const { asked, clock, get } = await holding(hour);
    clock.time = hour - 100_000;
    await get();
    clock.time = hour;
    const stop = new AbortController();
    const left = get({ signal: stop.signal });
    stop.abort('left');
    await expect(left).rejects.toBe('left');
    const next = get();
    asked[2]?.give({ token: 'token-3', expiresAt: 2 * hour });
    expect([await next, asked[1]?.need.signal.aborted]).toEqual(['token-3', true]);
  });
});

describe('a rejected token', () => {
  test('is not replaced by a request that began before it was rejected', async () => {
    const { asked, get } = manual();
    const early = get();
    const refused = get({ refused: 'old-token' });
    asked[1]?.give({ token: 'new-token', expiresAt: hour });
    asked[0]?.give({ token: 'old-token', expiresAt: hour });
    expect([await early, await refused]).toEqual(['old-token', 'new-token']);
    expect(asked.map(({ need }) => need.force)).toEqual([false, true]);
    expect(await get()).toBe('new-token');
  });

  test('is replaced once for all that were rejected', async () => {
    const { asked, get } = await holding(hour);
    const all = Array.from({ length: 50 }, () => get({ refused: 'token-1' }));
    asked[1]?.give({ token: 'token-2', expiresAt: hour });
    expect(new Set(await Promise.all(all))).toEqual(new Set(['token-2']));
    expect(await get({ refused: 'token-1' })).toBe('token-2');
    expect(asked.map(({ need }) => need.force)).toEqual([false, true]);
  });

  test('is not used for further calls: they wait for the new one', async () => {
    const { asked, get } = await holding(hour);
    const both = [get({ refused: 'token-1' }), get()];
    asked[1]?.give({ token: 'token-2' });
    expect([await Promise.all(both), asked.length]).toEqual([['token-2', 'token-2'], 2]);
  });
});

describe('a request for a token', () => {
  test('ends when nobody waits for it any more, and the next one asks anew', async () => {
    const { asked, get } = manual();
    const stop = new AbortController();
    const first = get({ signal: stop.signal });
    const second = get({ signal: stop.signal });
    stop.abort('left');
    await expect(first).rejects.toBe('left');
    await expect(second).rejects.toBe('left');
    expect(asked[0]?.need.signal.aborted).toBe(true);
    const third = get();
    asked[1]?.give({ token: 'token-2', expiresAt: hour });
    asked[0]?.give({ token: 'token-1', expiresAt: hour });
    expect([await third, await get()]).toEqual(['token-2', 'token-2']);
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(0);
  });

  test('goes on for those who still wait', async () => {
    const { asked, get } = manual();
    const stop = new AbortController();
    const first = get({ signal: stop.signal });
    const second = get();
    stop.abort('left');
    await expect(first).rejects.toBe('left');
    asked[0]?.give({ token: 'token-1' });
    expect([await second, asked[0]?.need.signal.aborted]).toEqual(['token-1', false]);
  });

  test('that must not be given up goes on without callers, for the next one', async () => {
    const { asked, get } = manual({ keep: true });
    const stop = new AbortController();
    const first = get({ signal: stop.signal });
    stop.abort('left');
    await expect(first).rejects.toBe('left');
    const second = get();
    asked[0]?.give({ token: 'token-1' });
    expect([await second, asked.length, asked[0]?.need.signal.aborted]).toEqual(['token-1', 1, false]);
  });

  test('is not ended after it was answered', async () => {
    const { asked, get } = manual();
    const token = get();
    asked[0]?.give({ token: 'token-1' });
    await token;
    expect(asked[0]?.need.signal.aborted).toBe(false);
  });

  test('that fails gives each call an error of its own, and the next one asks anew', async () => {
    const { asked, get } = manual();
    const cause = new Error('why');
    const calls = [get(), get({ operation: 'films.insert' })].map((call) => call.catch((error: unknown) => error));
    asked[0]?.fail(new TokenError('films.list', 'No token', { code: 'invalid_grant', status: 400, cause }));
    const errors = await Promise.all(calls);
    const shared = { name: 'TokenError', message: 'No token', code: 'invalid_grant', status: 400, cause };
    expect(errors).toMatchObject([
      { ...shared, operation: 'films.list', requestMayHaveBeenProcessed: false },
      { ...shared, operation: 'films.insert', requestMayHaveBeenProcessed: false },
    ]);
    void get();
    expect(asked).toHaveLength(2);
  });
});

test('a race leaves no listener on its signal', async () => {
  const { signal } = new AbortController();
  await race(signal, Promise.resolve(1));
  await race(signal, Promise.reject(new Error('no'))).catch(() => undefined);
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});
