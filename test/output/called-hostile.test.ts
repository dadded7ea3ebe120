import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importCase, type CalledCase, type ImportedCase } from './import-case.js';

interface Client {
  readonly things: { readonly read: (params: object) => Promise<unknown> };
}

let one: ImportedCase<Client> | undefined;

beforeAll(async () => {
  one = await importCase<Client>('hostile-calls');
});

afterAll(() => one?.remove());

const named = { id: 'a', constructor: 'b' };

/** Calls with params of any kind; gives the address without its base. */
async function addressOf(params: object, called: CalledCase<Client> = one!.open()): Promise<string | undefined> {
  await called.client.things.read(params);
  return called.sent[0]?.request.url.replace(called.emulator.baseUrl, '');
}

describe('parameters that are called like what every object has', () => {
  test('are sent where they are given', async () => {
    const params = {
      ...named,
      protoQuery: 'p',
      toStringQuery: 't',
      hasOwnPropertyQuery: { ['__proto__']: 'x', valueOf: 'y' },
    };
    expect(decodeURI((await addressOf(params)) ?? '')).toBe(
      '/things/a/parts/b?__proto__=p&toString=t&hasOwnProperty[__proto__]=x&hasOwnProperty[valueOf]=y',
    );
  });

  test('are not taken from the prototype where they are not', async () => {
    expect(await addressOf(named)).toBe('/things/a/parts/b');
    const inherited: object = Object.assign(Object.create({ protoQuery: 'p', session: 's' }), named);
    expect(await addressOf(inherited)).toBe('/things/a/parts/b');
    await expect(addressOf({ id: 'a' })).rejects.toThrow(/constructor/);
  });

  test('pollute nothing, whatever they hold', async () => {
    const polluting: object = JSON.parse('{"id":"a","constructor":"b","hasOwnPropertyQuery":{"__proto__":"1"}}');
    const called = one!.open();
    await addressOf(polluting, called);
    const { emulator } = called;
    await emulator.fetch(
      `${emulator.baseUrl}/things/a/parts/b?__proto__[polluted]=1&hasOwnProperty[__proto__][polluted]=1`,
    );
    await emulator.fetch(`${emulator.baseUrl}/things/a/parts/b?constructor[prototype][polluted]=1`);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect({}).not.toHaveProperty('polluted');
  });
});

describe('a value stays where it belongs', () => {
  test.each([
    ['//evil.example', '/things/%2F%2Fevil.example/parts/b'],
    ['a#b?c=d&e', '/things/a%23b%3Fc%3Dd%26e/parts/b'],
    ['@evil.example:80', '/things/%40evil.example%3A80/parts/b'],
  ])('of the path: %j', async (id, address) => expect(await addressOf({ ...named, id })).toBe(address));

  test.each(['.', '..', '../../admin?x=', '..\\..\\admin', '%2e%2e%2f', 'a/../b', 'a\r\nHost: evil.example', ''])(
    'of the path: %j, which a server could take for something else, is not sent',
    async (id) => {
      const called = one!.open();
      await expect(addressOf({ ...named, id }, called)).rejects.toMatchObject({ name: 'InvalidParameterError' });
      expect(called.sent).toEqual([]);
    },
  );

  test.each(['a\r\nX-Evil: 1', 'a\nb', 'a\u0000b'])('of a header: %j is not sent', async (value) => {
    const called = one!.open();
    const call = addressOf({ ...named, 'X-Note': value }, called);
    await expect(call).rejects.toMatchObject({ name: 'InvalidParameterError' });
    expect(called.sent).toEqual([]);
  });

  test('of a cookie', async () => {
    const called = one!.open();
    await addressOf({ ...named, session: 'a; admin=1\r\nX-Evil: 1' }, called);
    const { headers } = called.sent[0]!.request;
    expect(headers.get('cookie')).toBe('session=a%3B%20admin%3D1%0D%0AX-Evil%3A%201');
    expect(headers.get('x-evil')).toBeNull();
  });
});
