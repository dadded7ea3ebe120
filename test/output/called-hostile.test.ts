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

const pathParams = { id: 'a', constructor: 'b' };

/** Calls with params of any kind and returns the URL of the request without the base URL. */
async function readUrl(params: object, called: CalledCase<Client> = one!.open()): Promise<string | undefined> {
  await called.client.things.read(params);
  return called.sent[0]?.request.url.replace(called.emulator.baseUrl, '');
}

describe('parameters with the names of members of every object', () => {
  test('are not read from the prototype', async () => {
    expect(await readUrl(pathParams)).toBe('/things/a/parts/b');
    const inherited: object = Object.assign(Object.create({ protoQuery: 'p', session: 's' }), pathParams);
    expect(await readUrl(inherited)).toBe('/things/a/parts/b');
  });

  test('do not pollute the prototype, whatever their value', async () => {
    const polluting: object = JSON.parse('{"id":"a","constructor":"b","hasOwnPropertyQuery":{"__proto__":"1"}}');
    const opened = one!.open();
    await readUrl(polluting, opened);
    const { emulator } = opened;
    await emulator.fetch(
      `${emulator.baseUrl}/things/a/parts/b?__proto__[polluted]=1&hasOwnProperty[__proto__][polluted]=1`,
    );
    await emulator.fetch(`${emulator.baseUrl}/things/a/parts/b?constructor[prototype][polluted]=1`);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect({}).not.toHaveProperty('polluted');
  });
});
