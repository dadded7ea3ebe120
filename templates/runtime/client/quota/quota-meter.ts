import type { Operation, OperationQuota } from '../../operation.js';
import { ClientError } from '../errors/errors.js';
import type { Middleware } from '../options/hooks.js';
import { addMiddleware } from '../features/middleware.js';
import { QuotaError } from './quota-error.js';
import {
  createLedger,
  type BucketStart,
  type OpenWindow,
  type QuotaLedger,
  type QuotaLimit,
  type QuotaWindow,
} from './quota-ledger.js';
import type { Call, CallFeature } from '../options/options.js';

/** The quota of a service, as its spec declares it. */
export interface QuotaBook {
  /** Time zone of days: `America/Los_Angeles`. */
  readonly timeZone: string;
  /** Limits by bucket. */
  readonly limits: Readonly<Record<string, readonly QuotaLimit[]>>;
  /** Cost of a request, by id of its operation. */
  readonly costs: Readonly<Record<string, OperationQuota>>;
}

/** A request that was counted. */
export interface QuotaSpending {
  /** Id of the operation: `videos.list`. */
  readonly operation: string;
  readonly bucket: string;
  readonly cost: number;
  /** Units of the bucket that are left; `Infinity` without a limit. */
  readonly remaining: number;
}

/** The counts of a meter, as JSON. */
export interface QuotaState {
  readonly buckets: Readonly<Record<string, readonly QuotaWindow[]>>;
}

/** Options of a meter. */
export interface QuotaMeterOptions {
  /** Limits by bucket, instead of those in the spec. A number is a limit a day, or for the only window of the bucket in the spec. */
  readonly limits?: Readonly<Record<string, number | readonly QuotaLimit[]>> | undefined;
  /** Units that were already spent, by bucket: `{ default: 3000 }`. */
  readonly spent?: Readonly<Record<string, number>> | undefined;
  /** Result of `toJSON()` of an earlier meter. Windows that have been reset since then are ignored. */
  readonly state?: QuotaState | undefined;
  /** Effect of a call that would exceed a limit: `error` throws a `QuotaError` and sends nothing, `warn` logs. Default: `error`. */
  readonly stop?: 'error' | 'warn' | undefined;
  /** Called for each request that is counted. */
  readonly onSpend?: ((spending: QuotaSpending) => void) | undefined;
}

/** A meter of the cost of requests, for the option `quota`. */
export interface QuotaMeter extends CallFeature {
  /** Units that were spent in the longest window, by bucket. */
  readonly used: Readonly<Record<string, number>>;
  /** Units that are left, by bucket. */
  readonly remaining: Readonly<Record<string, number>>;
  /** Returns the cost of calls of an operation, without retries: `meter.estimate('videos.list', 10)`. */
  estimate(operation: string | Pick<Operation, 'quota'>, calls?: number): number;
  /** Returns the counts for the option `state` of a later meter. */
  toJSON(): QuotaState;
}

/**
 * Creates a meter for a service. It counts every request that may have reached the service, also rejected ones. The cost of a call is
 * counted before it is sent, so that simultaneous calls cannot exceed a limit.
 */
export function meterQuota(book: QuotaBook, options: QuotaMeterOptions = {}): QuotaMeter {
  const names = Object.keys({ ...book.limits, ...options.limits });
  const ledger = createLedger(book.timeZone, names, (bucket) => findStart(bucket, book, options));
  const eachBucket = <T>(read: (windows: readonly OpenWindow[]) => T) =>
    Object.fromEntries(ledger.readAll().map(([bucket, windows]) => [bucket, read(windows)]));

  return {
    around: async (call, next) => {
      const { quota } = call.operation;
      if (!quota) return next(call);
      ledger.setClock(call.settings.now);
      const counter = createCounter(call, quota, ledger, options);
      try {
        return await next(addMiddleware(call, counter.middleware));
      } catch (error) {
        // The service reports that its quota is used up, even if fewer units were counted here.
        if (error instanceof QuotaError && error.status > 0)
          for (const window of ledger.read(quota.bucket ?? 'default'))
            if (window.per === 'day' && window.limit < Infinity) window.used = Math.max(window.used, window.limit);
        throw error;
      } finally {
        counter.end();
      }
    },
    get used() {
      return eachBucket(([longest]) => longest?.used ?? 0);
    },
    get remaining() {
      return eachBucket(countRemaining);
    },
    estimate: (operation, calls = 1) => {
      const quota = typeof operation === 'string' ? book.costs[operation] : operation.quota;
      return (quota?.cost ?? 0) * calls;
    },
    toJSON: () => ({
      buckets: eachBucket((windows) => windows.map(({ per, used, resetsAt }) => ({ per, used, resetsAt }))),
    }),
  };
}

function findStart(bucket: string, book: QuotaBook, { limits, spent, state }: QuotaMeterOptions): BucketStart {
  const known = book.limits[bucket] ?? [];
  const own = limits?.[bucket] ?? known;
  const per = known.length === 1 && known[0] ? known[0].per : 'day';
  const all = typeof own === 'number' ? [...known.filter((one) => one.per !== per), { limit: own, per }] : own;
  return {
    // A bucket without limits is also counted.
    limits: all.length ? all : [{ limit: Infinity, per: 'day' }],
    spent: spent?.[bucket],
    windows: state?.buckets[bucket],
  };
}

function countRemaining(windows: readonly OpenWindow[]) {
  return Math.min(...windows.map(({ limit, used }) => Math.max(0, limit - used)));
}

/**
 * Spends the cost of a call, or throws a `QuotaError`. Its middleware counts every request of the call. `end` returns the units of a
 * request that was not sent.
 */
function createCounter(
  { operation: { id }, log }: Call,
  quota: OperationQuota,
  ledger: QuotaLedger,
  { stop, onSpend }: QuotaMeterOptions,
) {
  const { cost, bucket = 'default' } = quota;
  const take = () => {
    const { full, undo } = ledger.take(quota);
    if (!full) return undo;
    const resetsAt = new Date(full.resetsAt);
    const quotaName = `the quota \`${bucket}\` of ${full.limit} a ${full.per}`;
    const why = `${id} costs ${cost}, but ${quotaName} has too little left until ${resetsAt.toISOString()}`;
    if (stop !== 'warn') {
      undo();
      throw new QuotaError(id, `${why}. Nothing was sent.`, { status: 0, reason: 'quotaExceeded', resetsAt });
    }
    log?.warn(why);
    return undo;
  };
  const report = () => {
    try {
      onSpend?.({ operation: id, bucket, cost, remaining: countRemaining(ledger.read(bucket)) });
    } catch (error) {
      log?.warn(`${id}: onSpend failed: ${String(error)}`);
    }
  };
  let first: (() => void) | undefined = take();
  const middleware: Middleware = async (request, next) => {
    // Chunks of an upload cost nothing: the request that opened it was counted.
    if (request.headers.has('content-range')) return next(request);
    const undo = first ?? take();
    first = undefined;
    try {
      const response = await next(request);
      report();
      return response;
    } catch (error) {
      if (error instanceof ClientError && error.requestMayHaveBeenProcessed) report();
      else undo();
      throw error;
    }
  };
  return { middleware, end: () => first?.() };
}
