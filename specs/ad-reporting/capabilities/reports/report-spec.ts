import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import {
  currencyRates,
  reportDimensions,
  maxRows,
  reportMetrics,
  metricsWithoutAdType,
  requestableTimeZone,
  timeDimensions,
  type Dimension,
  type Metric,
  type ReportKind,
} from './catalogue.js';
import { readDate, type Day } from './dates.js';

/** One criterion of the order. Ties keep the order of the dimensions. */
export interface SortKey {
  readonly by: { readonly dimension: Dimension } | { readonly metric: Metric };
  readonly descending: boolean;
}

/** A valid report specification. */
export interface ReportSpec {
  readonly from: Day;
  /** The last day of the report, which is included. */
  readonly to: Day;
  readonly dimensions: readonly Dimension[];
  readonly metrics: readonly Metric[];
  /** Allowed values by dimension. A fact must match all filters. */
  readonly filters: readonly { readonly dimension: Dimension; readonly values: readonly string[] }[];
  readonly sort: readonly SortKey[];
  readonly maxRows: number;
  readonly currency?: string;
  readonly language?: string;
  readonly timeZone?: string;
}

/** The reason why no report is generated: a place in the specification and the mistake there. */
export interface ReportRefusal {
  readonly kind: 'refusal';
  /** `invalidDateRange`, `unknownDimension` or another reason. */
  readonly reason: string;
  readonly message: string;
  /** Place in the specification: `dimensions`. */
  readonly location: string;
}

/** The settings for reading a specification. */
export interface ReadOptions {
  readonly kind: ReportKind;
  /** The last day that has data, which is also the end of the default date range. */
  readonly today: Day;
}

/** Thrown and caught in this module, which returns it as a `ReportRefusal`. */
class Unsound extends Error {
  readonly refusal: ReportRefusal;

  constructor(reason: string, location: string, message: string) {
    super(message);
    this.refusal = { kind: 'refusal', reason, message, location };
  }
}

/** Reads a report specification; unknown members are ignored. */
export function readReportSpec(value: Json | undefined, options: ReadOptions): ReportSpec | ReportRefusal {
  try {
    if (!isJsonObject(value))
      throw new Unsound('invalidReportSpec', 'reportSpec', 'The report specification must be an object.');
    return soundSpec(value, options);
  } catch (error) {
    if (error instanceof Unsound) return error.refusal;
    throw error;
  }
}

function soundSpec(spec: JsonObject, options: ReadOptions): ReportSpec {
  const dimensions = names(spec, 'dimensions', reportDimensions[options.kind]);
  const metrics = names(spec, 'metrics', reportMetrics[options.kind]);
  if (metrics.length === 0) throw new Unsound('missingMetric', 'metrics', 'A report needs at least one metric.');
  refuseCombinations(dimensions, metrics);
  return {
    ...dateRange(spec['dateRange'], options),
    dimensions: withApp(dimensions),
    metrics,
    filters: list(spec, 'dimensionFilters').map((filter) => readFilter(filter, options.kind)),
    sort: list(spec, 'sortConditions').map((condition) => readSort(condition, withApp(dimensions), metrics)),
    maxRows: rowLimit(spec['maxReportRows']),
    ...localization(spec['localizationSettings']),
    ...timeZone(spec['timeZone']),
  };
}

function list(spec: JsonObject, member: string): readonly Json[] {
  const value = spec[member] ?? [];
  if (!Array.isArray(value)) throw new Unsound('invalidReportSpec', member, `${member} must be a list.`);
  return value;
}

function names<Name extends string>(spec: JsonObject, member: string, known: readonly Name[]): readonly Name[] {
  const found = list(spec, member).map((value) => knownName(value, member, known));
  const twice = found.find((name, index) => found.indexOf(name) !== index);
  if (twice !== undefined) throw new Unsound('duplicateName', member, `${twice} stands twice in ${member}.`);
  return found;
}

function knownName<Name extends string>(value: Json | undefined, location: string, known: readonly Name[]): Name {
  const name = known.find((one) => one === value);
  if (name === undefined)
    throw new Unsound(
      'unknownName',
      location,
      `${JSON.stringify(value ?? null).slice(0, 60)} in ${location} is not one of ${known.join(', ')}.`,
    );
  return name;
}

