import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { requestableTimeZone, type Metric, type ReportKind } from './catalogue.js';
import { dayIn, printDate } from './dates.js';
import { listFacts, readLabel, type Fact, type Label, type ReportAccount, type Totals } from './facts.js';
import { listPeriods } from './periods.js';
import { readReportSpec, type ReportRefusal, type ReportSpec } from './report-spec.js';

export type { ReportKind } from './catalogue.js';
export type { ReportAccount, ReportAdUnit, ReportApp } from './facts.js';
export type { ReportRefusal } from './report-spec.js';

/** The input of a report. */
export interface ReportRequest {
  readonly kind: ReportKind;
  readonly account: ReportAccount;
  /** The body of the request: the specification itself, or an object that has it under `reportSpec`. */
  readonly body: Json | undefined;
  /** The current time in milliseconds since the epoch. Later days in the time zone of the report have no data. */
  readonly now: number;
  /** Seed of the reports, which depend only on it and on the account. Default: empty. */
  readonly seed?: string;
}

/** A report. */
export interface Report {
  readonly kind: 'report';
  /**
   * The parts of its array: header, rows, footer. Generated while it is read, one period after the other unless it is sorted by
   * something else than time.
   */
  readonly pieces: Iterable<JsonObject>;
}

/**
 * Generates a report by summing one table of facts, so that the sums of any breakdown are equal to those of the report without
 * it, and network reports agree with the part of mediation reports about the own network.
 */
export function generateReport(request: ReportRequest): Report | ReportRefusal {
  const body =
    isJsonObject(request.body) && isJsonObject(request.body['reportSpec']) ? request.body['reportSpec'] : request.body;
  // The days are in the time zone of the report: "yesterday" begins later in Los Angeles than in Paris.
  const zone = isJsonObject(body) && body['timeZone'] === requestableTimeZone ? requestableTimeZone : undefined;
  const today = dayIn(request.now, zone ?? request.account.reportingTimeZone);
  const spec = readReportSpec(body, { kind: request.kind, today });
  if ('kind' in spec) return spec;
  return { kind: 'report', pieces: writePieces(request, { ...spec, to: Math.min(spec.to, today) }, spec.to) };
}

function* writePieces(request: ReportRequest, spec: ReportSpec, end: number): Generator<JsonObject> {
  const { account } = request;
  const currency = spec.currency ?? account.currencyCode;
  yield { header: makeHeader(spec, end, account) };
  let matching = 0;
  for (const period of listPeriods(spec)) {
    for (const group of sorted(groupFacts(request, { ...spec, ...period }, currency), spec)) {
      matching += 1;
      if (matching <= spec.maxRows) yield { row: makeRow(group, spec) };
    }
  }
  yield { footer: { ...makeWarnings(currency !== account.currencyCode), matchingRowCount: String(matching) } };
}

function makeHeader(spec: ReportSpec, end: number, account: ReportAccount): JsonObject {
  return {
    dateRange: { startDate: printDate(spec.from), endDate: printDate(end) },
    localizationSettings: {
      currencyCode: spec.currency ?? account.currencyCode,
      languageCode: spec.language ?? 'en-US',
    },
    reportingTimeZone: spec.timeZone ?? account.reportingTimeZone,
  };
}

function makeWarnings(isConverted: boolean): JsonObject {
  if (!isConverted) return {};
  return {
    warnings: [
      {
        type: 'REPORT_CURRENCY_NOT_ACCOUNT_CURRENCY',
        description: 'Earnings were converted from the currency of the account.',
      },
    ],
  };
}

/** The facts with the same value in each requested dimension. */
interface Group {
  readonly labels: readonly Label[];
  readonly totals: Totals;
}

