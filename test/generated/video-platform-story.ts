import { ApiError, type ChannelSectionInput, type VideoPlatform } from '@speccast/video-platform';
import { expect } from 'vitest';
import { pngOf } from './images.js';
import type { Steps } from './steps.js';

/** What the chapters of the story share. */
export interface Story extends Steps {
  readonly client: VideoPlatform;
}

const srt = '1\n00:00:01,000 --> 00:00:02,500\nHello there\n\n2\n00:00:03,000 --> 00:00:04,000\nGoodbye\n';

/** Calls every operation of the service once, in an order in which each one has something to work on. */
export async function tellVideoPlatformStory(story: Story): Promise<void> {
  const channel = await ownChannel(story);
  const video = await videosOfTheCaller(story);
  await ratings(story, video);
  await captions(story, video);
  await playlists(story, video);
  await sections(story);
  await comments(story, video);
  await images(story, { channel, video });
  await people(story);
  await referenceData(story);
  await reportingAbuse(story, video);
  await discovery(story, channel);
  await activities(story, channel);
  await story.step('videos.delete', { method: 'DELETE', path: '/videos', query: { id: video } }, () =>
    story.client.videos.delete({ id: video }),
  );
  const left = await story.client.videos.list({ id: [video] });
  expect(left.items).toEqual([]);
}

function idOf(resource: { readonly id?: string } | undefined): string {
  const id = resource?.id;
  if (id === undefined) throw new Error('a resource without an id');
  return id;
}

async function ownChannel({ client, step }: Story): Promise<string> {
  const own = await step('channels.list', { method: 'GET', path: '/channels', query: { mine: 'true' } }, () =>
    client.channels.list({ mine: true }),
  );
  expect(own.items).toHaveLength(1);
  const id = idOf(own.items?.[0]);
  const json = { id, brandingSettings: { channel: { showBrowseView: true } }, invideoPromotion: { items: [] } };
  const updated = await step('channels.update', { method: 'PUT', path: '/channels', json }, () =>
    client.channels.update({ body: json }),
  );
  expect(updated).toMatchObject(json);
  return id;
}

async function videosOfTheCaller({ client, step }: Story): Promise<string> {
  const body = { snippet: { title: 'Tides', categoryId: '22' } };
  const media = new Blob(['not really a film'], { type: 'video/mp4' });
  const wanted = { method: 'POST', path: '/videos', type: 'multipart/related' };
  const video = await step('videos.insert', wanted, () => client.videos.insert({ body, media }));
  expect(video).toMatchObject({ snippet: { title: 'Tides' } });
  const id = idOf(video);
  const json = { id, snippet: { title: 'Tides and moons', categoryId: '22' } };
  const updated = await step('videos.update', { method: 'PUT', path: '/videos', json }, () =>
    client.videos.update({ body: json }),
  );
  expect(updated).toMatchObject(json);
  const listed = await step('videos.list', { method: 'GET', path: '/videos', query: { id } }, () =>
    client.videos.list({ id: [id] }),
  );
  expect(listed.items).toMatchObject([json]);
  return id;
}

async function ratings({ client, step }: Story, id: string): Promise<void> {
  const query = { id, rating: 'like' } as const;
  const nothing = await step('videos.rate', { method: 'POST', path: '/videos/rate', query }, () =>
    client.videos.rate(query),
  );
  expect(nothing).toBeUndefined();
  const ratingsNow = await step('videos.getRating', { method: 'GET', path: '/videos/getRating', query: { id } }, () =>
    client.videos.getRating({ id: [id] }),
  );
  expect(ratingsNow.items).toMatchObject([{ videoId: id, rating: 'like' }]);
}

