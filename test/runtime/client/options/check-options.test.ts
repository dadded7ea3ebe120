import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { apiKey, bearer } from '@speccast/runtime/client';
import type { ClientOptions } from '@speccast/runtime/client';
import { createTestCore, json, createOperation, scriptFetch } from '../support.js';

const secret = 'ya29.secret-token';

/** Creates a client with options that types may reject, and returns the error. */
function createFailingCore(options: object): unknown {
  try {
    return createTestCore(options);
  } catch (error) {
    return error;
  }
}

describe('an invalid option is rejected when the client is created', () => {
  test.each<[unknown]>([[secret], [{ kind: 'bearer', token: secret }], [[secret]], [() => secret], [null]])(
    'auth: %j, without its value in the error',
    (auth) => {
      const error = createFailingCore({ auth });
      expect(error).toMatchObject({
        name: 'InvalidOptionError',
        message: 'Option `auth` must be created by `apiKey()`, `basic()` or `bearer()`, or have `getAccessToken()`',
      });
      expect(inspect(error)).not.toContain(secret);
    },
  );
});

test('valid options are accepted, and `undefined` means absent', async () => {
  const { fetch } = scriptFetch(json({ a: 1 }));
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
  expect(await createTestCore(full).call(createOperation(), {})).toEqual({ a: 1 });
  expect(
    await createTestCore({ fetch, ...absent, auth: undefined, middleware: undefined }).call(
      createOperation(),
      {},
      absent,
    ),
  ).toEqual({ a: 1 });
});
