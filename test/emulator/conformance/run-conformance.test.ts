import {
  type Check,
  type CheckResult,
  type ConformanceKit,
  type ConformanceOptions,
  formatConformance,
  listChecks,
  runKit,
  type Step,
} from '@speccast/emulator/conformance';
import { describe, expect, test } from 'vitest';
import { readYaml } from '../../rows.js';

const base = 'https://service.test/v1';

function kitOf(...checks: readonly Partial<Check>[]): ConformanceKit {
  return {
    service: {
      name: 'test',
      version: '1',
      security: { key: { kind: 'apiKey', in: 'query', name: 'key' }, oauth2: { kind: 'bearer' } },
    },
    operations: [
      {
        id: 'things.list',
        method: 'GET',
        path: '/things',
        auth: [],
        paging: { items: 'items', token: { parameter: 'page', property: 'next' } },
      },
      { id: 'things.insert', method: 'POST', path: '/things', auth: [] },
      { id: 'things.delete', method: 'DELETE', path: '/things/{id}', auth: [] },
    ],
    checks: checks.map((check, index) => ({ id: `A${index}`, title: 'a', source: 'a.md:1', steps: [], ...check })),
    cleanup: { 'things.insert': 'things.delete' },
    refusal: { reason: 'error.reason', body: { error: { $type: 'object' } } },
  };
}

interface Outcome {
  readonly result: CheckResult | undefined;
  /** What was sent, with the body of what it is. */
  readonly requests: readonly Request[];
}

/** Runs one check against answers given one after another; the last one goes on for ever. */
async function run(
  check: Partial<Check>,
  answers: readonly (() => Response)[],
  options: Partial<ConformanceOptions> = {},
): Promise<Outcome> {
  const requests: Request[] = [];
  const fetch = (request: Request): Promise<Response> => {
    requests.push(request);
    return Promise.resolve((answers[requests.length - 1] ?? answers.at(-1) ?? Response.json)({}));
  };
  const tokens = { T1: 'secret-one', T2: 'secret-two' };
  const all = { baseUrl: base, fetch, key: 'secret-key', tokens, writes: true, ...options };
  const { results } = await runKit(kitOf(check), all);
  return { result: results[0], requests };
}

const json =
  (value: unknown, status = 200) =>
  (): Response =>
    Response.json(value, { status });

const list: Step = { call: 'things.list' };

test('a step that names one is that step, with what is beside the name in place of its own', () => {
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

describe('verdicts', () => {
  test('a failure says the step, what was sent, what was wanted and what was got', async () => {
    const steps: readonly Step[] = [list, { ...list, as: 'key', params: { q: 'a' }, expect: { body: { items: [1] } } }];
    const { result } = await run({ steps }, [json({ items: [] })]);
    expect(result).toEqual({
      id: 'A0',
      title: 'a',
      source: 'a.md:1',
      outcome: 'failed',
      reason: `step 2: items: wanted [1], got []\n  sent key GET ${base}/things?q=a&key=[redacted]`,
      cause: 'items: wanted […], got []',
      steps: [
        { sent: `nobody GET ${base}/things`, status: 200 },
        { sent: `key GET ${base}/things?q=a&key=[redacted]`, status: 200 },
      ],
    });
  });

  test.each(
    readYaml<
      readonly {
        readonly name: string;
        readonly step: Step;
        readonly response: {
          readonly json?: unknown;
          readonly text?: string;
          readonly type?: string;
          readonly status?: number;
        };
        readonly want: string;
      }[]
    >(new URL('missing.yaml', import.meta.url)),
  )('what is wanted and not there: $name', async ({ step, response, want }) => {
    const { json: value, text, status = 200, type = 'text/plain' } = response;
    const answer = (): Response =>
      text === undefined ? Response.json(value, { status }) : new Response(text, { headers: { 'content-type': type } });
    const { result } = await run({ steps: [step] }, [answer]);
    expect([result?.outcome, result?.reason?.split('\n')[0]]).toEqual(['failed', want]);
  });

  test('a request that fails is a failure, and the next check is run', async () => {
    const fetch = (): Promise<Response> => Promise.reject(new Error('rejected for secret-key'));
    const { results, failed } = await runKit(kitOf({ steps: [list] }, { steps: [list] }), {
      baseUrl: base,
      fetch,
      key: 'secret-key',
    });
    expect([failed, results[1]?.reason]).toEqual([2, 'step 1: rejected for [redacted]']);
  });

  test('a response without end is cut off', async () => {
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1000)) });
    const { result } = await run({ steps: [list] }, [() => new Response(endless)], { maxBytes: 5000 });
    expect(result?.reason).toBe('step 1: the response is longer than 5000 bytes');
  });

  test('a list without end is left', async () => {
    const { result, requests } = await run({ steps: [{ ...list, allPages: true }] }, [
      json({ items: [1], next: 'on' }),
    ]);
    expect([result?.reason, requests.length]).toEqual(['step 1: the list has more than 300 pages', 300]);
  });

  test('an image in a format that cannot be looked into says nothing', async () => {
    const answer = (): Response => new Response('x', { headers: { 'content-type': 'image/webp' } });
    const { result } = await run({ steps: [{ ...list, expect: { image: { width: 1, height: 1 } } }] }, [answer]);
    expect([result?.outcome, result?.reason]).toEqual([
      'skipped',
      'the image is image/webp; only PNG can be looked into',
    ]);
  });
});

