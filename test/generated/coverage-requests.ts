import type { Rule } from '@speccast/video-platform/mocks';
import type { Sent } from './behaviours/call.js';

/** A request about one operation, whose method and path come from the spec. */
export interface Probe extends Sent {
  readonly operation: string;
  /** Values of the path, by name. */
  readonly path?: Readonly<Record<string, string>>;
}

/** Ids of what the first user owns. */
export interface Owned {
  readonly videoId: string;
  readonly playlistId: string;
  readonly itemId: string;
  readonly captionId: string;
  readonly sectionId: string;
  readonly threadId: string;
  readonly subscriptionId: string;
  readonly channelId: string;
}

const first = { token: 'first-user' };
const second = { token: 'second-user' };
const key = { key: 'a-good-key' };
const unchanged = { 'if-none-match': '*' };
const nothing = 'nothing-has-this-id';
const parameter = /#(?:parameters|selectors|filters|input)\/([^/]+)/;

/** Requests that break a rule of one operation; none where it takes more than the rule to know how. */
export function breakersOf({ id, operation = '' }: Rule): readonly Probe[] {
  const [, name = ''] = parameter.exec(id) ?? [];
  const rule = id.slice(id.indexOf('#') + 1);
  const isPut = operation.endsWith('.update');
  const write = { operation, ...first, path: { id: nothing } };
  if (rule === 'auth') return [{ operation, path: { id: nothing } }];
  if (rule === 'unsupported') return [{ ...write, json: {} }];
  if (rule === 'body/type') return [{ ...write, bytes: 'x', type: 'font/odd' }];
  if (rule === 'body/required' || rule === 'media/required' || rule === 'target/required')
    return [{ ...write, ...(rule === 'target/required' && isPut ? { json: {} } : {}) }];
  if (rule === 'body') return [{ ...write, json: [] }];
  if (rule === 'selectors') return [{ operation, ...key }];
  if (rule.endsWith('/token'))
    return ['true', 'heldForReview', 'like'].map((value) => ({ operation, ...key, query: { [name]: value } }));
  if (/^(?:parameters|selectors|filters)\/[^/]+$/.test(rule))
    return [
      { ...write, query: { [name]: 'no-such-value' } },
      { ...write, query: { [name]: 'no-such-value', id: nothing } },
      { ...write, query: { [name]: 'no-such-value', mine: true } },
    ];
  if (rule === 'target') return [isPut ? { ...write, json: { id: nothing } } : { ...write, query: { id: nothing } }];
  if (rule.startsWith('requires/'))
    return [
      { ...write, json: {} },
      { ...write, json: { id: nothing } },
    ];
  return [];
}

