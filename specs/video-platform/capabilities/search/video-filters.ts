import { readInstant, stringAt, valueAt, type CapabilityCall, type Row } from '@speccast/emulator/capabilities';

/** State of a live broadcast: `none` for a video that never was one. */
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

/** Tells whether a video has captions: a track that is no draft, or a member of its own that says so. */
function hasCaptions(video: Row, call: CapabilityCall): boolean {
  if (stringAt(video, 'contentDetails.caption') === 'true') return true;
  for (const track of call.table('captions').find('snippet.videoId', call.table('videos').keyOf(video)))
    if (valueAt(track, 'snippet.isDraft') !== true) return true;
  return false;
}

/** Tests a video against the value of a parameter. */
type VideoFilter = (video: Row, wanted: string, call: CapabilityCall) => boolean;

const filterEmbeddable: VideoFilter = (video) => valueAt(video, 'status.embeddable') !== false;

/** The parameters that only videos can meet. What a video does not say is as a new upload has it. */
export const videoFilters: Readonly<Record<string, VideoFilter>> = {
  eventType: (video, wanted) => readBroadcast(video) === wanted,
  videoCaption: (video, wanted, call) => hasCaptions(video, call) === (wanted === 'closedCaption'),
  videoCategoryId: (video, wanted) => stringAt(video, 'snippet.categoryId') === wanted,
  videoDefinition: (video, wanted) =>
    (stringAt(video, 'contentDetails.definition') ?? 'hd') === (wanted === 'high' ? 'hd' : 'sd'),
  videoDimension: (video, wanted) => (stringAt(video, 'contentDetails.dimension') ?? '2d') === wanted,
  videoDuration: (video, wanted) => rateDuration(video) === wanted,
  videoEmbeddable: filterEmbeddable,
  videoLicense: (video, wanted) => (stringAt(video, 'status.license') ?? 'youtube') === wanted,
  videoPaidProductPlacement: (video) => valueAt(video, 'paidProductPlacementDetails.hasPaidProductPlacement') === true,
  // A video that cannot be embedded plays nowhere but on the website of the platform.
  videoSyndicated: filterEmbeddable,
};
