import { createEmulator as createAds } from '@speccast/ad-reporting/mocks';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readYaml } from '../../../rows.js';
import { callerOf, findShelf, openShelf, type Sent } from '../../shelf/open-shelf.js';

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
    const answered = await call(path, {
      ...(method !== undefined && { method }),
      ...(as !== undefined && { token: as }),
      ...(headers && { headers }),
      body,
    });
    const details = [{ '@type': 'speccast/teaching', rule, got, want, fix: fix === '*' ? expect.any(String) : fix }];
    expect(answered.body['error']).toMatchObject({ details });
  });

  test('nothing in the profile vendor, nor where it is told not to', async () => {
    for (const options of [{ teach: false }, { profile: 'vendor' }] as const) {
      const { body } = await openShelf(options).call('/books?key=some');
      expect(body['error']).not.toHaveProperty('details');
    }
  });

  test('no secrets, and no long texts', async () => {
    const secret = 'a-token-of-a-user';
    const { body } = await openShelf().call(`/books/${secret}${'x'.repeat(500)}?access_token=${secret}`);
    const told = JSON.stringify(Object(body['error']).details);
    expect(told).toContain('(redacted)xxx');
    expect(told).not.toContain(secret);
    expect(told.length).toBeLessThan(600);
  });
});

describe('An address that leads nowhere', () => {
  const ask = (path: string, sent: Sent = {}) => callerOf(createAds())(path, sent);
  const report = 'POST /v1/accounts/{account}/networkReport:generate';

  test.each([
    [
      'POST',
      '/v1/accounts/7/networkReport',
      { want: report, fix: /Your path has networkReport in place of networkReport:generate/ },
    ],
    [
      'POST',
      '/v1/account/7/networkReport:generate',
      { want: report, fix: /Your path has account in place of accounts/ },
    ],
    [
      'GET',
      '/v1/accounts/7/aps',
      { want: 'GET /v1/accounts/{account}/apps', fix: /Your path has aps in place of apps/ },
    ],
    ['GET', '/v1/acounts', { want: 'GET /v1/accounts', fix: /Your path has acounts in place of accounts/ }],
    [
      'POST',
      'https://ads.test/v2/accounts/7/networkReport:generate',
      { want: report, fix: /Your path has v2 in place of v1/ },
    ],
    [
      'POST',
      'https://ads.test/accounts/7/networkReport:generate',
      { want: report, fix: /Your path has accounts in place of v1/ },
    ],
  ])('%s %s names the one that was meant', async (method, path, { want, fix }) => {
    const { body } = await ask(path, { method });
    const details = [{ rule: '*#route', want, fix: expect.stringMatching(fix) }];
    expect(body['error']).toMatchObject({ code: 404, details });
  });

  test('and is similar to none names none', async () => {
    const { body } = await ask('https://ads.test/somewhere/else');
    expect(JSON.stringify(body)).not.toContain('Did you mean');
  });

  test('is looked at in no time, whatever it is', async () => {
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
