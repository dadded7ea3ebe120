import { isJsonObject, type Json } from '../json.js';
import { responseFor } from './check-response.js';
import type { OperationPlan, Refusal, Sampler } from './plan.js';
import { envelopeOf } from './respond.js';

/** The body of a refusal: the usual envelope, or where the spec declares another shape a sample of that with the message in it. */
export function refusalBody(plan: OperationPlan, refusal: Refusal, sampler: Sampler | undefined): Json {
  const envelope = envelopeOf(refusal);
  const declared = responseFor(plan, refusal.status)?.body;
  if (declared === undefined || declared.is(envelope)) return envelope;
  const sampled = sampler?.(declared, refusal.reason);
  if (!isJsonObject(sampled)) return envelope;
  const telling: readonly (readonly [string, Json])[] = [
    ['message', refusal.message],
    ['code', refusal.status],
    ['status', refusal.status],
  ];
  let body = sampled;
  for (const [name, value] of telling) {
    const changed = { ...body, [name]: value };
    if (Object.hasOwn(body, name) && declared.is(changed)) body = changed;
  }
  return body;
}
