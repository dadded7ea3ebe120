import { createEmulator, type AdReportingEmulator } from '@speccast/ad-reporting/mocks';
import { document } from '@speccast/ad-reporting/spec';
import { expect, test } from 'vitest';
import { call, expectOk, expectRefused, textAt, type Answer } from './call.js';

// What the conformance checks of the service say is not repeated here.

function start(): AdReportingEmulator {
  return createEmulator({ checkResponses: true });
}

async function accountOf(emulator: AdReportingEmulator): Promise<string> {
  return textAt(expectOk(await call(emulator, 'GET', '/v1/accounts')).json, 'account.0.name');
}

const week = { startDate: { year: 2025, month: 12, day: 1 }, endDate: { year: 2025, month: 12, day: 7 } };

async function generate(emulator: AdReportingEmulator, spec: object, query = {}): Promise<Answer> {
  const json = { reportSpec: { dateRange: week, ...spec } };
  return call(emulator, 'POST', `/v1/${await accountOf(emulator)}/networkReport:generate`, { query, json });
}

test.each([
  ['GET', 'adUnits'],
  ['GET', 'apps'],
  ['POST', 'networkReport:generate'],
])('N3: there is no %s %s below an account that is not there', async (method, path) => {
  const sent = method === 'POST' ? { json: { reportSpec: { metrics: ['CLICKS'] } } } : {};
  expectRefused(await call(start(), method, `/v1/accounts/pub-0/${path}`, sent), 404);
});

test('N7: the same specification gives the same bytes in any world, and no report changes anything', async () => {
  const emulator = start();
  const spec = { dimensions: ['DATE', 'APP', 'COUNTRY'], metrics: ['AD_REQUESTS', 'ESTIMATED_EARNINGS'] };
  const before = JSON.stringify([...emulator.snapshot().world.tables].map(([, rows]) => [...rows]));
  const first = await generate(emulator, spec);
  expect((await generate(start(), spec)).text).toBe(first.text);
  expect(JSON.stringify([...emulator.snapshot().world.tables].map(([, rows]) => [...rows]))).toBe(before);
});

test('N9: a machine-readable description comes with the package', () => {
  const paths = Object.values(document.paths ?? {}).flatMap((path) => Object.values(Object(path)));
  const ids = paths.map((operation) => textAt(operation, 'operationId')).filter((id) => id !== '');
  expect(ids).toHaveLength(6);
});

test('fields leave of each piece of a report what they name', async () => {
  const fields = 'row/metricValues/CLICKS,footer';
  const answer = await generate(start(), { metrics: ['CLICKS', 'IMPRESSIONS'] }, { fields });
  expect(expectOk(answer).json).toEqual([
    {},
    { row: { metricValues: { CLICKS: { integerValue: expect.any(String) } } } },
    { footer: { matchingRowCount: '1' } },
  ]);
});
