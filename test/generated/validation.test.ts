import { createAdReporting, ValidationError as AdValidationError } from '@speccast/ad-reporting';
import {
  apiKey,
  bearer,
  createVideoPlatform,
  InvalidOptionError,
  ValidationError,
  type ClientOptions,
  type DriftReport,
  type ValidateOptions,
} from '@speccast/video-platform';
import { createEmulator } from '@speccast/video-platform/mocks';
import {
  playlistsInsertBody,
  searchListParameters,
  validation,
  videosInsertBody,
} from '@speccast/video-platform/validators';
import { describe, expect, test, vi } from 'vitest';
import { readRows } from '../rows.js';
import type { JsonObject } from 'speccast/emitter';

const { table } = readRows(import.meta.url);

const secret = 'very-secret-token';

interface Lab {
  readonly client: ReturnType<typeof createVideoPlatform>;
  readonly reports: DriftReport[];
  readonly lines: string[];
  readonly sent: Request[];
}

/** A client that compares, an answer for all its calls, and what it was told. */
function lab(validate: ValidateOptions, answer: unknown = { items: [] }): Lab {
  const reports: DriftReport[] = [];
  const lines: string[] = [];
  const sent: Request[] = [];
  const keep = (line: string): void => void lines.push(line);
  const client = createVideoPlatform({
    auth: bearer(secret),
    fetch: async (request) => {
      sent.push(request.clone());
      return Response.json(answer);
    },
    logger: { debug: () => undefined, info: () => undefined, warn: keep, error: keep },
    validate: { onDrift: (report) => reports.push(report), ...validate },
  });
  return { client, reports, lines, sent };
}

/** Params that the compiler would refuse. */
function untyped<T>(params: unknown): T {
  // What JavaScript callers can pass.
  return params as T;
}

type ListParams = { part: ['snippet']; id: ['a'] };

describe('requests', () => {
  const wrong: readonly (readonly [string, object, string])[] = [
    ['above a maximum', { chart: 'mostPopular', maxResults: 51 }, 'maxResults must be at most 50'],
    ['below a minimum', { id: ['a'], maxHeight: 1 }, 'maxHeight must be at least 72'],
    ['no list', { id: 3 }, 'id must be an array'],
    ['of another type', { id: ['a', 3] }, 'id[1] must be a string'],
    ['a value that an enum does not list', { chart: 'latest' }, 'chart must be "mostPopular"'],
    ['one id too many', { id: Array.from({ length: 51 }, String) }, 'id must have at most 50 items'],
    ['no selector', { maxHeight: 100 }, 'it must have exactly one of chart, id and myRating'],
    [
      'another selector',
      { id: ['a'], chart: 'mostPopular' },
      'id does not go with chart: send only one of chart, id and myRating',
    ],
  ];

  test.each(wrong)('are rejected before they are sent where a parameter is %s', async (_, params, message) => {
    const { client, sent, reports } = lab({ request: 'error' });
    const call = client.videos.list(untyped<ListParams>({ part: ['snippet'], ...params }));
    const { ok, error } = await failed(call);
    expect(ok).toBe(false);
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({
      name: 'ValidationError',
      operation: 'videos.list',
      side: 'request',
      requestMayHaveBeenProcessed: false,
      message: `videos.list: the request is not what the spec declares: ${message}`,
    });
    expect(sent).toEqual([]);
    expect(reports).toEqual([]);
  });

  table('that search by %j have the issues %j', (params: JsonObject, issues: readonly string[]) => {
    const found = searchListParameters.check({ part: ['snippet'], ...params });
    expect(found.map(({ path, message }) => `${path.join('.')} ${message}`)).toEqual(issues);
    expect(searchListParameters.is(params)).toBe(issues.length === 0);
  });

  test.each([
    [videosInsertBody, { title: 'x'.repeat(101) }, ['snippet.title must have at most 100 characters']],
    [videosInsertBody, { title: '😀'.repeat(100), description: 'é'.repeat(2500) }, []],
    [videosInsertBody, { description: 'é'.repeat(2501) }, ['snippet.description must have at most 5000 bytes']],
    [playlistsInsertBody, { title: 'x'.repeat(150) }, []],
    [playlistsInsertBody, { title: 'x'.repeat(151) }, ['snippet.title must have at most 150 characters']],
  ])('whose strings are too long are told so: case %#', (validator, snippet, issues) => {
    const found = validator.check({ snippet });
    expect(found.map(({ path, message }) => `${path.join('.')} ${message}`)).toEqual(issues);
    expect(validator.is({ snippet })).toBe(issues.length === 0);
  });

  test('are rejected where the body is wrong, with a path that begins with it', async () => {
    const { client, sent } = lab({ request: 'error' });
    const body = untyped<{ snippet: { title: string } }>({ snippet: { title: 7, description: false } });
    const { error } = await failed(client.playlists.insert({ body }));
    expect(error?.message).toBe(
      'playlists.insert: the request is not what the spec declares: body.snippet.title must be a string; ' +
        'body.snippet.description must be a string',
    );
    expect(error).toMatchObject({ issues: [{ path: ['body', 'snippet', 'title'], keyword: 'type' }, {}] });
    expect(sent).toEqual([]);
  });

  test('are sent all the same where they are only warned about', async () => {
    const { client, sent, reports, lines } = lab({ request: 'warn' });
    await client.videos.list({ part: ['snippet'], chart: 'mostPopular', maxResults: 51 });
    expect(sent).toHaveLength(1);
    expect(lines).toEqual(['videos.list: the request differs from the spec: maxResults must be at most 50']);
    expect(reports).toMatchObject([
      { operation: 'videos.list', side: 'request', issues: [{ path: ['maxResults'], keyword: 'maximum' }], drift: [] },
    ]);
  });

  test('with properties that are new are reported and sent, like those that the service ignores', async () => {
    const { client, sent, reports } = lab({ request: 'error' });
    await client.playlists.insert({ body: untyped<object>({ snippet: { title: 'Mix', mood: 'calm' } }) });
    expect(sent).toHaveLength(1);
    expect(reports.map(({ issues, drift }) => [issues, drift.map(({ path }) => path.join('.'))])).toEqual([
      [[], ['body.snippet.mood']],
    ]);
  });

  test('leave out what is not given, and take parts as one text', async () => {
    const { client, sent, lines } = lab({ request: 'error', response: 'error' });
    await client.videos.list(
      untyped<ListParams>({ part: 'snippet,status', id: ['a'], hl: undefined, maxResults: null }),
    );
    expect(new URL(sent[0]?.url ?? '').searchParams.get('part')).toBe('snippet,status');
    expect(lines).toEqual([]);
  });

  test('are not looked at where that is off', async () => {
    const { client, sent, lines, reports } = lab({ response: 'error' });
    await client.videos.list({ part: ['snippet'], chart: 'mostPopular', maxResults: 51 });
    expect([sent.length, lines, reports]).toEqual([1, [], []]);
  });
});

