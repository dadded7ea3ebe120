import type { JsonObject } from '@speccast/runtime';
import {
  defineCapability,
  notFoundIn,
  stringAt,
  type Capability,
  type CapabilityCall,
} from '@speccast/emulator/capabilities';

/** Stores a top-level comment about a video or a channel, and the thread that begins with it. */
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
    // The thread follows from the comment, whose id it has.
    const threads = call.table('commentThreads');
    return { kind: 'json', body: threads.present(threads.require(call.table('comments').keyOf(comment))) };
  },
});

/** Returns the status of a new comment of an author whom the owner of a channel has banned; nothing for others. */
export function readBan(call: CapabilityCall, channelId: string = ''): JsonObject {
  const ban = call.table('bans').get(`${channelId}.${call.requireCaller().ownId}`);
  return ban === undefined ? {} : { moderationStatus: 'rejected' };
}

/** The video and its channel, or the channel alone. */
function findSubject(call: CapabilityCall, body: JsonObject): JsonObject {
  const videoId = stringAt(body, 'snippet.videoId');
  if (videoId === undefined) return { channelId: stringAt(body, 'snippet.channelId') ?? '' };
  const video = call.table('videos').requireVisible(videoId);
  return { channelId: stringAt(video, 'snippet.channelId') ?? '', videoId };
}