function refuseCombinations(dimensions: readonly Dimension[], metrics: readonly Metric[]): void {
  const times = dimensions.filter((name) => timeDimensions.includes(name));
  if (times.length > 1)
    throw new Unsound('incompatibleDimensions', 'dimensions', `${times.join(' and ')} cannot stand in one report.`);
  const unfit = dimensions.includes('AD_TYPE') ? metrics.filter((name) => metricsWithoutAdType.includes(name)) : [];
  if (unfit.length > 0)
    throw new Unsound('incompatibleMetrics', 'metrics', `${unfit.join(' and ')} cannot be told apart by AD_TYPE.`);
}

/** Adds the app to dimensions with an ad unit. */
function withApp(dimensions: readonly Dimension[]): readonly Dimension[] {
  return dimensions.includes('AD_UNIT') && !dimensions.includes('APP') ? [...dimensions, 'APP'] : dimensions;
}

function dateRange(value: Json | undefined, { today }: ReadOptions): { from: Day; to: Day } {
  if (value === undefined) return { from: today - 6, to: today };
  const range = isJsonObject(value) ? value : {};
  const [from, to] = [readDate(range['startDate']), readDate(range['endDate'])];
  if (from === undefined || to === undefined)
    throw new Unsound(
      'invalidDateRange',
      'dateRange',
      'dateRange needs startDate and endDate, each with an existing year, month and day.',
    );
  if (to < from) throw new Unsound('invalidDateRange', 'dateRange', 'dateRange ends before it starts.');
  return { from, to };
}

function readFilter(value: Json, kind: ReportKind): { dimension: Dimension; values: readonly string[] } {
  const filter = isJsonObject(value) ? value : {};
  const dimension = knownName(filter['dimension'], 'dimensionFilters', reportDimensions[kind]);
  const matches = isJsonObject(filter['matchesAny']) ? filter['matchesAny']['values'] : undefined;
  const values = Array.isArray(matches) ? matches.filter((one: Json) => typeof one === 'string') : [];
  if (values.length === 0)
    throw new Unsound(
      'invalidFilter',
      'dimensionFilters',
      `The filter of ${dimension} needs texts under matchesAny.values.`,
    );
  return { dimension, values };
}

function readSort(value: Json, dimensions: readonly Dimension[], metrics: readonly Metric[]): SortKey {
  const { dimension, metric, order = 'ASCENDING' } = isJsonObject(value) ? value : {};
  if ((dimension === undefined) === (metric === undefined))
    throw new Unsound('invalidSort', 'sortConditions', 'A sort condition needs either a dimension or a metric.');
  const descending = knownName(order, 'sortConditions', ['ASCENDING', 'DESCENDING']) === 'DESCENDING';
  if (metric === undefined)
    return { by: { dimension: knownName(dimension, 'sortConditions', dimensions) }, descending };
  return { by: { metric: knownName(metric, 'sortConditions', metrics) }, descending };
}

function rowLimit(value: Json | undefined): number {
  if (value === undefined) return maxRows;
  const number = typeof value === 'number' ? value : Number.NaN;
  if (Number.isInteger(number) && number >= 1 && number <= maxRows) return number;
  throw new Unsound(
    'invalidMaxReportRows',
    'maxReportRows',
    `maxReportRows must be a whole number from 1 to ${maxRows}.`,
  );
}

function localization(value: Json | undefined): { currency?: string; language?: string } {
  const { currencyCode, languageCode } = isJsonObject(value) ? value : {};
  return {
    ...(currencyCode === undefined
      ? {}
      : { currency: knownName(currencyCode, 'localizationSettings', Object.keys(currencyRates)) }),
    ...(languageCode === undefined ? {} : { language: languageTag(languageCode) }),
  };
}

function languageTag(value: Json): string {
  if (typeof value === 'string' && /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/.test(value)) return value;
  throw new Unsound('invalidLanguage', 'localizationSettings', 'languageCode must be a language tag.');
}

function timeZone(value: Json | undefined): { timeZone?: string } {
  return value === undefined ? {} : { timeZone: knownName(value, 'timeZone', [requestableTimeZone]) };
}
