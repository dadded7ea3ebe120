import { spawnSync } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tsc } from '../rules/compiler.js';
import type { Emulator, EmulatorOptions } from '@speccast/emulator';
import { ApiError, bearer, joinIds, revalidate, shareReads, ValidationError } from '@speccast/runtime';
import type { ClientOptions, Validation } from '@speccast/runtime';
import { runCommand } from '../commands/run-command.js';
import { makeCalls } from '../generated/client-calls.js';
import { decodeBody, recordRequests, type Recorder } from '../generated/recorder.js';
import { asInstalled } from '../package-sources.js';
import { root, readFromRoot as read } from '../rules/sources.js';
import { writeTexts } from './temporary-folder.js';
import { toWireClient } from './wire-client.js';

// Inside the repository, so that imports are resolved.
const cwd = join(root, '.cache/called/services');

const options = `    types: { date-time: Date, int64: bigint, uint64: bigint, byte: Uint8Array }
    enums: const
    names: { properties: snake_case }
    format: false
    out: ../generated/`;

/** The services of this repository with all options that change types. */
const yaml = read('specs/speccast.yaml').replaceAll('    out: ../generated/', options);

/** A program that only compiles if the types of the packages are right. */
const program = `import { createAdReporting, MediationReportSpecMetrics, type ReportFooter, type ReportFooterWire } from './ad-reporting/src/index.js';
import { createVideoPlatform, VideosRateRating, type Video, type VideoWire } from './video-platform/src/index.js';

const ads = createAdReporting();
const start_date = { year: 2025 };

export async function rows(): Promise<bigint> {
  const report_spec = { date_range: { start_date }, dimensions: ['DATE'], metrics: [MediationReportSpecMetrics.Clicks] } as const;
  const report = ads.accounts.mediationReport.generate({ parent: 'accounts/1', body: { report_spec } });
  let clicks = 0n;
  for await (const { dimension_values, metric_values } of report) {
    const day: string | undefined = dimension_values.DATE.value;
    if (day !== undefined) clicks += metric_values.CLICKS?.integer_value ?? 0n;
    // @ts-expect-error -- it was not requested
    void metric_values.IMPRESSIONS;
  }
  const footer: ReportFooter = await report.footer;
  // @ts-expect-error -- that is its name on the wire
  void footer.matchingRowCount;
  const count: ReportFooterWire['matchingRowCount'] = String(footer.matching_row_count);
  // @ts-expect-error -- misspelt
  void ads.accounts.mediationReport.generate({ parent: 'accounts/1', body: { report_spec: { date_rang: {} } } });
  return clicks + BigInt(count);
}

const videos = createVideoPlatform();

export async function watched(id: string): Promise<Date | undefined> {
  await videos.videos.rate({ id, rating: VideosRateRating.Like });
  const { items = [] } = await videos.videos.list({ id: [id], part: ['snippet', 'contentDetails'], max_results: 1 });
  const first = items[0];
  if (first === undefined) return undefined;
  const at: Date | undefined = first.snippet.published_at;
  void first.content_details.duration;
  // @ts-expect-error -- it was not requested
  void first.statistics;
  const wire: VideoWire = { snippet: { publishedAt: at?.toISOString() ?? '' } };
  const video: Video = { statistics: { view_count: 1n } };
  return [wire, video].length > 0 ? at : undefined;
}
`;

type Data = Readonly<Record<string, unknown>>;

interface Call extends PromiseLike<Data>, AsyncIterable<Data> {
  readonly header: Promise<Data>;
  readonly footer: Promise<Data>;
  readonly toArray: (options: { readonly limit: number }) => Promise<readonly Data[]>;
}

type Method = (params?: object, options?: object) => Call;

interface AdClient {
  readonly accounts: { readonly list: Method } & Readonly<
    Record<'networkReport' | 'mediationReport', Readonly<Record<'generate', Method>>>
  >;
}

type VideoClient = Readonly<
  Record<
    'videos' | 'search' | 'playlists' | 'playlistItems' | 'channels' | 'watermarks',
    Readonly<Record<string, Method>>
  >
>;

interface Mocks {
  readonly createEmulator: (options: EmulatorOptions) => Emulator;
}

/** The client of a generated package, its emulator, and the requests that it sent. */
interface Opened<Client> {
  readonly client: Client;
  readonly emulator: Emulator;
  readonly recorder: Recorder;
}