/** Requests that break rules for which rows of the first user are needed, or a closer look. */
export function targetedProbes(owned: Owned): readonly Probe[] {
  const { videoId, playlistId, itemId, captionId, sectionId, threadId, subscriptionId, channelId } = owned;
  return [
    ...foreign(owned),
    { operation: 'captions.download', ...first, path: { id: captionId }, query: { tfmt: 'nonsense' } },
    { operation: 'captions.download', ...first, path: { id: captionId }, query: { tlang: '-' } },
    { operation: 'comments.setModerationStatus', ...first, query: { moderationStatus: 'rejected' } },
    { operation: 'comments.setModerationStatus', ...first, query: { id: threadId } },
    { operation: 'comments.setModerationStatus', ...first, query: { id: nothing, moderationStatus: 'rejected' } },
    { operation: 'comments.setModerationStatus', ...first, query: { id: threadId, moderationStatus: 'odd' } },
    {
      operation: 'comments.setModerationStatus',
      ...first,
      query: { id: threadId, moderationStatus: 'published', banAuthor: true },
    },
    { operation: 'comments.markAsSpam', ...first },
    { operation: 'comments.insert', ...first, json: { snippet: { parentId: nothing, textOriginal: 'Hm' } } },
    { operation: 'commentThreads.insert', ...first, json: threadAbout(nothing) },
    { operation: 'captions.update', ...first, json: { snippet: { isDraft: true } } },
    { operation: 'comments.update', ...first, json: { snippet: { textOriginal: 'Hm' } } },
    { operation: 'commentThreads.insert', ...first, json: { parentId: threadId, ...Object(threadAbout(videoId)) } },
    { operation: 'playlists.insert', ...first, bytes: new Uint8Array(1_000_001), type: 'application/json' },
    { operation: 'captions.list', ...first, query: { videoId }, headers: unchanged },
    { operation: 'commentThreads.list', ...first, query: { videoId }, headers: unchanged },
    { operation: 'playlistItems.list', ...first, query: { playlistId }, headers: unchanged },
    { operation: 'captions.insert', ...second, query: { videoId, language: 'en', name: 'Odd' }, bytes: '1' },
    { operation: 'videos.rate', ...first, query: { id: videoId, rating: 'like' } },
    { operation: 'videos.rate', ...first, query: { id: videoId } },
    { operation: 'videos.rate', ...first, query: { rating: 'like' } },
    { operation: 'videos.rate', ...first, query: { id: videoId, rating: 'odd' } },
    { operation: 'videos.rate', ...first, query: { id: nothing, rating: 'like' } },
    { operation: 'videos.getRating', ...first },
    { operation: 'search.list', ...key, query: { type: 'odd' } },
    { operation: 'search.list', ...key, query: { channelId, location: '1,1', locationRadius: '1km' } },
    { operation: 'search.list', ...key, query: { channelId: 'odd' } },
    { operation: 'search.list', ...key, query: { location: 'odd', locationRadius: '1km' } },
    { operation: 'thumbnails.set', ...first, bytes: 'x', type: 'image/png' },
    { operation: 'thumbnails.set', ...first, query: { videoId: nothing }, bytes: 'x', type: 'image/png' },
    { operation: 'thumbnails.set', ...first, query: { videoId }, bytes: 'x', type: 'image/png' },
    { operation: 'watermarks.set', ...first, query: { channelId: nothing }, bytes: 'x', type: 'image/png' },
    { operation: 'watermarks.set', ...first, query: { channelId }, bytes: 'x', type: 'image/png' },
    { operation: 'watermarks.unset', ...first, query: { channelId: nothing } },
    { operation: 'channelBanners.insert', ...first, bytes: 'x', type: 'image/png' },
    { operation: 'playlists.list', ...key, query: { channelId } },
    { operation: 'playlists.list', ...key, query: { id: playlistId, maxResults: -1 } },
    { operation: 'playlists.list', ...key, query: { id: playlistId, pageToken: 'odd' } },
    { operation: 'playlists.list', ...key, query: { id: playlistId, fields: 'items(' } },
    { operation: 'playlists.list', key: 'invalid-key', query: { id: playlistId } },
    { operation: 'playlists.list', token: 'expired-token', query: { id: playlistId } },
    { operation: 'playlists.insert', ...first, bytes: '{', type: 'application/json' },
    { operation: 'videos.insert', ...first, bytes: 'x', type: 'multipart/related; boundary=edge' },
    { operation: 'playlists.list', ...key, query: { id: playlistId, quotaUser: '%' }, headers: {} },
    { operation: 'playlists.update', ...first, json: { id: playlistId }, headers: { 'if-match': '"old"' } },
    { operation: 'playlistItems.update', ...first, json: { id: itemId, snippet: { position: 99 } } },
    { operation: 'channelSections.update', ...first, json: { id: sectionId, snippet: { position: 99 } } },
    { operation: 'subscriptions.delete', ...first, query: { id: subscriptionId }, headers: { 'if-match': '"old"' } },
  ];
}

/** What the second user may not change of the first user's. */
function foreign(owned: Owned): readonly Probe[] {
  const ids = {
    captions: owned.captionId,
    channelSections: owned.sectionId,
    comments: owned.threadId,
    playlistItems: owned.itemId,
    playlists: owned.playlistId,
    subscriptions: owned.subscriptionId,
    videos: owned.videoId,
  };
  return [
    ...Object.entries(ids).flatMap(([group, id]): Probe[] => [
      { operation: `${group}.delete`, ...second, query: { id } },
      { operation: `${group}.update`, ...second, json: { id, snippet: { isDraft: false } } },
    ]),
    { operation: 'channels.update', ...second, json: { id: owned.channelId } },
    {
      operation: 'comments.setModerationStatus',
      ...second,
      query: { id: owned.threadId, moderationStatus: 'rejected' },
    },
    { operation: 'thumbnails.set', ...second, query: { videoId: owned.videoId }, bytes: 'x', type: 'image/png' },
    { operation: 'watermarks.set', ...second, query: { channelId: owned.channelId }, bytes: 'x', type: 'image/png' },
    { operation: 'watermarks.unset', ...second, query: { channelId: owned.channelId } },
  ];
}

function threadAbout(videoId: string): unknown {
  return { snippet: { videoId, topLevelComment: { snippet: { textOriginal: 'First' } } } };
}
