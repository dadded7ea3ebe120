/*
 * A channel in thirty steps: what a maker of videos and a viewer do in an afternoon, and what the ads beside the videos
 * earned. Every call goes through the clients as published; nothing but the emulators answers. The steps build on each other.
 */
import { bearer as adBearer, createAdReporting } from '@speccast/ad-reporting';
import { createEmulator as createAdEmulator } from '@speccast/ad-reporting/mocks';
import { ApiError, bearer, createVideoPlatform } from '@speccast/video-platform';
import { createEmulator } from '@speccast/video-platform/mocks';
import { describe, expect, test } from 'vitest';
import { pngOf } from './images.js';

const emulator = createEmulator({ checkResponses: true });
const { baseUrl, fetch } = emulator;
const maker = createVideoPlatform({ auth: bearer('maker'), baseUrl, fetch });
const viewer = createVideoPlatform({ auth: bearer('viewer'), baseUrl, fetch });

const ads = createAdEmulator({ checkResponses: true });
const publisher = createAdReporting({ auth: adBearer('publisher'), baseUrl: ads.baseUrl, fetch: ads.fetch });

const subtitles = '1\n00:00:01,000 --> 00:00:02,500\nThe tide comes in.\n';
const film = { data: new Uint8Array(300_000), type: 'video/mp4' };

/** What one step leaves for those after it. */
const kept = new Map<string, string>();

function keep(name: string, id: string | undefined): void {
  if (id === undefined) throw new Error(`nothing was given as ${name}`);
  kept.set(name, id);
}

function the(name: string): string {
  const id = kept.get(name);
  if (id === undefined) throw new Error(`an earlier step failed: there is no ${name}`);
  return id;
}

const png = (width: number, height: number) => ({ data: pngOf(width, height), type: 'image/png' });

const video = (name: string) => ({ kind: 'youtube#video', videoId: the(name) });

describe('videos', () => {
  test('1. the maker looks up the own channel', async () => {
    const { items } = await maker.channels.list({ mine: true });
    keep('channel', items?.[0]?.id);
    keep('uploads', items?.[0]?.contentDetails?.relatedPlaylists?.uploads);
  });

  test('2. uploads a video', async () => {
    const body = { snippet: { title: 'Tides', description: 'Twice a day.', categoryId: '22' } };
    const { id, status } = await maker.videos.insert({ body, media: film });
    expect(status?.privacyStatus).toBe('public');
    keep('tides', id);
  });

  test('3. uploads another one in pieces, watching the progress', async () => {
    const progress: number[] = [];
    const body = { snippet: { title: 'Moons' }, status: { privacyStatus: 'private' as const } };
    const options = { chunkSize: 262_144, onProgress: ({ sent }: { readonly sent: number }) => progress.push(sent) };
    keep('moons', (await maker.videos.insert({ body, media: film }, options)).id);
    expect(progress.at(-1)).toBe(300_000);
  });

  test('4. sets a thumbnail, and finds its sizes on the video', async () => {
    await maker.thumbnails.set({ videoId: the('tides'), media: png(1280, 720) });
    const { items } = await maker.videos.list({ id: [the('tides')] });
    expect(items?.[0]?.snippet?.thumbnails).toMatchObject({
      default: { width: 120, height: 90 },
      maxres: { width: 1280 },
    });
  });

  test('5. the viewer cannot see the private video', async () => {
    const { items } = await viewer.videos.list({ id: [the('tides'), the('moons')] });
    expect(items?.map(({ id }) => id)).toEqual([the('tides')]);
  });

  test('6. the maker publishes it', async () => {
    const body = { id: the('moons'), snippet: { title: 'Moons', categoryId: '22' } };
    await maker.videos.update({ body: { ...body, status: { privacyStatus: 'public' as const } } });
    expect((await viewer.videos.list({ id: [the('moons')] })).items).toHaveLength(1);
  });

  test('7. the viewer likes a video, and it is counted', async () => {
    await viewer.videos.rate({ id: the('tides'), rating: 'like' });
    const { items } = await maker.videos.list({ id: [the('tides')] });
    expect(items?.[0]?.statistics?.likeCount).toBe('1');
  });
});

