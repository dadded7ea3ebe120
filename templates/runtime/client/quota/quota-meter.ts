import type { Operation, OperationQuota } from '../../operation.js';
import { ClientError } from '../errors/errors.js';
import type { Middleware } from '../options/hooks.js';
import { addMiddleware } from '../features/middleware.js';
import { QuotaError } from './quota-error.js';
import { createLedger, type BucketStart, type QuotaLedger, type QuotaLimit, type QuotaWindow } from './quota-ledger.js';
import type { Call, CallFeature } from '../options/options.js';

/** What a spec says about the quota of a service. */
export interface QuotaBook {
  /** Where days begin: `America/Los_Angeles`. */
  readonly timeZone: string;
  /** How much may be spent of each bucket. */
  readonly limits: Readonly<Record<string, readonly QuotaLimit[]>>;
  /** What a request of an operation costs, by its id. */
  readonly costs: Readonly<Record<string, OperationQuota>>;
}

/** A request that was counted. */
export interface QuotaSpending {
  /** Id of the operation: `videos.list`. */
  readonly operation: string;
  readonly bucket: string;
  readonly cost: number;
  /** What may still be spent of the bucket; `Infinity` where nothing limits it. */
  readonly remaining: number;
}

/** What a meter has counted, as plain data. */
export interface QuotaState {
  readonly buckets: Readonly<Record<string, readonly QuotaWindow[]>>;
}

/** How a meter counts. */
export interface QuotaMeterOptions {
  /** Limits other than the spec's; a number is one a day, or of the one window that the spec limits the bucket in. */
  readonly limits?: Readonly<Record<string, number | readonly QuotaLimit[]>> | undefined;
  /** What was spent before, of each bucket: `{ default: 3000 }`. */
  readonly spent?: Readonly<Record<string, number>> | undefined;
  /** What `toJSON` of an earlier meter gave; what was reset since then does not count. */
  readonly state?: QuotaState | undefined;
  /** What happens to a call that would exceed a limit: it fails and nothing is sent, or a warning is logged. Default: `error`. */
  readonly stop?: 'error' | 'warn' | undefined;
  /** Told of each request that is counted. */
  readonly onSpend?: ((spending: QuotaSpending) => void) | undefined;
}

/** Counts what requests cost: for the option `quota`. */
export interface QuotaMeter extends CallFeature {
  /** What has been spent of each bucket, in its longest window. */
  readonly used: Readonly<Record<string, number>>;
  /** What may still be spent of each bucket. */
  readonly remaining: Readonly<Record<string, number>>;
  /** What calls of an operation cost if each succeeds at once: `meter.estimate('videos.list', 10)`. */
  estimate(operation: string | Pick<Operation, 'quota'>, calls?: number): number;
  /** What to keep for the option `state` of a later meter. */
  toJSON(): QuotaState;
}

/**
 * Makes a meter for a service. It counts every request that may have reached the service, rejected ones too. Room for a
 * call is taken before anything is sent, so that calls in progress together cannot exceed a limit.
 */
export function meterQuota(book: QuotaBook, options: QuotaMeterOptions = {}): QuotaMeter {
  const names = Object.keys({ ...book.limits, ...options.limits });
  const ledger = createLedger(book.timeZone, names, (bucket) => startOf(bucket, book, options));
  const eachBucket = (read: (bucket: string, windows: readonly QuotaWindow[]) => number): Record<string, number> =>
    Object.fromEntries(Object.entries(ledger.windows()).map(([name, windows]) => [name, read(name, windows)]));

  return {
    around: async (call, next) => {
      const { quota } = call.operation;
      if (quota === undefined) return next(call);
      ledger.setClock(call.settings.now);
      const counting = count(call, quota, { ledger, options });
      try {
        return await next(addMiddleware(call, counting.middleware));
      } catch (error) {
        // The service knows better.
        if (error instanceof QuotaError && error.status > 0) ledger.exhaust(quota);
        throw error;
      } finally {
        counting.end();
      }
    },
    get used() {
      return eachBucket((_, [longest]) => longest?.used ?? 0);
    },
    get remaining() {
      return eachBucket(ledger.remaining);
    },
    estimate: (operation, calls = 1) => {
      const quota = typeof operation === 'string' ? book.costs[operation] : operation.quota;
      return (quota?.cost ?? 0) * calls;
    },
    toJSON: () => ({ buckets: ledger.windows() }),
  };
}

function startOf(bucket: string, { limits }: QuotaBook, options: QuotaMeterOptions): BucketStart {
  const known = limits[bucket] ?? [];
  const given = options.limits?.[bucket];
  const [only, ...others] = known;
  const per = only !== undefined && others.length === 0 ? only.per : 'day';
  const own = typeof given === 'number' ? [...known.filter((one) => one.per !== per), { limit: given, per }] : given;
  const found = own ?? known;
  return {
    // What nothing limits is counted all the same.
    limits: found.length === 0 ? [{ limit: Infinity, per: 'day' }] : found,
    spent: options.spent?.[bucket],
    windows: options.state?.buckets[bucket],
  };
}

interface Counting {
  /** Runs next to the network, so that it sees every request. */
  readonly middleware: Middleware;
  /** Gives back what was taken for a request that nobody sent. */
  readonly end: () => void;
}

/** Takes room for a call, or throws. */
function count(
  call: Call,
  quota: OperationQuota,
  meter: { readonly ledger: QuotaLedger; readonly options: QuotaMeterOptions },
): Counting {
  const { ledger, options } = meter;
  let first: (() => void) | undefined = take(call, quota, meter);

  function tell(): void {
    const { cost, bucket = 'default' } = quota;
    try {
      options.onSpend?.({ operation: call.operation.id, bucket, cost, remaining: ledger.remaining(bucket) });
    } catch (error) {
      call.log?.warn(`${call.operation.id}: onSpend failed: ${String(error)}`);
    }
  }

  return {
    middleware: async (request, next) => {
      // Pieces of an upload belong to the request that began it.
      if (request.headers.has('content-range')) return next(request);
      const undo = first ?? take(call, quota, meter);
      first = undefined;
      try {
        const response = await next(request);
        tell();
        return response;
      } catch (error) {
        if (error instanceof ClientError && error.requestMayHaveBeenProcessed) tell();
        else undo();
        throw error;
      }
    },
    end: () => first?.(),
  };
}

function take(
  { operation: { id }, log }: Call,
  quota: OperationQuota,
  { ledger, options }: { readonly ledger: QuotaLedger; readonly options: QuotaMeterOptions },
): () => void {
  const { cost, bucket = 'default' } = quota;
  const { full, undo } = ledger.take(quota);
  if (full === undefined) return undo;
  const { limit, per } = full;
  const resetsAt = new Date(full.resetsAt);
  const why = `${id} costs ${cost} of the quota \`${bucket}\` of ${limit} a ${per}, which lasts until ${resetsAt.toISOString()} and has too little left`;
  if (options.stop === 'warn') {
    log?.warn(why);
    return undo;
  }
  undo();
  throw new QuotaError(id, `${why}. Nothing was sent.`, { status: 0, reason: 'quotaExceeded', resetsAt });
}
