import { createLedger, type QuotaLedger, type QuotaLimit } from '@speccast/runtime';
import { HttpError } from '@speccast/runtime/requests';
import type { Clock } from './clock.js';
import type { Shared } from '../receive/shared.js';
import type { Received, EmulatorPlan } from '../plan/plan.js';

/** Counts the cost of the calls of a world at the real service. */
export interface Quota extends QuotaView {
  /** Counts the cost of a request once. In the profile `vendor`, returns the error for a request that exceeds the quota. */
  readonly spend: (received: Received) => HttpError | undefined;
}

/** Creates a counter of the cost of the calls of a world. */
export function createQuota({ plan, profile }: Shared, clock: Clock): Quota {
  const { limits, timeZone = 'UTC' } = plan.quota ?? { limits: {} };
  /** Calls so far by `operationId`. */
  const counts = new Map<string, number>();
  let ledger: QuotaLedger | undefined;
  const since = (mark?: QuotaMark) => sumUse(plan, counts, mark?.calls);
  return {
    get calls() {
      return since().calls;
    },
    get units() {
      return since().units;
    },
    get buckets() {
      return since().buckets;
    },
    get operations() {
      return since().operations;
    },
    mark: () => ({ calls: Object.fromEntries(counts) }),
    since,
    reset: () => {
      counts.clear();
      ledger = undefined;
    },
    spend: (received) => {
      if (!received.plan || received.isCounted) return undefined;
      received.isCounted = true;
      const { id, quota } = received.plan.operation;
      counts.set(id, (counts.get(id) ?? 0) + 1);
      if (!quota) return undefined;
      ledger ??= createLedger(timeZone, Object.keys(limits), (bucket) => ({ limits: limits[bucket] ?? [] }));
      ledger.setClock(clock.now);
      const { full } = ledger.take(quota);
      const rule = plan.vendor?.settings?.quota;
      if (!full || !rule || profile !== 'vendor') return undefined;
      const { message = 'The {limit} units a {per} of the budget {bucket} are spent.', status, reason } = rule;
      const facts = { ...full, bucket: quota.bucket ?? 'default' };
      const text = message.replace(/\{(bucket|limit|per)\}/g, (_found, name: 'bucket' | 'limit' | 'per') =>
        String(facts[name]),
      );
      return new HttpError(status, reason, text);
    },
  };
}

/** Sums the cost of calls, by their counts now and at a mark. */
function sumUse(
  { operations, quota: { limits } = { limits: {} } }: EmulatorPlan,
  counts: ReadonlyMap<string, number>,
  marked: QuotaMark['calls'] = {},
): QuotaUse {
  const used: Record<string, OperationUse> = {};
  const spent = new Map(Object.keys(limits).map((bucket) => [bucket, 0]));
  const total = { calls: 0, units: 0 };
  for (const { operation } of operations) {
    const { id, quota: { cost = 0, bucket = 'default' } = {} } = operation;
    const calls = (counts.get(id) ?? 0) - (marked[id] ?? 0);
    if (calls <= 0) continue;
    const units = calls * cost;
    used[id] = { calls, units };
    total.calls += calls;
    total.units += units;
    if (cost > 0) spent.set(bucket, (spent.get(bucket) ?? 0) + units);
  }
  const buckets = [...spent].map(([bucket, units]) => [bucket, { units, limits: limits[bucket] ?? [] }] as const);
  return { ...total, buckets: Object.fromEntries(buckets), operations: used };
}

/** The cost of calls at the real service. */
export interface QuotaUse {
  /** Number of requests, without those with invalid credentials and the chunks of uploads. */
  readonly calls: number;
  /** Units in all buckets. */
  readonly units: number;
  /** Units and limits by bucket. */
  readonly buckets: Readonly<Record<string, { readonly units: number; readonly limits: readonly QuotaLimit[] }>>;
  /** By `operationId`. */
  readonly operations: Readonly<Record<string, OperationUse>>;
}

/** The calls of an operation, and their cost in units. */
interface OperationUse {
  readonly calls: number;
  readonly units: number;
}

/** A mark to measure from. */
export interface QuotaMark {
  /** Calls so far by `operationId`. */
  readonly calls: Readonly<Record<string, number>>;
}

/** The cost of the calls so far at the real service. A rejected call costs as much as any other. */
export interface QuotaView extends QuotaUse {
  /** Returns a mark for `since`. */
  mark(): QuotaMark;
  /** Returns the use after a mark. */
  since(mark: QuotaMark): QuotaUse;
  /** Resets all counters and buckets. */
  reset(): void;
}
