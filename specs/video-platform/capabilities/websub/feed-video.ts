import { stringAt, type CapabilityCall, type Row } from '@speccast/emulator/capabilities';
import type { FeedVideo } from './write-feed.js';

/** Times of the last changes of videos, by their ids. */
export const changeTimes = '~feedTimes';

/** Returns the data of a video for a feed. */
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

/** Returns whether a video appears in feeds. */
export function isPublic(video: Row | undefined): video is Row {
  return video !== undefined && stringAt(video, 'status.privacyStatus') === 'public';
}
