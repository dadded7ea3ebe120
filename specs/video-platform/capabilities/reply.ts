import type { JsonObject } from '@speccast/runtime';
import { defineCapability, notFoundIn, stringAt, type Capability } from '@speccast/emulator/capabilities';
import { readBan } from './start-thread.js';

/** Stores a reply to a comment; a reply to a reply joins the same thread. */
export const reply: Capability = defineCapability({
  errors: [notFoundIn('comments')],
  run(call) {
    const { ownId } = call.requireCaller();
    const body = call.requireBody();
    const named = stringAt(body, 'snippet.parentId') ?? '';
    const comments = call.table('comments');
    const parent = comments.requireVisible(named, 'parentCommentNotFound');
    const parentId = stringAt(parent, 'snippet.parentId') ?? named;
    const videoId = stringAt(parent, 'snippet.videoId');
    const snippet: JsonObject = {
      parentId,
      channelId: stringAt(parent, 'snippet.channelId') ?? '',
      ...(videoId === undefined ? {} : { videoId }),
      textOriginal: stringAt(body, 'snippet.textOriginal') ?? '',
      authorChannelId: { value: ownId },
      ...readBan(call, stringAt(parent, 'snippet.channelId')),
    };
    const row = comments.insert({ id: call.newId(`${parentId}.`, parentId.length + 23), snippet });
    return { kind: 'json', body: comments.present(row) };
  },
});
