import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  generateReport,
  type ReportAccount,
  type ReportKind,
} from '../../../specs/ad-reporting/capabilities/reports/report-cube.js';
import { reportDimensions } from '../../../specs/ad-reporting/capabilities/reports/catalogue.js';
import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { readRows } from '../../rows.js';

const { data, table } = readRows(import.meta.url);

const account = data<ReportAccount>('account');
const now = Date.UTC(2024, 5, 30, 12);
const june = data<JsonObject>('june');

function run(kind: ReportKind, spec: JsonObject, more: { seed?: string } = {}): readonly JsonObject[] {
  const report = generateReport({
    kind,
    account,
    now,
    body: { reportSpec: { dateRange: june, ...spec } },
    ...more,
  });
  if (report.kind === 'refusal') throw new Error(report.message);
  return [...report.pieces];
}

/** Returns the value at a path of member names, or `undefined`. */
function at(value: Json | undefined, ...keys: readonly string[]): Json | undefined {
  let found = value;
  for (const key of keys) found = isJsonObject(found) ? found[key] : undefined;
  return found;
}

const listRows = (pieces: readonly JsonObject[]): readonly Json[] => pieces.flatMap((piece) => piece['row'] ?? []);
const readMetric = (row: Json | undefined, metric: string): number =>
  Number(at(row, 'metricValues', metric, 'integerValue') ?? at(row, 'metricValues', metric, 'microsValue'));
const readDimension = (row: Json | undefined, dimension: string): Json | undefined =>
  at(row, 'dimensionValues', dimension, 'value');
const metrics = ['AD_REQUESTS', 'MATCHED_REQUESTS', 'IMPRESSIONS', 'CLICKS', 'ESTIMATED_EARNINGS'];

describe('shape of a report', () => {
  test('is a header, rows and a footer', () => {
    const pieces = run('network', { metrics: ['CLICKS'], dimensions: ['APP'] });
    expect(pieces.map((piece) => Object.keys(piece)[0])).toEqual(['header', 'row', 'row', 'footer']);
    expect(pieces[0]).toEqual({
      header: {
        dateRange: june,
        localizationSettings: { currencyCode: 'EUR', languageCode: 'en-US' },
        reportingTimeZone: 'Europe/Paris',
      },
    });
    expect(pieces[1]).toEqual({
      row: {
        dimensionValues: {
          APP: { value: 'ca-app-pub-1~1', displayLabel: 'Tide Times' },
        },
        metricValues: {
          CLICKS: { integerValue: expect.stringMatching(/^\d+$/) },
        },
      },
    });
    expect(pieces[3]).toEqual({ footer: { matchingRowCount: '2' } });
  });

  test('has one row without dimensions', () => {
    const rows = listRows(run('mediation', { metrics }));
    expect(rows).toHaveLength(1);
    expect(at(rows[0], 'dimensionValues')).toBeUndefined();
  });

  test('has no rows for days without data', () => {
    const date = { year: 1999, month: 1, day: 1 };
    expect(
      run('mediation', {
        metrics,
        dateRange: { startDate: date, endDate: date },
      }).map((piece) => Object.keys(piece)[0]),
    ).toEqual(['header', 'footer']);
  });

  test('is the same for the same request, and differs for another seed', () => {
    const spec = { metrics, dimensions: ['DATE'] };
    expect(run('mediation', spec)).toEqual(run('mediation', spec));
    expect(run('mediation', spec)).not.toEqual(run('mediation', spec, { seed: 'other' }));
  });

  table('covers the last seven days by default', ({ want }: { want: unknown }) => {
    const report = generateReport({
      kind: 'network',
      account,
      now,
      body: { metrics },
    });
    const pieces = report.kind === 'report' ? [...report.pieces] : [];
    expect(at(pieces[0], 'header', 'dateRange')).toEqual(want);
  });

  test('writes values as the public service does', () => {
    const values = (kind: ReportKind, dimension: string): readonly unknown[] =>
      listRows(run(kind, { metrics: ['CLICKS'], dimensions: [dimension] })).map((row) => readDimension(row, dimension));
    expect(values('network', 'PLATFORM')).toEqual(['Android', 'iOS']);
    expect(values('network', 'MOBILE_OS_VERSION')).toContain('iOS 18.5');
    expect(values('network', 'GMA_SDK_VERSION')).toContain('Android 23.2.0');
    expect(values('network', 'AD_TYPE')).toEqual(['image', 'text', 'video']);
    expect(values('network', 'FORMAT')).toEqual(['banner', 'rewarded']);
    expect(values('network', 'SERVING_RESTRICTION')).toContain('Non-personalized ads');
    expect(values('mediation', 'MEDIATION_GROUP')).toEqual(['ca-app-pub-1:mg:1', 'ca-app-pub-1:mg:2']);
    for (const one of values('mediation', 'AD_SOURCE_INSTANCE')) expect(one).toMatch(/^ca-app-pub-1:asi:\d+$/);
  });
});

