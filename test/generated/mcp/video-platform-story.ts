import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { pngOf } from '../images.js';

/** Folder with the files that are uploaded; whoever tells the story removes it. */
export const folder: string = mkdtempSync(join(tmpdir(), 'speccast-mcp-'));

const srt = '1\n00:00:01,000 --> 00:00:02,500\nHello there\n';

for (const [name, bytes] of [
  ['tides.mp4', 'not really a film'],
  ['en.srt', srt],
  ['banner.png', pngOf(2048, 1152)],
  ['thumbnail.png', pngOf(1280, 720)],
  ['mark.png', pngOf(150, 150)],
] as const)
  writeFileSync(join(folder, name), bytes);

/** The same calls by tools of operations, or by the three that call any. */
export type Call = (operation: string, args?: Record<string, unknown>) => Promise<Record<string, unknown>>;

/** Calls each operation once, in an order in which it has something to work on, and looks at each result. */
export async function callAll(call: Call, nothing: Call, rejected: Call): Promise<void> {
  const channel = idOf(first(await call('channels.list', { mine: true })));
  const branding = { id: channel, brandingSettings: { channel: { showBrowseView: true } } };
  expect(await call('channels.update', { body: branding })).toMatchObject(branding);
  const video = await videos(call, nothing);
  await captions(call, nothing, video);
  await playlists(call, nothing, video);
  await sections(call, nothing);
  await comments(call, nothing, video);
  const banner = await call('channelBanners.insert', { media: { path: 'banner.png' } });
  expect(URL.canParse(String(banner['url']))).toBe(true);
  const thumbnails = await call('thumbnails.set', { videoId: video, media: { path: join(folder, 'thumbnail.png') } });
  expect(first(thumbnails)).toMatchObject({ default: { width: 120, height: 90 } });
  await nothing('watermarks.set', { channelId: channel, media: { path: 'mark.png', type: 'image/png' } });
  await nothing('watermarks.unset', { channelId: channel });
  expect(await call('members.list')).toMatchObject({ items: [{}] });
  expect((await call('membershipsLevels.list'))['items']).not.toEqual([]);
  await subscriptions(call, nothing);
  await reference(call, nothing, video);
  expect((await call('search.list', { q: 'Tides', channelId: channel }))['items']).not.toEqual([]);
  expect((await call('activities.list', { channelId: channel }))['items']).not.toEqual([]);
  expect(await rejected('activities.insert', { body: { snippet: { description: 'hello' } } })).toMatchObject({
    text: expect.stringMatching(/^The service rejected activities\.insert: 405 /),
  });
  await nothing('videos.delete', { id: video });
  expect(await call('videos.list', { id: [video] })).toMatchObject({ items: [] });
}

function first(page: Record<string, unknown>): Record<string, unknown> {
  const { items } = page;
  return Object(Array.isArray(items) ? items[0] : undefined);
}

function idOf(resource: Record<string, unknown>): string {
  expect(resource['id']).toEqual(expect.any(String));
  return String(resource['id']);
}

async function videos(call: Call, nothing: Call): Promise<string> {
  const body = { snippet: { title: 'Tides', categoryId: '22' } };
  const made = await call('videos.insert', { body, media: { path: 'tides.mp4' } });
  expect(made).toMatchObject({ snippet: { title: 'Tides' } });
  const id = idOf(made);
  const change = { id, snippet: { title: 'Tides and moons', categoryId: '22' } };
  expect(await call('videos.update', { body: change })).toMatchObject(change);
  expect(await call('videos.list', { id: [id] })).toMatchObject({ items: [change] });
  await nothing('videos.rate', { id, rating: 'like' });
  expect(await call('videos.getRating', { id: [id] })).toMatchObject({ items: [{ videoId: id, rating: 'like' }] });
  return id;
}

