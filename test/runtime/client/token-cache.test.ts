import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import type { Token, TokenNeed } from '../../../templates/runtime/client/index.js';
import { race } from '../../../templates/runtime/client/scope.js';
import { createTokenCache } from '../../../templates/runtime/client/token-cache.js';

const { signal } = new AbortController();
const now = (): number => 0;
const later = 3_600_000;

/** A provider whose answers the test gives out one by one. */
function manual() {
  const asked: { readonly need: TokenNeed; readonly give: (token: Token) => void }[] = [];
  const get = createTokenCache((need) => new Promise<Token>((give) => asked.push({ need, give })));
  return { asked, get };
}

describe('a token cache', () => {
  test('does not answer a refusal with a request that began before it', async () => {
    const { asked, get } = manual();
    const early = get({ signal, now });
    const refused = get({ signal, now, refused: 'old-token' });
    asked[1]?.give({ token: 'new-token', expiresAt: later });
    asked[0]?.give({ token: 'old-token', expiresAt: later });
    expect([await early, await refused]).toEqual(['old-token', 'new-token']);
    expect(asked.map(({ need }) => need.force)).toEqual([false, true]);
    expect(await get({ signal, now })).toBe('new-token');
  });

  test('lets an ordinary request join a forced one', async () => {
    const { asked, get } = manual();
    const both = [get({ signal, now, refused: 'old-token' }), get({ signal, now })];
    asked[0]?.give({ token: 'new-token' });
    expect([await Promise.all(both), asked.length]).toEqual([['new-token', 'new-token'], 1]);
  });

  test('ends a request that nobody waits for, and asks anew for the next one', async () => {
    const { asked, get } = manual();
    const stop = new AbortController();
    const first = get({ signal: stop.signal, now });
    stop.abort('left');
    await expect(first).rejects.toBe('left');
    expect(asked[0]?.need.signal.aborted).toBe(true);
    const second = get({ signal, now });
    asked[1]?.give({ token: 'token-2', expiresAt: later });
    asked[0]?.give({ token: 'token-1', expiresAt: later });
    expect(await second).toBe('token-2');
  });

  test('does not end a request that has been answered', async () => {
    const { asked, get } = manual();
    const token = get({ signal, now });
    asked[0]?.give({ token: 'token-1' });
    await token;
    expect(asked[0]?.need.signal.aborted).toBe(false);
  });
});

test('a race leaves no listener on its signal', async () => {
  await race(signal, Promise.resolve(1));
  await race(signal, Promise.reject(new Error('no'))).catch(() => undefined);
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});
