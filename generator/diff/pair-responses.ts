import type { Response } from '../api/api.js';
import { pairUp } from '../api/pair-up.js';
import { successResponses } from '../api/operations/responses.js';
import type { Both } from './finding.js';

/** Answers of one status, or of a status and the range that it became or was one of; a side that has none is undefined. */
export type ResponsePair = Both<Response | undefined>;

/**
 * Puts answers together that come with the same status. What is left of successful ones is put together with the range that
 * took their place on the other side, or was in it: 200 with 2XX, or with the default where that means success.
 */
export function pairResponses(before: readonly Response[], after: readonly Response[]): readonly ResponsePair[] {
  const pairs = [...pairUp(before, after, ({ status }) => statusKey(status)).values()];
  const gone = rangesOf(before).find((one) => !pairs.some(({ ours, theirs }) => ours === one && theirs));
  const come = rangesOf(after).find((one) => !pairs.some(({ ours, theirs }) => theirs === one && ours));
  const found = pairs.map(({ ours, theirs }) => ({
    before: ours ?? (theirs && isSuccess(theirs) ? gone : undefined),
    after: theirs ?? (ours && isSuccess(ours) ? come : undefined),
  }));
  const isMatched = (range: Response | undefined): boolean =>
    found.some(({ before: old, after: now }) => old && now && (old === range || now === range));
  return found.filter(({ before: old, after: now }) => (old && now) || !isMatched(old ?? now));
}

function rangesOf(responses: readonly Response[]): readonly Response[] {
  return successResponses(responses).filter((one) => !isSuccess(one));
}

function isSuccess({ status }: Response): boolean {
  return /^2\d\d$/.test(status);
}

/** A status as it is compared: ranges may be written in small letters. */
export function statusKey(status: string): string {
  return status === 'default' ? status : status.toUpperCase();
}
