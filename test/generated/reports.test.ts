import { accountsNetworkReportGenerate, createCore } from '@speccast/ad-reporting/operations';
import {
  bearer,
  createAdReporting,
  type AccountsNetworkReportGenerateParams,
  type NetworkReportSpec,
  type ReportStream,
} from '@speccast/ad-reporting';
import { createEmulator } from '@speccast/ad-reporting/mocks';
import { describe, expect, test } from 'vitest';

const emulator = createEmulator();
const options = { auth: bearer('user-token'), fetch: emulator.fetch };
const client = createAdReporting(options);
const core = createCore(options);
const day = { year: 2025, month: 12, day: 1 };
const dateRange = { startDate: day, endDate: { ...day, day: 7 } };

async function account(): Promise<`accounts/${string}`> {
  const { account: [first] = [] } = await client.accounts.list();
  return `accounts/${first?.publisherId ?? 'none'}`;
}

async function collect<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const all: Row[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

describe('a report of the emulator', () => {
  test('has rows with the requested dimensions and metrics, a header and a footer', async () => {
    const report = client.accounts.networkReport.generate({
      parent: await account(),
      body: { reportSpec: { dateRange, dimensions: ['DATE'], metrics: ['ESTIMATED_EARNINGS', 'CLICKS'] } },
    });
    const rows = await collect(report);
    expect(rows.map(({ dimensionValues }) => dimensionValues.DATE.value)).toContain('20251203');
    expect(rows.every(({ metricValues }) => /^\d+$/.test(metricValues.ESTIMATED_EARNINGS?.microsValue ?? ''))).toBe(
      true,
    );
    expect((await report.footer).matchingRowCount).toBe(String(rows.length));
    expect((await report.header).dateRange).toEqual(dateRange);
  });

  test('returns all its pieces when it is awaited', async () => {
    const report = client.accounts.mediationReport.generate({
      parent: await account(),
      body: { reportSpec: { dateRange, metrics: ['CLICKS'] } },
    });
    const pieces = await report;
    expect(pieces.map((piece) => Object.keys(piece))).toEqual([['header'], ['row'], ['footer']]);
    expect((await collect(report)).map(({ dimensionValues }) => dimensionValues)).toEqual([{}]);
  });

  test('by AD_UNIT has the dimension APP, too', async () => {
    const report = accountsNetworkReportGenerate(core, {
      parent: await account(),
      body: { reportSpec: { dateRange, dimensions: ['AD_UNIT'], metrics: ['CLICKS'] } },
    });
    for await (const { dimensionValues } of report) {
      expect(dimensionValues.AD_UNIT.value).toMatch(/^ca-app-pub-/);
      expect(dimensionValues.APP.value).toMatch(/^ca-app-pub-/);
    }
  });
});

/** The type of the rows of a report. */
type RowOf<Call> = Call extends ReportStream<infer Row, infer _Item, infer _Header, infer _Footer> ? Row : never;

test('rows have the types of the requested dimensions and metrics', () => {
  const parent = 'accounts/pub-1';
  const written = () =>
    accountsNetworkReportGenerate(core, {
      parent,
      body: { reportSpec: { dimensions: ['DATE', 'AD_UNIT'], metrics: ['CLICKS'] } },
    });
  const elsewhere = (reportSpec: NetworkReportSpec) =>
    accountsNetworkReportGenerate(core, { parent, body: { reportSpec } });
  const listed = (dimensions: ('DATE' | 'APP')[]) =>
    accountsNetworkReportGenerate(core, { parent, body: { reportSpec: { dimensions } } });
  const whole = (params: AccountsNetworkReportGenerateParams) => accountsNetworkReportGenerate(core, params);
  type Written = RowOf<ReturnType<typeof written>>;
  type Elsewhere = RowOf<ReturnType<typeof elsewhere>>;
  type Listed = RowOf<ReturnType<typeof listed>>;
  type Whole = RowOf<ReturnType<typeof whole>>;

  const date = (row: Written): string | undefined => row.dimensionValues.DATE.value;
  const app = (row: Written): string | undefined => row.dimensionValues.APP.value;
  const clicks = (row: Written): string | undefined => row.metricValues.CLICKS?.integerValue;
  // @ts-expect-error -- a metric without a value is left out of the row
  const surely = (row: Written): string | undefined => row.metricValues.CLICKS.integerValue;
  // @ts-expect-error -- the call does not request COUNTRY
  const country = (row: Written): unknown => row.dimensionValues.COUNTRY;
  // @ts-expect-error -- the call does not request IMPRESSIONS
  const impressions = (row: Written): unknown => row.metricValues.IMPRESSIONS;
  const perhaps = (row: Elsewhere & Listed & Whole): string | undefined => row.dimensionValues.DATE?.value;
  // @ts-expect-error -- a NetworkReportSpec may not request DATE
  const certain = (row: Elsewhere): string | undefined => row.dimensionValues.DATE.value;
  // @ts-expect-error -- a list of DATE or APP may not have DATE
  const alsoCertain = (row: Listed): string | undefined => row.dimensionValues.DATE.value;
  // @ts-expect-error -- a list of DATE or APP never has COUNTRY
  const never = (row: Listed): unknown => row.dimensionValues.COUNTRY;
  // @ts-expect-error -- there is no such dimension
  const unknown = () => accountsNetworkReportGenerate(core, { parent, body: { reportSpec: { dimensions: ['X'] } } });
  // @ts-expect-error -- the member is called dimensions
  const misspelt = () => accountsNetworkReportGenerate(core, { parent, body: { reportSpec: { dimension: ['DATE'] } } });
  const checked = [
    date,
    app,
    clicks,
    surely,
    country,
    impressions,
    perhaps,
    certain,
    alsoCertain,
    never,
    unknown,
    misspelt,
  ];
  expect(checked).toHaveLength(12);
});
