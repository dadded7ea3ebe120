import { expect, test } from 'vitest';
import { shareReads } from '@speccast/runtime';
import { createTestCore, json, scriptFetch } from '../support.js';
import { list } from './support.js';

test('shareReads returns a copy of the data to each caller', async () => {
  const { fetch } = scriptFetch(json({ items: [{ id: 'a' }] }));
  const client = createTestCore({ fetch, shareReads: shareReads() });
  const [one, other] = await Promise.all([client.call(list, {}), client.call(list, {})]);
  expect(one).toEqual(other);
  expect(one).not.toBe(other);
  Object.assign(Object(one), { items: 'changed' });
  expect(other).toEqual({ items: [{ id: 'a' }] });
});
