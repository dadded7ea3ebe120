import { createAdReporting, type AdUnit } from '@speccast/ad-reporting';
import { createEmulator as createAdEmulator } from '@speccast/ad-reporting/mocks';
import { bearer, createVideoPlatform, type PagePromise } from '@speccast/video-platform';
import { createEmulator } from '@speccast/video-platform/mocks';
import { createCore, videosList } from '@speccast/video-platform/operations';
import { expect, test } from 'vitest';

/** Creates an emulator with a client, and records the queries of lists. */
function open() {
  const emulator = createEmulator();
  const queries: URLSearchParams[] = [];
  const options = {
    auth: bearer('ann'),
    baseUrl: emulator.baseUrl,
    fetch: (request: Request): Promise<Response> => {
      if (request.method === 'GET') queries.push(new URL(request.url).searchParams);
      return emulator.fetch(request);
    },
  };
  return { client: createVideoPlatform(options), core: createCore(options), queries };
}

/** Does the same, with 6 playlists beside the one that each new channel has. */
async function openWithPlaylists() {
  const opened = open();
  for (const title of ['a', 'b', 'c', 'd', 'e', 'f'])
    await opened.client.playlists.insert({ body: { snippet: { title } } });
  const { items } = await opened.client.playlists.list({ mine: true, part: ['snippet'] });
  opened.queries.length = 0;
  return { ...opened, titles: items?.map(({ snippet }) => snippet.title) ?? [] };
}

test('a list iterates over the items of all pages, with the requested parts', async () => {
  const { client, queries, titles } = await openWithPlaylists();
  expect(titles).toHaveLength(7);
  const found: (string | undefined)[] = [];
  for await (const playlist of client.playlists.list({ mine: true, part: ['snippet'], maxResults: 3 })) {
    found.push(playlist.snippet.title);
    // @ts-expect-error -- the part was not requested
    expect(playlist.status).toBeUndefined();
  }
  expect(found).toEqual(titles);
  expect(queries.map((query) => [query.get('part'), query.get('maxResults'), query.has('pageToken')])).toEqual([
    ['snippet', '3', false],
    ['snippet', '3', true],
    ['snippet', '3', true],
  ]);
});

test('pages have the metadata of their response, and `next` until the last one', async () => {
  const { client, titles } = await openWithPlaylists();
  const sizes: number[] = [];
  for await (const page of client.playlists.list({ mine: true, maxResults: 3 }).pages()) {
    sizes.push(page.items?.length ?? 0);
    expect([page.meta.status, page.meta.attempts]).toEqual([200, 1]);
  }
  expect(sizes).toEqual([3, 3, 1]);
  const first = await client.playlists.list({ mine: true, maxResults: 4, part: ['snippet'] });
  const second = await first.next();
  expect(second?.items?.map(({ snippet }) => snippet.title)).toEqual(titles.slice(4));
  expect(await second?.next()).toBeUndefined();
});

test('an unknown page token rejects the first page', async () => {
  const { client } = open();
  const call = client.playlists.list({ mine: true, pageToken: 'other' });
  await expect(call.toArray({ limit: 1 })).rejects.toMatchObject({ status: 400, reason: 'invalidPageToken' });
});

test('results of free functions and lists of one page are iterated in the same way', async () => {
  const { client, core } = open();
  const popular: PagePromise<{ readonly items?: readonly { readonly id: string }[] }, 'items'> = videosList(core, {
    part: ['statistics'],
    chart: 'mostPopular',
    maxResults: 1,
  });
  const ids = (await popular.toArray({ limit: 3 })).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThan(1);
  const regions: (string | undefined)[] = [];
  for await (const region of client.i18nRegions.list({ part: ['snippet'] })) regions.push(region.snippet.name);
  expect(regions.length).toBeGreaterThan(1);
  expect(await (await client.i18nRegions.list()).next()).toBeUndefined();
});

test('lists whose items are not called `items` are iterated in the same way', async () => {
  const emulator = createAdEmulator();
  const client = createAdReporting({ auth: bearer('ann'), baseUrl: emulator.baseUrl, fetch: emulator.fetch });
  const units: AdUnit[] = [];
  for await (const { name } of client.accounts.list()) {
    if (name === undefined) continue;
    for await (const unit of client.accounts.adUnits.list({ parent: name, pageSize: 1 })) units.push(unit);
  }
  expect(units.length).toBeGreaterThan(1);
  expect(new Set(units.map(({ name }) => name)).size).toBe(units.length);
});
