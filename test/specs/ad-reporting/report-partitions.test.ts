import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  generateReport,
  type ReportAccount,
  type ReportKind,
} from '../../../specs/ad-reporting/capabilities/reports/report-cube.js';
import {
  reportDimensions,
  timeDimensions,
  type Dimension,
} from '../../../specs/ad-reporting/capabilities/reports/catalogue.js';
import type { JsonObject } from '@speccast/runtime';
import { readRows } from '../../rows.js';
import type { Json } from 'speccast/emitter';

const { data, table } = readRows(import.meta.url);

const now = Date.UTC(2026, 1, 28, 12);
const sums = ['AD_REQUESTS', 'MATCHED_REQUESTS', 'IMPRESSIONS', 'CLICKS', 'ESTIMATED_EARNINGS'] as const;
const date = (year: number, month: number, day: number): JsonObject => ({
  year,
  month,
  day,
});

/** Creates an account that counts the periods for which a report was computed: each period reads `adUnits` once. */
function createAccount(units: number): {
  readonly account: ReportAccount;
  readonly periods: () => number;
} {
  let periods = 0;
  const apps = [1, 2].map((id) => ({
    appId: `ca-app-pub-1~${id}`,
    displayName: `App ${id}`,
    platform: id === 1 ? 'ANDROID' : 'IOS',
  }));
  const adUnits = Array.from({ length: units }, (_, id) => ({
    adUnitId: `ca-app-pub-1/${id}`,
    appId: `ca-app-pub-1~${1 + (id % 2)}`,
    displayName: `Unit ${id}`,
    adFormat: id % 3 === 0 ? 'BANNER' : 'REWARDED',
    adTypes: ['RICH_MEDIA', 'VIDEO'],
  }));
  const facts = {
    name: 'accounts/pub-1',
    currencyCode: 'EUR',
    reportingTimeZone: 'Europe/Paris',
    apps,
  };
  const account = {
    ...facts,
    get adUnits() {
      periods += 1;
      return adUnits;
    },
  };
  return { account, periods: () => periods };
}

interface Row {
  readonly dimensionValues?: Readonly<Record<string, { readonly value: string }>>;
  readonly metricValues: Readonly<Record<string, Readonly<Record<string, string | number>>>>;
}

interface Piece {
  readonly row?: Row;
  readonly footer?: { readonly matchingRowCount: string };
}

/** Generates a report, and returns its pieces, which are computed while they are iterated. */
function generate(kind: ReportKind, account: ReportAccount, spec: JsonObject): Iterable<Piece> {
  const report = generateReport({ kind, account, now, body: spec });
  if (report.kind === 'refusal') throw new Error(report.message);
  // `as`: report-cube.test.ts checks that pieces have this shape.
  return report.pieces as Iterable<Piece>;
}

function listRows(kind: ReportKind, spec: JsonObject): readonly Row[] {
  return [...generate(kind, createAccount(3).account, spec)].flatMap(({ row }) => row ?? []);
}

const sumMetric = (rows: readonly Row[], metric: string): number =>
  rows.reduce((sum, { metricValues }) => sum + Number(Object.values(metricValues[metric] ?? {})[0] ?? 0), 0);

/** Dimensions that can be combined, with metrics that can be combined with them. */
const arbitraryReport = fc.constantFrom<ReportKind>('mediation', 'network').chain((kind) =>
  fc
    .record({
      kind: fc.constant(kind),
      times: fc.subarray([...timeDimensions], { maxLength: 1 }),
      others: fc.shuffledSubarray(
        reportDimensions[kind].filter((name) => !timeDimensions.includes(name)),
        { maxLength: 4 },
      ),
      metrics: fc.subarray([...sums], { minLength: 1 }),
      first: fc.integer({ min: 1, max: 20 }),
      days: fc.integer({ min: 0, max: 40 }),
      countries: fc.option(fc.subarray(['US', 'GB', 'DE', 'FR', 'BR', 'JP'], { minLength: 1 })),
      currency: fc.constantFrom('EUR', 'USD', 'JPY'),
      descending: fc.array(fc.boolean(), { maxLength: 3 }),
      shuffle: fc.array(fc.nat(100), { minLength: 10, maxLength: 10 }),
    })
    .map((given) => ({
      ...given,
      metrics: given.others.includes('AD_TYPE') ? ['CLICKS', 'ESTIMATED_EARNINGS'] : given.metrics,
    })),
);

type ArbitraryReport = typeof arbitraryReport extends fc.Arbitrary<infer Given> ? Given : never;

function toReportSpec({ metrics, first, days, countries, currency }: ArbitraryReport): JsonObject {
  const end = new Date(Date.UTC(2024, 1, first + days));
  return {
    metrics,
    dateRange: {
      startDate: date(2024, 2, first),
      endDate: date(end.getUTCFullYear(), end.getUTCMonth() + 1, end.getUTCDate()),
    },
    localizationSettings: { currencyCode: currency },
    ...(countries === null
      ? {}
      : {
          dimensionFilters: [{ dimension: 'COUNTRY', matchesAny: { values: countries } }],
        }),
  };
}

/** Returns up to three sort conditions, by dimensions and metrics of the report. */
function toSortConditions({ times, others, metrics, descending, shuffle }: ArbitraryReport): JsonObject[] {
  const names = [...times, ...others, ...metrics].toSorted(
    (left, right) => (shuffle[left.length % 10] ?? 0) - (shuffle[right.length % 10] ?? 0),
  );
  return descending.flatMap((down, index) => {
    const name = names[index];
    if (name === undefined) return [];
    const order = down ? 'DESCENDING' : 'ASCENDING';
    return [sums.some((one) => one === name) ? { metric: name, order } : { dimension: name, order }];
  });
}

