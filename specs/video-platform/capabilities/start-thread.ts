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
    const subject = subjectOf(call, body);
    const textOriginal = stringAt(body, 'snippet.topLevelComment.snippet.textOriginal') ?? '';
    const comment = call.table('comments').insert({
      snippet: { ...subject, textOriginal, authorChannelId: { value: ownId } },
    });
    const id = call.table('comments').keyOf(comment);
    const threads = call.table('commentThreads');
    const thread = threads.insert({ id, snippet: { ...subject, canReply: true, isPublic: true } });
    return { kind: 'json', body: threads.present(thread) };
  },
});

/** The video and its channel, or the channel alone. */
function subjectOf(call: CapabilityCall, body: JsonObject): JsonObject {
  const videoId = stringAt(body, 'snippet.videoId');
  if (videoId === undefined) return { channelId: stringAt(body, 'snippet.channelId') ?? '' };
  const video = call.table('videos').requireVisible(videoId);
  return { channelId: stringAt(video, 'snippet.channelId') ?? '', videoId };
}
