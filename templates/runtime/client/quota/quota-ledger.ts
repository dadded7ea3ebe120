import type { OperationQuota } from '../../operation.js';

/** The maximum number of units in a minute, an hour or a day. */
export interface QuotaLimit {
  readonly limit: number;
  readonly per: 'minute' | 'hour' | 'day';
}

/** Units that were spent in a window of time. */
export interface QuotaWindow {
  readonly per: QuotaLimit['per'];
  readonly used: number;
  /** End of the window, in milliseconds since the epoch. */
  readonly resetsAt: number;
}

/** A window of a bucket, whose end is -Infinity until it is first used. */
export interface OpenWindow extends QuotaLimit {
  used: number;
  resetsAt: number;
}

/** The limits of a bucket, and the units that were spent earlier. */
export interface BucketStart {
  readonly limits: readonly QuotaLimit[];
  /** Units that were spent in the longest window. */
  readonly spent?: number | undefined;
  readonly windows?: readonly QuotaWindow[] | undefined;
}

/** The counts of all buckets of a quota. */
export interface QuotaLedger {
  /** Sets the clock. Default: `Date.now`. */
  readonly setClock: (now: () => number) => void;
  /** Spends units of a bucket; returns the window whose limit that exceeds, if any, and a function that returns the units. */
  readonly take: (quota: OperationQuota) => { readonly full: OpenWindow | undefined; readonly undo: () => void };
  /** Returns the windows of a bucket, the longest first. */
  readonly read: (bucket: string) => readonly OpenWindow[];
  /** Returns the windows of all buckets. */
  readonly readAll: () => readonly (readonly [bucket: string, windows: readonly OpenWindow[]])[];
}

const lengths = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** Creates the counts of buckets. Calls `open` for further buckets when they are first used. */
export function createLedger(
  timeZone: string,
  names: readonly string[],
  open: (bucket: string) => BucketStart,
): QuotaLedger {
  let now = Date.now;
  const buckets = new Map(names.map((name) => [name, openWindows(open(name))]));

  function read(bucket: string): readonly OpenWindow[] {
    const windows = buckets.get(bucket) ?? openWindows(open(bucket));
    buckets.set(bucket, windows);
    for (const window of windows) {
      const { per, resetsAt } = window;
      if (now() < resetsAt) continue;
      // At its first use, a window has the units that were spent earlier.
      if (resetsAt > -Infinity) window.used = 0;
      const length = lengths[per];
      window.resetsAt = per === 'day' ? nextReset(timeZone, now()) : (Math.floor(now() / length) + 1) * length;
    }
    return windows;
  }

  return {
    setClock: (other) => void (now = other),
    take: ({ cost, bucket = 'default' }) => {
      const windows = read(bucket);
      const ends = windows.map(({ resetsAt }) => resetsAt);
      const full = windows.find(({ used, limit }) => used + cost > limit);
      for (const window of windows) window.used += cost;
      const undo = () => {
        for (const [index, window] of windows.entries()) if (window.resetsAt === ends[index]) window.used -= cost;
      };
      return { full, undo };
    },
    read,
    readAll: () => [...buckets.keys()].map((bucket) => [bucket, read(bucket)]),
  };
}

function openWindows({ limits, spent = 0, windows = [] }: BucketStart) {
  const longestFirst = [...limits].sort((a, b) => lengths[b.per] - lengths[a.per]);
  return longestFirst.map((limit, index) => {
    const { used = 0, resetsAt = -Infinity } = windows.find(({ per }) => per === limit.per) ?? {};
    return { ...limit, used: index ? used : used + spent, resetsAt };
  });
}

const quarterMs = 900_000;

/** Returns the start of the next day in a time zone, when daily quotas are reset, in milliseconds since the epoch. */
export function nextReset(timeZone: string, now: number): number {
  const { format } = new Intl.DateTimeFormat('en', { timeZone });
  // Time zones differ by multiples of 15 minutes. Searched step by step, because midnight may be skipped when clocks change.
  let at = now - (now % quarterMs);
  do at += quarterMs;
  while (format(at) === format(now));
  return at;
}