async function captions({ client, step }: Story, videoId: string): Promise<void> {
  const body = { snippet: { videoId, language: 'en', name: 'English', isDraft: true } };
  const wanted = { method: 'POST', path: '/captions', type: 'multipart/related' };
  const caption = await step('captions.insert', wanted, () => client.captions.insert({ body, media: srt }));
  const id = idOf(caption);
  const listed = await step('captions.list', { method: 'GET', path: '/captions', query: { videoId } }, () =>
    client.captions.list({ videoId }),
  );
  expect(JSON.stringify(listed)).not.toContain('Hello there');
  expect(listed.items?.map((one) => one.id)).toContain(id);
  const json = { id, snippet: { isDraft: false } };
  const updated = await step('captions.update', { method: 'PUT', path: '/captions', json }, () =>
    client.captions.update({ body: json }),
  );
  expect(updated.snippet?.isDraft).toBe(false);
  const download = { method: 'GET', path: `/captions/${id}`, query: { tfmt: 'vtt' } };
  const vtt = await step('captions.download', download, () => client.captions.download({ id, tfmt: 'vtt' }).text());
  expect(vtt).toMatch(/^WEBVTT[\s\S]*Hello there/);
  expect(await client.captions.download({ id }).text()).toBe(srt);
  await step('captions.delete', { method: 'DELETE', path: '/captions', query: { id } }, () =>
    client.captions.delete({ id }),
  );
  await expect(client.captions.download({ id })).rejects.toMatchObject({ status: 404 });
}

async function playlists(story: Story, videoId: string): Promise<void> {
  const { client, step } = story;
  const json = { snippet: { title: 'Mix' } };
  const playlist = await step('playlists.insert', { method: 'POST', path: '/playlists', json }, () =>
    client.playlists.insert({ body: json }),
  );
  expect(playlist).toMatchObject({ ...json, status: { privacyStatus: 'public' } });
  const id = idOf(playlist);
  const listed = await step('playlists.list', { method: 'GET', path: '/playlists', query: { mine: 'true' } }, () =>
    client.playlists.list({ mine: true }),
  );
  expect(listed.items?.map((one) => one.id)).toContain(id);
  const change = { id, snippet: { title: 'Mix' }, status: { privacyStatus: 'private' as const } };
  const changed = await step('playlists.update', { method: 'PUT', path: '/playlists', json: change }, () =>
    client.playlists.update({ body: change }),
  );
  expect(changed).toMatchObject(change);
  await playlistItems(story, { playlistId: id, videoId });
  await step('playlists.delete', { method: 'DELETE', path: '/playlists', query: { id } }, () =>
    client.playlists.delete({ id }),
  );
  expect((await client.playlists.list({ id: [id] })).items).toEqual([]);
}

async function playlistItems(
  { client, step }: Story,
  { playlistId, videoId }: { readonly playlistId: string; readonly videoId: string },
): Promise<void> {
  const json = { snippet: { playlistId, resourceId: { kind: 'youtube#video', videoId } } };
  const insert = { method: 'POST', path: '/playlistItems', json };
  const first = await step('playlistItems.insert', insert, () => client.playlistItems.insert({ body: json }));
  const second = await client.playlistItems.insert({ body: json });
  expect([first.snippet?.position, second.snippet?.position]).toEqual([0, 1]);
  const move = { id: idOf(second), snippet: { ...json.snippet, position: 0 } };
  await step('playlistItems.update', { method: 'PUT', path: '/playlistItems', json: move }, () =>
    client.playlistItems.update({ body: move }),
  );
  const list = { method: 'GET', path: '/playlistItems', query: { playlistId } };
  const listed = await step('playlistItems.list', list, () => client.playlistItems.list({ playlistId }));
  expect(listed.items?.map((one) => one.id)).toEqual([second.id, first.id]);
  const id = idOf(first);
  await step('playlistItems.delete', { method: 'DELETE', path: '/playlistItems', query: { id } }, () =>
    client.playlistItems.delete({ id }),
  );
  expect((await client.playlistItems.list({ playlistId })).items).toHaveLength(1);
}

