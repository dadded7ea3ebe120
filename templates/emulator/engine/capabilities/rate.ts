import type { Call, Capability } from '../plan/plan.js';
import { HttpError } from '../response/http-error.js';
import { insertRow, removeRow } from '../rows/change-rows.js';
import { notFound } from '../rows/rows.js';
import { visibleRow } from '../rows/visibility.js';
import { sorted } from '../store/compare-values.js';
import type { Row } from '../store/row-index.js';
import { stringAt, valueAt } from '../values/json-path.js';
import { requireCaller, requireInput, textOption } from './inputs.js';

/** Stores the caller's rating of a video (`like`, `dislike`; `none` removes it) and keeps the list of liked videos. */
export const rate: Capability = (call, options) => {
  const { ownId } = requireCaller(call);
  const table = textOption(options, 'table');
  const rating = requireInput(call, 'rating');
  const values = Array.isArray(options['values']) ? options['values'] : [];
  if (!values.includes(rating)) {
    throw new HttpError(400, 'invalidRating', `A rating is one of ${values.join(', ')}.`, {
      location: 'rating',
      locationType: 'parameter',
    });
  }
  const videoId = requireInput(call, 'id');
  if (visibleRow(call, 'videos', videoId) === undefined) throw notFound(call, 'videos', videoId);
  const id = `${videoId}.${ownId}`;
  if (rating === 'none') call.tables.remove(table, id);
  else call.tables.put(table, { id, videoId, channelId: ownId, rating });
  keepLikes(call, videoId, rating === 'like');
  return { kind: 'empty' };
};

function keepLikes(call: Call, videoId: string, liked: boolean): void {
  const channel = call.tables.get('channels', requireCaller(call).ownId);
  const playlistId = stringAt(channel, 'contentDetails.relatedPlaylists.likes');
  if (playlistId === undefined) return;
  const item = itemOf(call, playlistId, videoId);
  if (item !== undefined && !liked) removeRow(call, 'playlistItems', item);
  if (item !== undefined || !liked) return;
  const resourceId = { kind: call.rules('videos').kind ?? 'video', videoId };
  insertRow(call, 'playlistItems', { snippet: { playlistId, position: 0, resourceId } });
}

/** The item of a playlist that is about a video: looked for among those of the one that has fewer. */
function itemOf({ tables }: Call, playlistId: string, videoId: string): Row | undefined {
  const about = { 'snippet.playlistId': playlistId, 'snippet.resourceId.videoId': videoId };
  const [[path, value] = ['', '']] = sorted(
    Object.entries(about),
    ([left, one], [right, other]) =>
      tables.count('playlistItems', left, one) - tables.count('playlistItems', right, other),
  );
  for (const row of tables.found('playlistItems', { path }, value))
    if (Object.entries(about).every(([place, wanted]) => valueAt(row, place) === wanted)) return row;
  return undefined;
}
