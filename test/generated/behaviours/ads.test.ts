import { createEmulator, type AdReportingEmulator } from '@speccast/ad-reporting/mocks';
import { document } from '@speccast/ad-reporting/spec';
import { expect, test } from 'vitest';
import { allPages, at, call, expectOk, expectRefused, listAt, T1, T2, textAt, type Answer, type Sent } from './call.js';
import { valuesAt } from './platform.js';

function start(): AdReportingEmulator {
  return createEmulator({ checkResponses: true });
}

async function accountOf(emulator: AdReportingEmulator, user: Sent = {}): Promise<string> {
  return textAt(expectOk(await call(emulator, 'GET', '/v1/accounts', user)).json, 'account.0.name');
}

const week = { startDate: { year: 2025, month: 12, day: 1 }, endDate: { year: 2025, month: 12, day: 7 } };

type Kind = 'mediation' | 'network';

async function generate(emulator: AdReportingEmulator, kind: Kind, spec: object): Promise<Answer> {
  const account = await accountOf(emulator);
  return call(emulator, 'POST', `/v1/${account}/${kind}Report:generate`, {
    json: { reportSpec: { dateRange: week, ...spec } },
  });
}

/** The rows of a report that was generated. */
async function rowsOf(emulator: AdReportingEmulator, kind: Kind, spec: object): Promise<readonly unknown[]> {
  const { json } = expectOk(await generate(emulator, kind, spec));
  const pieces = Array.isArray(json) ? json : [];
  return pieces.flatMap((piece: unknown) => at(piece, 'row') ?? []);
}

function total(rows: readonly unknown[], metric: string): number {
  return rows.reduce<number>(
    (sum, row) =>
      sum + Number(at(row, `metricValues.${metric}.integerValue`) ?? at(row, `metricValues.${metric}.microsValue`)),
    0,
  );
}

test('N1: an account is got by its resource name', async () => {
  const emulator = start();
  const name = await accountOf(emulator);
  expect(name).toMatch(/^accounts\/[^/]+$/);
  const answer = expectOk(await call(emulator, 'GET', `/v1/${name}`));
  expect(answer.json).toMatchObject({ name, publisherId: name.replace('accounts/', '') });
});

test.each(['/v1/accounts/pub-0', '/v1/accounts/', '/v1/accounts/a/b', '/v1/accounts/a/b/adUnits'])(
  'N1: there is nothing at %s',
  async (path) => {
    expectRefused(await call(start(), 'GET', path), 404);
  },
);

test('N2: the list holds the one account that was signed in to last', async () => {
  const emulator = start();
  const first = await accountOf(emulator);
  const own = await accountOf(emulator, T1);
  const other = await accountOf(emulator, T2);
  expect(new Set([first, own, other]).size).toBe(3);
  const now = expectOk(await call(emulator, 'GET', '/v1/accounts'));
  expect(valuesAt(listAt(now.json, 'account'), 'name')).toEqual([other]);
  for (const name of [first, own, other]) expectOk(await call(emulator, 'GET', `/v1/${name}`));
});

test('N2: signing in again to an account makes it the last one', async () => {
  const emulator = start();
  const own = await accountOf(emulator, T1);
  await accountOf(emulator, T2);
  expect(await accountOf(emulator, T1)).toBe(own);
  expect(await accountOf(emulator)).toBe(own);
});

test.each(['adUnits', 'apps'])('N3: %s are listed under their account alone', async (kind) => {
  const emulator = start();
  const [own, other] = [await accountOf(emulator, T1), await accountOf(emulator, T2)];
  for (const parent of [own, other]) {
    const names = valuesAt(
      listAt(expectOk(await call(emulator, 'GET', `/v1/${parent}/${kind}`)).json, kind),
      'name',
    ).map(String);
    expect(names.length).toBeGreaterThan(1);
    expect(names.filter((name) => !name.startsWith(`${parent}/${kind}/`))).toEqual([]);
  }
  expectRefused(await call(emulator, 'GET', `/v1/accounts/pub-0/${kind}`), 404);
});

test('N3: the app of each ad unit exists', async () => {
  const emulator = start();
  const parent = await accountOf(emulator);
  const apps = valuesAt(listAt((await call(emulator, 'GET', `/v1/${parent}/apps`)).json, 'apps'), 'appId');
  const units = valuesAt(listAt((await call(emulator, 'GET', `/v1/${parent}/adUnits`)).json, 'adUnits'), 'appId');
  expect(apps).toEqual(expect.arrayContaining([...units]));
});

