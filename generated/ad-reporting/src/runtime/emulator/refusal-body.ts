import { isJsonObject, type Json, type JsonObject } from '../json.js';
import { responseFor } from './check-response.js';
import type { OperationPlan, Refusal, Sampler } from './plan.js';
import { envelopeOf } from './respond.js';

/** The body of a refusal: the usual envelope with what the refusal teaches, as far as the spec allows that, or where the spec declares another shape a sample of that with the message in it. */
export function refusalBody(
  plan: OperationPlan,
  refusal: Refusal,
  sampler: Sampler | undefined,
  teaching?: JsonObject,
): Json {
  const declared = responseFor(plan, refusal.status)?.body;
  const taught = envelopeOf(refusal, teaching);
  if (declared === undefined || declared.is(taught)) return taught;
  const envelope = envelopeOf(refusal);
  if (declared.is(envelope)) return envelope;
  const sampled = sampler?.(declared, refusal.reason);
  if (!isJsonObject(sampled)) return envelope;
  let body = sampled;
  for (const [name, value] of telling(refusal)) {
    const changed = { ...body, [name]: value };
    if (Object.hasOwn(body, name) && declared.is(changed)) body = changed;
  }
  return body;
}

/** What the usual members of errors are to say; where several take the same, all say it. */
function telling({ message, reason, status }: Refusal): readonly (readonly [string, Json])[] {
  return [
    ...['message', 'detail', 'details', 'description', 'error_description'].map((name) => [name, message] as const),
    ...['title', 'code', 'error', 'reason'].map((name) => [name, reason] as const),
    ...['code', 'status', 'statusCode', 'status_code'].map((name) => [name, status] as const),
    ['type', 'about:blank'],
  ];
}
