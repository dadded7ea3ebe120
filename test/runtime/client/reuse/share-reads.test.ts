import { expect, test } from 'vitest';
import { shareReads } from '@speccast/runtime';
import { createTestCore, json, scriptFetch } from '../support.js';
import { list } from './support.js';

const once = (body: unknown = { items: [{ id: 'a' }] }) => scriptFetch(async () => json(body));

test('shareReads gives each caller data of its own', async () => {
  const { fetch } = once();
  const client = createTestCore({ fetch, shareReads: shareReads() });
  const [one, other] = await Promise.all([client.call(list, {}), client.call(list, {})]);
  expect(one).toEqual(other);
  expect(one).not.toBe(other);
  Object.assign(Object(one), { items: 'changed' });
  expect(other).toEqual({ items: [{ id: 'a' }] });
});
