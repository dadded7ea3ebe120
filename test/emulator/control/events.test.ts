import { withControl } from '@speccast/emulator/control';
import type { Emulator } from '@speccast/emulator';
import { type RunningServer, serve } from '@speccast/emulator/server';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openShelf } from '../shelf/open-shelf.js';

interface ReceivedEvent {
  readonly id?: string;
  readonly event: string;
  // Tests know the data of the events that they read.
  readonly data: Readonly<Record<string, unknown>> & { readonly number?: number };
}

/** Reads events until there are `count` events of a name, or the stream ends. */
async function readUntil(response: Response, name: string, count = 1): Promise<readonly ReceivedEvent[]> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let found: readonly ReceivedEvent[] = [];
  while (found.filter(({ event }) => event === name).length < count) {
    const step = await reader?.read();
    if (step === undefined || step.done) break;
    text += decoder.decode(step.value, { stream: true });
    found = text.split('\n\n').slice(0, -1).flatMap(parse);
  }
  await reader?.cancel();
  return found;
}

function parse(block: string): readonly ReceivedEvent[] {
  const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)));
  return fields.data === undefined ? [] : [{ ...fields, data: JSON.parse(fields.data) }];
}

const listEntryNumbers = (events: readonly ReceivedEvent[]) =>
  events.filter(({ event }) => event === 'entry').map(({ data }) => data.number);

function open(token?: string): {
  emulator: Emulator;
  events: (headers?: Record<string, string>, query?: string) => Promise<Response>;
  call: (path: string) => Promise<Response>;
} {
  const { emulator } = openShelf();
  const { fetch } = withControl(emulator, token === undefined ? {} : { token });
  const origin = 'http://localhost:4010';
  return {
    emulator,
    events: (headers = {}, query = '') => fetch(new Request(`${origin}/__mock/events${query}`, { headers })),
    call: (path) => fetch(new Request(`${origin}${path}`)),
  };
}

