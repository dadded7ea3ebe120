import type { Capability } from '../plan/plan.js';
import { notFound } from '../rows/rows.js';
import { visibleRow } from '../rows/visibility.js';
import { requireCaller, requireInputs } from './inputs.js';

/** Notes that the caller takes comments for spam. An opinion: the comments stay as they are. */
export const markAsSpam: Capability = (call) => {
  const { ownId } = requireCaller(call);
  const ids = requireInputs(call, 'id');
  for (const id of ids) {
    if (visibleRow(call, 'comments', id) === undefined) throw notFound(call, 'comments', id);
    call.tables.put('spamReports', { id: `${id}.${ownId}`, commentId: id, channelId: ownId });
  }
  return { kind: 'empty' };
};
