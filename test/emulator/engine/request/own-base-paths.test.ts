import { describe, expect, test } from 'vitest';
import { readCredentials } from '../../../../templates/emulator/engine/request/credentials.js';
import { readQuery } from '@speccast/runtime';
import { createRouter } from '@speccast/runtime/requests';
import { openShelf, operation, planned, shelfPlan } from '../shelf.js';

describe('operations with base paths of their own', () => {
  const operations = [
    { ...planned(operation('own', { path: '/own', auth: [] }), {}), basePaths: ['/v9'] },
    planned(operation('usual', { path: '/usual', auth: [] }), {}),
  ];
  const { emulator } = openShelf({}, { ...shelfPlan, basePaths: ['/v1'], operations });

  test.each([
    ['/v9/own', 200],
    ['/v1/own', 200],
    ['/v1/usual', 200],
    ['/v9/usual', 404],
    ['/own', 404],
  ])('%s answers %i', async (path, want) => {
    expect((await emulator.fetch(new Request(`https://shelf.test${path}`))).status).toBe(want);
  });
});

describe('paths that say what the query holds', () => {
  const route = createRouter(
    ['/jobs', '/jobs?action=start', '/jobs?action=stop&now'].map((path) => planned(operation(path, { path }), {})),
  );

  test.each([
    ['', '/jobs'],
    ['?action=start', '/jobs?action=start'],
    ['?x=1&action=start', '/jobs?action=start'],
    ['?action=stop', '/jobs'],
    ['?now&action=stop', '/jobs?action=stop&now'],
  ])('a query of %j leads to %s', (search, want) => {
    const found = route('GET', '/jobs', search);
    expect(found.kind === 'operation' ? found.plan.operation.path : found.kind).toBe(want);
  });
});

test('a client certificate is taken for given', () => {
  const security = { tls: { kind: 'mutualTLS' }, digest: { kind: 'other' } } as const;
  const { schemes } = readCredentials({ name: 'a', version: '1', security }, new Headers(), readQuery(''));
  expect([...schemes]).toEqual(['tls']);
});
