import type { Api, Operation } from '../../api/api.js';
import type { Json, JsonObject } from '../../spec/json.js';
import { reasonsOf } from '../code/describe-reasons.js';
import { quotaLimits } from '../code/quota-limits.js';

/** What a test may ask about an operation: the reasons of its errors, and its place in the client where its id does not say it. */
export function surfaceValue({
  id,
  group,
  property,
  extensions,
}: Operation): Readonly<Record<string, Json | undefined>> {
  const names = [...group, property];
  return { reasons: reasonsValue(extensions), names: names.join('.') === id ? undefined : names };
}

/** `x-reasons` as data, by status; undefined where there are none. */
export function reasonsValue(extensions: JsonObject): JsonObject | undefined {
  const reasons = reasonsOf(extensions['x-reasons']);
  return reasons.length === 0
    ? undefined
    : Object.fromEntries(reasons.map(({ status, reasons: texts }) => [status, texts]));
}

/** How much may be spent of each bucket, when it is whole again, and what errors say that it is spent. */
export function quotaValue(api: Api): JsonObject | undefined {
  if (api.extensions['x-quotas'] === undefined) return undefined;
  return { limits: quotaLimits(api), ...api.errors?.quota };
}