describe('answers', () => {
  const params = { part: ['snippet'], id: ['a'] } as const;

  test('are rejected where a value is of another type, after they were processed', async () => {
    const { client } = lab({ response: 'error' }, { items: [{ id: 3 }, { id: 4 }, { snippet: { title: 5 } }] });
    const { error } = await failed(client.videos.list(params));
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({
      side: 'response',
      requestMayHaveBeenProcessed: true,
      message:
        'videos.list: the response is not what the spec declares: items[].id must be a string (2 times); ' +
        'items[2].snippet.title must be a string',
    });
  });

  test('never fail where they are only warned about, whatever they are', async () => {
    const body = { snippet: { title: 'Mix' } };
    for (const answer of [{ id: 3 }, [], 'text', null, 0]) {
      const { client, lines } = lab({ response: 'warn' }, answer);
      expect(await client.playlists.insert({ body }).result()).toMatchObject({ ok: true, data: answer });
      expect(lines).toHaveLength(1);
    }
  });

  test('that are taken as a response are not compared', async () => {
    const { client, lines } = lab({ response: 'error' }, { items: [{ id: 3 }] });
    expect((await client.videos.list(params).asResponse()).status).toBe(200);
    expect(lines).toEqual([]);
  });

  test('with properties and values that are new pass at any level, and are reported once a kind', async () => {
    const novel = { snippet: { liveBroadcastContent: 'sometime', mood: 'calm' } };
    for (const response of ['warn', 'error'] as const) {
      const { client, reports, lines } = lab({ response }, { items: [novel, novel] });
      expect((await client.videos.list(params)).items).toEqual([novel, novel]);
      expect(lines).toEqual([
        'videos.list: the response differs from the spec: items[].snippet.liveBroadcastContent must be one of "none", ' +
          '"upcoming", "live", "completed" (2 times); items[].snippet.mood is not declared (2 times)',
      ]);
      expect(reports).toHaveLength(1);
      expect(reports[0]?.drift).toHaveLength(4);
    }
  });

  test('of the emulator have nothing to report', async () => {
    const reports: DriftReport[] = [];
    const emulator = createEmulator();
    const client = createVideoPlatform({
      auth: apiKey('key-of-a-caller'),
      fetch: emulator.fetch,
      validate: { request: 'error', response: 'error', onDrift: (report) => reports.push(report) },
    });
    expect((await client.videos.list({ part: ['snippet'], chart: 'mostPopular' })).items?.length).toBeGreaterThan(0);
    await client.videos.list({ part: ['snippet'], chart: 'mostPopular', fields: 'items(id)' });
    expect(reports).toEqual([]);
  });
});