describe('consistency', () => {
  const partitions = (['mediation', 'network'] as const).flatMap((kind) =>
    reportDimensions[kind].map((dimension) => ({ kind, dimension })),
  );

  test.each(partitions)('$kind by $dimension adds up to the total', ({ kind, dimension }) => {
    // AD_REQUESTS cannot be broken down by AD_TYPE.
    const summed = dimension === 'AD_TYPE' ? metrics.slice(1) : metrics;
    const [total] = listRows(run(kind, { metrics: summed }));
    const rows = listRows(run(kind, { metrics: summed, dimensions: [dimension] }));
    expect(new Set(rows.map((row) => readDimension(row, dimension))).size).toBe(rows.length);
    for (const metric of summed)
      expect(rows.reduce<number>((sum, row) => sum + readMetric(row, metric), 0)).toBe(readMetric(total, metric));
  });

  test('a converted currency adds up as well', () => {
    const spec = {
      metrics: ['ESTIMATED_EARNINGS'],
      localizationSettings: { currencyCode: 'JPY' },
    };
    const pieces = run('mediation', {
      ...spec,
      dimensions: ['COUNTRY', 'DATE'],
    });
    const sum = listRows(pieces).reduce<number>((all, row) => all + readMetric(row, 'ESTIMATED_EARNINGS'), 0);
    expect(sum).toBe(readMetric(listRows(run('mediation', spec))[0], 'ESTIMATED_EARNINGS'));
    expect(at(pieces.at(-1), 'footer', 'warnings')).toEqual([
      {
        type: 'REPORT_CURRENCY_NOT_ACCOUNT_CURRENCY',
        description: 'Earnings were converted from the currency of the account.',
      },
    ]);
  });

  test('a network report equals the mediation report of the AdMob network', () => {
    const [network] = listRows(run('network', { metrics }));
    const sources = listRows(run('mediation', { metrics, dimensions: ['AD_SOURCE'] }));
    const own = sources.find((row) => at(row, 'dimensionValues', 'AD_SOURCE', 'displayLabel') === 'AdMob Network');
    expect(at(own, 'metricValues')).toEqual(at(network, 'metricValues'));
  });

  test('a longer range is the sum of its parts', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 28 }),
        fc.integer({ min: 0, max: 14 }),
        fc.integer({ min: 1, max: 14 }),
        (day, first, second) => {
          const range = (from: number, to: number): JsonObject => ({
            startDate: dateAfter(from),
            endDate: dateAfter(to),
          });
          const clicks = (from: number, to: number): number =>
            readMetric(
              listRows(
                run('mediation', {
                  metrics: ['CLICKS'],
                  dateRange: range(from, to),
                }),
              )[0],
              'CLICKS',
            );
          const dateAfter = (days: number): JsonObject => {
            const date = new Date(Date.UTC(2024, 2, day + days));
            return {
              year: date.getUTCFullYear(),
              month: date.getUTCMonth() + 1,
              day: date.getUTCDate(),
            };
          };
          expect(clicks(0, first + second)).toBe(clicks(0, first) + clicks(first + 1, first + second));
        },
      ),
      { numRuns: 25 },
    );
  });

  test('ratios are computed from the sums', () => {
    const [row] = listRows(
      run('network', {
        metrics: [...metrics, 'IMPRESSION_CTR', 'MATCH_RATE', 'SHOW_RATE', 'IMPRESSION_RPM'],
      }),
    );
    const ratio = (metric: string): Json | undefined => at(row, 'metricValues', metric, 'doubleValue');
    expect(ratio('IMPRESSION_CTR')).toBe(readMetric(row, 'CLICKS') / readMetric(row, 'IMPRESSIONS'));
    expect(ratio('MATCH_RATE')).toBe(readMetric(row, 'MATCHED_REQUESTS') / readMetric(row, 'AD_REQUESTS'));
    expect(ratio('SHOW_RATE')).toBe(readMetric(row, 'IMPRESSIONS') / readMetric(row, 'MATCHED_REQUESTS'));
    expect(readMetric(row, 'IMPRESSION_RPM')).toBe(
      Math.round((readMetric(row, 'ESTIMATED_EARNINGS') * 1000) / readMetric(row, 'IMPRESSIONS')),
    );
  });
});

