import { isJsonObject, type Json } from '@speccast/runtime';
import { noteIgnored } from '../plan/operations/parameter-effects.js';
import type { CallResponse, Call } from '../plan/plan.js';
import { checkVendor } from '../receive/check-vendor.js';
import { checkRequest, checkTokenParameters } from '../receive/check-request.js';
import { checkResponse, successBody } from '../plan/operations/declared-response.js';
import { partialResponse, readCallSelection } from '../respond/partial-response.js';
import { represent } from '../respond/represent.js';
import { sparseResponse } from '../respond/sparse-fields.js';
import { perform } from '../act/perform.js';
import { unsampled } from '../values/samples/unsampled.js';

/** Validates a call, runs its operation, and reduces the response to the requested fields. */
export function execute(call: Call, checkResponses = false): CallResponse {
  const selection = readCallSelection(call);
  checkTokenParameters(call);
  if (call.profile === 'vendor') checkVendor(call);
  checkRequest(call);
  const response = perform(ignoreUnknown(call));
  noteIgnored(call);
  const declared = successBody(call.plan);
  const isPart =
    declared !== undefined &&
    unsampled.has(declared) &&
    response.kind === 'json' &&
    declared.check(response.body).some(({ keyword }) => keyword === 'required');
  if (isPart) call.notes.lacking = true;
  // A lenient emulator may return data that it accepted although it is invalid.
  const isChecked = checkResponses && call.notes.warnings.length === 0 && !isPart;
  const checked = isChecked ? checkResponse(call.plan, response) : response;
  const reduced = sparseResponse(call, partialResponse(checked, selection));
  const sent = represent(call, call.hostility?.distort(call, reduced) ?? reduced);
  const isIndented = String(call.params[call.emulator.settings.indents ?? '']) === 'true';
  return isIndented && (sent.kind === 'json' || sent.kind === 'rows') ? { ...sent, indent: 2 } : sent;
}

/** The call without members of the body that no schema declares. As in a real service, they are neither stored nor returned. */
function ignoreUnknown(call: Call): Call {
  const { plan, emulator, body, notes } = call;
  if (body === undefined || plan.body === undefined || emulator.checkLeniently === undefined) return call;
  const { drift } = emulator.checkLeniently(plan.body, body, { limit: Infinity });
  const unknown = drift.filter(({ keyword }) => /^(additional|unevaluated)Properties$/.test(keyword));
  if (unknown.length === 0) return call;
  for (const { path } of unknown) notes.ignored.push(path.join('.'));
  return { ...call, body: unknown.reduce((rest, { path }) => without(rest, path), body) };
}

function without(value: Json, [name, ...rest]: readonly (string | number)[]): Json {
  if (Array.isArray(value)) return value.map((one: Json, index) => (index === name ? without(one, rest) : one));
  if (!isJsonObject(value) || name === undefined || !Object.hasOwn(value, name)) return value;
  const { [name]: inner, ...others } = value;
  return rest.length === 0 || inner === undefined ? others : { ...value, [name]: without(inner, rest) };
}
