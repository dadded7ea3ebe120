import { createEmulator as createAdEmulator } from '@speccast/ad-reporting/mocks';
import { createEmulator } from '@speccast/video-platform/mocks';
import { describe, expect, test } from 'vitest';
import { createPath, isJsonWrite } from './call-values.js';
import {
  sendRequest,
  listItems,
  encodePngHeader,
  type EmulatorResponse,
  type TestedEmulator,
} from './emulator-requests.js';
import { adOperations, videoOperations, type DocumentedOperation } from './operations.js';
import { valueAt, type JsonMap } from './spec-files.js';
import { readRows } from '../rows.js';

const { table } = readRows(import.meta.url);

const token = 'owner';
const video = (): TestedEmulator => createEmulator({ checkResponses: true });
const ads = (): TestedEmulator => createAdEmulator({ checkResponses: true });

describe('routes', () => {
  test.each([
    ...videoOperations.map((row) => ({ row, open: video })),
    ...adOperations.map((row) => ({ row, open: ads })),
  ])('$row.id has a route $row.method $row.path, and none for PATCH', async ({ row, open }) => {
    const emulator = open();
    const served = await sendRequest(emulator, {
      method: row.method,
      path: createPath(row),
      token,
      ...createBody(row),
    });
    expect(served.status === 405).toBe(row.response === 'refusal');
    const refused = await sendRequest(emulator, {
      method: 'PATCH',
      path: createPath(row),
      token,
    });
    expect(refused.status).toBe(405);
    if (row.response !== 'refusal') expect(refused.headers.get('allow')).toContain(row.method);
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
    expect((await sendRequest(ads(), { path })).status).toBe(404);
  });
});

describe('credentials', () => {
  test.each(videoOperations)('$id needs some credential (line 112)', async (row) => {
    const response = await sendRequest(video(), {
      method: row.method,
      path: createPath(row),
      ...createBody(row),
    });
    expect(response.status).toBe(401);
    expect(valueAt(response.json, ['error', 'code'])).toBe(401);
  });

  test.each(videoOperations.filter((row) => row.credential === 'token'))(
    '$id needs more than a key (line 114)',
    async (row) => {
      const response = await sendRequest(video(), {
        method: row.method,
        path: `${createPath(row)}?key=k`,
        ...createBody(row),
      });
      expect(response.status).toBe(401);
    },
  );

  test.each(videoOperations.filter((row) => row.credential === 'key or token'))(
    '$id accepts a key (line 112)',
    async (row) => {
      const response = await sendRequest(video(), {
        method: row.method,
        path: `${createPath(row)}?key=k`,
      });
      expect(response.status).not.toBe(401);
    },
  );

  test('a token is accepted in the header and in `access_token` (line 113)', async () => {
    const emulator = video();
    const header = await sendRequest(emulator, { path: '/channels?mine=true', token });
    const query = await sendRequest(emulator, {
      path: `/channels?mine=true&access_token=${token}`,
    });
    expect(listItems(header)).toHaveLength(1);
    expect(listItems(query)).toEqual(listItems(header));
  });

  test.each(adOperations)('$id needs no credential', async (row) => {
    const response = await sendRequest(ads(), {
      method: row.method,
      path: createPath(row),
      ...createBody(row),
    });
    expect(response.status).not.toBe(401);
  });
});

