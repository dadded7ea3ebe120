import { dailyQuota, QuotaError } from '@speccast/runtime';
import {
  type Check,
  type ConformanceKit,
  type ConformanceOptions,
  type ConformanceReport,
  type CostEstimate,
  type CreatedRow,
  formatConformance,
  runKit,
  type Step,
} from '@speccast/emulator/conformance';
import { describe, expect, test } from 'vitest';
import { readYaml } from '../../rows.js';
import { formatEstimate } from '../../../templates/emulator/conformance/estimate-cost.js';

const base = 'https://service.test/v1';

function kitOf(...checks: readonly Partial<Check>[]): ConformanceKit {
  const id = { name: 'id', in: 'query' } as const;
  return {
    service: {
      name: 'test',
      version: '1',
      security: { oauth2: { kind: 'bearer' } },
      quota: dailyQuota('UTC', ['spent'], [{ status: 429, reason: 'limit', message: 'per day' }]),
    },
    operations: [
      { id: 'things.list', method: 'GET', path: '/things', auth: [], quota: { cost: 1 }, parameters: [id] },
      { id: 'things.insert', method: 'POST', path: '/things', auth: [], quota: { cost: 50 } },
      { id: 'things.delete', method: 'DELETE', path: '/things', auth: [], quota: { cost: 50 }, parameters: [id] },
      { id: 'notes.insert', method: 'POST', path: '/notes', auth: [], quota: { cost: 20, bucket: 'notes' } },
      { id: 'notes.delete', method: 'DELETE', path: '/notes/{id}', auth: [], quota: { cost: 20, bucket: 'notes' } },
    ],
    checks: checks.map((check, index) => ({ id: `A${index}`, title: 'a', steps: [], ...check })),
    cleanup: { 'things.insert': 'things.delete', 'notes.insert': 'notes.delete' },
    goesWith: { 'notes.insert': 'thing' },
    quotas: { default: [{ limit: 500, per: 'day' }], notes: [{ limit: 60, per: 'day' }] },
  };
}

interface Ran {
  readonly report: ConformanceReport;
  readonly sent: readonly string[];
  readonly estimate: CostEstimate | undefined;
}

/** Runs checks; `respond` gets method, path and query. Inserts get ids in order. */
async function run(
  checks: readonly Partial<Check>[],
  respond: (line: string, count: number) => Response | undefined = () => undefined,
  options: Partial<ConformanceOptions> = {},
): Promise<Ran> {
  const sent: string[] = [];
  let estimate: CostEstimate | undefined;
  const fetch = (request: Request): Promise<Response> => {
    const line = `${request.method} ${request.url.slice(base.length)}`;
    sent.push(line);
    return Promise.resolve(respond(line, sent.length) ?? Response.json({ id: `r${sent.length}`, items: [] }));
  };
  const onEstimate = (one: CostEstimate): void => void (estimate = one);
  const all = { baseUrl: base, fetch, tokens: { T1: 'one', T2: 'two' }, writes: true, onEstimate, ...options };
  return { report: await runKit(kitOf(...checks), all), sent, estimate };
}

const list: Step = { call: 'things.list' };
const insert: Step = { call: 'things.insert', as: 'T1', body: {}, keep: { thing: 'id' } };
const note: Step = { call: 'notes.insert', as: 'T1', body: { thing: '${thing}' }, keep: { note: 'id' } };
const remove: Step = { call: 'things.delete', as: 'T1', params: { id: '${thing}' } };

const spent = (): Response =>
  Response.json({ error: { message: "limit 'Queries per day'", errors: [{ reason: 'limit' }] } }, { status: 429 });

describe('the cost', () => {
  test.each(
    readYaml<
      readonly {
        readonly name: string;
        readonly steps: readonly Step[];
        readonly cost: Readonly<Record<string, number>>;
      }[]
    >(new URL('costs.yaml', import.meta.url)),
  )('is told before anything is sent: $name', async ({ steps, cost }) => {
    const { estimate } = await run([{ steps }]);
    expect(estimate?.buckets).toEqual(cost);
  });

  test('of a shared step is that of one, for all checks', async () => {
    const steps = [{ ...insert, shared: true }, list];
    const { estimate, sent } = await run([{ steps }, { steps }, { steps }]);
    expect([estimate?.units, sent.filter((line) => line.startsWith('POST')).length]).toEqual([103, 1]);
  });

  test('is printed beside what may be spent', () => {
    const { quotas } = kitOf();
    expect(formatEstimate({ checks: 2, units: 1650, buckets: { default: 1600, notes: 40, other: 10 } }, quotas)).toBe(
      '2 checks, about 1,650 units of the quota:\n  default: 1,600 of 500 a day, more than a day has\n  notes: 40 of 60 a day\n  other: 10\n',
    );
    expect(formatEstimate({ checks: 2, units: 0, buckets: {} })).toBe('2 checks\n');
  });
});