test('N3: ad units come in pages', async () => {
  const emulator = start();
  const parent = await accountOf(emulator);
  const names: unknown[] = [];
  let pageToken = '';
  do {
    const page = expectOk(
      await call(emulator, 'GET', `/v1/${parent}/adUnits`, {
        query: { pageSize: 1, ...(pageToken === '' ? {} : { pageToken }) },
      }),
    );
    expect(listAt(page.json, 'adUnits')).toHaveLength(1);
    names.push(...valuesAt(listAt(page.json, 'adUnits'), 'name'));
    pageToken = textAt(page.json, 'nextPageToken');
  } while (pageToken !== '' && names.length < 50);
  const whole = await call(emulator, 'GET', `/v1/${parent}/adUnits`);
  expect(names).toEqual(valuesAt(listAt(whole.json, 'adUnits'), 'name'));
  await expect(allPages(emulator, `/v1/${parent}/adUnits`, {})).resolves.toEqual([]);
});

test('N4: a report is a header, rows and a footer with their number', async () => {
  const emulator = start();
  const { json } = expectOk(await generate(emulator, 'mediation', { dimensions: ['DATE'], metrics: ['CLICKS'] }));
  const pieces = Array.isArray(json) ? json : [];
  expect(pieces).toHaveLength(9);
  expect(pieces[0]).toMatchObject({ header: { dateRange: week } });
  expect(pieces.at(-1)).toMatchObject({ footer: { matchingRowCount: '7' } });
});

test('N4: rows have the dimensions and metrics asked for, and days inside the range', async () => {
  const rows = await rowsOf(start(), 'mediation', {
    dimensions: ['DATE', 'FORMAT'],
    metrics: ['CLICKS', 'IMPRESSIONS'],
  });
  expect(rows.length).toBeGreaterThan(7);
  for (const row of rows) {
    expect(Object.keys(Object(at(row, 'dimensionValues')))).toEqual(['DATE', 'FORMAT']);
    expect(Object.keys(Object(at(row, 'metricValues')))).toEqual(['CLICKS', 'IMPRESSIONS']);
    expect(textAt(row, 'dimensionValues.DATE.value')).toMatch(/^2025120[1-7]$/);
  }
});

test('N4: filters, order and the most rows are obeyed', async () => {
  const emulator = start();
  const spec = { dimensions: ['COUNTRY'], metrics: ['CLICKS'] };
  const countries = valuesAt(await rowsOf(emulator, 'network', spec), 'dimensionValues.COUNTRY.value');
  const [first, second] = countries;
  const filtered = await rowsOf(emulator, 'network', {
    ...spec,
    dimensionFilters: [{ dimension: 'COUNTRY', matchesAny: { values: [first, second] } }],
  });
  expect(valuesAt(filtered, 'dimensionValues.COUNTRY.value')).toEqual([first, second]);
  const sorted = await rowsOf(emulator, 'network', {
    ...spec,
    sortConditions: [{ metric: 'CLICKS', order: 'DESCENDING' }],
  });
  const clicks = valuesAt(sorted, 'metricValues.CLICKS.integerValue').map(Number);
  expect(clicks).toEqual([...clicks].toSorted((left, right) => right - left));
  expect(sorted).toHaveLength(countries.length);
  const three = await rowsOf(emulator, 'network', {
    ...spec,
    sortConditions: [{ metric: 'CLICKS', order: 'DESCENDING' }],
    maxReportRows: 2,
  });
  expect(three).toEqual(sorted.slice(0, 2));
});

test('N4: a report of an unknown account, or without a specification, is rejected', async () => {
  const emulator = start();
  expectRefused(
    await call(emulator, 'POST', '/v1/accounts/pub-0/networkReport:generate', {
      json: { reportSpec: { dateRange: week } },
    }),
    404,
  );
  expectRefused(await call(emulator, 'POST', `/v1/${await accountOf(emulator)}/networkReport:generate`), 400);
  const dateRange = { startDate: week.endDate, endDate: week.startDate };
  for (const spec of [{ metrics: ['NONSENSE'] }, { metrics: [] }, {}, { metrics: ['CLICKS'], dateRange }])
    expectRefused(await generate(emulator, 'network', spec), 400);
});