function groupFacts({ account, kind, seed = '' }: ReportRequest, spec: ReportSpec, currency: string): Group[] {
  const groups = new Map<string, Group>();
  for (const fact of listFacts({ account, kind, seed, currency, from: spec.from, to: spec.to })) {
    if (!matches(fact, spec)) continue;
    const labels = spec.dimensions.map((dimension) => readLabel(fact, dimension));
    const key = JSON.stringify(labels.map((label) => label.value));
    const group = groups.get(key);
    groups.set(key, { labels, totals: group === undefined ? fact.totals : sum(group.totals, fact.totals) });
  }
  return [...groups.values()];
}

function matches(fact: Fact, spec: ReportSpec): boolean {
  return spec.filters.every(({ dimension, values }) => values.includes(readLabel(fact, dimension).value));
}

function sum(left: Totals, right: Totals): Totals {
  return {
    requests: left.requests + right.requests,
    matched: left.matched + right.matched,
    impressions: left.impressions + right.impressions,
    clicks: left.clicks + right.clicks,
    micros: left.micros + right.micros,
  };
}

/** Sorts groups in the requested order. Ties, and reports without an order, are sorted by the dimensions. */
function sorted(groups: Group[], spec: ReportSpec): readonly Group[] {
  return groups.sort((left, right) => {
    for (const { by, descending } of spec.sort) {
      const difference =
        'metric' in by
          ? readNumber(left, by.metric) - readNumber(right, by.metric)
          : compareLabel(left, right, spec.dimensions.indexOf(by.dimension));
      if (difference !== 0) return descending ? -difference : difference;
    }
    return compareLabels(left, right);
  });
}

function readNumber(group: Group, metric: Metric): number {
  return measures[metric](group.totals)?.number ?? 0;
}

function compareLabels(left: Group, right: Group): number {
  for (let index = 0; index < left.labels.length; index += 1) {
    const difference = compareLabel(left, right, index);
    if (difference !== 0) return difference;
  }
  return 0;
}

function compareLabel(left: Group, right: Group, index: number): number {
  const [a, b] = [left.labels[index]?.value ?? '', right.labels[index]?.value ?? ''];
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function makeRow(group: Group, spec: ReportSpec): JsonObject {
  const dimensions = spec.dimensions.map((name, index): [string, JsonObject] => [name, { ...group.labels[index] }]);
  const metrics = spec.metrics.flatMap((name): [string, JsonObject][] => {
    const measure = measures[name](group.totals);
    return measure === undefined ? [] : [[name, measure.json]];
  });
  return {
    ...(dimensions.length > 0 ? { dimensionValues: Object.fromEntries(dimensions) } : {}),
    metricValues: Object.fromEntries(metrics),
  };
}

/** A metric, as a number for sorting and as the text in the response. */
interface Measure {
  readonly number: number;
  readonly json: JsonObject;
}

/** Absent if the denominator is 0. */
type ReadMeasure = (totals: Totals) => Measure | undefined;

const measures: Readonly<Record<Metric, ReadMeasure>> = {
  AD_REQUESTS: ({ requests }) => integer(requests),
  MATCHED_REQUESTS: ({ matched }) => integer(matched),
  IMPRESSIONS: ({ impressions }) => integer(impressions),
  CLICKS: ({ clicks }) => integer(clicks),
  ESTIMATED_EARNINGS: ({ micros: money }) => micros(money),
  IMPRESSION_CTR: ({ clicks, impressions }) => ratio(clicks, impressions),
  MATCH_RATE: ({ matched, requests }) => ratio(matched, requests),
  SHOW_RATE: ({ impressions, matched }) => ratio(impressions, matched),
  IMPRESSION_RPM: perThousand,
  OBSERVED_ECPM: perThousand,
};

function integer(value: number): Measure {
  return { number: value, json: { integerValue: String(value) } };
}

function micros(value: number): Measure {
  return { number: value, json: { microsValue: String(value) } };
}

function ratio(part: number, whole: number): Measure | undefined {
  return whole === 0 ? undefined : { number: part / whole, json: { doubleValue: part / whole } };
}

function perThousand({ micros: money, impressions }: Totals): Measure | undefined {
  return impressions === 0 ? undefined : micros(Math.round((money * 1000) / impressions));
}
