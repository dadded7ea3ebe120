import { runConformance } from '@speccast/ad-reporting/conformance';
import { checkCoverage, createEmulator, formatCoverage, type AdReportingEmulator } from '@speccast/ad-reporting/mocks';
import { expect, test } from 'vitest';
import { call, type Sent } from './behaviours/call.js';
import { ValueProbe } from './probe-values.js';

const user = { token: 'first-user' };
const spec = {
  dateRange: { startDate: { year: 2025, month: 12, day: 1 }, endDate: { year: 2025, month: 12, day: 2 } },
};

/** Requests that break rules which the checks of the document have no reason to break. */
function breakers(account: string): readonly (readonly [method: string, path: string, sent: Sent])[] {
  const units = `/v1/${account}/adUnits`;
  const reports = ['mediationReport', 'networkReport'].map((name) => `/v1/${account}/${name}:generate`);
  return [
    ['GET', units, { ...user, query: { pageSize: -1 } }],
    ['GET', units, { ...user, query: { pageToken: 'odd' } }],
    ['GET', units, { ...user, query: { fields: 'adUnits(' } }],
    ['GET', `${units}?quotaUser=%`, user],
    ['GET', units, { token: 'expired-token' }],
    ['POST', '/v1/accounts/pub-0/mediationReport:generate', { ...user, json: { reportSpec: spec } }],
    ...reports.flatMap((path): readonly (readonly [string, string, Sent])[] => [
      ['POST', path, { ...user, bytes: 'x', type: 'font/odd' }],
      ['POST', path, user],
      ['POST', path, { ...user, json: [] }],
      ['POST', path, { ...user, bytes: '{', type: 'application/json' }],
      ['POST', path, { ...user, bytes: new Uint8Array(1_000_001), type: 'application/json' }],
      ['POST', path, { ...user, json: { reportSpec: { dimensions: ['DATE', 'DATE'], metrics: [] } } }],
    ]),
  ];
}

/** Meets each documented reason that the requests so far have not met, as a fault. */
async function meetReasons(emulator: AdReportingEmulator, account: string): Promise<void> {
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

/** Asks for reports sorted and filtered by everything that no report so far was: what is sorted by has to be in the report. */
async function sortAndFilter(emulator: AdReportingEmulator, account: string): Promise<void> {
  for (const item of emulator.coverage().enums.missing) {
    const [, report, list, member, value] =
      /^accounts\.(\w+)\.\S+ body reportSpec\.(\w+)\.(\w+)=(.*)$/.exec(item) ?? [];
    if (list === undefined || member === undefined) continue;
    const named = {
      dimensions: member === 'dimension' ? [value] : ['APP'],
      metrics: member === 'metric' ? [value] : ['CLICKS'],
    };
    const sorted = {
      [member]: value,
      order: 'ASCENDING',
      ...(member === 'order' && { dimension: 'APP', order: value }),
    };
    const listed = list === 'sortConditions' ? [sorted] : [{ dimension: value, matchesAny: { values: ['x'] } }];
    const json = { reportSpec: { ...spec, ...named, [list]: listed } };
    await call(emulator, 'POST', `/v1/${account}/${report}:generate`, { ...user, json });
  }
}

/** Statuses and rules that no request can meet, and why. */
const unreachable: Readonly<Record<string, string>> = {
  '*#multipart': 'No operation takes a body of parts.',
  'accounts.adUnits.list#selectors': 'The account is in the path, so it is always named.',
  'accounts.apps.list#selectors': 'The account is in the path, so it is always named.',
};

test('the suite exercises every documented operation, status and rule of the ads service, and all values that mean something', async () => {
  const emulator = createEmulator({ checkResponses: true, maxBodyBytes: 1_000_000 });
  const values = new ValueProbe(emulator);
  const tokens = { T1: 'first-user', T2: 'second-user' };
  await runConformance({ baseUrl: emulator.baseUrl, fetch: values.fetch, key: 'any-key', tokens, writes: true });
  const account = String(emulator.state.accounts.list()[0]?.name);
  for (const [method, path, sent] of breakers(account)) await call(emulator, method, path, sent);
  await meetReasons(emulator, account);
  await values.run();
  await sortAndFilter(emulator, account);
  const { operations, statuses, rules } = emulator.coverage();
  expect(formatCoverage(emulator.coverage())).toContain('all operations (6/6 100%)');
  expect(operations.missing).toEqual([]);
  expect([...statuses.missing, ...rules.missing]).toEqual(Object.keys(unreachable));
  const isRefused = /=(?:\w+_UNSPECIFIED|DATE|MONTH|WEEK)$/;
  expect(emulator.coverage().enums.missing.filter((item) => !isRefused.test(item))).toEqual([]);
  checkCoverage(emulator.coverage(), { enums: 85, parameters: 93 });
});
