import type { AdReporting } from '@speccast/ad-reporting';
import { expect } from 'vitest';
import type { Steps } from './steps.js';

/** Calls every operation of the service once. */
export async function tellAdReportingStory({ client, step }: Steps & { readonly client: AdReporting }): Promise<void> {
  const accounts = await step('accounts.list', { method: 'GET', path: '/v1/accounts' }, () => client.accounts.list());
  expect(accounts.account).toHaveLength(1);
  const name = accounts.account?.[0]?.name ?? 'accounts/none';
  expect(name).toMatch(/^accounts\/pub-[^/]+$/);
  const account = await step('accounts.get', { method: 'GET', path: `/v1/${name}` }, () =>
    client.accounts.get({ name }),
  );
  expect(account.name).toBe(name);
  const units = await step('accounts.adUnits.list', { method: 'GET', path: `/v1/${name}/adUnits` }, () =>
    client.accounts.adUnits.list({ parent: name }),
  );
  expect(units.adUnits?.every((unit) => String(unit.name).startsWith(`${name}/adUnits/`))).toBe(true);
  const apps = await step('accounts.apps.list', { method: 'GET', path: `/v1/${name}/apps` }, () =>
    client.accounts.apps.list({ parent: name }),
  );
  expect(apps.apps?.length).toBeGreaterThan(0);
  await reports({ client, step, parent: name });
}

interface Reports extends Pick<Steps, 'step'> {
  readonly client: AdReporting;
  readonly parent: `accounts/${string}`;
}

async function reports({ client, step, parent }: Reports): Promise<void> {
  const day = { year: 2025, month: 12, day: 1 };
  const dateRange = { startDate: day, endDate: { ...day, day: 7 } };
  const network = { reportSpec: { dateRange, dimensions: ['DATE'], metrics: ['IMPRESSIONS'] } } as const;
  const networkCall = { method: 'POST', path: `/v1/${parent}/networkReport:generate`, json: network };
  const rows = await step('accounts.networkReport.generate', networkCall, () =>
    client.accounts.networkReport.generate({ parent, body: network }),
  );
  expect(rows).toHaveLength(9);
  expect(rows[0]).toHaveProperty('header');
  expect(rows.at(-1)).toMatchObject({ footer: { matchingRowCount: '7' } });
  const mediation = { reportSpec: { dateRange, dimensions: ['AD_SOURCE'], metrics: ['ESTIMATED_EARNINGS'] } } as const;
  const mediationCall = { method: 'POST', path: `/v1/${parent}/mediationReport:generate`, json: mediation };
  const sources = await step('accounts.mediationReport.generate', mediationCall, () =>
    client.accounts.mediationReport.generate({ parent, body: mediation }),
  );
  expect(sources.length).toBeGreaterThan(2);
}