/** Returns the value by which a condition sorts a row. */
function readSortKey(row: Row, { dimension, metric }: JsonObject): string | number {
  if (typeof dimension === 'string') return row.dimensionValues?.[dimension]?.value ?? '';
  return Number(Object.values(row.metricValues[String(metric)] ?? {})[0] ?? 0);
}

/** Returns whether two rows are in the order of the sort conditions. */
function isSorted(before: Row, after: Row, sort: readonly JsonObject[]): boolean {
  for (const condition of sort) {
    const [left, right] = [readSortKey(before, condition), readSortKey(after, condition)];
    if (left !== right) return left < right === (condition['order'] === 'ASCENDING');
  }
  return true;
}

test('rows by any dimensions, filtered and sorted in any way, add up to the report without dimensions', () => {
  fc.assert(
    fc.property(arbitraryReport, (given) => {
      const dimensions: readonly Dimension[] = [...given.times, ...given.others];
      const rows = listRows(given.kind, {
        ...toReportSpec(given),
        dimensions,
        sortConditions: toSortConditions(given),
      });
      const whole = listRows(given.kind, toReportSpec(given));
      expect(whole).toHaveLength(1);
      for (const metric of given.metrics) expect(sumMetric(rows, metric)).toBe(sumMetric(whole, metric));
      expect(new Set(rows.map(({ dimensionValues }) => JSON.stringify(dimensionValues))).size).toBe(rows.length);
    }),
    { numRuns: 40 },
  );
});

test('rows are sorted by several conditions', () => {
  fc.assert(
    fc.property(arbitraryReport, (given) => {
      const sort = toSortConditions(given);
      const rows = listRows(given.kind, {
        ...toReportSpec(given),
        dimensions: [...given.times, ...given.others],
        sortConditions: sort,
      });
      expect(rows.every((row, index) => index === 0 || isSorted(rows[index - 1] ?? row, row, sort))).toBe(true);
    }),
    { numRuns: 25 },
  );
});

describe('a report of more than 100,000 rows', () => {
  const spec = data<JsonObject>('spec');
  const days = 1155;

  test('returns the first 100,000, and counts all in the footer', () => {
    let rows = 0;
    let footer: Piece['footer'];
    for (const piece of generate('mediation', createAccount(5).account, spec)) {
      if (piece.row !== undefined) rows += 1;
      footer = piece.footer;
    }
    expect(rows).toBe(100_000);
    expect(Number(footer?.matchingRowCount)).toBeGreaterThan(100_000);
  });

  table('%s is computed while it is read, a day at a time', (_: string, sortConditions: Json) => {
    const { account, periods } = createAccount(5);
    const pieces = generate('mediation', account, {
      ...spec,
      sortConditions,
    })[Symbol.iterator]();
    pieces.next();
    expect(periods()).toBe(0);
    for (let read = 0; read < 300; read += 1) pieces.next();
    expect(periods()).toBe(3);
    pieces.return?.();
    expect([pieces.next().done, periods()]).toEqual([true, 3]);
  });

  test('sorted by a metric is computed at once, since the last day may have the first row', () => {
    const { account, periods } = createAccount(5);
    const sort = { sortConditions: [{ metric: 'CLICKS' }], maxReportRows: 10 };
    expect([...generate('mediation', account, { ...spec, ...sort })]).toHaveLength(12);
    expect(periods()).toBe(1);
  });

  test('is the same whether it is computed by day or at once', () => {
    const { account, periods } = createAccount(1);
    const range = {
      dateRange: { startDate: date(2023, 12, 20), endDate: date(2024, 2, 2) },
    };
    const byDay = [...generate('mediation', account, { ...spec, ...range })];
    expect(periods()).toBe(45);
    const sortConditions = ['APP', 'DATE', 'AD_UNIT', 'COUNTRY', 'AD_SOURCE'].map((dimension) => ({ dimension }));
    const atOnce = [...generate('mediation', account, { ...spec, ...range, sortConditions })];
    expect(periods()).toBe(46);
    const texts = (pieces: readonly Piece[]): readonly string[] =>
      pieces.map((piece) => JSON.stringify(piece)).toSorted();
    expect(texts(byDay)).toEqual(texts(atOnce));
  });

  test('computes no period without data, however long the range is', () => {
    const { account, periods } = createAccount(1);
    const range = { startDate: date(1, 1, 1), endDate: date(9999, 12, 31) };
    expect(
      [
        ...generate('network', account, {
          ...spec,
          dimensions: ['DATE'],
          dateRange: range,
        }),
      ].length,
    ).toBe(days + 2);
    expect(periods()).toBe(days);
  });
});

describe('the last day with data', () => {
  const at = (reportingTimeZone: string, spec: JsonObject): string | undefined => {
    const account = { ...createAccount(2).account, reportingTimeZone };
    const body = {
      metrics: ['CLICKS'],
      dimensions: ['DATE'],
      dateRange: { startDate: date(2025, 12, 30), endDate: date(2026, 1, 3) },
      ...spec,
    };
    const report = generateReport({
      kind: 'network',
      account,
      now: Date.UTC(2026, 0, 1, 3),
      body,
    });
    // `as`: see `generate`.
    const rows =
      report.kind === 'report' ? [...(report.pieces as Iterable<Piece>)].flatMap(({ row }) => row ?? []) : [];
    return rows.at(-1)?.dimensionValues?.['DATE']?.value;
  };

  table('depends on the time zone: %s', (_: string, zone: string, spec: JsonObject, want: string) => {
    expect(at(zone, spec)).toBe(want);
  });
});
