import { dailyQuota, type Json, QuotaError } from '@speccast/runtime';
import { runConformanceCommand } from '@speccast/emulator/commands';
import {
  type Check,
  type ConformanceKit,
  type ConformanceOptions,
  type CostEstimate,
  type CreatedRow,
  formatConformance,
  listChecks,
  runKit,
  type Step,
} from '@speccast/emulator/conformance';
import { describe, expect, test, vi } from 'vitest';
import { readYaml } from '../../rows.js';
import { toMatcher } from '../shelf/run-rows.js';

const base = 'https://service.test/v1';

/** A response of the service: JSON, text, endless bytes or a failed `fetch`. */
interface StubResponse {
  readonly json?: unknown;
  readonly text?: string;
  readonly type?: string;
  readonly status?: number;
  readonly isEndless?: boolean;
  readonly error?: string;
  /** The message of a failed `fetch`, and that of its cause. */
  readonly fails?: string;
  readonly because?: string;
}

/** Checks, the responses of the service, and the expected requests and report. */
interface Row {
  readonly name: string;
  readonly checks?: readonly Partial<Check>[];
  readonly options?: Partial<ConformanceOptions>;
  /** The first responses. A `null` here and all further responses are `always`, or a new row: `{ id: 'r1', items: [] }`. */
  readonly responses?: readonly (StubResponse | null)[];
  readonly always?: StubResponse;
  /** Rows that an earlier run left. */
  readonly rows?: readonly CreatedRow[];
  readonly estimate?: object;
  /** Requests as `GET /things`. */
  readonly sent?: readonly string[];
  readonly sentCount?: number;
  readonly requests?: readonly object[];
  readonly results?: readonly object[];
  /** Members of the report; `null` for a member that it lacks. */
  readonly report?: Readonly<Record<string, unknown>>;
  /** Patterns of the printed report. */
  readonly text?: string | readonly string[];
  /** Ids of the rows that are left to the next run. */
  readonly saved?: readonly string[];
  readonly error?: string;
}

const { kit: kitData, ...groups } = readYaml<
  Readonly<Record<string, readonly Row[]>> & { readonly kit: Omit<ConformanceKit, 'service' | 'checks'> }
>(new URL('checks.yaml', import.meta.url));

const quota = dailyQuota('UTC', ['spent'], [{ status: 429, reason: 'limit', message: 'per day' }]);

function createKit(...checks: readonly Partial<Check>[]): ConformanceKit {
  return {
    service: {
      name: 'test',
      version: '1',
      security: { key: { kind: 'apiKey', in: 'query', name: 'key' }, oauth2: { kind: 'bearer' } },
    },
    dailyQuota: quota,
    ...kitData,
    checks: checks.map((check, index) => ({ id: `A${index}`, title: 'a', source: 'a.md:1', steps: [], ...check })),
  };
}

function respond({
  json,
  text,
  type = 'text/plain',
  status = 200,
  isEndless,
  error,
  fails,
  because,
}: StubResponse): Response {
  if (error !== undefined) throw new Error(error);
  if (fails !== undefined) throw new TypeError(fails, { cause: new Error(because) });
  if (isEndless === true)
    return new Response(new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1000)) }));
  return text === undefined
    ? Response.json(json ?? {}, { status })
    : new Response(text, { status, headers: { 'content-type': type } });
}

async function run({ checks = [], options = {}, responses = [], always, rows }: Partial<Row>) {
  const requests: object[] = [];
  const sent: string[] = [];
  let estimate: CostEstimate | undefined;
  let saved = rows ?? [];
  const fetch = async (request: Request): Promise<Response> => {
    const { method, url, redirect, headers } = request;
    const body = request.headers.get('content-type') === 'application/json' ? await request.clone().json() : null;
    requests.push({ url, redirect, body, authorization: headers.get('authorization') });
    sent.push(`${method} ${url.replace(base, '')}`);
    const response = responses[sent.length - 1] ?? always;
    return response ? respond(response) : Response.json({ id: `r${sent.length}`, items: [] });
  };
  const ran = runKit(createKit(...checks), {
    baseUrl: base,
    fetch,
    key: 'secret-key',
    tokens: { T1: 'secret-one', T2: 'secret-two' },
    writes: true,
    onEstimate: (one) => void (estimate = one),
    ...(rows && { rows: { load: () => rows, save: (list: readonly CreatedRow[]) => void (saved = list) } }),
    ...options,
  });
  let error: string | undefined;
  const report = await ran.catch((reason: Error) => void (error = reason.message));
  return { report: report ?? undefined, error, requests, sent, estimate, saved: saved.map(({ id }) => id) };
}

for (const [group, rows] of Object.entries(groups))
  describe(group, () => {
    test.each(rows)('$name', async (row) => {
      const { report, error, ...got } = await run(row);
      expect(error).toBe(row.error);
      const names = Object.keys(row.report ?? {});
      const members = Object.fromEntries(names.map((name) => [name, Reflect.get(report ?? {}, name) ?? null]));
      expect({ ...got, results: report?.results, report: members, sentCount: got.sent.length }).toMatchObject(
        toMatcher({
          ...(row.estimate && { estimate: row.estimate }),
          ...(row.sent && { sent: row.sent }),
          ...(row.sentCount !== undefined && { sentCount: row.sentCount }),
          ...(row.requests && { requests: row.requests }),
          ...(row.results && { results: row.results }),
          ...(row.saved && { saved: row.saved }),
          report: row.report ?? {},
        }),
      );
      const text = report === undefined ? '' : formatConformance(report);
      expect(JSON.stringify(report ?? '') + text).not.toMatch(/secret-/);
      for (const one of [row.text ?? []].flat()) expect(text).toEqual(toMatcher(one));
    });
  });

