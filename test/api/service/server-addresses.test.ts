import { describe, expect, test } from 'vitest';
import type { Json } from 'speccast/emitter';
import { ownAddress, serviceAddress } from '../../../generator/api/service/servers.js';
import { apiOf, ok } from '../lower.js';

function addressesOf(servers: Json, own: Json): readonly (string | undefined)[] {
  const api = apiOf({ servers, paths: { '/a': { servers: own, get: { responses: ok } } } });
  return [serviceAddress(api), ...api.operations.map((operation) => ownAddress(api, operation))];
}

describe('the address of an operation', () => {
  test.each([
    { title: 'its own', own: 'https://b.test/x/', want: 'https://b.test/x' },
    { title: 'on the host of the service', own: '/x', want: '/x' },
    { title: 'below that of the service', own: 'x', want: '/x' },
    { title: 'that of the service is none of its own', own: 'https://a.test/v1/', want: undefined },
    { title: 'one that cannot be called is none', own: 'ftp://b.test', want: undefined },
  ])('$title', ({ own, want }) => {
    expect(addressesOf([{ url: 'https://a.test/v1' }], [{ url: own }])).toEqual(['https://a.test/v1', want]);
  });

  test('is that of the service where the document names no other', () => {
    expect(addressesOf([], [{ url: 'https://b.test' }])).toEqual(['https://b.test', undefined]);
  });

  test('is a path where no host is named', () => {
    expect(addressesOf([{ url: '/' }], [{ url: '/x' }])).toEqual([undefined, '/x']);
  });
});
