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

/** An account that counts how often a report goes to its ad units: once for each period that is made. */
function accountOf(units: number): {
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

function piecesOf(kind: ReportKind, account: ReportAccount, spec: JsonObject): Iterable<Piece> {
  const report = generateReport({ kind, account, now, body: spec });
  if (report.kind === 'refusal') throw new Error(report.message);
  // The pieces have this shape, as the tests of the report itself say.
  return report.pieces as Iterable<Piece>;
}

function rowsOf(kind: ReportKind, spec: JsonObject): readonly Row[] {
  return [...piecesOf(kind, accountOf(3).account, spec)].flatMap(({ row }) => row ?? []);
}

const totalOf = (rows: readonly Row[], metric: string): number =>
  rows.reduce((sum, { metricValues }) => sum + Number(Object.values(metricValues[metric] ?? {})[0] ?? 0), 0);

/** Dimensions that may stand together, with metrics that may stand beside them. */
const asked = fc.constantFrom<ReportKind>('mediation', 'network').chain((kind) =>
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

type Asked = typeof asked extends fc.Arbitrary<infer Given> ? Given : never;

function specOf({ metrics, first, days, countries, currency }: Asked): JsonObject {
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

/** What the rows are to be sorted by: up to three of the dimensions and metrics asked for. */
function sortOf({ times, others, metrics, descending, shuffle }: Asked): JsonObject[] {
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

function keyOf(row: Row, { dimension, metric }: JsonObject): string | number {
  if (typeof dimension === 'string') return row.dimensionValues?.[dimension]?.value ?? '';
  return Number(Object.values(row.metricValues[String(metric)] ?? {})[0] ?? 0);
}

/** Tells whether a row may stand before another. */
function stands(before: Row, after: Row, sort: readonly JsonObject[]): boolean {
  for (const condition of sort) {
    const [left, right] = [keyOf(before, condition), keyOf(after, condition)];
    if (left !== right) return left < right === (condition['order'] === 'ASCENDING');
  }
  return true;
}

test('the rows of any breakdown, filtered and sorted in any way, add up to the report without it', () => {
  fc.assert(
    fc.property(asked, (given) => {
      const dimensions: readonly Dimension[] = [...given.times, ...given.others];
      const rows = rowsOf(given.kind, {
        ...specOf(given),
        dimensions,
        sortConditions: sortOf(given),
      });
      const whole = rowsOf(given.kind, specOf(given));
      expect(whole).toHaveLength(1);
      for (const metric of given.metrics) expect(totalOf(rows, metric)).toBe(totalOf(whole, metric));
      expect(new Set(rows.map(({ dimensionValues }) => JSON.stringify(dimensionValues))).size).toBe(rows.length);
    }),
    { numRuns: 40 },
  );
});

test('rows stand in the order asked for, by several criteria', () => {
  fc.assert(
    fc.property(asked, (given) => {
      const sort = sortOf(given);
      const rows = rowsOf(given.kind, {
        ...specOf(given),
        dimensions: [...given.times, ...given.others],
        sortConditions: sort,
      });
      expect(rows.every((row, index) => index === 0 || stands(rows[index - 1] ?? row, row, sort))).toBe(true);
    }),
    { numRuns: 25 },
  );
});

describe('a report of more than 100,000 rows', () => {
  const spec = data<JsonObject>('spec');
  const days = 1155;

  test('has the first 100,000, and says how many there are', () => {
    let rows = 0;
    let footer: Piece['footer'];
    for (const piece of piecesOf('mediation', accountOf(5).account, spec)) {
      if (piece.row !== undefined) rows += 1;
      footer = piece.footer;
    }
    expect(rows).toBe(100_000);
    expect(Number(footer?.matchingRowCount)).toBeGreaterThan(100_000);
  });

  table('%s is made while it is read, a day at a time', (_: string, sortConditions: Json) => {
    const { account, periods } = accountOf(5);
    const pieces = piecesOf('mediation', account, {
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

  test('by a metric is made at once, since its last day may hold its first row', () => {
    const { account, periods } = accountOf(5);
    const sort = { sortConditions: [{ metric: 'CLICKS' }], maxReportRows: 10 };
    expect([...piecesOf('mediation', account, { ...spec, ...sort })]).toHaveLength(12);
    expect(periods()).toBe(1);
  });

  test('is the same whether it is made by day or at once', () => {
    const { account, periods } = accountOf(1);
    const range = {
      dateRange: { startDate: date(2023, 12, 20), endDate: date(2024, 2, 2) },
    };
    const byDay = [...piecesOf('mediation', account, { ...spec, ...range })];
    expect(periods()).toBe(45);
    const sortConditions = ['APP', 'DATE', 'AD_UNIT', 'COUNTRY', 'AD_SOURCE'].map((dimension) => ({ dimension }));
    const atOnce = [...piecesOf('mediation', account, { ...spec, ...range, sortConditions })];
    expect(periods()).toBe(46);
    const texts = (pieces: readonly Piece[]): readonly string[] =>
      pieces.map((piece) => JSON.stringify(piece)).toSorted();
    expect(texts(byDay)).toEqual(texts(atOnce));
  });

  test('has no period without data, however long the range is', () => {
    const { account, periods } = accountOf(1);
    const range = { startDate: date(1, 1, 1), endDate: date(9999, 12, 31) };
    expect(
      [
        ...piecesOf('network', account, {
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
    const account = { ...accountOf(2).account, reportingTimeZone };
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
    // As above.
    const rows =
      report.kind === 'report' ? [...(report.pieces as Iterable<Piece>)].flatMap(({ row }) => row ?? []) : [];
    return rows.at(-1)?.dimensionValues?.['DATE']?.value;
  };

  table('is the one in the time zone: %s', (_: string, zone: string, spec: JsonObject, want: string) => {
    expect(at(zone, spec)).toBe(want);
  });
});
