import { createAdReporting, ValidationError as AdValidationError } from '@speccast/ad-reporting';
import {
  apiKey,
  bearer,
  createVideoPlatform,
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
import type { JsonObject } from 'speccast/emitter';
import { describe, expect, test, vi } from 'vitest';
import { readRows } from '../rows.js';

const { table } = readRows(import.meta.url);

const secret = 'very-secret-token';
const popular = { part: ['snippet'], chart: 'mostPopular' } as const;

/** A call of a client with the option `validate`, the response to it, and the expected result. */
interface Row {
  readonly validate: ValidateOptions;
  /** Passes the validators of the package by `use`, so that they are part of the bundle. */
  readonly bundled?: true;
  /** Parameters of `videos.list`, or the body of `playlists.insert`. */
  readonly list?: object;
  readonly insert?: object;
  /** JSON of the response. Default: an empty list. */
  readonly response?: unknown;
  readonly want: {
    readonly error?: object;
    /** Lines of the log. */
    readonly lines?: readonly string[];
    /** Arguments of `onDrift`. */
    readonly reports?: readonly object[];
    /** Query and body of each request. */
    readonly sent?: readonly string[];
  };
}

table(
  'a call',
  async ({ validate, bundled, list = { part: ['snippet'] }, insert, response = { items: [] }, want }: Row) => {
    const reports: DriftReport[] = [];
    const lines: string[] = [];
    const sent: string[] = [];
    const keep = (line: string): void => void lines.push(line);
    const client = createVideoPlatform({
      auth: bearer(secret),
      fetch: async (request) => {
        sent.push(new URL(request.url).search + (await request.clone().text()));
        return Response.json(response);
      },
      logger: { debug: () => undefined, info: () => undefined, warn: keep, error: keep },
      validate: {
        onDrift: (report) => reports.push(report),
        ...validate,
        ...(bundled && { use: validation }),
      },
    });
    // `as never`: callers in JavaScript can pass any params.
    const call = insert ? client.playlists.insert({ body: insert } as never) : client.videos.list(list as never);
    const result = await call.result();
    const outcome = result.ok ? { data: result.data } : { error: result.error };
    expect({ ...outcome, lines, reports, sent }).toMatchObject({
      lines: [],
      reports: [],
      sent: [expect.any(String)],
      ...(want.error === undefined && { data: response }),
      ...want,
    });
    expect(`${JSON.stringify([outcome, lines, reports])}${Object(outcome).error}`).not.toContain(secret);
  },
);

table('a search by %j has the issues %j', (params: JsonObject, issues: readonly string[]) => {
  const found = searchListParameters.check({ part: ['snippet'], ...params });
  expect(found.map(({ path, message }) => `${path.join('.')} ${message}`)).toEqual(issues);
  expect(searchListParameters.is(params)).toBe(issues.length === 0);
});

const bodies = { videosInsertBody, playlistsInsertBody };
type Body = keyof typeof bodies;

table('the strings of a body', ({ body, snippet, issues }: { body: Body; snippet: object; issues: string[] }) => {
  const found = bodies[body].check({ snippet });
  expect(found.map(({ path, message }) => `${path.join('.')} ${message}`)).toEqual(issues);
  expect(bodies[body].is({ snippet })).toBe(issues.length === 0);
});

describe('responses', () => {
  test('that are read by `asResponse` are not validated', async () => {
    const fetch = async (): Promise<Response> => Response.json({ items: [{ id: 3 }] });
    const client = createVideoPlatform({ auth: bearer(secret), fetch, validate: { response: 'error' } });
    expect((await client.videos.list(popular).asResponse()).status).toBe(200);
  });

  test('of the emulator have no differences', async () => {
    const reports: DriftReport[] = [];
    const { fetch } = createEmulator();
    const onDrift = (report: DriftReport): unknown => reports.push(report);
    const validate = { request: 'error', response: 'error', onDrift } as const;
    const client = createVideoPlatform({ auth: apiKey('key-of-a-caller'), fetch, validate });
    expect((await client.videos.list(popular)).items?.length).toBeGreaterThan(0);
    await client.videos.list({ ...popular, fields: 'items(id)' });
    expect(reports).toEqual([]);
  });
});

describe('the option', () => {
  test('warns on the console if there is no logger and no `onDrift`', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const line = 'videos.list: the response differs from the spec: brandNew is not declared';
    const readWarnings = async (options: ClientOptions): Promise<unknown> => {
      warn.mockClear();
      const fetch = async (): Promise<Response> => Response.json({ items: [], brandNew: 1 });
      await createVideoPlatform({ auth: bearer(secret), fetch, ...options }).videos.list(popular);
      return warn.mock.calls;
    };
    expect(await readWarnings({ validate: { response: 'warn' } })).toEqual([[line]]);
    expect(await readWarnings({ validate: { response: 'warn', onDrift: () => undefined } })).toEqual([]);
    expect(await readWarnings({ validate: { response: 'warn' }, logLevel: 'off' })).toEqual([]);
    warn.mockRestore();
  });

  test('logs an error of `onDrift`, and does not fail the call', async () => {
    const onDrift = (): never => {
      throw new Error('listener');
    };
    const error = vi.fn();
    const logger = { debug: error, info: error, warn: error, error };
    const fetch = async (): Promise<Response> => Response.json({ items: [] });
    const client = createVideoPlatform({ auth: bearer(secret), fetch, logger, validate: { request: 'warn', onDrift } });
    expect(await client.videos.list({ ...popular, maxResults: 51 })).toEqual({ items: [] });
    expect(error).toHaveBeenCalledWith('videos.list: onDrift failed: Error: listener');
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

  test('are validated item by item as they arrive', async () => {
    const got: object[] = [];
    const error = await read(generate(wrong, 'error'), got).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(AdValidationError);
    expect(error).toMatchObject({ issues: [{ path: [1, 'row', 'metricValues', 'CLICKS', 'integerValue'] }] });
    expect(got).toEqual([]);
  });

  test('are read to their end with `warn`, and each kind of difference is reported once', async () => {
    const reports: DriftReport[] = [];
    const got: object[] = [];
    await read(generate(wrong, 'warn', reports), got);
    expect(got).toHaveLength(2);
    expect(reports).toHaveLength(1);
  });

  test('are validated as a whole when they are awaited', async () => {
    const result = await generate(wrong, 'error').result();
    expect(result.ok || result.error).toBeInstanceOf(AdValidationError);
  });
});

async function read(rows: AsyncIterable<object>, into: object[]): Promise<void> {
  for await (const row of rows) into.push(row);
}
