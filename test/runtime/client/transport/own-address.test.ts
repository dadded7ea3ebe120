import { describe, expect, test } from 'vitest';
import { fillAddress } from '@speccast/runtime';
import { createCore } from '@speccast/runtime/client';
import type { Fetch } from '@speccast/runtime/client';
import { readBaseUrl } from '../../../../templates/runtime/client/transport/base-url.js';
import { operation, service } from '../support.js';

const own = operation({ baseUrl: 'https://upload.test/v9' });

/** The address that a call of the operation is sent to. */
async function addressOf(options: { readonly baseUrl?: string }): Promise<string> {
  let address = '';
  const fetch: Fetch = async ({ url }) => {
    address = url;
    return Response.json({});
  };
  await createCore(service, { ...options, fetch }).call(own, {});
  return address;
}

describe('an operation with an address of its own', () => {
  test('is sent there', async () => {
    expect(await addressOf({})).toBe('https://upload.test/v9/films');
  });

  test('is sent where the client is told to send everything', async () => {
    expect(await addressOf({ baseUrl: 'https://local.test' })).toBe('https://local.test/films');
  });
});

describe('the base of a client whose spec names a path alone', () => {
  test.each([
    ['https://local.test', 'https://local.test/v3'],
    ['https://local.test/', 'https://local.test/v3'],
    ['https://local.test/own/', 'https://local.test/own'],
  ])('is %s with that path, unless it has one', (given, want) => {
    const { origin, path } = readBaseUrl(given, '/v3');
    expect(origin + path).toBe(want);
  });

  test('is on the origin of a page, or has to be given', () => {
    expect(readBaseUrl(undefined, '/v3', 'https://page.test/a/b')).toMatchObject({
      origin: 'https://page.test',
      path: '/v3',
    });
    expect(() => readBaseUrl(undefined, '/v3')).toThrow(
      'Option `baseUrl` is required: the spec names no address but the path /v3: give `https://host`',
    );
  });
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

  test('keeps what nobody gives', () => {
    expect(fillAddress('https://{toString}.test', {}, {})).toBe('https://{toString}.test');
  });
});
