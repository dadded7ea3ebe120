import { createLedger, type QuotaLedger, type QuotaLimit, type QuotaWindow } from '@speccast/runtime';
import { HttpError } from '@speccast/runtime/requests';
import type { Shared } from '../receive/shared.js';
import type { Clock } from './clock.js';
import type { Received, EmulatorPlan } from '../plan/plan.js';

/** An exhausted bucket, and when it is refilled. */
type FullBucket = QuotaLimit & QuotaWindow & { readonly bucket: string };

/** Counts the cost of the calls of a world at the real service. */
export class Quota implements QuotaView {
  readonly #plan: EmulatorPlan;
  readonly #clock: Clock;
  /** Calls so far by `operationId`. */
  readonly #calls = new Map<string, number>();
  #ledger: QuotaLedger | undefined;

  constructor(plan: EmulatorPlan, clock: Clock) {
    this.#plan = plan;
    this.#clock = clock;
  }

  /** Counts a request once. Returns the bucket whose limit it exceeds, if there is one. */
  spend(exchange: Received): FullBucket | undefined {
    const { plan } = exchange;
    if (!plan || exchange.isCounted === true) return undefined;
    exchange.isCounted = true;
    const { id, quota } = plan.operation;
    this.#calls.set(id, (this.#calls.get(id) ?? 0) + 1);
    if (!quota) return undefined;
    const { limits = {}, timeZone = 'UTC' } = this.#plan.quota ?? {};
    this.#ledger ??= createLedger(timeZone, Object.keys(limits), (bucket) => ({ limits: limits[bucket] ?? [] }));
    this.#ledger.setClock(() => this.#clock.now());
    const { full } = this.#ledger.take(quota);
    return full && { ...full, bucket: quota.bucket ?? 'default' };
  }

  get calls(): number {
    return this.since().calls;
  }

  get units(): number {
    return this.since().units;
  }

  get buckets(): Readonly<Record<string, BucketUse>> {
    return this.since().buckets;
  }

  get operations(): Readonly<Record<string, OperationUse>> {
    return this.since().operations;
  }

  mark(): QuotaMark {
    return { calls: Object.fromEntries(this.#calls) };
  }

  since(mark: QuotaMark = { calls: {} }): QuotaUse {
    const { limits = {} } = this.#plan.quota ?? {};
    const operations: Record<string, OperationUse> = {};
    const spent = new Map(Object.keys(limits).map((bucket) => [bucket, 0]));
    const total = { calls: 0, units: 0 };
    for (const { operation } of this.#plan.operations) {
      const { id, quota: { cost = 0, bucket = 'default' } = {} } = operation;
      const calls = (this.#calls.get(id) ?? 0) - (mark.calls[id] ?? 0);
      if (calls <= 0) continue;
      const units = calls * cost;
      operations[id] = { calls, units };
      total.calls += calls;
      total.units += units;
      if (cost > 0) spent.set(bucket, (spent.get(bucket) ?? 0) + units);
    }
    const buckets = [...spent].map(([bucket, units]) => [bucket, { units, limits: limits[bucket] ?? [] }] as const);
    return { ...total, buckets: Object.fromEntries(buckets), operations };
  }

  reset(): void {
    this.#calls.clear();
    this.#ledger = undefined;
  }
}

/** The cost of calls at the real service. */
export interface QuotaUse {
  /** Number of requests, without those with invalid credentials and the chunks of uploads. */
  readonly calls: number;
  /** Units in all buckets. */
  readonly units: number;
  /** Units and limits by bucket. */
  readonly buckets: Readonly<Record<string, BucketUse>>;
  /** By `operationId`. */
  readonly operations: Readonly<Record<string, OperationUse>>;
}

/** The use of a bucket. */
interface BucketUse {
  readonly units: number;
  readonly limits: readonly QuotaLimit[];
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
  /** The use after a mark. */
  since(mark: QuotaMark): QuotaUse;
  /** Resets all counters and buckets. */
  reset(): void;
}

/** Counts the cost of a request. In the profile `vendor`, rejects requests that exceed the quota. */
export function spendQuota(
  { quota, shared }: { readonly quota: Quota; readonly shared: Shared },
  received: Received,
): void {
  const full = quota.spend(received);
  const rule = shared.plan.vendor?.settings?.quota;
  if (!full || !rule || shared.profile !== 'vendor') return;
  const { message = 'The {limit} units a {per} of the budget {bucket} are spent.', status, reason } = rule;
  const { bucket, limit, per } = full;
  const facts: Readonly<Record<string, unknown>> = { bucket, limit, per };
  const text = message.replace(/\{(bucket|limit|per)\}/g, (_found, name: string) => String(facts[name]));
  throw new HttpError(status, reason, text);
}
