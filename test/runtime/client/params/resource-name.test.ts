import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InvalidParameterError } from '@speccast/runtime/client';
import { createRouter } from '@speccast/runtime/requests';
import { operation as planned, planned as plan } from '../../../emulator/engine/shelf.js';
import { core, errorOf, operation, script, sentBy } from '../support.js';

async function sentTo(path: string, name: unknown): Promise<string> {
  const { url } = await sentBy(operation({ path }), { name });
  return url.slice('https://films.test/v3'.length);
}

async function refusalOf(path: string, name: unknown): Promise<string> {
  const { fetch, requests } = script();
  const error = await errorOf(core({ fetch }).call(operation({ path }), { name }));
  expect(error).toBeInstanceOf(InvalidParameterError);
  expect(requests).toEqual([]);
  return error.message.replace('films.list: parameter `name` ', '');
}

describe('a resource name', () => {
  test.each([
    ['/v1/{name=accounts/*}/adUnits', 'accounts/pub-1', '/v1/accounts/pub-1/adUnits'],
    ['/v1/{name=accounts/*}', 'accounts/a b+ü&=%@:;,', '/v1/accounts/a%20b%2B%C3%BC%26%3D%25%40%3A%3B%2C'],
    ['/v1/{name=accounts/*}/report:generate', 'accounts/pub-1', '/v1/accounts/pub-1/report:generate'],
    ['/v1/{name=projects/*/locations/*}:run', 'projects/p/locations/l', '/v1/projects/p/locations/l:run'],
    ['/{name=files/**}', 'files/a/b', '/files/a/b'],
    ['/{name=**}', 'x/y', '/x/y'],
    ['/{+name}', 'x/y', '/x/y'],
    ['/{+name}/z', 'x', '/x/z'],
  ])('%s takes %j', async (path, name, want) => {
    expect(await sentTo(path, name)).toBe(want);
  });

  const form = 'must have the form `accounts/*`';
  test.each([
    ['pub-1', `${form}: the whole resource name, not its last part alone`],
    ['', `${form}: the whole resource name, not its last part alone`],
    ['accounts', `${form}: the whole resource name, not its last part alone`],
    ['accounts/a/b', form],
    ['accounts/a/', form],
    ['users/pub-1', form],
    ['Accounts/pub-1', form],
    ['/accounts/pub-1', form],
    ['accounts/', 'must not be empty'],
    ['accounts/.', 'must not hold control characters, `.` or `..`'],
    ['accounts/..', 'must not hold control characters, `.` or `..`'],
    ['accounts/%2e%2e', 'must not hold control characters, `.` or `..`'],
    ['accounts/%252E', 'must not hold control characters, `.` or `..`'],
    ['accounts/..;x', 'must not hold control characters, `.` or `..`'],
    ...['a\\b', 'a?b', 'a#b', 'a%2Fb', 'a%2fb', 'a%252Fb', 'a%5Cb', 'a%3Fb', 'a%2523b', '..\\x'].map((id) => [
      `accounts/${id}`,
      'must not hold `/`, `\\`, `?` or `#` inside a segment, encoded or not',
    ]),
    ['accounts/a\u0000', 'must not hold control characters, `.` or `..`'],
    ['accounts/a\nb', 'must not hold control characters, `.` or `..`'],
    ['accounts/a\u0085b', 'must not hold control characters, `.` or `..`'],
    ['accounts/a\ud800b', 'holds half a surrogate pair'],
  ])('%j is rejected where one of the form `accounts/*` is wanted', async (name, want) => {
    expect(await refusalOf('/v1/{name=accounts/*}/adUnits', name)).toBe(want);
  });

  test.each([
    ['', 'must not be empty'],
    ['a//b', 'must not be empty'],
    ['/a', 'must not be empty'],
    ['a/../b', 'must not hold control characters, `.` or `..`'],
    [7.5 / 0, 'cannot be written as text: it is not a finite number'],
  ])('%j is rejected where any is taken', async (name, want) => {
    expect(await refusalOf('/v1/{name=**}', name)).toBe(want);
  });
});

const paths = [
  '/v1/{name=accounts/*}',
  '/v1/{name=accounts/*}:cancel',
  '/v1/{name=projects/*/locations/*}/runs',
  '/v2/{name=files/**}/end',
  '/v3/{+name}',
];
const route = createRouter(paths.map((path) => plan(planned(path, { path }), {})));
const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.stringMatching(/^[./\\%25eEfFcCaA3;?#:]{1,12}$/),
  fc.constantFrom('accounts', 'locations', '..', 'x:cancel', 'x%3Acancel'),
);
const names: Readonly<Record<string, fc.Arbitrary<string>>> = {
  '/v1/{name=accounts/*}': hostile.map((id) => `accounts/${id}`),
  '/v1/{name=accounts/*}:cancel': hostile.map((id) => `accounts/${id}`),
  '/v1/{name=projects/*/locations/*}/runs': fc.tuple(hostile, hostile).map(([a, b]) => `projects/${a}/locations/${b}`),
  '/v2/{name=files/**}/end': fc.array(hostile, { minLength: 1 }).map((ids) => `files/${ids.join('/')}`),
  '/v3/{+name}': fc.array(hostile, { minLength: 1 }).map((ids) => ids.join('/')),
};

test.each(paths)(
  '%s: what is sent stays in its segments, and leads the emulator to the operation meant',
  async (path) => {
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(names[path] ?? hostile, async (name) => {
        const { fetch, requests } = script();
        const outcome = await core({ fetch, baseUrl: 'https://films.test' })
          .call(operation({ path }), { name })
          .result();
        if (!outcome.ok) {
          expect(outcome.error).toBeInstanceOf(InvalidParameterError);
          return;
        }
        taken += 1;
        const url = new URL(requests[0]?.url ?? '');
        const [before = '', after = ''] = path.split(/\{.*\}/);
        expect([url.origin, url.search, url.hash]).toEqual(['https://films.test', '', '']);
        const inside = url.pathname.slice(before.length, url.pathname.length - after.length);
        expect(before + inside + after).toBe(url.pathname);
        expect(inside.split('/').map(decodeURIComponent)).toEqual(name.split('/'));
        const found = route('GET', url.pathname);
        expect(found).toMatchObject({ kind: 'operation', path: { name: inside }, plan: { operation: { path } } });
      }),
      { numRuns: 400 },
    );
    expect(taken).toBeGreaterThan(20);
  },
);