describe('parameters', () => {
  test.each(videoOperations.filter((row) => row.query.includes('hl')))(
    '$id responds in the language of `hl`',
    async (row) => {
      const emulator = video();
      const english = await sendRequest(emulator, { path: `${row.path}?key=k` });
      const spanish = await sendRequest(emulator, { path: `${row.path}?key=k&hl=es` });
      expect(listItems(spanish).map((one) => one['id'])).toEqual(listItems(english).map((one) => one['id']));
      expect(listItems(spanish)).not.toEqual(listItems(english));
    },
  );

  test.each(videoOperations.filter((row) => row.query.includes('regionCode')))(
    '$id accepts the regions of i18nRegions.list and no others',
    async (row) => {
      const emulator = video();
      const regions = listItems(await sendRequest(emulator, { path: '/i18nRegions?key=k' })).map((one) =>
        String(valueAt(one, ['snippet', 'gl'])),
      );
      expect(regions.length).toBeGreaterThan(20);
      for (const region of regions) expect((await sendList(emulator, row, `regionCode=${region}`)).status).toBe(200);
      expect((await sendList(emulator, row, 'regionCode=ZZ')).status).toBe(400);
    },
  );

  test('captions.download converts with `tfmt` and translates with `tlang` (line 59)', async () => {
    const emulator = video();
    const id = await findFirstId(emulator, `/captions?videoId=${await findOwnVideo(emulator)}`);
    const text = async (query: string): Promise<string> =>
      new TextDecoder().decode((await sendRequest(emulator, { path: `/captions/${id}${query}`, token })).bytes);
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
    const add = (): Promise<EmulatorResponse> =>
      sendRequest(emulator, {
        method: 'POST',
        path: '/channelSections',
        token,
        json: { snippet: { type: 'recentUploads' } },
      });
    for (let count = 0; count < 10; count += 1) expect((await add()).status).toBe(200);
    expect((await add()).status).toBe(400);
    expect(listItems(await sendRequest(emulator, { path: '/channelSections?mine=true', token }))).toHaveLength(10);
  });

  test('a playlist has at most 200 videos (line 133)', async () => {
    const emulator = video();
    const videoId = await findOwnVideo(emulator);
    const { json: playlist } = await sendRequest(emulator, {
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
    const add = (): Promise<EmulatorResponse> =>
      sendRequest(emulator, {
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
          await sendRequest(emulator, {
            method: 'POST',
            path: '/playlists',
            token,
            json: { snippet: { title: `List ${count}` } },
          })
        ).status,
      ).toBe(200);
    }
  });

  table('a banner of %ix%i has the status %i (line 135)', async (width: number, height: number, status: number) => {
    const response = await sendRequest(video(), {
      method: 'POST',
      path: '/channelBanners/insert',
      token,
      bytes: encodePngHeader(width, height),
      type: 'image/png',
    });
    expect(response.status).toBe(status);
    if (status === 200) expect(response.json['url']).toMatch(/^https?:/);
  });
});

describe('the seeded world', () => {
  test.each(videoOperations.filter((row) => row.response === 'list' && row.id !== 'videos.getRating'))(
    '$id has rows for a new caller',
    async (row) => {
      const response = await sendList(video(), row, '');
      expect(response.status).toBe(200);
      expect(listItems(response).length).toBeGreaterThan(0);
    },
  );

  test('ad reporting lists one account, with ad units and apps of its own', async () => {
    const emulator = ads();
    const [account] = listItems(await sendRequest(emulator, { path: '/v1/accounts' }), 'account');
    const name = String(account?.['name']);
    expect(name).toMatch(/^accounts\/[^/]+$/);
    expect((await sendRequest(emulator, { path: `/v1/${name}` })).json).toEqual(account);
    for (const kind of ['adUnits', 'apps']) {
      const rows = listItems(await sendRequest(emulator, { path: `/v1/${name}/${kind}` }), kind);
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.every((row) => String(row['name']).startsWith(`${name}/${kind}/`))).toBe(true);
    }
  });
});

/** Returns the query with which a list finds rows of the caller: `playlists.list` → `mine=true`. */
async function createSelector(emulator: TestedEmulator, id: string): Promise<string> {
  if (['activities.list', 'channels.list', 'playlists.list', 'subscriptions.list'].includes(id)) return 'mine=true';
  if (['captions.list', 'commentThreads.list'].includes(id)) return `videoId=${await findOwnVideo(emulator)}`;
  // The channel of a new caller has no sections, so that tests can add ten.
  if (id === 'channelSections.list') return 'channelId=UCvF9vnF-sEsXQxVcIjQRbnL';
  if (id === 'comments.list')
    return `parentId=${await findFirstId(emulator, `/commentThreads?videoId=${await findOwnVideo(emulator)}`)}`;
  if (id === 'playlistItems.list') return `playlistId=${await findFirstId(emulator, '/playlists?mine=true')}`;
  if (id === 'videos.list') return 'chart=mostPopular';
  return '';
}

async function sendList(emulator: TestedEmulator, row: DocumentedOperation, query: string): Promise<EmulatorResponse> {
  return sendRequest(emulator, {
    path: `${row.path}?${await createSelector(emulator, row.id)}&${query}`,
    token,
  });
}

async function findOwnVideo(emulator: TestedEmulator): Promise<string> {
  const [channel] = listItems(await sendRequest(emulator, { path: '/channels?mine=true', token }));
  const uploads = valueAt(channel ?? null, ['contentDetails', 'relatedPlaylists', 'uploads']);
  const [item] = listItems(
    await sendRequest(emulator, {
      path: `/playlistItems?playlistId=${String(uploads)}`,
      token,
    }),
  );
  return String(valueAt(item ?? null, ['snippet', 'resourceId', 'videoId']));
}

async function findFirstId(emulator: TestedEmulator, path: string): Promise<string> {
  const [first]: readonly (JsonMap | undefined)[] = listItems(await sendRequest(emulator, { path, token }));
  return String(first?.['id']);
}

/** Returns any body that an operation takes: bytes, JSON or none. */
function createBody(row: DocumentedOperation): { json: JsonMap } | { bytes: Uint8Array } | Record<string, never> {
  if (row.upload !== 'no') return { bytes: Uint8Array.of(1, 2, 3) };
  return isJsonWrite(row) ? { json: {} } : {};
}
