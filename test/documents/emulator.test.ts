import { createEmulator as createAdEmulator } from '@speccast/ad-reporting/mocks';
import { createEmulator } from '@speccast/video-platform/mocks';
import { describe, expect, test } from 'vitest';
import { sentPath, takesJson } from './calls.js';
import { ask, itemsOf, pngOf, type Answered, type Emulated } from './emulated.js';
import { adOperations, videoOperations, type DocumentedOperation } from './operations.js';
import { valueAt, type JsonMap } from './spec-files.js';
import { readRows } from '../rows.js';

const { table } = readRows(import.meta.url);

const token = 'owner';
const video = (): Emulated => createEmulator({ checkResponses: true });
const ads = (): Emulated => createAdEmulator({ checkResponses: true });

describe('routes', () => {
  test.each([
    ...videoOperations.map((row) => ({ row, open: video })),
    ...adOperations.map((row) => ({ row, open: ads })),
  ])('$row.id answers to $row.method $row.path and to no unlisted method', async ({ row, open }) => {
    const emulator = open();
    const served = await ask(emulator, {
      method: row.method,
      path: sentPath(row),
      token,
      ...bodyOf(row),
    });
    expect(served.status === 405).toBe(row.answer === 'refusal');
    const refused = await ask(emulator, {
      method: 'PATCH',
      path: sentPath(row),
      token,
    });
    expect(refused.status).toBe(405);
    if (row.answer !== 'refusal') expect(refused.headers.get('allow')).toContain(row.method);
  });

  test('the base address of the video platform ends in v3 (line 9)', async () => {
    const emulator = video();
    expect(new URL(emulator.baseUrl).pathname).toBe('/v3');
    const origin = new URL(emulator.baseUrl).origin;
    for (const path of ['/videos', '/v2/videos'])
      expect((await emulator.fetch(`${origin}${path}?key=k`)).status).toBe(404);
  });

  test.each([
    '/v1/accounts/pub-1/mediationReportgenerate',
    '/v1/accounts/pub-1/mediationReport',
    '/v1/accounts/pub-1/x/adUnits',
    '/v2/accounts',
    '/accounts',
  ])('ad reporting has no %s', async (path) => {
    expect((await ask(ads(), { path })).status).toBe(404);
  });
});

describe('credentials', () => {
  test.each(videoOperations)('$id needs some credential (line 112)', async (row) => {
    const given = await ask(video(), {
      method: row.method,
      path: sentPath(row),
      ...bodyOf(row),
    });
    expect(given.status).toBe(401);
    expect(valueAt(given.json, ['error', 'code'])).toBe(401);
  });

  test.each(videoOperations.filter((row) => row.credential === 'token'))(
    '$id needs more than a key (line 114)',
    async (row) => {
      const given = await ask(video(), {
        method: row.method,
        path: `${sentPath(row)}?key=k`,
        ...bodyOf(row),
      });
      expect(given.status).toBe(401);
    },
  );

  test.each(videoOperations.filter((row) => row.credential === 'key or token'))(
    '$id accepts a key (line 112)',
    async (row) => {
      const given = await ask(video(), {
        method: row.method,
        path: `${sentPath(row)}?key=k`,
      });
      expect(given.status).not.toBe(401);
    },
  );

  test('a token counts in the header and in `access_token` alike (line 113)', async () => {
    const emulator = video();
    const header = await ask(emulator, { path: '/channels?mine=true', token });
    const query = await ask(emulator, {
      path: `/channels?mine=true&access_token=${token}`,
    });
    expect(itemsOf(header)).toHaveLength(1);
    expect(itemsOf(query)).toEqual(itemsOf(header));
  });

  test.each(adOperations)('$id needs none', async (row) => {
    const given = await ask(ads(), {
      method: row.method,
      path: sentPath(row),
      ...bodyOf(row),
    });
    expect(given.status).not.toBe(401);
  });
});

describe('parameters', () => {
  test.each(videoOperations.filter((row) => row.query.includes('hl')))(
    '$id speaks the language `hl` asks for',
    async (row) => {
      const emulator = video();
      const english = await ask(emulator, { path: `${row.path}?key=k` });
      const spanish = await ask(emulator, { path: `${row.path}?key=k&hl=es` });
      expect(itemsOf(spanish).map((one) => one['id'])).toEqual(itemsOf(english).map((one) => one['id']));
      expect(itemsOf(spanish)).not.toEqual(itemsOf(english));
    },
  );

  test.each(videoOperations.filter((row) => row.query.includes('regionCode')))(
    '$id takes every region and no other',
    async (row) => {
      const emulator = video();
      const regions = itemsOf(await ask(emulator, { path: '/i18nRegions?key=k' })).map((one) =>
        String(valueAt(one, ['snippet', 'gl'])),
      );
      expect(regions.length).toBeGreaterThan(20);
      for (const region of regions) expect((await listed(emulator, row, `regionCode=${region}`)).status).toBe(200);
      expect((await listed(emulator, row, 'regionCode=ZZ')).status).toBe(400);
    },
  );

  test('captions.download converts with `tfmt` and translates with `tlang` (line 59)', async () => {
    const emulator = video();
    const id = await firstId(emulator, `/captions?videoId=${await ownVideo(emulator)}`);
    const text = async (query: string): Promise<string> =>
      new TextDecoder().decode((await ask(emulator, { path: `/captions/${id}${query}`, token })).bytes);
    const original = await text('');
    expect(original).toContain(' --> ');
    expect(await text('?tfmt=vtt')).toMatch(/^WEBVTT\n/);
    expect(await text('?tlang=fr')).not.toBe(original);
    expect(await text('')).toBe(original);
  });
});

