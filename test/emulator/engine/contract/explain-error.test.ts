import { createEmulator as createAds } from '@speccast/ad-reporting/mocks';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readYaml } from '../../../rows.js';
import { createEmulatorCall, findShelf, openShelf, type RequestParts } from '../../shelf/open-shelf.js';

interface Explained {
  readonly name: string;
  readonly call: string;
  readonly as?: string;
  readonly send?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly rule: string;
  readonly got: string;
  readonly want: string;
  readonly fix: string;
}

const rows = readYaml<readonly Explained[]>(new URL('explain-error.yaml', import.meta.url));

describe('An error explains', () => {
  test.each(rows)('$name', async ({ call: line, as, send, headers, rule, got, want, fix }) => {
    const { emulator, call } = openShelf();
    const shelf = findShelf(emulator, 'reader');
    const { ownId } = emulator.as('reader');
    emulator.seed({ shelves: [{ id: 'full', ownerId: ownId }], books: [{ id: 'B1', shelfId: shelf, ownerId: ownId }] });
    for (let count = 0; count < 3; count += 1) emulator.state['books']?.insert({ shelfId: 'full' });
    const body: unknown =
      send && JSON.parse(JSON.stringify(send).replace('${shelf}', shelf).replace('${full}', 'full'));
    const [method, path = ''] = line.split(' ');
    const response = await call(path, {
      ...(method !== undefined && { method }),
      ...(as !== undefined && { token: as }),
      ...(headers && { headers }),
      body,
    });
    const details = [{ '@type': 'speccast/teaching', rule, got, want, fix: fix === '*' ? expect.any(String) : fix }];
    expect(response.body['error']).toMatchObject({ details });
  });

  test('nothing in the profile vendor and with `teach: false`', async () => {
    for (const options of [{ teach: false }, { profile: 'vendor' }] as const) {
      const { body } = await openShelf(options).call('/books?key=some');
      expect(body['error']).not.toHaveProperty('details');
    }
  });

  test('without secrets and long texts', async () => {
    const secret = 'a-token-of-a-user';
    const { body } = await openShelf().call(`/books/${secret}${'x'.repeat(500)}?access_token=${secret}`);
    const details = JSON.stringify(Object(body['error']).details);
    expect(details).toContain('(redacted)xxx');
    expect(details).not.toContain(secret);
    expect(details.length).toBeLessThan(600);
  });
});

describe('The error of an address without an operation', () => {
  const callAds = (path: string, sent: RequestParts = {}) => createEmulatorCall(createAds())(path, sent);
  const report = 'POST /v1/accounts/{account}/networkReport:generate';

  test.each([
    [
      'POST',
      '/v1/accounts/7/networkReport',
      { want: report, fix: /\? Your path has "networkReport" where it needs "networkReport:generate"\.$/ },
    ],
    [
      'POST',
      '/v1/account/7/networkReport:generate',
      { want: report, fix: /\? Your path has "account" where it needs "accounts"\.$/ },
    ],
    ['GET', '/v1/accounts/7/aps', { want: 'GET /v1/accounts/{account}/apps', fix: / has "aps" where it needs "apps"/ }],
    ['GET', '/v1/acounts', { want: 'GET /v1/accounts', fix: / has "acounts" where it needs "accounts"/ }],
    [
      'POST',
      'https://ads.test/v2/accounts/7/networkReport:generate',
      { want: report, fix: / has "v2" where it needs "v1"/ },
    ],
    [
      'POST',
      'https://ads.test/accounts/7/networkReport:generate',
      { want: report, fix: / has "accounts" where it needs "v1"/ },
    ],
  ])('names the similar operation: %s %s', async (method, path, { want, fix }) => {
    const { body } = await callAds(path, { method });
    const details = [{ rule: '*#route', want, fix: expect.stringMatching(fix) }];
    expect(body['error']).toMatchObject({ code: 404, details });
  });

  test('names no operation if none is similar', async () => {
    const { body } = await callAds('https://ads.test/somewhere/else');
    expect(JSON.stringify(body)).not.toContain('Did you mean');
  });

  test('takes at most ten seconds for any path', async () => {
    const emulator = createAds();
    const path = fc.oneof(
      fc.webPath(),
      fc
        .array(fc.constantFrom('a'.repeat(300), 'accounts', '{x}', ''), { maxLength: 400 })
        .map((all) => `/${all.join('/')}`),
    );
    await fc.assert(
      fc.asyncProperty(path, async (sent) => {
        const start = performance.now();
        await emulator.fetch(`https://ads.test${sent}`);
        expect(performance.now() - start).toBeLessThan(10_000);
      }),
      { numRuns: 40 },
    );
  });
});
