import type { JsonObject } from '@speccast/runtime';
import { insertRow } from '../rows/change-rows.js';
import { stringAt } from '../values/json-path.js';
import type { Capability } from '../plan/plan.js';
import { present } from '../rows/present.js';
import { notFound, requireBody } from '../rows/rows.js';
import { visibleRow } from '../rows/visibility.js';
import { requireCaller } from './inputs.js';

/** Stores a reply to a comment; a reply to a reply joins the same thread. */
export const reply: Capability = (call) => {
  const { ownId } = requireCaller(call);
  const body = requireBody(call);
  const named = stringAt(body, 'snippet.parentId') ?? '';
  const parent = visibleRow(call, 'comments', named);
  if (parent === undefined) throw notFound(call, 'comments', named, 'parentCommentNotFound');
  const parentId = stringAt(parent, 'snippet.parentId') ?? named;
  const videoId = stringAt(parent, 'snippet.videoId');
  const snippet: JsonObject = {
    parentId,
    channelId: stringAt(parent, 'snippet.channelId') ?? '',
    ...(videoId === undefined ? {} : { videoId }),
    textOriginal: stringAt(body, 'snippet.textOriginal') ?? '',
    authorChannelId: { value: ownId },
  };
  const row = insertRow(call, 'comments', { id: call.nextId(`${parentId}.`, parentId.length + 23), snippet });
  return { kind: 'json', body: present(call, 'comments', row) };
};