describe('a budget', () => {
  const checks: readonly Partial<Check>[] = [
    { id: 'dear', steps: [{ ...insert, repeat: 3, keep: {} }] },
    { id: 'same', steps: [list, list] },
    { id: 'read', steps: [list] },
    { id: 'note', steps: [{ ...note, body: {} }] },
  ];
  const passed = ({ results }: ConformanceReport): readonly string[] =>
    results.filter(({ outcome }) => outcome === 'passed').map(({ id }) => id);

  test.each<readonly [number, readonly string[]]>([
    [0, []],
    [1, ['read']],
    [3, ['same', 'read']],
    [43, ['same', 'read', 'note']],
    [343, ['dear', 'same', 'read', 'note']],
  ])('of %i units runs the most informative checks for them, and tells which it leaves out', async (budget, want) => {
    const { report, estimate } = await run(checks, undefined, { budget });
    expect(passed(report)).toEqual(want);
    expect(estimate?.units).toBeLessThanOrEqual(budget);
    const left = report.results.filter(({ reason }) => reason === `does not fit into the budget of ${budget} units`);
    expect(left.length).toBe(checks.length - want.length);
  });

  test('never takes more of a bucket than a day has', async () => {
    const notes = { steps: [{ ...note, body: {} }] };
    const { estimate } = await run([notes, notes, notes], undefined, { budget: 1000 });
    expect(estimate).toEqual({ checks: 1, units: 40, buckets: { notes: 40 } });
  });
});

describe('a spent quota', () => {
  test('ends the run; what follows is not sent', async () => {
    const { report, sent } = await run([{ steps: [list] }, { steps: [list, list] }, { steps: [list] }], (_, count) =>
      count === 2 ? spent() : undefined,
    );
    expect(sent.length).toBe(2);
    expect(report.results.map(({ outcome }) => outcome)).toEqual(['passed', 'skipped', 'skipped']);
    expect([report.failed, report.stopped]).toEqual([0, expect.stringMatching(/^the quota is spent until .*per day/)]);
    expect(formatConformance(report)).toMatch(/\nstopped: the quota is spent.*\n1 passed, 0 failed, 2 skipped\n$/);
  });

  test.each<readonly [string, unknown, number]>([
    ['the older reason', { error: { errors: [{ reason: 'spent' }] } }, 403],
    ['a limit a minute', { error: { message: 'per minute', errors: [{ reason: 'limit' }] } }, 429],
  ])('is told in other ways, too: %s', async (_name, body, status) => {
    const { sent } = await run([{ steps: [list, list] }], () => Response.json(body, { status }));
    expect(sent.length).toBe(1);
  });

  test.each<readonly [string, unknown, number]>([
    ['another 403', { error: { errors: [{ reason: 'forbidden' }] } }, 403],
    ['an expected 429', {}, 429],
  ])('is not: %s', async (_name, body, status) => {
    const expected = { ...list, expect: { status } };
    const { report } = await run([{ steps: [expected, expected] }], () => Response.json(body, { status }));
    expect(report).toMatchObject({ passed: 1 });
    expect(report).not.toHaveProperty('stopped');
  });

  test('leaves rows to the next run, and sends one deletion that fails for it', async () => {
    const saved: (readonly CreatedRow[])[] = [];
    const rows = { load: () => [], save: (list: readonly CreatedRow[]) => void saved.push(list) };
    const { report, sent } = await run(
      [{ steps: [insert, insert, list] }],
      (line) => (line.startsWith('POST') ? undefined : spent()),
      { rows },
    );
    expect(sent.slice(2)).toEqual(['GET /things', 'DELETE /things?id=r2']);
    expect(saved.at(-1)?.map(({ id }) => id)).toEqual(['r1', 'r2']);
    expect(report.results[0]?.leftovers?.length).toBe(2);
  });

  test('is an error that clients know', () => {
    expect(kitOf().service.quota?.toError('a', 'b', { status: 429, reason: 'spent' }, 0)).toBeInstanceOf(QuotaError);
  });
});

