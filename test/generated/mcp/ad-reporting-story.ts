import { expect } from 'vitest';

const day = { year: 2025, month: 12, day: 1 };
const dateRange = { startDate: day, endDate: { ...day, day: 7 } };

/** Calls a tool by its operation, and gives the value of its result. */
export type CallJson = (operation: string, args?: Record<string, unknown>) => Promise<Record<string, unknown>>;

/** Calls every operation of the reporting service. */
export async function callReports(call: CallJson): Promise<void> {
  const { account } = await call('accounts.list');
  const { name } = Object(Array.isArray(account) ? account[0] : undefined);
  expect(name).toMatch(/^accounts\/pub-[^/]+$/);
  expect(await call('accounts.get', { name })).toMatchObject({ name });
  const units = await call('accounts.adUnits.list', { parent: name });
  expect(JSON.stringify(units)).toContain(`${name}/adUnits/`);
  expect((await call('accounts.apps.list', { parent: name }))['apps']).not.toEqual([]);
  const network = { reportSpec: { dateRange, dimensions: ['DATE'], metrics: ['IMPRESSIONS'] } };
  const rows = await call('accounts.networkReport.generate', { parent: name, body: network });
  expect(rows).toMatchObject({ 0: { header: {} }, 8: { footer: { matchingRowCount: '7' } } });
  const mediation = { reportSpec: { dateRange, dimensions: ['AD_SOURCE'], metrics: ['ESTIMATED_EARNINGS'] } };
  expect(await call('accounts.mediationReport.generate', { parent: name, body: mediation })).toMatchObject({
    0: { header: {} },
  });
}