async function open<Client>(name: string, more: ClientOptions = {}, existing?: Emulator): Promise<Opened<Client>> {
  const load = async (path: string): Promise<unknown> =>
    import(/* @vite-ignore */ join(cwd, 'generated', name, 'src', path));
  const index = (await load('index.ts')) as Readonly<Record<string, (options: ClientOptions) => Client>>;
  const { createEmulator } = (await load('mocks/index.ts')) as Mocks;
  const { validation } = (await load('validators/index.ts')) as { readonly validation: Validation };
  const [, create] = Object.entries(index).find(([key]) => key.startsWith('create'))!;
  const emulator = existing ?? createEmulator({ checkResponses: true });
  const recorder = recordRequests(emulator.fetch);
  const validate = { use: validation, request: 'error', response: 'error' } as const;
  const { baseUrl } = emulator;
  return { client: create({ baseUrl, fetch: recorder.fetch, validate, logLevel: 'off', ...more }), emulator, recorder };
}

beforeAll(async () => {
  rmSync(cwd, { recursive: true, force: true });
  cpSync(join(root, 'specs'), join(cwd, 'specs'), { recursive: true });
  writeTexts(cwd, { 'specs/speccast.yaml': yaml, 'node_modules/.keep': '' });
  const { code, err } = await runCommand('generate', { args: [], cwd });
  expect(code, err).toBe(0);
});

afterAll(() => rmSync(cwd, { recursive: true, force: true }));

