import type { Json } from '@speccast/runtime';
import type { Capability } from '../plan/plan.js';
import { rejectOrWarn } from '../profiles/notes.js';
import { HttpError } from '../response/http-error.js';
import { forbidden, requireRow } from '../rows/rows.js';
import { valueAt, withValue } from '../values/json-path.js';
import { inputOf, requireCaller, requireInput, requireInputs } from './inputs.js';

/** Sets the moderation status of comments: all of them or, where the caller does not own what one is about, none. */
export const moderate: Capability = (call, options) => {
  const { ownId } = requireCaller(call);
  const ids = requireInputs(call, 'id');
  const status = requireInput(call, 'moderationStatus');
  const { values, final } = { values: listOf(options['values']), final: listOf(options['final']) };
  if (!values.includes(status))
    rejectOrWarn(
      call,
      refuse('moderationStatus', 'invalidModerationStatus', `The status is one of ${values.join(', ')}.`),
    );
  const ban = String(inputOf(call, 'banAuthor') ?? false) === 'true';
  if (ban && status !== 'rejected')
    rejectOrWarn(call, refuse('banAuthor', 'banWithoutReject', 'An author is banned together with a rejection only.'));
  for (const row of ids.map((id) => requireRow(call, 'comments', id))) {
    if (valueAt(row, 'snippet.channelId') !== ownId) throw forbidden(call, 'comments');
    const before = valueAt(row, 'snippet.moderationStatus');
    if (before !== status && final.includes(before ?? null))
      throw refuse('moderationStatus', 'processingFailure', `A comment that is ${String(before)} stays so.`);
    call.tables.put('comments', withValue(row, 'snippet.moderationStatus', status));
  }
  return { kind: 'empty' };
};

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function refuse(location: string, reason: string, message: string): HttpError {
  return new HttpError(400, reason, message, { location, locationType: 'parameter' });
}
