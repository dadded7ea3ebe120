import { bearer, createAdReporting } from '@speccast/ad-reporting';
import type { Playground } from './playground.js';

const day = { year: 2025, month: 12, day: 1 };

/** Iterates over the rows of a report as they arrive, typed by the requested dimensions and metrics. */
export async function reportRows(emulator: Playground): Promise<readonly string[]> {
  const client = createAdReporting({ auth: bearer('user-token'), ...emulator });
  const { account = [] } = await client.accounts.list();
  const parent = `accounts/${account[0]?.publisherId ?? 'none'}` as const;
  const reportSpec = {
    dateRange: { startDate: day, endDate: { ...day, day: 3 } },
    dimensions: ['DATE'],
    metrics: ['ESTIMATED_EARNINGS'],
  } as const;
  const report = client.accounts.networkReport.generate({ parent, body: { reportSpec } });
  const lines: string[] = [];
  for await (const row of report) {
    const { DATE } = row.dimensionValues;
    const { ESTIMATED_EARNINGS } = row.metricValues;
    lines.push(`${DATE.value}: ${typeof ESTIMATED_EARNINGS?.microsValue}`);
  }
  return [...lines, `${(await report.footer).matchingRowCount} rows`];
}