test('packages with all options compile, with a program that uses them', () => {
  const folder = join(cwd, 'generated');
  writeFileSync(join(folder, 'program.ts'), program);
  const config = { ...asInstalled, include: ['program.ts', '*/src/**/*.ts'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const { stdout } = spawnSync(process.execPath, [...tsc, '-p', folder], { encoding: 'utf8' });
  expect(stdout).toBe('');
});

describe('all operations of the services', () => {
  test('of ad reporting send and return the same as without the options', async () => {
    const { client, recorder } = await open<object>('ad-reporting');
    await makeCalls('ads', { client: toWireClient<object>(client), recorder, base: '', authorization: null });
  });

  test('of the video platform send and return the same as without the options', async () => {
    const { client, recorder } = await open<object>('video-platform', { auth: bearer('ann') });
    const caller = { client: toWireClient<object>(client), recorder, base: '/v3', authorization: 'Bearer ann' };
    await makeCalls('video', caller);
  });
});

/** Awaits a call and returns its result, or the error that it rejects with. */
async function settle(call: PromiseLike<unknown>): Promise<unknown> {
  return call.then(
    (data) => data,
    (reason: unknown) => reason,
  );
}

describe('reports', () => {
  const start_date = { year: 2025, month: 12, day: 1 };
  const end_date = { ...start_date, day: 3 };
  const date_range = { start_date, end_date };

  async function generate(
    kind: 'networkReport' | 'mediationReport',
    more: object,
  ): Promise<Opened<Data> & { call: Call }> {
    const opened = await open<AdClient & Data>('ad-reporting');
    const { account } = await opened.client.accounts.list();
    const [first] = account as readonly [Data];
    const body = { report_spec: { date_range, ...more } };
    return { ...opened, call: opened.client.accounts[kind].generate({ parent: first['name'], body }) };
  }

  test.each(['networkReport', 'mediationReport'] as const)('have rows with the types of callers: %s', async (kind) => {
    const fields = { dimensions: ['DATE', 'COUNTRY'], metrics: ['ESTIMATED_EARNINGS', 'CLICKS'] };
    const more = {
      dimension_filters: [{ dimension: 'COUNTRY', matches_any: { values: ['US'] } }],
      sort_conditions: [{ dimension: 'DATE', order: 'DESCENDING' }],
      localization_settings: { currency_code: 'EUR', language_code: 'en-US' },
      max_report_rows: 10,
    };
    const { call, recorder } = await generate(kind, { ...fields, ...more });
    const rows: Data[] = [];
    for await (const row of call) rows.push(row);
    expect(rows.map(({ dimension_values: of }) => of)).toMatchObject([
      { DATE: { value: '20251203' }, COUNTRY: { value: 'US' } },
      { DATE: { value: '20251202' }, COUNTRY: { value: 'US' } },
      { DATE: { value: '20251201' }, COUNTRY: { value: 'US' } },
    ]);
    for (const { metric_values: of } of rows)
      expect(of).toEqual({
        ESTIMATED_EARNINGS: { micros_value: expect.any(BigInt) },
        CLICKS: { integer_value: expect.any(BigInt) },
      });
    expect(await call.header).toMatchObject({ date_range, localization_settings: { currency_code: 'EUR' } });
    expect(await call.footer).toMatchObject({ matching_row_count: 3n });
    expect(JSON.parse(decodeBody(recorder.last()))).toEqual({
      reportSpec: {
        dateRange: { startDate: start_date, endDate: end_date },
        ...fields,
        dimensionFilters: [{ dimension: 'COUNTRY', matchesAny: { values: ['US'] } }],
        sortConditions: more.sort_conditions,
        localizationSettings: { currencyCode: 'EUR', languageCode: 'en-US' },
        maxReportRows: 10,
      },
    });
  });

  test('return all their pieces if they are awaited', async () => {
    const { call } = await generate('mediationReport', { metrics: ['CLICKS'] });
    const pieces = (await call) as unknown as readonly Data[];
    expect(pieces).toMatchObject([
      { header: { date_range } },
      { row: { metric_values: { CLICKS: { integer_value: expect.any(BigInt) } } } },
      { footer: { matching_row_count: 1n } },
    ]);
  });

  test('reject mistakes: the client with names of callers, the service with an error that has them, too', async () => {
    const wrong = await generate('networkReport', { metrics: ['CLICKS'], max_report_rows: 'many' });
    expect(await settle(wrong.call)).toBeInstanceOf(ValidationError);
    const { client } = await open<AdClient>('ad-reporting', { validate: {} });
    const body = { report_spec: { date_range, metrics: ['NOTHING'] } };
    const error = await settle(client.accounts.networkReport.generate({ parent: 'accounts/pub-1', body }));
    expect(ApiError.is(error) && error.body).toMatchObject({ error: { errors: [{ location_type: 'body' }] } });
  });
});

describe('the video platform', () => {
  const auth = bearer('maker');
  const film = { data: new Uint8Array(300_000), type: 'video/mp4' };

  test('accepts dates and integers in uploads, queries and bodies', async () => {
    const { client, recorder } = await open<VideoClient>('video-platform', { auth });
    const publish_at = new Date('2031-01-01T00:00:00Z');
    const body = { snippet: { title: 'Tides' }, status: { privacy_status: 'private', publish_at } };
    for (const options of [{}, { chunkSize: 262_144 }]) {
      const video = await client.videos['insert']!({ body, media: film }, options);
      expect(video).toMatchObject({
        snippet: { title: 'Tides', published_at: expect.any(Date) },
        status: { publish_at },
        statistics: { like_count: 0n },
      });
    }
    const metadata = recorder.all
      .map((sent) => new TextDecoder().decode(sent.bytes))
      .filter((one) => one.includes('Tides'));
    expect(metadata).toHaveLength(2);
    for (const one of metadata)
      expect(one).toContain('"status":{"privacyStatus":"private","publishAt":"2031-01-01T00:00:00.000Z"}');

    await client.search['list']!({ q: 'x', published_after: publish_at, max_results: 3 });
    expect(Object.fromEntries(recorder.last().url.searchParams)).toMatchObject({
      publishedAfter: '2031-01-01T00:00:00.000Z',
      maxResults: '3',
    });
  });

  test('pages lists, joins ids, shares reads and keeps responses', async () => {
    const { client, recorder, emulator } = await open<VideoClient>('video-platform', { auth });
    const features = { joinIds: joinIds(), shareReads: shareReads(), cache: revalidate() };
    const reusing = await open<VideoClient>('video-platform', { auth, ...features }, emulator);
    const [first, second] = await Promise.all(
      ['Tides', 'Moons'].map((title) => client.videos['insert']!({ body: { snippet: { title } }, media: film })),
    );
    const { id: playlist_id } = await client.playlists['insert']!({ body: { snippet: { title: 'Mix' } } });
    for (const { id } of [first!, second!, first!])
      await client.playlistItems['insert']!({
        body: { snippet: { playlist_id, resource_id: { kind: 'youtube#video', video_id: id } } },
      });
    const before = recorder.all.length;
    const items = await client.playlistItems['list']!({ playlist_id, max_results: 1 }).toArray({ limit: 9 });
    expect(recorder.all.length - before).toBe(3);
    expect(items.map(({ snippet }) => snippet)).toMatchObject([
      { position: 0, published_at: expect.any(Date), resource_id: { video_id: first!['id'] } },
      { position: 1, published_at: expect.any(Date), resource_id: { video_id: second!['id'] } },
      { position: 2, published_at: expect.any(Date), resource_id: { video_id: first!['id'] } },
    ]);
    const reading = { id: [first!['id']], part: ['snippet'] };
    const other = { ...reading, id: [second!['id']] };
    const own = (title: string): object => ({ items: [{ snippet: { title, published_at: expect.any(Date) } }] });
    for (const count of [2, 4]) {
      const read = [reading, other, reading].map((params) => reusing.client.videos['list']!(params));
      expect(await Promise.all(read)).toMatchObject([own('Tides'), own('Moons'), own('Tides')]);
      expect(reusing.recorder.all.length).toBeLessThanOrEqual(count);
    }
  });
});
