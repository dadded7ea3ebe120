import { runConformance } from '@speccast/ad-reporting/conformance';
import { checkCoverage, createEmulator, formatCoverage, type AdReportingEmulator } from '@speccast/ad-reporting/mocks';
import { expect, test } from 'vitest';
import { call, type RequestOptions } from './behaviours/call.js';
import { ValueProbe } from './probe-values.js';

const user = { token: 'first-user' };
const spec = {
  dateRange: { startDate: { year: 2025, month: 12, day: 1 }, endDate: { year: 2025, month: 12, day: 2 } },
};

/** Lists requests that violate rules which the conformance checks do not violate. */
function listViolations(account: string): readonly (readonly [method: string, path: string, sent: RequestOptions])[] {
  const units = `/v1/${account}/adUnits`;
  const reports = ['mediationReport', 'networkReport'].map((name) => `/v1/${account}/${name}:generate`);
  return [
    ['GET', units, { ...user, query: { pageSize: -1 } }],
    ['GET', units, { ...user, query: { pageToken: 'odd' } }],
    ['GET', units, { ...user, query: { fields: 'adUnits(' } }],
    ['GET', `${units}?quotaUser=%`, user],
    ['GET', units, { token: 'expired-token' }],
    ['POST', '/v1/accounts/pub-0/mediationReport:generate', { ...user, json: { reportSpec: spec } }],
    ...reports.flatMap((path): readonly (readonly [string, string, RequestOptions])[] => [
      ['POST', path, { ...user, bytes: 'x', type: 'font/odd' }],
      ['POST', path, user],
      ['POST', path, { ...user, json: [] }],
      ['POST', path, { ...user, bytes: '{', type: 'application/json' }],
      ['POST', path, { ...user, bytes: new Uint8Array(1_000_001), type: 'application/json' }],
      ['POST', path, { ...user, json: { reportSpec: { dimensions: ['DATE', 'DATE'], metrics: [] } } }],
    ]),
  ];
}

/** Adds a fault for each documented reason of an error that no request has caused so far, and sends a request that fails with it. */
async function causeReasons(emulator: AdReportingEmulator, account: string): Promise<void> {
  for (const item of emulator.coverage().statuses.missing) {
    const [where = '', status = '', reason] = item.split(' ');
    const operation = where === '*' ? 'accounts.list' : where;
    const found = emulator.operations.find(({ id }) => id === operation);
    if (found === undefined || reason === undefined) continue;
    const fault = emulator.faults.add({ operation, effect: { kind: 'fail', reason, status: Number(status) } });
    await call(emulator, found.method, found.path.replace(/\{[^}]*\}/, account), user);
    emulator.faults.remove(fault);
  }
}

/** Requests reports with each sort condition and filter that no report has had so far. A report has to contain what it is sorted by. */
async function sortAndFilter(emulator: AdReportingEmulator, account: string): Promise<void> {
  for (const item of emulator.coverage().enums.missing) {
    const [, report, list, member, value] =
      /^accounts\.(\w+)\.\S+ body reportSpec\.(\w+)\.(\w+)=(.*)$/.exec(item) ?? [];
    if (list === undefined || member === undefined) continue;
    const columns = {
      dimensions: member === 'dimension' ? [value] : ['APP'],
      metrics: member === 'metric' ? [value] : ['CLICKS'],
    };
    const sorted = {
      [member]: value,
      order: 'ASCENDING',
      ...(member === 'order' && { dimension: 'APP', order: value }),
    };
    const conditions = list === 'sortConditions' ? [sorted] : [{ dimension: value, matchesAny: { values: ['x'] } }];
    const json = { reportSpec: { ...spec, ...columns, [list]: conditions } };
    await call(emulator, 'POST', `/v1/${account}/${report}:generate`, { ...user, json });
  }
}

/** Statuses and rules that no request can cause, with the reason. */
const unreachable: Readonly<Record<string, string>> = {
  '*#multipart': 'No operation takes a multipart body.',
  'accounts.adUnits.list#selectors': 'The account is in the path, so it is never missing.',
  'accounts.apps.list#selectors': 'The account is in the path, so it is never missing.',
};

test('checks and requests cover every documented operation, status and rule of the ads service, and all accepted values', async () => {
  const emulator = createEmulator({ checkResponses: true, maxBodyBytes: 1_000_000 });
  const values = new ValueProbe(emulator);
  const tokens = { T1: 'first-user', T2: 'second-user' };
  await runConformance({ baseUrl: emulator.baseUrl, fetch: values.fetch, key: 'any-key', tokens, writes: true });
  const account = String(emulator.state.accounts.list()[0]?.name);
  for (const [method, path, sent] of listViolations(account)) await call(emulator, method, path, sent);
  await causeReasons(emulator, account);
  await values.run();
  await sortAndFilter(emulator, account);
  const { operations, statuses, rules } = emulator.coverage();
  expect(formatCoverage(emulator.coverage())).toContain('all operations (6/6 100%)');
  expect(operations.missing).toEqual([]);
  expect([...statuses.missing, ...rules.missing]).toEqual(Object.keys(unreachable));
  const isRejected = /=(?:\w+_UNSPECIFIED|DATE|MONTH|WEEK)$/;
  expect(emulator.coverage().enums.missing.filter((item) => !isRejected.test(item))).toEqual([]);
  checkCoverage(emulator.coverage(), { enums: 85, parameters: 93 });
});
