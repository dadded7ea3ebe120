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
  /** Limits of each bucket. */
  readonly limits: Readonly<Record<string, readonly QuotaLimit[]>>;
  /** Cost of a request, by the id of its operation. */
  readonly costs: Readonly<Record<string, OperationQuota>>;
}

/** A request that was counted. */
export interface QuotaSpending {
  /** Id of the operation: `videos.list`. */
  readonly operation: string;
  readonly bucket: string;
  readonly cost: number;
  /** Units that are left of the bucket; `Infinity` where nothing limits it. */
  readonly remaining: number;
}

/** The counts of a meter, as plain data. */
export interface QuotaState {
  readonly buckets: Readonly<Record<string, readonly QuotaWindow[]>>;
}

/** Options of a meter. */
export interface QuotaMeterOptions {
  /** Limits other than the spec's; a number is one a day, or of the one window that the spec limits the bucket in. */
  readonly limits?: Readonly<Record<string, number | readonly QuotaLimit[]>> | undefined;
  /** Units that were spent of each bucket before: `{ default: 3000 }`. */
  readonly spent?: Readonly<Record<string, number>> | undefined;
  /** Result of `toJSON` of an earlier meter; windows that were reset since then do not count. */
  readonly state?: QuotaState | undefined;
  /** Effect of a call that would exceed a limit: it fails and nothing is sent, or a warning is logged. Default: `error`. */
  readonly stop?: 'error' | 'warn' | undefined;
  /** Called for each request that is counted. */
  readonly onSpend?: ((spending: QuotaSpending) => void) | undefined;
}

/** Counts what requests cost: for the option `quota`. */
export interface QuotaMeter extends CallFeature {
  /** Units spent of each bucket, in its longest window. */
  readonly used: Readonly<Record<string, number>>;
  /** Units that are left of each bucket. */
  readonly remaining: Readonly<Record<string, number>>;
  /** Returns the cost of calls of an operation if each succeeds at once: `meter.estimate('videos.list', 10)`. */
  estimate(operation: string | Pick<Operation, 'quota'>, calls?: number): number;
  /** Returns the counts for the option `state` of a later meter. */
  toJSON(): QuotaState;
}

/**
 * Makes a meter for a service. It counts every request that may have reached the service, rejected ones too. Room for a
 * call is taken before anything is sent, so that calls in progress together cannot exceed a limit.
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
        // The service knows better.
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
    // A bucket without limits is counted all the same.
    limits: all.length ? all : [{ limit: Infinity, per: 'day' }],
    spent: spent?.[bucket],
    windows: state?.buckets[bucket],
  };
}

function countRemaining(windows: readonly OpenWindow[]) {
  return Math.min(...windows.map(({ limit, used }) => Math.max(0, limit - used)));
}

/**
 * Takes room for a call, or throws. Its middleware runs next to the network, so that it sees every request; `end` gives back room for a
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
    const why = `${id} costs ${cost} of the quota \`${bucket}\` of ${full.limit} a ${full.per}, which lasts until ${resetsAt.toISOString()} and has too little left`;
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
    // Pieces of an upload belong to the request that began it.
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
