import { serve } from '@speccast/emulator/server';
import { expect, test } from 'vitest';
import { fetchTo } from '../../../templates/emulator/world/direct-fetch.js';

/** What an entry of an emulator sees of a request over HTTP. */
async function seenBy<Seen>(look: (request: Request) => Seen, init: RequestInit = {}): Promise<Awaited<Seen>> {
  const seen: Awaited<Seen>[] = [];
  const fetchIt = fetchTo(async (request) => {
    seen.push(await look(request));
    return new Response('seen');
  });
  const server = await serve({ baseUrl: 'http://x.test', fetch: fetchIt });
  await fetch(`${server.url}/a?b=c`, init).then((answer) => answer.text());
  await server.close();
  const [first] = seen;
  if (first === undefined) throw new Error('Nothing was seen');
  return first;
}

const sent: RequestInit = { method: 'POST', body: '{"a":1}', headers: { 'x-a': 'b', 'content-type': 'text/plain' } };

test('an emulator sees a Request, without one having been made', async () => {
  const found = await seenBy(
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
])('its %s is that of a Request', async (_what, look, want) => {
  expect(await seenBy(look, sent)).toEqual(want);
});

test('a body that was read is used, by whatever way it was read', async () => {
  const found = await seenBy(async (request) => {
    const before = request.bodyUsed;
    await request.text();
    return [before, request.bodyUsed, await request.text().catch((error: unknown) => error instanceof TypeError)];
  }, sent);
  expect(found).toEqual([false, true, true]);
});

test('a request without a body has none', async () => {
  expect(await seenBy(({ body }) => body)).toBeNull();
  expect(await seenBy(({ body }) => body, { method: 'DELETE' })).toBeNull();
});

test('a fetch of an emulator reads a request as it is, and rejects one that was read before', async () => {
  const seen: Request[] = [];
  const into = fetchTo((request) => {
    seen.push(request);
    return Promise.resolve(new Response());
  });
  const request = new Request('http://x.test', { method: 'POST', body: 'a' });
  await into(request);
  expect(seen[0]).toBe(request);
  await into(request, { method: 'PUT' });
  expect(seen[1]?.method).toBe('PUT');
  await expect(into(request)).rejects.toThrow(TypeError);
});
