import type { Api, Operation } from '../../api/api.js';
import { printCount } from '../../api/sentence.js';
import type { JsonObject } from '../../spec/json.js';
import { entriesOf, objectOf, objectsOf } from './extension-values.js';
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

/** What a call draws, and from which bucket (`x-quota`). */
function quotaOf({ extensions }: Operation): { readonly cost: number; readonly bucket: string } | undefined {
  const { cost, bucket } = objectOf(extensions['x-quota']);
  return typeof cost === 'number' ? { cost, bucket: typeof bucket === 'string' ? bucket : 'default' } : undefined;
}

/** `Costs 1 unit of the quota `default` (10,000 a day).` */
export function quotaSentences(api: Api, operation: Operation, words: Words): readonly string[] {
  const quota = quotaOf(operation);
  if (quota === undefined) return [];
  const { limits = [] } = quotasOf(api).find(({ bucket }) => bucket === quota.bucket) ?? {};
  const units = `${printCount(quota.cost)} ${quota.cost === 1 ? 'unit' : 'units'}`;
  const most = limits.length === 0 ? '' : ` (${limits.join(', ')})`;
  return [`Costs ${units} of the quota ${words.code(quota.bucket)}${most}.`];
}

function limitOf({ limit, per }: JsonObject): readonly string[] {
  if (typeof limit !== 'number' || typeof per !== 'string' || !Object.hasOwn(times, per)) return [];
  return [`${printCount(limit)} ${times[per] ?? ''}`];
}

const times: Readonly<Record<string, string>> = { minute: 'a minute', hour: 'an hour', day: 'a day' };
