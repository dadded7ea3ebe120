import { afterEach, describe, expect, test, vi } from 'vitest';
import { fillAddress } from '@speccast/runtime';
import { createCore } from '@speccast/runtime/client';
import { createOperation, scriptFetch, service } from '../support.js';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('the base URL of a spec that has only a path is on the origin of the page', async () => {
  vi.stubGlobal('location', { href: 'https://page.test/a/b' });
  const { fetch, requests } = scriptFetch();
  await createCore({ ...service, baseUrl: '/v3' }, { fetch }).call(createOperation(), {});
  expect(requests[0]?.url).toBe('https://page.test/v3/films');
});

describe('an address with variables', () => {
  test.each([
    [{}, 'https://eu.test/constructor'],
    [{ region: 'us' }, 'https://us.test/constructor'],
    [{ region: undefined, constructor: 'x' }, 'https://eu.test/x'],
  ])('is filled in with %j', (variables, want) => {
    expect(
      fillAddress('https://{region}.test/{constructor}', { region: 'eu', constructor: 'constructor' }, variables),
    ).toBe(want);
  });

  test('keeps variables without a value', () => {
    expect(fillAddress('https://{toString}.test', {}, {})).toBe('https://{toString}.test');
  });
});