test.each([
  'mediationReportgenerate',
  'mediationReport:other',
  'mediationReport',
  'networkReport',
  'mediationReport/generate',
])('N5: there is nothing at %s', async (path) => {
  const emulator = start();
  expectRefused(await call(emulator, 'POST', `/v1/${await accountOf(emulator)}/${path}`, { json: {} }), 404);
});

test('N5: the colon may be encoded, and a report is not got', async () => {
  const emulator = start();
  const path = `/v1/${await accountOf(emulator)}/mediationReport`;
  expectOk(await call(emulator, 'POST', `${path}%3Agenerate`, { json: { reportSpec: { metrics: ['CLICKS'] } } }));
  const got = await call(emulator, 'GET', `${path}:generate`);
  expectRefused(got, 405);
  expect(got.headers.get('allow')).toContain('POST');
});

test.each(['AD_SOURCE', 'MEDIATION_GROUP'])(
  'N6: %s is a dimension of mediation reports and not of network reports',
  async (dimension) => {
    const emulator = start();
    expect(
      (await rowsOf(emulator, 'mediation', { dimensions: [dimension], metrics: ['CLICKS'] })).length,
    ).toBeGreaterThan(1);
    expectRefused(await generate(emulator, 'network', { dimensions: [dimension], metrics: ['CLICKS'] }), 400);
  },
);

test('N7: the same specification gives the same bytes, and no report changes anything', async () => {
  const emulator = start();
  const spec = { dimensions: ['DATE', 'APP', 'COUNTRY'], metrics: ['AD_REQUESTS', 'ESTIMATED_EARNINGS'] };
  const before = JSON.stringify([...emulator.snapshot().world.tables].map(([, rows]) => [...rows]));
  const first = await generate(emulator, 'mediation', spec);
  expect((await generate(emulator, 'mediation', spec)).text).toBe(first.text);
  expect((await generate(start(), 'mediation', spec)).text).toBe(first.text);
  expect(JSON.stringify([...emulator.snapshot().world.tables].map(([, rows]) => [...rows]))).toBe(before);
});

test.each(['DATE', 'COUNTRY', 'AD_UNIT', 'APP', 'FORMAT', 'PLATFORM'])(
  'N7: the rows by %s add up to the total',
  async (dimension) => {
    const emulator = start();
    for (const kind of ['mediation', 'network'] as const) {
      for (const metric of ['AD_REQUESTS', 'IMPRESSIONS', 'ESTIMATED_EARNINGS']) {
        const [whole, parts] = [
          await rowsOf(emulator, kind, { metrics: [metric] }),
          await rowsOf(emulator, kind, { metrics: [metric], dimensions: [dimension] }),
        ];
        expect(whole).toHaveLength(1);
        expect(total(parts, metric)).toBe(total(whole, metric));
      }
    }
  },
);

test.each(['/accounts', '/v2/accounts', '/v1'])(
  'N8: the version v1 is part of every path: nothing at %s',
  async (path) => {
    expectRefused(await call(start(), 'GET', path), 404);
  },
);

test('N9: a machine-readable description comes with the package', () => {
  const paths = Object.values(document.paths ?? {}).flatMap((path) => Object.values(Object(path)));
  const ids = paths.map((operation) => textAt(operation, 'operationId')).filter((id) => id !== '');
  expect(ids).toHaveLength(6);
});

test('N10: no credential is needed, one that is sent selects the account, and there is no limit', async () => {
  const emulator = start();
  const statuses = new Set<number>();
  for (let index = 0; index < 300; index += 1)
    statuses.add((await call(emulator, 'GET', '/v1/accounts', index % 2 === 0 ? {} : T1)).status);
  expect([...statuses]).toEqual([200]);
  expectRefused(await call(emulator, 'GET', '/v1/accounts', { token: 'expired-token' }), 401);
});

test('fields leave of each piece of a report what they name', async () => {
  const emulator = start();
  const account = await accountOf(emulator);
  const answer = await call(emulator, 'POST', `/v1/${account}/networkReport:generate`, {
    query: { fields: 'row/metricValues/CLICKS,footer' },
    json: { reportSpec: { dateRange: week, metrics: ['CLICKS', 'IMPRESSIONS'] } },
  });
  expect(expectOk(answer).json).toEqual([
    {},
    { row: { metricValues: { CLICKS: { integerValue: expect.any(String) } } } },
    { footer: { matchingRowCount: '1' } },
  ]);
});
