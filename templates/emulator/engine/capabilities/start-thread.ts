import type { JsonObject } from '@speccast/runtime';
import { insertRow } from '../rows/change-rows.js';
import { stringAt } from '../values/json-path.js';
import type { Call, Capability } from '../plan/plan.js';
import { present } from '../rows/present.js';
import { keyOf, notFound, requireBody } from '../rows/rows.js';
import { visibleRow } from '../rows/visibility.js';
import { requireCaller } from './inputs.js';

/** Stores a top-level comment about a video or a channel, and the thread that begins with it. */
export const startThread: Capability = (call) => {
  const { ownId } = requireCaller(call);
  const body = requireBody(call);
  const subject = subjectOf(call, body);
  const textOriginal = stringAt(body, 'snippet.topLevelComment.snippet.textOriginal') ?? '';
  const comment = insertRow(call, 'comments', {
    snippet: { ...subject, textOriginal, authorChannelId: { value: ownId } },
  });
  const id = keyOf(call.rules('comments'), comment);
  const thread = insertRow(call, 'commentThreads', { id, snippet: { ...subject, canReply: true, isPublic: true } });
  return { kind: 'json', body: present(call, 'commentThreads', thread) };
};

/** The video and its channel, or the channel alone. */
function subjectOf(call: Call, body: JsonObject): JsonObject {
  const videoId = stringAt(body, 'snippet.videoId');
  if (videoId === undefined) return { channelId: stringAt(body, 'snippet.channelId') ?? '' };
  const video = visibleRow(call, 'videos', videoId);
  if (video === undefined) throw notFound(call, 'videos', videoId);
  return { channelId: stringAt(video, 'snippet.channelId') ?? '', videoId };
}
