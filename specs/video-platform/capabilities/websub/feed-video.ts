import { stringAt, type CapabilityCall, type Row } from '@speccast/emulator/capabilities';
import type { FeedVideo } from './write-feed.js';

/** When videos changed last, by their ids. */
export const changeTimes = '~feedTimes';

/** The facts of a video in a feed. */
export function feedVideo(call: CapabilityCall, video: Row): FeedVideo {
  const id = stringAt(video, 'id') ?? '';
  const published = stringAt(video, 'snippet.publishedAt') ?? '';
  const changed = Number(call.table(changeTimes).get(id)?.['time'] ?? Date.parse(published));
  const channelId = stringAt(video, 'snippet.channelId') ?? '';
  const stated = stringAt(video, 'snippet.channelTitle');
  return {
    id,
    channelId,
    title: stringAt(video, 'snippet.title') ?? '',
    channelTitle: stated ?? stringAt(call.table('channels').get(channelId), 'snippet.title') ?? '',
    published,
    updated: Number.isNaN(changed) ? 0 : changed,
  };
}

/** Tells whether a video is in feeds. */
export function isPublic(video: Row | undefined): video is Row {
  return video !== undefined && stringAt(video, 'status.privacyStatus') === 'public';
}