async function captions(call: Call, nothing: Call, videoId: string): Promise<void> {
  const body = { snippet: { videoId, language: 'en', name: 'English', isDraft: true } };
  const id = idOf(await call('captions.insert', { body, media: { path: 'en.srt' } }));
  expect(await call('captions.list', { videoId })).toMatchObject({ items: [{ id }] });
  const change = { id, snippet: { isDraft: false } };
  expect(await call('captions.update', { body: change })).toMatchObject(change);
  const saved = await call('captions.download', { id, saveTo: 'saved.srt' });
  expect(saved).toMatchObject({ bytes: srt.length });
  expect(readFileSync(join(folder, 'saved.srt'), 'utf8')).toBe(srt);
  rmSync(join(folder, 'saved.srt'));
  await nothing('captions.delete', { id });
}

async function playlists(call: Call, nothing: Call, videoId: string): Promise<void> {
  const made = await call('playlists.insert', { body: { snippet: { title: 'Mix' } } });
  expect(made).toMatchObject({ snippet: { title: 'Mix' }, status: { privacyStatus: 'public' } });
  const id = idOf(made);
  expect(JSON.stringify(await call('playlists.list', { mine: true, maxResults: 50 }))).toContain(id);
  const change = { id, snippet: { title: 'Mix' }, status: { privacyStatus: 'private' } };
  expect(await call('playlists.update', { body: change })).toMatchObject(change);
  const item = { snippet: { playlistId: id, resourceId: { kind: 'youtube#video', videoId } } };
  const one = idOf(await call('playlistItems.insert', { body: item }));
  const other = idOf(await call('playlistItems.insert', { body: item }));
  const move = { id: other, snippet: { ...item.snippet, position: 0 } };
  expect(await call('playlistItems.update', { body: move })).toMatchObject({ snippet: { position: 0 } });
  expect(await call('playlistItems.list', { playlistId: id })).toMatchObject({ items: [{ id: other }, { id: one }] });
  await nothing('playlistItems.delete', { id: one });
  await nothing('playlists.delete', { id });
  expect(await call('playlists.list', { id: [id] })).toMatchObject({ items: [] });
}

async function sections(call: Call, nothing: Call): Promise<void> {
  const id = idOf(await call('channelSections.insert', { body: { snippet: { type: 'recentUploads' } } }));
  const change = { id, snippet: { type: 'popularUploads' } };
  expect(await call('channelSections.update', { body: change })).toMatchObject(change);
  expect(JSON.stringify(await call('channelSections.list', { mine: true }))).toContain(id);
  await nothing('channelSections.delete', { id });
}

async function comments(call: Call, nothing: Call, videoId: string): Promise<void> {
  const body = { snippet: { videoId, topLevelComment: { snippet: { textOriginal: 'First' } } } };
  const thread = idOf(await call('commentThreads.insert', { body }));
  const reply = { snippet: { parentId: thread, textOriginal: 'Second' } };
  const id = idOf(await call('comments.insert', { body: reply }));
  const change = { id, snippet: { textOriginal: 'Second thoughts' } };
  expect(await call('comments.update', { body: change })).toMatchObject(change);
  expect(await call('comments.list', { parentId: thread })).toMatchObject({ items: [{ id }] });
  await nothing('comments.setModerationStatus', { id: [id], moderationStatus: 'heldForReview' });
  await nothing('comments.markAsSpam', { id: [thread] });
  await nothing('comments.delete', { id });
  expect(await call('commentThreads.list', { videoId })).toMatchObject({ items: [{ id: thread }] });
}

async function subscriptions(call: Call, nothing: Call): Promise<void> {
  const found = first(await call('search.list', { type: ['channel'] }));
  const { channelId } = Object(found['id']);
  const body = { snippet: { resourceId: { kind: 'youtube#channel', channelId } } };
  const id = idOf(await call('subscriptions.insert', { body }));
  expect(JSON.stringify(await call('subscriptions.list', { mine: true }))).toContain(id);
  await nothing('subscriptions.delete', { id });
}

async function reference(call: Call, nothing: Call, videoId: string): Promise<void> {
  const { hl } = Object(first(await call('i18nLanguages.list'))['snippet']);
  const { gl: regionCode } = Object(first(await call('i18nRegions.list'))['snippet']);
  for (const name of ['videoCategories.list', 'guideCategories.list'])
    expect((await call(name, { hl, regionCode }))['items']).not.toEqual([]);
  const reasonId = idOf(first(await call('videoAbuseReportReasons.list')));
  await nothing('videos.reportAbuse', { body: { videoId, reasonId } });
}
