import { checkRequest, checkTokenParameters } from './check-request.js';
import { checkResponse } from './check-response.js';
import { partialAnswer, selectionOf } from './partial-answer.js';
import { perform } from './perform.js';
import type { Answer, Call } from './plan.js';

/** Judges a call, does what its operation does, and cuts the answer down to the fields asked for. */
export function carryOut(call: Call, checkResponses = false): Answer {
  const selection = selectionOf(call.emulator, call.params);
  checkTokenParameters(call);
  checkRequest(call);
  const answer = perform(call);
  return partialAnswer(checkResponses ? checkResponse(call.plan, answer) : answer, selection);
}
