import type { JsonObject } from '@speccast/runtime';
import { defineCapability, notFoundIn, textAt, type Capability } from '@speccast/emulator/capabilities';

/** Stores a reply to a comment; a reply to a reply joins the same thread. */
export const reply: Capability = defineCapability({
  errors: [notFoundIn('comments')],
  run(call) {
    const { ownId } = call.requireCaller();
    const body = call.requireBody();
    const named = textAt(body, 'snippet.parentId') ?? '';
    const comments = call.table('comments');
    const parent = comments.requireVisible(named, 'parentCommentNotFound');
    const parentId = textAt(parent, 'snippet.parentId') ?? named;
    const videoId = textAt(parent, 'snippet.videoId');
    const snippet: JsonObject = {
      parentId,
      channelId: textAt(parent, 'snippet.channelId') ?? '',
      ...(videoId === undefined ? {} : { videoId }),
      textOriginal: textAt(body, 'snippet.textOriginal') ?? '',
      authorChannelId: { value: ownId },
    };
    const row = comments.insert({ id: call.newId(`${parentId}.`, parentId.length + 23), snippet });
    return { kind: 'json', body: comments.present(row) };
  },
});
