import { defineCapability, missingInput, notFoundIn, type Capability } from '@speccast/emulator/capabilities';

/** Records that the caller considers comments spam. The comments themselves do not change. */
export const markAsSpam: Capability = defineCapability({
  errors: [missingInput('id'), notFoundIn('comments')],
  run(call) {
    const { ownId } = call.requireCaller();
    for (const id of call.requireInputs('id')) {
      call.table('comments').requireVisible(id);
      call.table('spamReports').put({ id: `${id}.${ownId}`, commentId: id, channelId: ownId });
    }
    return { kind: 'empty' };
  },
});