describe('steps', () => {
  test('what one step keeps, later ones send', async () => {
    const steps: readonly Step[] = [
      { call: 'things.insert', body: {}, repeat: 2, keep: { ids: 'id' } },
      { each: { id: '${ids}', word: ['a', 'b'] }, steps: [{ ...list, params: { id: '${id}', word: '${word}' } }] },
    ];
    const { requests } = await run({ steps }, [json({ id: 'x' }), json({ id: 'y' }), json({})]);
    expect(requests.slice(2, 6).map(({ url }) => new URL(url).search)).toEqual([
      '?id=x&word=a',
      '?id=x&word=b',
      '?id=y&word=a',
      '?id=y&word=b',
    ]);
  });

  test('what was inserted is deleted at the end, the last first, also after a failure', async () => {
    const insert: Step = { call: 'things.insert', as: 'T1', body: {} };
    const answers = [json({ id: 'a/b' }), json({ id: 'c' }), json({}, 500), json({}, 404), json({}, 403)];
    const { result, requests } = await run({ steps: [insert, insert, list] }, answers);
    expect(requests.slice(3).map(({ method, url }) => `${method} ${url}`)).toEqual([
      `DELETE ${base}/things/c`,
      `DELETE ${base}/things/a%2Fb`,
    ]);
    expect([result?.outcome, result?.leftovers]).toEqual(['failed', ['things.delete of a/b returned 403']]);
  });

  test('what is under finally is done whatever happened', async () => {
    const { requests } = await run({ steps: [list], finally: [{ ...list, params: { last: true } }] }, [json({}, 500)]);
    expect(requests.at(-1)?.url).toBe(`${base}/things?last=true`);
  });
});

describe('credentials', () => {
  const send = { method: 'GET', url: '${url}', headers: { authorization: 'Bearer ${T1}' }, query: { a: '${key}' } };
  const handedOut: readonly Step[] = [
    { ...list, keep: { url: 'url' } },
    { send, as: 'T1' },
  ];

  test('other origins get none, and are only read from', async () => {
    const { requests } = await run({ steps: handedOut }, [json({ url: 'https://other.test/a' })]);
    expect([requests[1]?.url, requests[1]?.headers.get('authorization')]).toEqual(['https://other.test/a', null]);
    const write: Step = { send: { method: 'POST', url: 'https://other.test/a' } };
    const { result, requests: none } = await run({ steps: [write] }, [json({})]);
    expect([result?.outcome, none.length]).toEqual(['failed', 0]);
  });

  test('redirects are not followed', async () => {
    const { requests } = await run({ steps: [list] }, [json({})]);
    expect(requests[0]?.redirect).toBe('manual');
  });

  test.each<readonly [Partial<Check>, Partial<ConformanceOptions>, string]>([
    [{ steps: [{ ...list, as: 'T2' }] }, { tokens: { T1: 'a' } }, 'needs the token of a second user'],
    [{ steps: [{ send: { method: 'GET', path: '/${T1}' } }] }, { tokens: {} }, 'needs a token'],
    [{ as: 'key', steps: [{ each: { a: [1] }, steps: [list] }] }, { key: '' }, 'needs an API key'],
    [{ writes: true, steps: [list] }, { writes: false }, 'changes data, which was not allowed'],
    [
      { profile: 'documented', steps: [list] },
      { documented: false },
      'holds only where the document alone is followed',
    ],
  ])('a check that cannot be run is skipped: %j', async (check, options, want) => {
    const { result, requests } = await run(check, [json({})], options);
    expect([result?.outcome, result?.reason, requests.length]).toEqual(['skipped', want, 0]);
  });

  test('none is in a report', async () => {
    const steps: readonly Step[] = [{ ...list, as: 'T1', params: { echo: '${T2}' }, expect: { status: 500 } }];
    const { result } = await run({ steps }, [json({ seen: 'secret-one secret-two secret-key' })]);
    expect(JSON.stringify(result)).not.toMatch(/secret-/);
  });
});

test('a signal ends the run after what was inserted is cleaned up', async () => {
  const controller = new AbortController();
  const methods: string[] = [];
  const fetch = ({ method }: Request): Promise<Response> => {
    methods.push(method);
    controller.abort(new Error('enough'));
    return Promise.resolve(Response.json({ id: 'a' }));
  };
  const kit = kitOf({ steps: [{ call: 'things.insert', body: {} }, list] });
  await expect(runKit(kit, { baseUrl: base, fetch, writes: true, signal: controller.signal })).rejects.toThrow(
    'enough',
  );
  expect(methods).toEqual(['POST', 'DELETE']);
});

test('ids that name no check are rejected', async () => {
  await expect(runKit(kitOf({}), { baseUrl: base, only: ['A0', 'Z9'] })).rejects.toThrow('There is no check Z9.');
});

test('a report reads as a table, and cannot move the cursor of a terminal', () => {
  const about = { title: 'holds', source: 'a.md:1', steps: [] };
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
