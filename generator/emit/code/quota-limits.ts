import type { Api } from '../../api/api.js';
import type { JsonObject } from '../../spec/read/json.js';
import { entriesOf, objectsOf } from './extension-values.js';

/** `x-quotas` as data: the limits of each bucket. */
export function quotaLimits({ extensions }: Api): JsonObject {
  const buckets = entriesOf(extensions['x-quotas']).map(([bucket, limits]) => [
    bucket,
    objectsOf(limits).flatMap(({ limit, per }) =>
      typeof limit === 'number' && (per === 'minute' || per === 'hour' || per === 'day') ? [{ limit, per }] : [],
    ),
  ]);
  return Object.fromEntries(buckets);
}