describe('the report specification', () => {
  table('a filter by %s keeps rows with its values', (dimension: string, values: readonly string[]) => {
    const dimensionFilters = [{ dimension, matchesAny: { values } }];
    const rows = listRows(
      run('network', {
        metrics: ['CLICKS'],
        dimensions: [dimension],
        dimensionFilters,
      }),
    );
    expect(rows.map((row) => readDimension(row, dimension))).toEqual(values);
  });

  table(
    'sorts by metric or dimension, in both directions',
    ({
      byMetric,
      byDimension,
      dates,
    }: Record<'byMetric' | 'byDimension', JsonObject> & {
      dates: readonly string[];
    }) => {
      const byClicks = listRows(run('network', byMetric)).map((row) => readMetric(row, 'CLICKS'));
      expect(byClicks).toEqual(byClicks.toSorted((left, right) => right - left));
      const got = listRows(run('network', byDimension)).map((row) => readDimension(row, 'DATE'));
      expect(got).toEqual(dates);
    },
  );

  test('maxReportRows limits the rows, and the footer still counts all', () => {
    const pieces = run('network', {
      metrics: ['CLICKS'],
      dimensions: ['DATE'],
      maxReportRows: 3,
    });
    expect(listRows(pieces)).toHaveLength(3);
    expect(at(pieces.at(-1), 'footer', 'matchingRowCount')).toBe('9');
  });

  test('weeks start on Sunday and months have six digits', () => {
    const spec = (dimension: string): readonly (Json | undefined)[] =>
      listRows(run('network', { metrics: ['CLICKS'], dimensions: [dimension] })).map((row) =>
        readDimension(row, dimension),
      );
    expect(spec('WEEK')).toEqual(['20240526', '20240602', '20240609']);
    expect(spec('MONTH')).toEqual(['202406']);
  });

  test('a report by AD_UNIT has the dimension APP, too', () => {
    const [row] = listRows(run('network', { metrics: ['CLICKS'], dimensions: ['AD_UNIT'] }));
    expect(Object.keys(Object(at(row, 'dimensionValues')))).toEqual(['AD_UNIT', 'APP']);
  });
});

describe('errors', () => {
  table('of %s', (_name: string, kind: ReportKind, spec: JsonObject, reason: string) => {
    const reportSpec = { dateRange: june, metrics: ['CLICKS'], ...spec };
    expect(generateReport({ kind, account, now, body: { reportSpec } })).toMatchObject({ kind: 'refusal', reason });
  });

  test('are returned for any JSON, and never thrown', () => {
    const members = fc.record(
      {
        dateRange: fc.jsonValue(),
        dimensions: fc.jsonValue(),
        metrics: fc.jsonValue(),
        dimensionFilters: fc.jsonValue(),
        sortConditions: fc.jsonValue(),
        maxReportRows: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), members), (body) => {
        // fast-check's JSON type also allows undefined members, which JSON does not have.
        const got = generateReport({
          kind: 'network',
          account,
          now,
          body: JSON.parse(JSON.stringify(body)) as Json,
        });
        expect(['report', 'refusal']).toContain(got.kind);
      }),
    );
  });
});
