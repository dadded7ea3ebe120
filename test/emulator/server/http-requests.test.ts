import { serve } from '@speccast/emulator/server';
import { expect, test } from 'vitest';
import { fetchTo } from '../../../templates/emulator/world/direct-fetch.js';

/** Sends a request to an emulator over HTTP, and returns the result of `look` for the request that the emulator receives. */
async function inspectRequest<Seen>(look: (request: Request) => Seen, init: RequestInit = {}): Promise<Awaited<Seen>> {
  const seen: Awaited<Seen>[] = [];
  const record = fetchTo(async (request) => {
    seen.push(await look(request));
    return new Response('seen');
  });
  const server = await serve({ baseUrl: 'http://x.test', fetch: record });
  await fetch(`${server.url}/a?b=c`, init).then((answer) => answer.text());
  await server.close();
  const [first] = seen;
  if (first === undefined) throw new Error('The emulator received no request');
  return first;
}

const sent: RequestInit = { method: 'POST', body: '{"a":1}', headers: { 'x-a': 'b', 'content-type': 'text/plain' } };

test('an emulator receives an object that behaves like a Request', async () => {
  const found = await inspectRequest(
    (request) => [
      request instanceof Request,
      request.method,
      new URL(request.url).pathname,
      request.headers.get('x-a'),
    ],
    sent,
  );
  expect(found).toEqual([true, 'POST', '/a', 'b']);
});

test.each<[string, (request: Request) => unknown, unknown]>([
  ['text', (request) => request.text(), '{"a":1}'],
  ['json', (request) => request.json(), { a: 1 }],
  ['blob', async (request) => (await request.blob()).size, 7],
  ['clone', (request) => request.clone().text(), '{"a":1}'],
  ['body', async ({ body }) => (await body?.getReader().read())?.value?.length, 7],
  ['a copy of it', (request) => new Request(request.clone(), { method: 'PUT' }).text(), '{"a":1}'],
  ['redirect', ({ redirect }) => redirect, 'follow'],
  ['signal', ({ signal }) => signal.aborted, false],
])('its %s is like that of a Request', async (_what, look, want) => {
  expect(await inspectRequest(look, sent)).toEqual(want);
});

test('a body that was read is used, and cannot be read again', async () => {
  const found = await inspectRequest(async (request) => {
    const before = request.bodyUsed;
    await request.text();
    return [before, request.bodyUsed, await request.text().catch((error: unknown) => error instanceof TypeError)];
  }, sent);
  expect(found).toEqual([false, true, true]);
});

test('the body of a request without one is null', async () => {
  expect(await inspectRequest(({ body }) => body)).toBeNull();
  expect(await inspectRequest(({ body }) => body, { method: 'DELETE' })).toBeNull();
});

test('fetchTo passes a Request unchanged, and rejects one that was read before', async () => {
  const seen: Request[] = [];
  const send = fetchTo((request) => {
    seen.push(request);
    return Promise.resolve(new Response());
  });
  const request = new Request('http://x.test', { method: 'POST', body: 'a' });
  await send(request);
  expect(seen[0]).toBe(request);
  await send(request, { method: 'PUT' });
  expect(seen[1]?.method).toBe('PUT');
  await expect(send(request)).rejects.toThrow(TypeError);
});