describe('playlists', () => {
  test('8. the maker makes a playlist', async () => {
    const { id } = await maker.playlists.insert({ body: { snippet: { title: 'Sky and sea' } } });
    keep('playlist', id);
  });

  test('9. adds both videos', async () => {
    for (const name of ['tides', 'moons']) {
      const snippet = { playlistId: the('playlist'), resourceId: video(name) };
      keep(`item of ${name}`, (await maker.playlistItems.insert({ body: { snippet } })).id);
    }
  });

  test('10. moves the second to the top', async () => {
    const snippet = { playlistId: the('playlist'), resourceId: video('moons'), position: 0 };
    await maker.playlistItems.update({ body: { id: the('item of moons'), snippet } });
  });

  test('11. the viewer reads it item by item, in the new order', async () => {
    const items = await viewer.playlistItems
      .list({ playlistId: the('playlist'), maxResults: 1 })
      .toArray({ limit: 20 });
    expect(items.map(({ snippet }) => snippet?.title)).toEqual(['Moons', 'Tides']);
  });

  test('12. the viewer cannot change it', async () => {
    const refused = await viewer.playlists.delete({ id: the('playlist') }).result();
    expect(refused.ok ? 'done' : ApiError.is(refused.error) && refused.error.status).toBe(403);
  });
});

describe('comments', () => {
  test('13. the viewer comments on a video', async () => {
    const snippet = { videoId: the('tides'), topLevelComment: { snippet: { textOriginal: 'Why twice?' } } };
    const thread = await viewer.commentThreads.insert({ body: { snippet } });
    keep('question', thread.snippet?.topLevelComment?.id);
  });

  test('14. the maker answers', async () => {
    const snippet = { parentId: the('question'), textOriginal: 'The moon pulls on both sides.' };
    keep('answer', (await maker.comments.insert({ body: { snippet } })).id);
  });

  test('15. and finds the response under the question', async () => {
    const { items } = await maker.commentThreads.list({ videoId: the('tides') });
    expect(items?.[0]?.snippet?.totalReplyCount).toBe(1);
    expect(items?.[0]?.replies?.comments?.map(({ id }) => id)).toEqual([the('answer')]);
  });

  test('16. the viewer writes something less friendly', async () => {
    const snippet = { videoId: the('tides'), topLevelComment: { snippet: { textOriginal: 'Buy my watches' } } };
    const thread = await viewer.commentThreads.insert({ body: { snippet } });
    keep('advertisement', thread.snippet?.topLevelComment?.id);
  });

  test('17. which the maker holds for review', async () => {
    await maker.comments.setModerationStatus({ id: [the('advertisement')], moderationStatus: 'heldForReview' });
  });

  test('18. so that only the maker still finds it', async () => {
    const videoId = the('tides');
    const seen = await viewer.commentThreads.list({ videoId }).toArray({ limit: 20 });
    expect(seen.map(({ snippet }) => snippet?.topLevelComment?.id)).toEqual([the('question')]);
    const held = await maker.commentThreads.list({ videoId, moderationStatus: 'heldForReview' }).toArray({ limit: 20 });
    expect(held.map(({ snippet }) => snippet?.topLevelComment?.id)).toEqual([the('advertisement')]);
  });
});

describe('captions', () => {
  test('19. the maker uploads a draft of subtitles', async () => {
    const snippet = { videoId: the('tides'), language: 'en', name: 'English', isDraft: true };
    keep('captions', (await maker.captions.insert({ body: { snippet }, media: subtitles })).id);
    expect((await viewer.captions.list({ videoId: the('tides') })).items).toEqual([]);
  });

  test('20. publishes them', async () => {
    await maker.captions.update({ body: { id: the('captions'), snippet: { isDraft: false } } });
    expect((await viewer.captions.list({ videoId: the('tides') })).items).toHaveLength(1);
  });

  test('21. the viewer reads them in another format', async () => {
    const text = await viewer.captions.download({ id: the('captions'), tfmt: 'vtt' }).text();
    expect(text).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nThe tide comes in.\n');
  });
});

