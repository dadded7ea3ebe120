import { withControl } from '@speccast/emulator/control';
import type { Json } from '@speccast/runtime';
import { expect, test } from 'vitest';
import { openShop, type Shop } from '../engine/webhooks/orders.js';

function open(): Shop & {
  readonly ask: (method: string, path: string, body?: Json) => Promise<{ status: number; body: Json }>;
} {
  const shop = openShop({ url: 'https://receiver.test/?token=private' });
  const { fetch } = withControl(shop.emulator);
  return {
    ...shop,
    ask: async (method, path, body) => {
      const init =
        body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
      const response = await fetch(new Request(`http://localhost/__mock/webhooks${path}`, { method, ...init }));
      const text = await response.text();
      return { status: response.status, body: text === '' ? null : (JSON.parse(text) as Json) };
    },
  };
}

test('the control plane lists webhooks, sends them and lists what became of them', async () => {
  const { ask, received } = open();
  const list = await ask('GET', '');
  expect(list.body).toMatchObject({ items: [{ name: 'order.created', on: ['orders insert'] }, {}, {}, {}] });
  expect(await ask('POST', '/send', { name: 'order.gone', body: { id: 7 } })).toMatchObject({
    status: 200,
    body: { items: [{ number: 1, state: 'delivered', body: { id: 7 }, attempts: [{ status: 204 }] }] },
  });
  expect(await ask('POST', '/deliveries/1/resend')).toMatchObject({ status: 200, body: { number: 2 } });
  expect(await ask('GET', '/deliveries?after=1')).toMatchObject({ body: { items: [{ number: 2 }] } });
  expect(await ask('GET', '/deliveries?limit=1')).toMatchObject({ body: { items: [{ number: 2 }] } });
  expect(received).toHaveLength(2);
  expect(JSON.stringify([list, await ask('GET', '/deliveries')])).not.toContain('private');
});

test('the control plane adds and removes faults of webhooks', async () => {
  const { ask, received } = open();
  const fault = { webhook: 'order.gone', effect: { kind: 'drop' }, hits: { times: 1 } };
  expect(await ask('POST', '/faults', fault)).toEqual({ status: 200, body: { id: 1 } });
  await ask('POST', '/send', { name: 'order.gone' });
  expect(received).toEqual([]);
  expect(await ask('GET', '/faults')).toEqual({
    status: 200,
    body: { items: [{ ...fault, id: 1, seen: 1, used: 1 }] },
  });
  expect(await ask('DELETE', '/faults/1')).toMatchObject({ status: 204 });
  expect(await ask('DELETE', '/faults/1')).toMatchObject({ status: 404 });
  expect(await ask('DELETE', '/faults')).toMatchObject({ status: 204 });
});

test.each([
  ['POST', '/send', { name: 'none' }, 400, /There is no webhook/],
  ['POST', '/send', {}, 400, /name has to be a string/],
  ['POST', '/send', { name: 'order.gone', url: 1 }, 400, /url has to be a string/],
  ['POST', '/deliveries/1/resend', undefined, 404, /no delivery 1/],
  ['POST', '/deliveries/x/resend', undefined, 404, /no delivery x/],
  ['GET', '/deliveries?limit=x', undefined, 400, /limit has to be a whole number/],
  ['POST', '/faults', { webhook: 'none', effect: { kind: 'drop' } }, 400, /no webhook none/],
  ['POST', '/faults', { webhook: '*', effect: { kind: 'burn' } }, 400, /no effect .*burn/],
  ['POST', '/faults', { webhook: '*', effect: 1 }, 400, /effect has to be an object/],
  ['POST', '/faults', { webhook: '*', effect: { kind: 'drop' }, hits: {} }, 400, /hits has to hold/],
] as const)('the control plane rejects %s %s with %j', async (method, path, body, status, message) => {
  const response = await open().ask(method, path, body);
  expect(response.status).toBe(status);
  expect(JSON.stringify(response.body)).toMatch(message);
});
