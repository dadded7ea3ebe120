import { createMcpServer } from '@speccast/ad-reporting/mcp';
import { createEmulator } from '@speccast/ad-reporting/mocks';
import { expect, test } from 'vitest';
import { adOperations } from '../../documents/operations.js';
import { connect } from './connect.js';

const day = { year: 2025, month: 12, day: 1 };
const dateRange = { startDate: day, endDate: { ...day, day: 7 } };

test('every operation is a tool that the official client calls', async () => {
  const emulator = createEmulator({ checkResponses: true });
  const { json, tools } = await connect(createMcpServer({ emulator }));
  const { account } = await json('accounts_list');
  const { name } = Object(Array.isArray(account) ? account[0] : undefined);
  expect(name).toMatch(/^accounts\/pub-[^/]+$/);
  expect(await json('accounts_get', { name })).toMatchObject({ name });
  const units = await json('accounts_adUnits_list', { parent: name });
  expect(JSON.stringify(units)).toContain(`${name}/adUnits/`);
  expect((await json('accounts_apps_list', { parent: name }))['apps']).not.toEqual([]);
  const network = { reportSpec: { dateRange, dimensions: ['DATE'], metrics: ['IMPRESSIONS'] } };
  const rows = await json('accounts_networkReport_generate', { parent: name, body: network });
  expect(rows).toMatchObject({ length: 9, 0: { header: {} }, 8: { footer: { matchingRowCount: '7' } } });
  const mediation = { reportSpec: { dateRange, dimensions: ['AD_SOURCE'], metrics: ['ESTIMATED_EARNINGS'] } };
  expect(await json('accounts_mediationReport_generate', { parent: name, body: mediation })).toMatchObject({
    0: { header: {} },
  });
  const names = (await tools()).map((one) => one.name);
  expect(names).toEqual([...adOperations.map(({ id }) => id.replaceAll('.', '_')), 'read_more']);
  // A report is asked for by POST, and changes nothing.
  expect((await tools()).every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
});