describe('the option', () => {
  test('takes the validators that a bundle brings along', async () => {
    const { client } = lab({ request: 'error', use: validation });
    expect(
      (await failed(client.videos.list({ part: ['snippet'], chart: 'mostPopular', maxResults: 51 }))).error?.name,
    ).toBe('ValidationError');
  });

  test('names the levels where another is given', async () => {
    const { client, sent } = lab(untyped<ValidateOptions>({ request: 'strict' }));
    const { error } = await failed(client.videos.list({ part: ['snippet'], chart: 'mostPopular' }));
    expect(error).toBeInstanceOf(InvalidOptionError);
    expect(error?.message).toBe('Option `validate` needs `off`, `warn` or `error` as `request`');
    expect(sent).toEqual([]);
  });

  test('shows no credential in what it says', async () => {
    const { client, lines, reports } = lab({ request: 'warn', response: 'error' }, { items: [{ id: 7, [secret]: 1 }] });
    const { error } = await failed(client.videos.list({ part: ['snippet'], chart: 'mostPopular', maxResults: 51 }));
    const shown = `${JSON.stringify(error)}${error?.message}${lines.join()}${JSON.stringify(reports)}`;
    expect(shown).toContain('items[0].id must be a string');
    expect(shown).toContain('items[0]["[redacted]"] is not declared');
    expect(shown).not.toContain(secret);
  });

  test('warns on the console where nobody else listens', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const line = 'videos.list: the response differs from the spec: brandNew is not declared';
    const ask = async (options: ClientOptions): Promise<unknown> => {
      warn.mockClear();
      const fetch = async (): Promise<Response> => Response.json({ items: [], brandNew: 1 });
      await createVideoPlatform({ auth: bearer(secret), fetch, ...options }).videos.list({
        part: ['snippet'],
        chart: 'mostPopular',
      });
      return warn.mock.calls;
    };
    expect(await ask({ validate: { response: 'warn' } })).toEqual([[line]]);
    expect(await ask({ validate: { response: 'warn', onDrift: () => undefined } })).toEqual([]);
    expect(await ask({ validate: { response: 'warn' }, logLevel: 'off' })).toEqual([]);
    warn.mockRestore();
  });

  test('lets no listener of drift break a call', async () => {
    const { client, lines } = lab({
      request: 'warn',
      onDrift: () => {
        throw new Error('listener');
      },
    });
    expect(await client.videos.list({ part: ['snippet'], chart: 'mostPopular', maxResults: 51 })).toEqual({
      items: [],
    });
    expect(lines).toContain('videos.list: onDrift failed: Error: listener');
  });
});

describe('reports', () => {
  const day = { year: 2025, month: 12, day: 1 };
  const reportSpec = { dateRange: { startDate: day, endDate: day }, metrics: ['CLICKS'] } as const;
  const pieces = (row: object): readonly object[] => [{ header: {} }, { row }, { row }, { footer: {} }];
  function generate(row: object, level: 'warn' | 'error', reports: DriftReport[] = []) {
    const client = createAdReporting({
      auth: bearer(secret),
      fetch: async () => Response.json(pieces(row)),
      validate: { response: level, onDrift: (report) => reports.push(report) },
    });
    return client.accounts.networkReport.generate({ parent: 'accounts/pub-1', body: { reportSpec } });
  }
  const wrong = { metricValues: { CLICKS: { integerValue: 3 } } };

  test('are compared item by item as they arrive', async () => {
    const got: object[] = [];
    const error = await read(generate(wrong, 'error'), got).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(AdValidationError);
    expect(error).toMatchObject({ issues: [{ path: [1, 'row', 'metricValues', 'CLICKS', 'integerValue'] }] });
    expect(got).toEqual([]);
  });

  test('are read to their end where they are only warned about, each kind told once', async () => {
    const reports: DriftReport[] = [];
    const got: object[] = [];
    await read(generate(wrong, 'warn', reports), got);
    expect(got).toHaveLength(2);
    expect(reports).toHaveLength(1);
  });

  test('are compared as a whole where they are awaited', async () => {
    const { error } = await failed(generate(wrong, 'error'));
    expect(error).toBeInstanceOf(AdValidationError);
  });
});

async function read(rows: AsyncIterable<object>, into: object[]): Promise<void> {
  for await (const row of rows) into.push(row);
}

async function failed(call: { result(): Promise<{ readonly ok: boolean; readonly error?: Error }> }) {
  return call.result();
}