describe('the channel', () => {
  test('22. the maker uploads a banner', async () => {
    keep('banner', (await maker.channelBanners.insert({ media: png(2048, 1152) })).url);
  });

  test('23. and puts it on the channel', async () => {
    const image = { bannerExternalUrl: the('banner') };
    await maker.channels.update({ body: { id: the('channel'), brandingSettings: { image } } });
    const { items } = await viewer.channels.list({ id: [the('channel')] });
    expect(items?.[0]?.brandingSettings?.image).toMatchObject(image);
  });

  test('24. adds a section with the playlist', async () => {
    const contentDetails = { playlists: [the('playlist')] };
    const { id } = await maker.channelSections.insert({
      body: { snippet: { type: 'singlePlaylist' }, contentDetails },
    });
    keep('section', id);
  });

  test('25. the viewer finds the section, and subscribes', async () => {
    const { items } = await viewer.channelSections.list({ channelId: the('channel') });
    expect(items?.map(({ id }) => id)).toContain(the('section'));
    const resourceId = { kind: 'youtube#channel', channelId: the('channel') };
    await viewer.subscriptions.insert({ body: { snippet: { resourceId } } });
    expect((await viewer.subscriptions.list({ mine: true, forChannelId: the('channel') })).items).toHaveLength(1);
  });

  test('26. and finds videos and playlist by searching', async () => {
    const found = await viewer.search.list({ q: 'tides' }).toArray({ limit: 20 });
    expect(found.map(({ id }) => id?.videoId)).toContain(the('tides'));
    const playlists = await viewer.search.list({ q: 'sky sea', type: ['playlist'] }).toArray({ limit: 20 });
    expect(playlists.map(({ id }) => id?.playlistId)).toEqual([the('playlist')]);
  });

  test('27. the maker deletes a video, and it is gone from the playlist', async () => {
    await maker.videos.delete({ id: the('moons') });
    const items = await viewer.playlistItems.list({ playlistId: the('playlist') }).toArray({ limit: 20 });
    expect(items.map(({ snippet }) => snippet?.resourceId?.videoId)).not.toContain(the('moons'));
  });
});

describe('the ads beside the videos', () => {
  const dateRange = {
    startDate: { year: 2025, month: 12, day: 1 },
    endDate: { year: 2025, month: 12, day: 7 },
  } as const;

  test('28. the publisher looks up the account and its ad units', async () => {
    const { account } = await publisher.accounts.list();
    keep('account', account?.[0]?.name);
    const units = await publisher.accounts.adUnits
      .list({ parent: `accounts/${the('account').slice(9)}` })
      .toArray({ limit: 20 });
    expect(units.length).toBeGreaterThan(0);
  });

  const earned = async (dimensions: readonly 'DATE'[]): Promise<readonly bigint[]> => {
    const reportSpec = { dateRange, dimensions, metrics: ['ESTIMATED_EARNINGS'] } as const;
    const parent = `accounts/${the('account').slice(9)}` as const;
    const report = publisher.accounts.networkReport.generate({ parent, body: { reportSpec } });
    const earnings: bigint[] = [];
    for await (const row of report) earnings.push(BigInt(row.metricValues?.ESTIMATED_EARNINGS?.microsValue ?? 0));
    return earnings;
  };

  test('29. asks what each day of a week earned', async () => {
    expect(await earned(['DATE'])).toHaveLength(7);
  });

  test('30. and the days add up to the week', async () => {
    const sum = (await earned(['DATE'])).reduce((total, one) => total + one, 0n);
    expect(await earned([])).toEqual([sum]);
  });
});
