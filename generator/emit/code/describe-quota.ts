import type { Api, Operation } from '../../api/api.js';
import { printCount } from '../../api/docs/sentence.js';
import type { JsonObject } from '../../spec/read/json.js';
import { entriesOf, objectsOf } from './extension-values.js';
import type { Words } from './words.js';

/** A bucket of units that calls draw from, and how much may be drawn: `['10,000 a day']`. */
export interface Quota {
  readonly bucket: string;
  readonly limits: readonly string[];
}

/** The buckets of a service (`x-quotas`). */
export function quotasOf({ extensions }: Api): readonly Quota[] {
  return entriesOf(extensions['x-quotas']).map(([bucket, limits]) => ({
    bucket,
    limits: objectsOf(limits).flatMap(limitOf),
  }));
}

/** `Costs 1 unit of the quota `default` (10,000 a day).` */
export function quotaSentences(api: Api, operation: Operation, words: Words): readonly string[] {
  if (operation.quota === undefined) return [];
  const { cost, bucket = 'default' } = operation.quota;
  const { limits = [] } = quotasOf(api).find((one) => one.bucket === bucket) ?? {};
  const units = `${printCount(cost)} ${cost === 1 ? 'unit' : 'units'}`;
  const most = limits.length === 0 ? '' : ` (${limits.join(', ')})`;
  return [`Costs ${units} of the quota ${words.code(bucket)}${most}.`];
}

function limitOf({ limit, per }: JsonObject): readonly string[] {
  if (typeof limit !== 'number' || typeof per !== 'string' || !Object.hasOwn(times, per)) return [];
  return [`${printCount(limit)} ${times[per] ?? ''}`];
}

const times: Readonly<Record<string, string>> = { minute: 'a minute', hour: 'an hour', day: 'a day' };
