import { describe, expect, test } from 'vitest';
import { emitClient } from '../../../generator/emit/client/emit-client.js';
import { api, context, fileOf, operation, printed } from '../code/fixture.js';

const operations = [
  operation('list', { quota: { cost: 1 } }),
  operation('search', { quota: { cost: 100, bucket: 'search' } }),
  operation('free'),
];

describe('the quota meter of a package', () => {
  test('knows what calls cost, how much may be spent and when that begins anew', async () => {
    const given = api({
      operations,
      errors: { typeName: 'Reason', quota: { timeZone: 'America/Los_Angeles', reasons: ['spent'] } },
      extensions: {
        'x-quotas': {
          default: { limit: 10_000, per: 'day' },
          search: [
            { limit: 5, per: 'minute' },
            { limit: 100, per: 'day' },
          ],
          'x-source': 'public',
        },
      },
    });
    expect(await printed(fileOf(emitClient(context(given)), 'src/client/quota-meter.ts')))
      .toBe(`import type { QuotaBook, QuotaMeter, QuotaMeterOptions } from '@speccast/runtime';
import { meterQuota } from '@speccast/runtime';

const book: QuotaBook = {
  timeZone: 'America/Los_Angeles',
  limits: {
    default: [{ limit: 10000, per: 'day' }],
    search: [
      { limit: 5, per: 'minute' },
      { limit: 100, per: 'day' },
    ],
  },
  costs: {
    'things.list': { cost: 1 },
    'things.search': { cost: 100, bucket: 'search' },
  },
};

/**
 * Counts what calls cost of the service's quota, and stops one before it would exceed a limit: for the option \`quota\`.
 * Clients that share a meter share a budget.
 */
export function quotaMeter(options: QuotaMeterOptions = {}): QuotaMeter {
  return meterQuota(book, options);
}
`);
  });

  test('begins days where clocks show UTC if the spec does not say', async () => {
    const text = await printed(fileOf(emitClient(context(api({ operations }))), 'src/client/quota-meter.ts'));
    expect(text).toContain("timeZone: 'UTC',\n  limits: {},\n");
  });

  test('is exported by the package', async () => {
    const text = await printed(fileOf(emitClient(context(api({ operations }))), 'src/index.ts'));
    expect(text).toContain("export { quotaMeter } from './client/quota-meter.js';");
    expect(text).toContain('QuotaMeterOptions');
  });

  test('is not there where no call costs anything', () => {
    const files = emitClient(context(api({ operations: [operation('free')] })));
    expect(files.filter(({ path }) => path.includes('quota'))).toEqual([]);
  });
});
