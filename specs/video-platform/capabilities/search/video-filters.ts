import { readInstant, stringAt, valueAt, type CapabilityCall, type Row } from '@speccast/emulator/capabilities';

/** State of a live broadcast, or `none` for an ordinary video. */
export function readBroadcast(video: Row): string {
  const stated = stringAt(video, 'snippet.liveBroadcastContent') ?? 'none';
  if (stated !== 'none') return stated;
  const has = (name: string): boolean => readInstant(valueAt(video, `liveStreamingDetails.${name}`)) !== undefined;
  if (has('actualEndTime')) return 'completed';
  return has('actualStartTime') ? 'live' : has('scheduledStartTime') ? 'upcoming' : 'none';
}

/** Returns the seconds of an ISO 8601 duration: 951 for `PT15M51S`; 0 for anything else. */
function readSeconds(text: string): number {
  const parts = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(text);
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = (parts ?? [])
    .slice(1)
    .map((one) => Number(one ?? 0));
  return (((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds;
}

function rateDuration(video: Row): string {
  const seconds = readSeconds(stringAt(video, 'contentDetails.duration') ?? '');
  return seconds < 4 * 60 ? 'short' : seconds > 20 * 60 ? 'long' : 'medium';
}

/** Returns whether a video has captions: a track that is no draft, or a member of its own that states so. */
function hasCaptions(video: Row, call: CapabilityCall): boolean {
  if (stringAt(video, 'contentDetails.caption') === 'true') return true;
  for (const track of call.table('captions').find('snippet.videoId', call.table('videos').keyOf(video)))
    if (valueAt(track, 'snippet.isDraft') !== true) return true;
  return false;
}

/** Returns whether a video matches the value of a parameter. */
type VideoFilter = (video: Row, value: string, call: CapabilityCall) => boolean;

const filterEmbeddable: VideoFilter = (video) => valueAt(video, 'status.embeddable') !== false;

/** Parameters that only videos can match. A missing member of a video has the value of a new upload. */
export const videoFilters: Readonly<Record<string, VideoFilter>> = {
  eventType: (video, value) => readBroadcast(video) === value,
  videoCaption: (video, value, call) => hasCaptions(video, call) === (value === 'closedCaption'),
  videoCategoryId: (video, value) => stringAt(video, 'snippet.categoryId') === value,
  videoDefinition: (video, value) =>
    (stringAt(video, 'contentDetails.definition') ?? 'hd') === (value === 'high' ? 'hd' : 'sd'),
  videoDimension: (video, value) => (stringAt(video, 'contentDetails.dimension') ?? '2d') === value,
  videoDuration: (video, value) => rateDuration(video) === value,
  videoEmbeddable: filterEmbeddable,
  videoLicense: (video, value) => (stringAt(video, 'status.license') ?? 'youtube') === value,
  videoPaidProductPlacement: (video) => valueAt(video, 'paidProductPlacementDetails.hasPaidProductPlacement') === true,
  // A video that cannot be embedded can only be played on the website of the platform.
  videoSyndicated: filterEmbeddable,
};