describe('limits', () => {
  test('a channel has at most 10 sections (line 132)', async () => {
    const emulator = video();
    const add = (): Promise<Answered> =>
      ask(emulator, {
        method: 'POST',
        path: '/channelSections',
        token,
        json: { snippet: { type: 'recentUploads' } },
      });
    for (let count = 0; count < 10; count += 1) expect((await add()).status).toBe(200);
    expect((await add()).status).toBe(400);
    expect(itemsOf(await ask(emulator, { path: '/channelSections?mine=true', token }))).toHaveLength(10);
  });

  test('a playlist has at most 200 videos (line 133)', async () => {
    const emulator = video();
    const videoId = await ownVideo(emulator);
    const { json: playlist } = await ask(emulator, {
      method: 'POST',
      path: '/playlists',
      token,
      json: { snippet: { title: 'Long' } },
    });
    const item = {
      snippet: {
        playlistId: playlist['id'] ?? '',
        resourceId: { kind: 'video', videoId },
      },
    };
    const add = (): Promise<Answered> =>
      ask(emulator, {
        method: 'POST',
        path: '/playlistItems',
        token,
        json: item,
      });
    for (let count = 0; count < 200; count += 1) expect((await add()).status).toBe(200);
    expect((await add()).status).toBe(403);
  });

  test('a user may have any number of playlists (line 134)', async () => {
    const emulator = video();
    for (let count = 0; count < 120; count += 1) {
      expect(
        (
          await ask(emulator, {
            method: 'POST',
            path: '/playlists',
            token,
            json: { snippet: { title: `List ${count}` } },
          })
        ).status,
      ).toBe(200);
    }
  });

  table('a banner of %ix%i answers %i (line 135)', async (width: number, height: number, status: number) => {
    const given = await ask(video(), {
      method: 'POST',
      path: '/channelBanners/insert',
      token,
      bytes: pngOf(width, height),
      type: 'image/png',
    });
    expect(given.status).toBe(status);
    if (status === 200) expect(given.json['url']).toMatch(/^https?:/);
  });
});

describe('the seeded world', () => {
  test.each(videoOperations.filter((row) => row.answer === 'list' && row.id !== 'videos.getRating'))(
    '$id has something to list for a new caller',
    async (row) => {
      const given = await listed(video(), row, '');
      expect(given.status).toBe(200);
      expect(itemsOf(given).length).toBeGreaterThan(0);
    },
  );

  test('ad reporting lists one account, with ad units and apps of its own', async () => {
    const emulator = ads();
    const [account] = itemsOf(await ask(emulator, { path: '/v1/accounts' }), 'account');
    const name = String(account?.['name']);
    expect(name).toMatch(/^accounts\/[^/]+$/);
    expect((await ask(emulator, { path: `/v1/${name}` })).json).toEqual(account);
    for (const kind of ['adUnits', 'apps']) {
      const rows = itemsOf(await ask(emulator, { path: `/v1/${name}/${kind}` }), kind);
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.every((row) => String(row['name']).startsWith(`${name}/${kind}/`))).toBe(true);
    }
  });
});

/** What each list has to be told to find something of the caller's. */
async function selector(emulator: Emulated, id: string): Promise<string> {
  if (['activities.list', 'channels.list', 'playlists.list', 'subscriptions.list'].includes(id)) return 'mine=true';
  if (['captions.list', 'commentThreads.list'].includes(id)) return `videoId=${await ownVideo(emulator)}`;
  // A channel can have ten: a new caller's has none, so that there is room.
  if (id === 'channelSections.list') return 'channelId=UCvF9vnF-sEsXQxVcIjQRbnL';
  if (id === 'comments.list')
    return `parentId=${await firstId(emulator, `/commentThreads?videoId=${await ownVideo(emulator)}`)}`;
  if (id === 'playlistItems.list') return `playlistId=${await firstId(emulator, '/playlists?mine=true')}`;
  if (id === 'videos.list') return 'chart=mostPopular';
  return '';
}

async function listed(emulator: Emulated, row: DocumentedOperation, query: string): Promise<Answered> {
  return ask(emulator, {
    path: `${row.path}?${await selector(emulator, row.id)}&${query}`,
    token,
  });
}

async function ownVideo(emulator: Emulated): Promise<string> {
  const [channel] = itemsOf(await ask(emulator, { path: '/channels?mine=true', token }));
  const uploads = valueAt(channel ?? null, ['contentDetails', 'relatedPlaylists', 'uploads']);
  const [item] = itemsOf(
    await ask(emulator, {
      path: `/playlistItems?playlistId=${String(uploads)}`,
      token,
    }),
  );
  return String(valueAt(item ?? null, ['snippet', 'resourceId', 'videoId']));
}

async function firstId(emulator: Emulated, path: string): Promise<string> {
  const [first]: readonly (JsonMap | undefined)[] = itemsOf(await ask(emulator, { path, token }));
  return String(first?.['id']);
}

/** Something to send where a row takes something; what it says does not matter here. */
function bodyOf(row: DocumentedOperation): { json: JsonMap } | { bytes: Uint8Array } | Record<string, never> {
  if (row.upload !== 'no') return { bytes: Uint8Array.of(1, 2, 3) };
  return takesJson(row) ? { json: {} } : {};
}