describe('what a run creates', () => {
  test('and a check deletes is not deleted again', async () => {
    const { sent } = await run([{ steps: [insert, remove] }]);
    expect(sent).toEqual(['POST /things', 'DELETE /things?id=r1']);
  });

  test('goes with its row where the kit says so', async () => {
    const { sent } = await run([{ steps: [insert, note] }, { steps: [{ ...note, body: {} }] }]);
    expect(sent).toEqual(['POST /things', 'POST /notes', 'DELETE /things?id=r1', 'POST /notes', 'DELETE /notes/r4']);
  });

  test('in a shared step is there until the end', async () => {
    const steps = [
      { ...insert, shared: true },
      { ...list, params: { id: '${thing}' } },
    ];
    const { sent } = await run([{ steps }, { steps }]);
    expect(sent).toEqual(['POST /things', 'GET /things?id=r1', 'GET /things?id=r1', 'DELETE /things?id=r1']);
  });

  test('in a shared step that fails is tried again by the next check', async () => {
    const steps = [{ ...insert, shared: true }];
    const { report } = await run([{ steps }, { steps }], (_, count) =>
      count === 1 ? Response.json({}, { status: 500 }) : undefined,
    );
    expect(report.results.map(({ outcome }) => outcome)).toEqual(['failed', 'passed']);
  });

  test('is all that it deletes', async () => {
    const steps = [{ ...list, keep: { thing: 'found' } }, remove];
    const { report, sent } = await run([{ steps }], () => Response.json({ found: 'of-the-user' }));
    expect(sent).toEqual(['GET /things']);
    expect(report.results[0]).toMatchObject({
      outcome: 'skipped',
      reason: 'things.delete would delete of-the-user, which this run did not create',
    });
  });

  test('is known before all of several requests at once are through', async () => {
    const { sent } = await run([{ steps: [{ ...insert, together: 3, expect: { status: 201 }, keep: {} }] }]);
    expect(sent.filter((line) => line.startsWith('DELETE')).length).toBe(3);
  });

  const left: CreatedRow = {
    undo: 'things.delete',
    id: 'old',
    as: 'T1',
    times: { 'snippet.at': '2026-01-01T00:00:00Z' },
  };
  const found = (at: string): Response => Response.json({ items: [{ id: 'old', snippet: { at } }] });

  test.each<readonly [string, Response, readonly string[], readonly string[]]>([
    ['is deleted', found('2026-01-01T00:00:00Z'), ['DELETE /things?id=old'], []],
    ['is forgotten if it is another row', found('2026-02-02T00:00:00Z'), [], []],
    ['is forgotten if it is gone', Response.json({ items: [] }), [], []],
    ['is left if nobody can tell', Response.json({}, { status: 401 }), [], ['old']],
  ])('and an earlier run left %s', async (_name, response, want, kept) => {
    let saved: readonly CreatedRow[] = [left];
    const rows = { load: () => saved, save: (list: readonly CreatedRow[]) => void (saved = list) };
    const respond = (line: string): Response | undefined => (line.startsWith('GET') ? response : undefined);
    const { sent, report } = await run([], respond, { rows });
    expect([sent.slice(1), saved.map(({ id }) => id), report.leftovers?.length ?? 0]).toEqual([
      want,
      kept,
      kept.length,
    ]);
  });

  test('and an earlier run left stays where writing is not allowed', async () => {
    const rows = { load: () => [left], save: () => expect.unreachable() };
    expect((await run([{ steps: [list] }], undefined, { rows, writes: false })).sent).toEqual(['GET /things']);
  });
});

describe('failures', () => {
  test('with one cause are grouped, and explained once', async () => {
    const denied = (count: number): Response =>
      Response.json({ error: { message: `No token, request ${count} of "x${count}".` } }, { status: 401 });
    const { report } = await run(
      [
        { steps: [list] },
        { steps: [{ ...list, expect: { status: 204 } }] },
        { steps: [{ ...list, expect: { status: 404 } }] },
      ],
      (_, count) => denied(count),
    );
    const text = formatConformance(report);
    expect(report.causes?.map(({ checks }) => checks)).toEqual([['A0', 'A1'], ['A2']]);
    expect(text).toContain('2 checks: 401 instead of a success: No token, request … of ….: A0, A1\n');
    expect(text.match(/No token/g)?.length).toBe(3);
    expect(text).toMatch(/A1 a\n +for the cause of A0\n/);
  });

  test('are none where a deletion answers 200 and 204 is expected', async () => {
    const removed = { ...remove, expect: { status: 204, text: '' } };
    const { report } = await run([{ steps: [insert, removed] }]);
    expect(report).toMatchObject({ passed: 1, failed: 0 });
  });

  test('of other calls stay', async () => {
    expect((await run([{ steps: [{ ...insert, expect: { status: 204 } }] }])).report.failed).toBe(1);
  });

  test('of a host that nobody reaches are one', async () => {
    const cause = new Error('connect ECONNREFUSED 127.0.0.1:1');
    const fetch = (): Promise<Response> => Promise.reject(new TypeError('fetch failed', { cause }));
    await expect(run([{ steps: [list] }, { steps: [list] }], undefined, { fetch })).rejects.toThrow(
      `No response from ${base}: fetch failed: connect ECONNREFUSED 127.0.0.1:1`,
    );
  });

  test('of a connection that is lost later are those of checks', async () => {
    let count = 0;
    const fetch = (): Promise<Response> =>
      (count += 1) === 1 ? Promise.resolve(Response.json({})) : Promise.reject(new TypeError('fetch failed'));
    const { report } = await run([{ steps: [list] }, { steps: [list] }], undefined, { fetch });
    expect([report.passed, report.failed]).toEqual([1, 1]);
  });
});
