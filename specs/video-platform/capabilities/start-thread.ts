import type { JsonObject } from '@speccast/runtime';
import {
  defineCapability,
  notFoundIn,
  stringAt,
  type Capability,
  type CapabilityCall,
} from '@speccast/emulator/capabilities';

/** Stores a top-level comment on a video or channel, and its thread. */
export const startThread: Capability = defineCapability({
  errors: [notFoundIn('videos')],
  run(call) {
    const { ownId } = call.requireCaller();
    const body = call.requireBody();
    const subject = findSubject(call, body);
    const textOriginal = stringAt(body, 'snippet.topLevelComment.snippet.textOriginal') ?? '';
    const comment = call.table('comments').insert({
      snippet: {
        ...subject,
        textOriginal,
        authorChannelId: { value: ownId },
        ...readBan(call, stringAt(subject, 'channelId')),
      },
    });
    // The thread is created from the comment and has the same id.
    const threads = call.table('commentThreads');
    return { kind: 'json', body: threads.present(threads.require(call.table('comments').keyOf(comment))) };
  },
});

/** Returns the status of a new comment if its author is banned from the channel; an empty object otherwise. */
export function readBan(call: CapabilityCall, channelId: string = ''): JsonObject {
  const ban = call.table('bans').get(`${channelId}.${call.requireCaller().ownId}`);
  return ban === undefined ? {} : { moderationStatus: 'rejected' };
}

/** Returns a video and its channel, or a channel alone. */
function findSubject(call: CapabilityCall, body: JsonObject): JsonObject {
  const videoId = stringAt(body, 'snippet.videoId');
  if (videoId === undefined) return { channelId: stringAt(body, 'snippet.channelId') ?? '' };
  const video = call.table('videos').requireVisible(videoId);
  return { channelId: stringAt(video, 'snippet.channelId') ?? '', videoId };
}
