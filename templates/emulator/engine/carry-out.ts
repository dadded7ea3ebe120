import { checkRequest, checkTokenParameters } from './request/check-request.js';
import { checkResponse } from './response/check-response.js';
import { partialAnswer, selectionOf } from './response/partial-answer.js';
import { distortAnswer } from './hostile/distort-answer.js';
import { perform } from './rows/perform.js';
import type { Answer, Call } from './plan/plan.js';
import { checkVendor } from './profiles/check-vendor.js';
import { ignoreUnknown } from './profiles/ignore-unknown.js';

/** Judges a call, does what its operation does, and cuts the answer down to the fields asked for. */
export function carryOut(call: Call, checkResponses = false): Answer {
  const selection = selectionOf(call);
  checkTokenParameters(call);
  if (call.profile === 'vendor') checkVendor(call);
  checkRequest(call);
  const answer = perform(ignoreUnknown(call));
  // What a lenient emulator let in may come out again.
  const checked = checkResponses && call.notes.warnings.length === 0 ? checkResponse(call.plan, answer) : answer;
  return distortAnswer(call, partialAnswer(checked, selection));
}
