import {
  defineCapability,
  invalidInput,
  missingInput,
  notFoundIn,
  stringAt,
  valueAt,
  type Capability,
  type CapabilityCall,
  type Row,
} from '@speccast/emulator/capabilities';

/** Members of `x-action` beside `perform`. */
interface RateOptions {
  /** Table of the ratings. */
  readonly table: string;
  readonly values: readonly string[];
}

/** Stores the caller's rating of a video (`like`, `dislike`; `none` removes it) and updates the list of liked videos. */
export const rate: Capability = defineCapability<RateOptions>({
  errors: [
    missingInput('rating'),
    missingInput('id'),
    invalidInput('rating', {
      reason: 'invalidRating',
      is: 'like, dislike or none',
      fix: 'Send like, dislike or none as rating.',
    }),
    notFoundIn('videos'),
  ],
  run(call, { table, values }) {
    const { ownId } = call.requireCaller();
    const rating = call.requireInput('rating');
    if (!values.includes(rating)) {
      const message = `A rating is one of ${values.join(', ')}.`;
      throw call.error(400, 'invalidRating', message, { location: 'rating', locationType: 'parameter' });
    }
    const videoId = call.requireInput('id');
    call.table('videos').requireVisible(videoId);
    const id = `${videoId}.${ownId}`;
    if (rating === 'none') call.table(table).delete(id);
    else call.table(table).put({ id, videoId, channelId: ownId, rating });
    keepLikes(call, videoId, rating === 'like');
    return { kind: 'empty' };
  },
});

function keepLikes(call: CapabilityCall, videoId: string, liked: boolean): void {
  const channel = call.table('channels').get(call.requireCaller().ownId);
  const playlistId = stringAt(channel, 'contentDetails.relatedPlaylists.likes');
  if (playlistId === undefined) return;
  const items = call.table('playlistItems');
  const item = findItem(call, playlistId, videoId);
  if (item !== undefined && !liked) items.remove(item);
  if (item !== undefined || !liked) return;
  const resourceId = { kind: call.table('videos').kind ?? 'video', videoId };
  items.insert({ snippet: { playlistId, position: 0, resourceId } });
}

/** Finds the item of a playlist for a video, in the shorter one of the two lists of items. */
function findItem(call: CapabilityCall, playlistId: string, videoId: string): Row | undefined {
  const items = call.table('playlistItems');
  const about = { 'snippet.playlistId': playlistId, 'snippet.resourceId.videoId': videoId };
  const [first = ['', ''], second = first] = Object.entries(about);
  const [path, value] = items.count(...second) < items.count(...first) ? second : first;
  for (const row of items.find(path, value))
    if (Object.entries(about).every(([place, expected]) => valueAt(row, place) === expected)) return row;
  return undefined;
}
