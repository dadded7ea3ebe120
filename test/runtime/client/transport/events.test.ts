import { channel, subscribe, unsubscribe } from 'node:diagnostics_channel';
import { inspect } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { apiKey } from '@speccast/runtime/client';
import { createTestCore, catchError, json, createOperation, scriptFetch, createTestClock } from '../support.js';

const names = ['start', 'attempt', 'retry', 'end', 'error'];
const listeners: (() => void)[] = [];

interface PublishedEvent {
  readonly name: string;
  readonly message: { readonly call: object; readonly [field: string]: unknown };
}

/** Listens on all channels until the end of the test. */
function listen(): readonly PublishedEvent[] {
  const seen: PublishedEvent[] = [];
  for (const name of names) {
    // `as`: messages are typed as `unknown`; the client publishes this type.
    const onMessage = (message: unknown): void =>
      void seen.push({ name, message: message as PublishedEvent['message'] });
    subscribe(`speccast:${name}`, onMessage);
    listeners.push(() => unsubscribe(`speccast:${name}`, onMessage));
  }
  return seen;
}

afterEach(() => {
  for (const stop of listeners.splice(0)) stop();
});

test('a call with two attempts publishes each step, with the same `call` object', async () => {
  const seen = listen();
  const { fetch } = scriptFetch(json({ error: { message: 'later' } }, { status: 503 }), json({ ok: true }));
  await createTestCore({ fetch, clock: createTestClock() }).call(createOperation(), {});
  const call = { service: 'films', operation: 'films.list' };
  expect(seen.map(({ name, message }) => ({ name, ...message }))).toMatchObject([
    { name: 'start', call },
    { name: 'attempt', call, attempt: 1, status: 503, durationMs: 0 },
    { name: 'retry', call, attempt: 1, delayMs: 250, error: { status: 503 } },
    { name: 'attempt', call, attempt: 2, status: 200, durationMs: 0 },
    { name: 'end', call, status: 200, attempts: 2 },
  ]);
  expect(new Set(seen.map(({ message }) => message.call)).size).toBe(1);
});

test('a failed call publishes its error last', async () => {
  const seen = listen();
  const { fetch } = scriptFetch(json({ error: { message: 'no' } }, { status: 404 }));
  const error = await catchError(createTestCore({ fetch }).call(createOperation(), {}));
  expect(seen.map(({ name }) => name)).toEqual(['start', 'attempt', 'error']);
  expect(seen.at(-1)?.message).toMatchObject({ error, attempts: 1 });
});

test('concurrent calls have different `call` objects', async () => {
  const seen = listen();
  const { fetch } = scriptFetch(json({}));
  await Promise.all([
    createTestCore({ fetch }).call(createOperation(), {}),
    createTestCore({ fetch }).call(createOperation(), {}),
  ]);
  const starts = seen.filter(({ name }) => name === 'start').map(({ message }) => message.call);
  expect(new Set(starts).size).toBe(2);
});

test('no event contains a credential', async () => {
  const seen = listen();
  const secret = 'a-secret-key';
  const { fetch } = scriptFetch((request) => json({ error: { message: `rejected ${request.url}` } }, { status: 403 }));
  await catchError(createTestCore({ fetch, auth: apiKey(secret) }).call(createOperation({ auth: ['apiKey'] }), {}));
  expect(seen).toHaveLength(3);
  expect(inspect(seen, { depth: null, showHidden: true })).not.toContain(secret);
});

test('channels without listeners have no subscribers', async () => {
  const { fetch } = scriptFetch(json({}));
  await createTestCore({ fetch }).call(createOperation(), {});
  expect(channel('speccast:start').hasSubscribers).toBe(false);
});
