import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { apiKey, bearer } from '@speccast/runtime/client';
import type { ClientOptions } from '@speccast/runtime/client';
import { core, json, operation, script } from '../support.js';

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

describe('an option that cannot work is rejected when the client is made', () => {
  test.each<[unknown]>([[secret], [{ kind: 'bearer', token: secret }], [[secret]], [() => secret], [null]])(
    'auth: %j, without showing it',
    (auth) => {
      const error = refused(() => core(anything({ auth })));
      expect(error).toMatchObject({
        name: 'InvalidOptionError',
        message: 'Option `auth` must be created by `apiKey()`, `basic()` or `bearer()`, or have `getAccessToken()`',
      });
      expect(inspect(error)).not.toContain(secret);
    },
  );
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
