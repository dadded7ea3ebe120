import type { OperationQuota } from '../../operation.js';

/** Most units that may be spent in a minute or hour of the clock, or in a day. */
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

/** A window of a bucket; its end is -Infinity until it is first used. */
export interface OpenWindow extends QuotaLimit {
  used: number;
  resetsAt: number;
}

/** A bucket before anything is spent. */
export interface BucketStart {
  readonly limits: readonly QuotaLimit[];
  /** In the longest window. */
  readonly spent?: number | undefined;
  readonly windows?: readonly QuotaWindow[] | undefined;
}

/** Keeps account of buckets. */
export interface QuotaLedger {
  /** Follows another clock. */
  readonly setClock: (now: () => number) => void;
  /** Takes units from a bucket; returns a window without room for them, if there is one, and a function that gives them back. */
  readonly take: (quota: OperationQuota) => { readonly full: OpenWindow | undefined; readonly undo: () => void };
  /** Returns the windows of a bucket, the longest first. */
  readonly read: (bucket: string) => readonly OpenWindow[];
  /** Returns those of all buckets. */
  readonly readAll: () => readonly (readonly [bucket: string, windows: readonly OpenWindow[]])[];
}

const lengths = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** Opens the books; calls `open` for a bucket when it is first needed. */
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
      // The first use of a window keeps the units that were spent before.
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

/** Returns the start of the day after `now` in a time zone, in milliseconds since the epoch: daily budgets are full again then. */
export function nextReset(timeZone: string, now: number): number {
  const { format } = new Intl.DateTimeFormat('en', { timeZone });
  // Days begin at quarters of an hour, also where clocks change at night: then midnight comes twice or not at all.
  let at = now - (now % quarterMs);
  do at += quarterMs;
  while (format(at) === format(now));
  return at;
}
