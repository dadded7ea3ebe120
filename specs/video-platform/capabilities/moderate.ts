import {
  defineCapability,
  invalidInput,
  missingInput,
  notFoundIn,
  notOwnerOf,
  stringAt,
  valueAt,
  withValue,
  type Capability,
} from '@speccast/emulator/capabilities';

/** Members of `x-action` beside `perform`. */
interface ModerateOptions {
  /** The statuses that callers may set. */
  readonly values: readonly string[];
  /** Statuses that can no longer change. Default: none. */
  readonly final?: readonly string[];
}

/** Sets the moderation status of comments: of all of them, or of none if the caller does not own one of the subjects. */
export const moderate: Capability = defineCapability<ModerateOptions>({
  errors: [
    missingInput('id'),
    missingInput('moderationStatus'),
    invalidInput('moderationStatus', {
      reason: 'invalidParameter',
      is: 'a status that callers may set',
      fix: 'Send heldForReview, published or rejected as moderationStatus.',
    }),
    invalidInput('banAuthor', {
      reason: 'banWithoutReject',
      is: 'false where the comment is not rejected',
      fix: 'Send moderationStatus=rejected beside it, or leave banAuthor out.',
    }),
    notFoundIn('comments'),
    notOwnerOf('the channel or video that the comment is about'),
  ],
  run(call, { values, final = [] }) {
    const { ownId } = call.requireCaller();
    const ids = call.requireInputs('id');
    const status = call.requireInput('moderationStatus');
    const error = (location: string, reason: string, message: string): Error =>
      call.error(400, reason, message, { location, locationType: 'parameter' });
    if (!values.includes(status)) {
      const message = `The status is one of ${values.join(', ')}.`;
      call.throwUnlessLenient(error('moderationStatus', 'invalidParameter', message));
    }
    const ban = String(call.input('banAuthor') ?? false) === 'true';
    if (ban && status !== 'rejected') {
      const message = 'An author is banned together with a rejection only.';
      call.throwUnlessLenient(error('banAuthor', 'banWithoutReject', message));
    }
    const comments = call.table('comments');
    for (const row of ids.map((id) => comments.require(id))) {
      if (valueAt(row, 'snippet.channelId') !== ownId) throw comments.forbidden();
      const before = stringAt(row, 'snippet.moderationStatus');
      if (before !== undefined && before !== status && final.includes(before))
        throw error('moderationStatus', 'processingFailure', `A comment that is ${before} stays so.`);
      comments.put(withValue(row, 'snippet.moderationStatus', status));
      const authorId = stringAt(row, 'snippet.authorChannelId.value');
      if (ban && authorId !== undefined)
        call.table('bans').put({ id: `${ownId}.${authorId}`, channelId: ownId, authorId });
    }
    return { kind: 'empty' };
  },
});
