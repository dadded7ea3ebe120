import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { apiKey, bearer, InvalidOptionError } from '@speccast/runtime/client';
import type { ClientOptions } from '@speccast/runtime/client';
import { core, errorOf, json, operation, script } from '../support.js';

const secret = 'ya29.secret-token';

/** Options as JavaScript may pass them: whatever the types say. */
function anything(options: object): ClientOptions {
  return options;
}

function refused(make: () => unknown): unknown {
  try {
    return make();
  } catch (error) {
    return error;
  }
}

const amount = 'must be a number, 0 or more';
const retry = 'must be `false`, a number, or an object of numbers';
const feature = 'must be what the function for it made';
const level = 'must be one of off,error,warn,info,debug';

describe('an option that cannot work is rejected when the client is made', () => {
  test.each<[string, unknown, string]>([
    ['timeoutMs', -1, amount],
    ['timeoutMs', Number.NaN, amount],
    ['totalTimeoutMs', '5000', amount],
    ['fetch', 'fetch', 'must be a function'],
    ['retry', true, retry],
    ['retry', -1, retry],
    ['retry', { attempts: '3' }, retry],
    ['retry', null, retry],
    ['logger', { info: () => undefined }, 'must be like `console`'],
    ['logLevel', 'verbose', level],
    ['middleware', () => undefined, 'must be a list of functions'],
    ['quota', true, feature],
    ['cache', {}, feature],
    ['joinIds', () => undefined, feature],
    ['shareReads', null, feature],
  ])('%s: %j', (option, value, wanted) => {
    const error = refused(() => core(anything({ [option]: value })));
    expect(error).toBeInstanceOf(InvalidOptionError);
    expect(error).toMatchObject({ option, message: `Option \`${option}\` ${wanted}` });
  });

  test.each<[unknown]>([[secret], [{ kind: 'bearer', token: secret }], [[secret]], [() => secret], [null]])(
    'auth: %j, without showing it',
    (auth) => {
      const error = refused(() => core(anything({ auth })));
      expect(error).toMatchObject({
        name: 'InvalidOptionError',
        message: 'Option `auth` must be made by `apiKey()` or the like, or have `getAccessToken()`',
      });
      expect(inspect(error)).not.toContain(secret);
    },
  );
});

test('an option of a call that cannot work fails the call before it is sent', async () => {
  const { fetch, requests } = script(json({}));
  const error = await errorOf(core({ fetch }).call(operation(), {}, { timeoutMs: Number.NaN }));
  expect(error).toMatchObject({ name: 'InvalidOptionError', option: 'timeoutMs' });
  expect(requests).toHaveLength(0);
});

test('options that work are taken, and `undefined` means absent', async () => {
  const { fetch } = script(json({ a: 1 }));
  const auth = [apiKey('some-key'), bearer('some-token')];
  const full: ClientOptions = {
    fetch,
    auth,
    timeoutMs: 0,
    totalTimeoutMs: Infinity,
    retry: { attempts: 2 },
    logger: console,
    logLevel: 'off',
    middleware: [],
  };
  const absent = {
    timeoutMs: undefined,
    totalTimeoutMs: undefined,
    retry: undefined,
    logger: undefined,
    logLevel: undefined,
  };
  expect(await core(full).call(operation(), {})).toEqual({ a: 1 });
  expect(
    await core({ fetch, ...absent, auth: undefined, middleware: undefined }).call(operation(), {}, absent),
  ).toEqual({ a: 1 });
});
