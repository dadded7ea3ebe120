import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { auth, youtube } from '@googleapis/youtube';
import { createEmulator as createAdEmulator } from '@speccast/ad-reporting/mocks';
import { serve as serveAds } from '@speccast/ad-reporting/server';
import { createEmulator } from '@speccast/video-platform/mocks';
import { serve } from '@speccast/video-platform/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createMediaFolder,
  fetchAdmobClient,
  insertKept,
  mediaTypes,
  readCalls,
  valueAt,
  type ClientCall,
} from './clients.js';

const media = createMediaFolder();
let servers: readonly Awaited<ReturnType<typeof serve>>[] = [];
const [video, ads] = [createEmulator(), createAdEmulator()];

beforeAll(async () => {
  servers = await Promise.all([serve(video, { port: 0 }), serveAds(ads, { port: 0 })]);
});

afterAll(async () => {
  media.remove();
  await Promise.all(servers.map((server) => server.close()));
});

const rootUrl = (index: number): string => `${new URL(servers[index]?.url ?? '').origin}/`;

/** Makes calls with a client, and returns the status of each, or `missing` if the client has no method for it. */
async function run(
  client: object,
  calls: readonly ClientCall[],
  options?: object,
): Promise<readonly (readonly [string, unknown])[]> {
  const kept = new Map<string, string>();
  const results: (readonly [string, unknown])[] = [];
  for (const one of calls) results.push([one.call, await makeCall({ client, options, kept }, one)]);
  return results;
}

/** Makes a call with a client, adds the values that the call keeps, and returns its status or error. */
async function makeCall(
  { client, options, kept }: { client: object; options: object | undefined; kept: Map<string, string> },
  one: ClientCall,
): Promise<unknown> {
  const names = one.call.split('.');
  const method = names.pop() ?? '';
  const holder: unknown = names.reduce((inner: unknown, name) => Reflect.get(Object(inner), name), client);
  const call: unknown = Reflect.get(Object(holder), method);
  if (typeof call !== 'function') return 'missing';
  const params = {
    ...Object(insertKept(one.params, kept)),
    ...(one.body !== undefined && { requestBody: insertKept(one.body, kept) }),
    ...(one.media !== undefined && {
      media: { mimeType: mediaTypes[one.media], body: createReadStream(join(media.folder, one.media)) },
    }),
  };
  try {
    const { status, data } = Object(
      await Reflect.apply(call, holder, options === undefined ? [params] : [params, options]),
    );
    for (const [name, path] of Object.entries(one.keep ?? {})) kept.set(name, valueAt(data, path));
    return Math.floor(status / 100) === 2 ? 200 : status;
  } catch (error) {
    return Reflect.get(Object(error), 'status') ?? String(error);
  }
}

/** Operations that the vendor has removed, and the client does not have. */
const removed = ['activities.insert', 'guideCategories.list'];

