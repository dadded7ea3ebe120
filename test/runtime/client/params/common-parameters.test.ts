import { expect, test } from 'vitest';
import { createCore } from '@speccast/runtime/client';
import type { Service } from '@speccast/runtime';
import { errorOf, operation, script, service, writers, type AnyParams } from '../support.js';

const shared: Service = {
  ...service,
  parameters: [
    { name: 'fields', in: 'query' },
    { name: 'X-Quota-User', in: 'header' },
  ],
};

async function sent(called: ReturnType<typeof operation>, params: AnyParams): Promise<Request> {
  const { fetch, requests } = script(new Response('{}', { headers: { 'content-type': 'application/json' } }));
  await createCore(shared, { fetch }).call(called, params);
  const [request] = requests;
  if (request === undefined) throw new Error('nothing was sent');
  return request;
}

test('parameters of the service stand after those of the operation', async () => {
  const called = operation({ parameters: [{ name: 'id', in: 'query' }] });
  const request = await sent(called, { fields: 'items/id', 'X-Quota-User': 'ann', id: '7' });
  expect(request.url).toBe('https://films.test/v3/films?id=7&fields=items%2Fid');
  expect(request.headers.get('x-quota-user')).toBe('ann');
});

test('an operation that says all its parameters itself takes no others', async () => {
  const called = operation({ ownParametersOnly: true, parameters: [{ name: 'fields', in: 'query', explode: false }] });
  expect((await sent(called, { fields: ['a', 'b'] })).url).toBe('https://films.test/v3/films?fields=a,b');
  const error = await errorOf(sent(called, { 'X-Quota-User': 'ann' }));
  expect(error.message).toBe('films.list: parameter `X-Quota-User` is not a parameter of this operation');
});

test('parameters of the service bring the writers of their styles', async () => {
  const fetch = script().fetch;
  const called = operation({ writers: {}, parameters: [] });
  const filter = { name: 'f', in: 'query', style: 'deepObject' } as const;
  const urls: string[] = [];
  const note = (request: Request): Promise<Response> => {
    urls.push(request.url);
    return fetch(request);
  };
  await createCore({ ...service, parameters: [filter], writers }, { fetch: note }).call(called, { f: { a: 1 } });
  expect(urls).toEqual(['https://films.test/v3/films?f%5Ba%5D=1']);
});
