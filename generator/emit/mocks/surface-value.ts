import type { Api, Operation } from '../../api/api.js';
import type { Json, JsonObject } from '../../spec/read/json.js';
import { quotaLimits } from '../code/docs/operation-sentences.js';

/** What a test may ask about an operation: its place in the client where its id does not say it. */
export function surfaceValue({ id, group, property }: Operation): Readonly<Record<string, Json | undefined>> {
  const names = [...group, property];
  return { names: names.join('.') === id ? undefined : names };
}

/** How much may be spent of each bucket, when it is whole again, and what errors say that it is spent. */
export function quotaValue(api: Api): JsonObject | undefined {
  if (api.extensions['x-quotas'] === undefined) return undefined;
  return { limits: quotaLimits(api), ...api.errors?.quota };
}
