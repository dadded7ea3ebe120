/** The two kinds of report. */
export type ReportKind = 'mediation' | 'network';

const shared = [
  'DATE',
  'MONTH',
  'WEEK',
  'AD_UNIT',
  'APP',
  'COUNTRY',
  'FORMAT',
  'PLATFORM',
  'MOBILE_OS_VERSION',
  'GMA_SDK_VERSION',
  'APP_VERSION_NAME',
  'SERVING_RESTRICTION',
] as const;

/** A dimension of one kind of report or of both. */
export type Dimension = (typeof shared)[number] | 'AD_TYPE' | 'AD_SOURCE' | 'AD_SOURCE_INSTANCE' | 'MEDIATION_GROUP';

/** The dimensions of each kind of report. */
export const reportDimensions: Readonly<Record<ReportKind, readonly Dimension[]>> = {
  mediation: [...shared, 'AD_SOURCE', 'AD_SOURCE_INSTANCE', 'MEDIATION_GROUP'],
  network: [...shared, 'AD_TYPE'],
};

/** Dimensions of time, of which a report has at most one. */
export const timeDimensions: readonly Dimension[] = ['DATE', 'MONTH', 'WEEK'];

const counts = [
  'AD_REQUESTS',
  'CLICKS',
  'ESTIMATED_EARNINGS',
  'IMPRESSIONS',
  'IMPRESSION_CTR',
  'MATCHED_REQUESTS',
  'MATCH_RATE',
] as const;

/** A metric of one kind of report or of both. */
export type Metric = (typeof counts)[number] | 'IMPRESSION_RPM' | 'SHOW_RATE' | 'OBSERVED_ECPM';

/** The metrics of each kind of report. */
export const reportMetrics: Readonly<Record<ReportKind, readonly Metric[]>> = {
  mediation: [...counts, 'OBSERVED_ECPM'],
  network: [...counts, 'IMPRESSION_RPM', 'SHOW_RATE'],
};

/** Metrics that the service does not have for each type of ad. */
export const metricsWithoutAdType: readonly Metric[] = ['AD_REQUESTS', 'MATCH_RATE', 'IMPRESSION_RPM'];

/** Amounts of each currency for one US dollar. They are fixed, so that reports stay the same. */
export const currencyRates: Readonly<Record<string, number>> = {
  USD: 1,
  EUR: 0.92,
  GBP: 0.79,
  JPY: 151,
  CAD: 1.36,
  AUD: 1.52,
  CHF: 0.88,
  SEK: 10.4,
  NOK: 10.6,
  DKK: 6.86,
  PLN: 3.95,
  BRL: 5.1,
  INR: 83,
  KRW: 1340,
  MXN: 17,
};

/** The only time zone that a report may have besides that of the account. */
export const requestableTimeZone = 'America/Los_Angeles';

/** Maximum number of rows of a report, which is also the default. */
export const maxRows = 100_000;