describe('the cost is estimated before a request is sent', () => {
  interface Costly {
    readonly steps: readonly Step[];
    readonly cost: object;
  }

  test.each(readYaml<readonly Costly[]>(new URL('costs.yaml', import.meta.url)))('$name', async ({ steps, cost }) => {
    expect((await run({ checks: [{ steps }] })).estimate?.buckets).toEqual(cost);
  });
});

describe('a step fails without', () => {
  interface Missing {
    readonly step: Step;
    readonly response: StubResponse;
    readonly want: string;
  }

  test.each(readYaml<readonly Missing[]>(new URL('missing.yaml', import.meta.url)))(
    '$name',
    async ({ step, response, want }) => {
      const { report } = await run({ checks: [{ steps: [step] }], always: response });
      expect(report?.results.map(({ outcome, reason }) => [outcome, reason?.split('\n')[0]])).toEqual([
        ['failed', want],
      ]);
    },
  );
});

describe('a matcher accepts valid values and rejects others', () => {
  interface Matched {
    readonly matcher: string;
    readonly argument: Json;
    readonly right?: unknown;
    readonly wrong?: unknown;
  }

  test.each(readYaml<readonly Matched[]>(new URL('match.yaml', import.meta.url)))(
    '$matcher $argument',
    async ({ matcher, argument, right, wrong }) => {
      const steps = [{ call: 'things.list', expect: { body: { value: { [matcher]: argument } } } }];
      const outcomes = [right, wrong].map(async (value) => {
        const { report } = await run({ checks: [{ steps }], always: { json: { value } } });
        return report?.results[0]?.outcome;
      });
      expect(await Promise.all(outcomes)).toEqual(['passed', 'failed']);
    },
  );
});

test('a step with `given` is the shared step of that name, changed by its other members', () => {
  const list = { call: 'things.list' };
  const check = { id: 'A', title: 'a', source: 'a.md:1' };
  const given = { thing: { call: 'things.insert', as: 'T1', keep: { thing: 'id' } } } as const;
  const sections = [
    [{ ...check, steps: [{ given: 'thing', as: 'T2' }], finally: [{ given: 'thing' }] }],
    [{ ...check, steps: [{ each: { page: [1] }, steps: [{ given: 'thing', keep: { other: 'id' } }, list] }] }],
  ] as const;
  expect(listChecks(sections, given)).toEqual([
    { ...check, steps: [{ ...given.thing, as: 'T2' }], finally: [given.thing] },
    { ...check, steps: [{ each: { page: [1] }, steps: [{ ...given.thing, keep: { other: 'id' } }, list] }] },
  ]);
});

test('a spent quota becomes a QuotaError, as in clients', () => {
  expect(quota.toError?.('a', 'b', { status: 429, reason: 'spent' }, 0)).toBeInstanceOf(QuotaError);
});

test('an aborted signal ends the run, after rows that were inserted are deleted', async () => {
  const controller = new AbortController();
  const methods: string[] = [];
  const fetch = ({ method }: Request): Promise<Response> => {
    methods.push(method);
    controller.abort(new Error('enough'));
    return Promise.resolve(Response.json({ id: 'a' }));
  };
  const kit = createKit({ steps: [{ call: 'things.insert', body: {} }, { call: 'things.list' }] });
  await expect(runKit(kit, { baseUrl: base, fetch, writes: true, signal: controller.signal })).rejects.toThrow(
    'enough',
  );
  expect(methods).toEqual(['POST', 'DELETE']);
});

const about = { title: 'holds', source: 'a.md:1', steps: [] };

test('a report is formatted as a table, without control characters', () => {
  const report = {
    results: [
      { ...about, id: 'A1', outcome: 'passed' },
      { ...about, id: 'A10', outcome: 'failed', reason: 'step 1: \u001b[2J\n  sent it', leftovers: ['a thing'] },
    ],
    passed: 1,
    failed: 1,
    skipped: 0,
  } as const;
  expect(formatConformance(report)).toBe(
    [
      'ok       A1  holds (a.md:1)',
      'FAILED   A10 holds (a.md:1)',
      '             step 1: \ufffd[2J',
      '               sent it',
      '             left over: a thing',
      '1 passed, 1 failed, 0 skipped',
      '',
    ].join('\n'),
  );
});

test('the command prints the estimated cost and the daily quota', async () => {
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const report = { results: [], passed: 0, failed: 0, skipped: 0 };
  for (const buckets of [{ default: 1600, notes: 40, other: 10 }, {}])
    await runConformanceCommand(
      async ({ onEstimate }) => {
        const units = Object.values(buckets).reduce((sum, one) => sum + one, 0);
        onEstimate?.({ checks: 2, units, buckets }, kitData.quotas);
        return report;
      },
      ['--base-url', base],
    );
  const printed = out.mock.calls.map(([text]) => String(text));
  out.mockRestore();
  expect(printed.filter((text) => text.startsWith('2 checks'))).toEqual([
    '2 checks, about 1,650 units of the quota:\n  default: 1,600 of 500 a day, more than the daily limit\n  notes: 40 of 60 a day\n  other: 10\n',
    '2 checks\n',
  ]);
});