async function sections({ client, step }: Story): Promise<void> {
  const json: ChannelSectionInput = { snippet: { type: 'recentUploads' } };
  const insert = { method: 'POST', path: '/channelSections', json };
  const id = idOf(await step('channelSections.insert', insert, () => client.channelSections.insert({ body: json })));
  const change: ChannelSectionInput = { id, snippet: { type: 'popularUploads' } };
  const update = { method: 'PUT', path: '/channelSections', json: change };
  const changed = await step('channelSections.update', update, () => client.channelSections.update({ body: change }));
  expect(changed).toMatchObject(change);
  const list = { method: 'GET', path: '/channelSections', query: { mine: 'true' } };
  const listed = await step('channelSections.list', list, () => client.channelSections.list({ mine: true }));
  expect(listed.items?.map((one) => one.id)).toContain(id);
  const remove = { method: 'DELETE', path: '/channelSections', query: { id } };
  await step('channelSections.delete', remove, () => client.channelSections.delete({ id }));
}

async function comments({ client, step }: Story, videoId: string): Promise<void> {
  const json = { snippet: { videoId, topLevelComment: { snippet: { textOriginal: 'First' } } } };
  const insert = { method: 'POST', path: '/commentThreads', json };
  const thread = await step('commentThreads.insert', insert, () => client.commentThreads.insert({ body: json }));
  const parentId = idOf(thread.snippet?.topLevelComment);
  const answer = { snippet: { parentId, textOriginal: 'Second' } };
  const reply = await step('comments.insert', { method: 'POST', path: '/comments', json: answer }, () =>
    client.comments.insert({ body: answer }),
  );
  const id = idOf(reply);
  const change = { id, snippet: { textOriginal: 'Second thoughts' } };
  const changed = await step('comments.update', { method: 'PUT', path: '/comments', json: change }, () =>
    client.comments.update({ body: change }),
  );
  expect(changed).toMatchObject(change);
  const replies = await step('comments.list', { method: 'GET', path: '/comments', query: { parentId } }, () =>
    client.comments.list({ parentId }),
  );
  expect(replies.items?.map((one) => one.id)).toEqual([id]);
  const moderate = { id: [id], moderationStatus: 'heldForReview' } as const;
  const moderation = { method: 'POST', path: '/comments/setModerationStatus', query: { ...moderate, id } };
  await step('comments.setModerationStatus', moderation, () => client.comments.setModerationStatus(moderate));
  const spam = { method: 'POST', path: '/comments/markAsSpam', query: { id: parentId } };
  await step('comments.markAsSpam', spam, () => client.comments.markAsSpam({ id: [parentId] }));
  await step('comments.delete', { method: 'DELETE', path: '/comments', query: { id } }, () =>
    client.comments.delete({ id }),
  );
  const list = { method: 'GET', path: '/commentThreads', query: { videoId } };
  const threads = await step('commentThreads.list', list, () => client.commentThreads.list({ videoId }));
  expect(threads.items?.map((one) => one.id)).toEqual([thread.id]);
  expect(threads.items?.[0]).not.toHaveProperty('replies');
}

async function images(
  { client, step }: Story,
  { channel, video }: { readonly channel: string; readonly video: string },
): Promise<void> {
  const type = 'image/png';
  const upload = { method: 'POST', path: '/channelBanners/insert', type };
  const banner = await step('channelBanners.insert', upload, () =>
    client.channelBanners.insert({ media: { data: pngOf(2048, 1152), type } }),
  );
  expect(URL.canParse(banner.url ?? '')).toBe(true);
  const small = await client.channelBanners.insert({ media: { data: pngOf(1920, 1080), type } }).result();
  expect(small.ok ? undefined : ApiError.is(small.error) && small.error.status).toBe(400);
  const set = { method: 'POST', path: '/thumbnails/set', query: { videoId: video }, type };
  const thumbnails = await step('thumbnails.set', set, () =>
    client.thumbnails.set({ videoId: video, media: { data: pngOf(1280, 720), type } }),
  );
  expect(thumbnails.items?.[0]).toMatchObject({ default: { width: 120, height: 90 } });
  const mark = { method: 'POST', path: '/watermarks/set', query: { channelId: channel }, type };
  await step('watermarks.set', mark, () =>
    client.watermarks.set({ channelId: channel, media: { data: pngOf(150, 150), type } }),
  );
  const unset = { method: 'POST', path: '/watermarks/unset', query: { channelId: channel } };
  await step('watermarks.unset', unset, () => client.watermarks.unset({ channelId: channel }));
}

