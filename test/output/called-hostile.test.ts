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
  test('are not taken from the prototype where they are not', async () => {
    expect(await addressOf(named)).toBe('/things/a/parts/b');
    const inherited: object = Object.assign(Object.create({ protoQuery: 'p', session: 's' }), named);
    expect(await addressOf(inherited)).toBe('/things/a/parts/b');
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