describe('the events of a world in memory', () => {
  test('begin with the state and the newest entries, then report changes', async () => {
    const { events, call, emulator } = open();
    await call('/v1/books?key=secret');
    const response = await events();
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=UTF-8']);
    const reading = readUntil(response, 'entry', 2);
    await emulator.fetch(`${emulator.baseUrl}/books?key=secret`);
    const received = await reading;
    expect(received[0]).toMatchObject({ event: 'state', data: { worlds: [], faults: [] } });
    expect(listEntryNumbers(received)).toEqual([1, 2]);
    expect(received.find(({ event }) => event === 'entry')?.data).toMatchObject({
      method: 'GET',
      path: '/v1/books?key=redacted',
      status: 400,
      operation: 'books.list',
      durationMs: expect.any(Number),
    });
    expect(JSON.stringify(received)).not.toContain('secret');
  });

  test('continue after `Last-Event-ID`', async () => {
    const { events, call } = open();
    for (let index = 0; index < 5; index += 1) await call('/v1/books?key=k');
    const first = await readUntil(await events(), 'entry', 5);
    const { id = '' } = first.find(({ data }) => data.number === 3) ?? {};
    expect(listEntryNumbers(await readUntil(await events({ 'last-event-id': id }), 'entry', 2))).toEqual([4, 5]);
    expect(listEntryNumbers(await readUntil(await events({ 'last-event-id': '4' }), 'entry', 1))).toEqual([5]);
    expect(listEntryNumbers(await readUntil(await events({}, '?limit=1'), 'entry', 1))).toEqual([5]);
  });

  test('report that the journal was cleared, also to clients that resume later or after a restart', async () => {
    const { events, call, emulator } = open();
    await call('/v1/books?key=k');
    const [, { id = '' } = { id: '' }] = (await readUntil(await events(), 'entry')).filter(
      ({ event }) => event !== 'clock',
    );
    const response = await events({ 'last-event-id': id });
    const reading = readUntil(response, 'entry');
    emulator.reset();
    await call('/v1/books?key=k');
    const received = await reading;
    expect(received.map(({ event }) => event)).toContain('cleared');
    expect(listEntryNumbers(received)).toEqual([1]);
    for (const lastId of [id, 'other.0.1', 'nonsense']) {
      const again = await readUntil(await events({ 'last-event-id': lastId }), 'entry');
      expect([again[0]?.event, listEntryNumbers(again)]).toEqual(['cleared', [1]]);
    }
  });

  test('report changes of rows, faults, worlds and time that no request made', async () => {
    const { events, emulator } = open();
    const response = await events();
    const reading = readUntil(response, 'clock', 2);
    emulator.state['books']?.insert({ id: 'B1', title: 'Emma' });
    emulator.faults.add({ operation: 'books.list', effect: { kind: 'stall' } });
    emulator.world('w1');
    emulator.clock.advance(1000);
    const received = await reading;
    expect(received.findLast(({ event }) => event === 'state')?.data).toMatchObject({
      tables: expect.arrayContaining([expect.objectContaining({ name: 'books', rows: 1 })]),
      faults: [{ id: 1, seen: 0, used: 0 }],
      worlds: ['w1'],
    });
  });

  test('need the token, and are not sent to pages of other origins', async () => {
    const { events } = open('secret');
    expect((await events()).status).toBe(401);
    expect((await events({ 'x-mock-token': 'secret', origin: 'http://evil.example' })).status).toBe(403);
    const response = await events({ authorization: 'Bearer secret' });
    expect(response.status).toBe(200);
    await response.body?.cancel();
    expect((await open().events({}, '?limit=x')).status).toBe(400);
  });

  test('are not written for clients that have disconnected', async () => {
    const { events, call, emulator } = open();
    const encode = vi.spyOn(TextEncoder.prototype, 'encode');
    onTestFinished(() => encode.mockRestore());
    const gone = new AbortController();
    const { fetch } = withControl(emulator);
    const aborted = await fetch(new Request('http://localhost/__mock/events', { signal: gone.signal }));
    const cancelled = await Promise.all([events(), events()]);
    gone.abort();
    for (const one of cancelled) await one.body?.cancel();
    const reading = readUntil(await events(), 'entry');
    await call('/v1/books?key=k');
    expect(listEntryNumbers(await reading)).toEqual([1]);
    expect(encode.mock.calls.filter(([text = '']) => text.includes('event: entry'))).toHaveLength(1);
    const read = aborted.body?.getReader().read();
    await expect(read?.catch(() => ({ done: true }))).resolves.toHaveProperty('done');
  });

  test('wait for a slow reader, without loss', async () => {
    const { events, call } = open();
    const response = await events();
    for (let index = 0; index < 300; index += 1) await call('/v1/nothing');
    const received = listEntryNumbers(await readUntil(response, 'entry', 300));
    expect(received).toEqual(Array.from({ length: 300 }, (_, index) => index + 1));
  });
});

describe.each([
  ['HTTP/1.1', false],
  ['with a token over HTTP/1.1', true],
] as const)('the events over %s', (_name, hasToken) => {
  let server: RunningServer;

  beforeEach(async () => {
    server = await serve(withControl(openShelf().emulator, hasToken ? { token: 'secret' } : {}));
  });

  afterEach(() => server.close());

  const headers = hasToken ? { 'x-mock-token': 'secret' } : {};

  test('arrive at once', async () => {
    const response = await fetch(new URL('/__mock/events', server.url), { headers });
    const started = performance.now();
    await fetch(`${server.url}/books?key=k`);
    expect(listEntryNumbers(await readUntil(response, 'entry'))).toEqual([1]);
    expect(performance.now() - started).toBeLessThan(5000);
  });

  test('end when the server stops', async () => {
    const response = await fetch(new URL('/__mock/events', server.url), { headers });
    const ended = readUntil(response, 'never');
    const started = performance.now();
    await server.close();
    await ended.catch(() => {});
    // The server cuts off connections after a second; the events have to end before that.
    expect(performance.now() - started).toBeLessThan(900);
  });
});