async function people({ client, step }: Story): Promise<void> {
  const members = await step('members.list', { method: 'GET', path: '/members' }, () => client.members.list());
  expect(members.items?.length).toBeGreaterThan(0);
  const levels = await step('membershipsLevels.list', { method: 'GET', path: '/membershipsLevels' }, () =>
    client.membershipsLevels.list(),
  );
  expect(levels.items?.length).toBeGreaterThan(0);
  const found = await client.search.list({ type: ['channel'] });
  const channelId = String(Object(found.items?.[0]?.id).channelId);
  const json = { snippet: { resourceId: { kind: 'youtube#channel', channelId } } };
  const insert = { method: 'POST', path: '/subscriptions', json };
  const id = idOf(await step('subscriptions.insert', insert, () => client.subscriptions.insert({ body: json })));
  const list = { method: 'GET', path: '/subscriptions', query: { mine: 'true' } };
  const listed = await step('subscriptions.list', list, () => client.subscriptions.list({ mine: true }));
  expect(listed.items?.map((one) => one.id)).toContain(id);
  await step('subscriptions.delete', { method: 'DELETE', path: '/subscriptions', query: { id } }, () =>
    client.subscriptions.delete({ id }),
  );
}

async function referenceData({ client, step }: Story): Promise<void> {
  const languages = await step('i18nLanguages.list', { method: 'GET', path: '/i18nLanguages' }, () =>
    client.i18nLanguages.list(),
  );
  const regions = await step('i18nRegions.list', { method: 'GET', path: '/i18nRegions' }, () =>
    client.i18nRegions.list(),
  );
  const hl = String(languages.items?.[0]?.snippet?.hl);
  const regionCode = String(regions.items?.[0]?.snippet?.gl);
  const query = { hl, regionCode };
  const list = { method: 'GET', path: '/videoCategories', query };
  const categories = await step('videoCategories.list', list, () => client.videoCategories.list(query));
  expect(categories.items?.length).toBeGreaterThan(0);
  const guideList = { method: 'GET', path: '/guideCategories', query: { hl, regionCode } };
  const guide = await step('guideCategories.list', guideList, () => client.guideCategories.list({ hl, regionCode }));
  expect(guide.items?.length).toBeGreaterThan(0);
}

async function reportingAbuse({ client, step }: Story, videoId: string): Promise<void> {
  const list = { method: 'GET', path: '/videoAbuseReportReasons' };
  const reasons = await step('videoAbuseReportReasons.list', list, () => client.videoAbuseReportReasons.list());
  const json = { videoId, reasonId: idOf(reasons.items?.[0]) };
  const report = { method: 'POST', path: '/videos/reportAbuse', json };
  expect(await step('videos.reportAbuse', report, () => client.videos.reportAbuse({ body: json }))).toBeUndefined();
}

async function discovery({ client, step }: Story, channelId: string): Promise<void> {
  const query = { q: 'Tides', channelId };
  const found = await step('search.list', { method: 'GET', path: '/search', query }, () => client.search.list(query));
  expect(found.items?.length).toBeGreaterThan(0);
}

async function activities({ client, step }: Story, channelId: string): Promise<void> {
  const list = { method: 'GET', path: '/activities', query: { channelId } };
  const listed = await step('activities.list', list, () => client.activities.list({ channelId }));
  expect(listed.items?.map((one) => one.snippet?.type)).toContain('upload');
  const json = { snippet: { description: 'hello' } };
  const insert = { method: 'POST', path: '/activities', json };
  const refused = await step('activities.insert', insert, () => client.activities.insert({ body: json }).result());
  expect(refused.ok ? undefined : ApiError.is(refused.error) && refused.error.status).toBe(405);
}