describe('@googleapis/youtube', () => {
  const client = youtube({ version: 'v3', headers: { authorization: 'Bearer javascript' } });
  // `rootUrl` of the client does not apply to uploads; `rootUrl` of a call does.
  const options = (path = ''): { readonly rootUrl: string } => ({ rootUrl: rootUrl(0) + path });

  test('makes every call for which it has a method', async () => {
    const calls = readCalls('video-calls.json');
    const results = await run(client, calls, options());
    expect(results.filter(([, status]) => status === 'missing').map(([call]) => call)).toEqual(removed);
    expect(results.filter(([, status]) => status !== 'missing' && status !== 200)).toEqual([]);
  });

  test('calls a world by its URL', async () => {
    const [here, there] = [options(), options('w/script/')];
    await client.playlists.insert({ part: ['snippet'], requestBody: { snippet: { title: 'Elsewhere' } } }, there);
    const titles = async (one: typeof here): Promise<readonly unknown[]> => {
      const { data } = await client.playlists.list({ part: ['snippet'], mine: true }, one);
      return (data.items ?? []).map(({ snippet }) => snippet?.title);
    };
    expect(await titles(there)).toContain('Elsewhere');
    expect(await titles(here)).not.toContain('Elsewhere');
  });

  test('sends an API key, and receives compressed responses', async () => {
    const keyed = youtube({ version: 'v3', auth: 'any-key' });
    const { status, headers } = await keyed.videos.list({ part: ['snippet'], chart: 'mostPopular' }, options());
    const vary: unknown = Object(headers).get('vary');
    expect([status, vary]).toEqual([200, 'Accept-Encoding']);
  });

  test('refreshes its token after a 401 for the same user', async () => {
    const { accessToken, refreshToken } = video.tokens.issue({ user: 'ada', clientId: 'desktop' });
    const endpoints = { oauth2TokenUrl: `${rootUrl(0)}token` };
    const user = new auth.OAuth2({ clientId: 'desktop', clientSecret: 'any', endpoints });
    user.setCredentials({ access_token: accessToken, refresh_token: refreshToken });
    const signedIn = youtube({ version: 'v3', auth: user });
    await signedIn.playlists.insert({ part: ['snippet'], requestBody: { snippet: { title: 'Before' } } }, options());
    video.tokens.revoke(accessToken);
    const { data } = await signedIn.playlists.list({ part: ['snippet'], mine: true }, options());
    expect(data.items?.map(({ snippet }) => snippet?.title)).toContain('Before');
    expect(user.credentials.access_token).not.toBe(accessToken);
  });

  test('uploads a stream of unknown length', async () => {
    const body = Readable.from(
      (function* () {
        for (let piece = 0; piece < 50; piece += 1) yield Buffer.alloc(100_000);
      })(),
    );
    const params = {
      part: ['snippet', 'fileDetails'],
      requestBody: { snippet: { title: 'Streamed', categoryId: '22' } },
      media: { mimeType: 'video/mp4', body },
    };
    const { data } = await client.videos.insert(params, options());
    expect(data.snippet?.title).toBe('Streamed');
    expect(video.journal.at(-1)?.media).toEqual({ bytes: 5_000_000, mediaType: 'video/mp4' });
  });
});

const admob = fetchAdmobClient();
const missing = admob === undefined ? ' (skipped: npm cannot fetch googleapis)' : '';

describe.skipIf(admob === undefined)(`googleapis, AdMob${missing}`, () => {
  test('makes every call', async () => {
    const loaded: unknown = createRequire(import.meta.url)(admob ?? '');
    const create: unknown = Reflect.get(Object(loaded), 'admob');
    if (typeof create !== 'function') throw new Error('The client of googleapis exports no function `admob`.');
    const client: unknown = create({ version: 'v1', headers: { authorization: 'Bearer javascript' } });
    const calls = readCalls('ad-calls.json');
    expect(await run(Object(client), calls, { rootUrl: rootUrl(1) })).toEqual(calls.map(({ call }) => [call, 200]));
    expect(calls).toHaveLength(6);
  });
});

describe('googleapis-common, with discovery from the emulator', () => {
  const load = createRequire(createRequire(import.meta.url).resolve('@googleapis/youtube'));
  const common: unknown = load('googleapis-common');

  test.each([
    ['youtube', 'v3', 'video-calls.json', 0],
    ['admob', 'v1', 'ad-calls.json', 1],
  ] as const)('makes every call of %s', async (name, version, file, index) => {
    const Discovery: unknown = Reflect.get(Object(common), 'Discovery');
    if (typeof Discovery !== 'function') throw new Error('googleapis-common has no Discovery.');
    const discovery: unknown = Reflect.construct(Discovery, [{ debug: false, includePrivate: false }]);
    const discover: unknown = Reflect.get(Object(discovery), 'discoverAPI');
    if (typeof discover !== 'function') throw new Error('Discovery has no discoverAPI.');
    const address = `${rootUrl(index)}discovery/v1/apis/${name}/${version}/rest`;
    const create: unknown = await Reflect.apply(discover, discovery, [address]);
    if (typeof create !== 'function') throw new Error('discoverAPI returned no function.');
    const client: unknown = Reflect.apply(create, undefined, [{ headers: { authorization: 'Bearer discovered' } }]);
    const calls = readCalls(file);
    const expected = calls.map(({ call, status = 200 }) => [call, status]);
    expect(await run(Object(client), calls)).toEqual(expected);
  });
});
