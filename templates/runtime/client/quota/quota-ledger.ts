import type { OperationQuota } from '../../operation.js';

/** How much may be spent in a minute or hour of the clock, or in a day. */
export interface QuotaLimit {
  readonly limit: number;
  readonly per: 'minute' | 'hour' | 'day';
}

/** What was spent in a window of time. */
export interface QuotaWindow {
  readonly per: QuotaLimit['per'];
  readonly used: number;
  /** When the window ends, in milliseconds since the epoch. */
  readonly resetsAt: number;
}

/** A window of a bucket; its end is unknown until it is first looked at. */
interface OpenWindow extends QuotaLimit {
  used: number;
  resetsAt: number | undefined;
}

/** What is known of a bucket before anything is spent. */
export interface BucketStart {
  readonly limits: readonly QuotaLimit[];
  /** In the longest window. */
  readonly spent?: number | undefined;
  readonly windows?: readonly QuotaWindow[] | undefined;
}

/** What was taken from a bucket. */
export interface Taken {
  /** A window that had no room for it, if there is one. */
  readonly full: (QuotaWindow & QuotaLimit) | undefined;
  /** Gives it back. */
  readonly undo: () => void;
}

/** Keeps account of buckets. */
export interface QuotaLedger {
  /** Follows another clock. */
  readonly setClock: (now: () => number) => void;
  readonly take: (quota: OperationQuota) => Taken;
  /** Counts a bucket as spent for the day. */
  readonly exhaust: (quota: OperationQuota) => void;
  readonly remaining: (bucket: string) => number;
  /** The windows of each bucket, the longest first. */
  readonly windows: () => Readonly<Record<string, readonly QuotaWindow[]>>;
}

const lengths = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** Opens the books; `open` tells of a bucket when it is first asked for. */
export function createLedger(
  timeZone: string,
  names: readonly string[],
  open: (bucket: string) => BucketStart,
): QuotaLedger {
  let now = Date.now;
  const buckets = new Map<string, readonly OpenWindow[]>();

  function windowsOf(bucket: string): readonly (OpenWindow & QuotaWindow)[] {
    const windows = buckets.get(bucket) ?? openWindows(open(bucket));
    buckets.set(bucket, windows);
    return windows.map((window) => refresh(window, timeZone, now()));
  }

  return {
    setClock: (other) => void (now = other),
    take: ({ cost, bucket = 'default' }) => {
      const windows = windowsOf(bucket);
      const ends = windows.map(({ resetsAt }) => resetsAt);
      const full = windows.find(({ used, limit }) => used + cost > limit);
      for (const window of windows) window.used += cost;
      const undo = (): void =>
        windows.forEach((window, index) => {
          if (window.resetsAt === ends[index]) window.used -= cost;
        });
      return { full, undo };
    },
    exhaust: ({ bucket = 'default' }) => {
      for (const window of windowsOf(bucket))
        if (window.per === 'day' && window.limit < Infinity) window.used = Math.max(window.used, window.limit);
    },
    remaining: (bucket) => Math.min(...windowsOf(bucket).map(({ limit, used }) => Math.max(0, limit - used))),
    windows: () => {
      const all = new Set([...names, ...buckets.keys()]);
      const shown = (name: string): readonly QuotaWindow[] =>
        windowsOf(name).map(({ per, used, resetsAt }) => ({ per, used, resetsAt }));
      return Object.fromEntries([...all].map((name) => [name, shown(name)]));
    },
  };
}

function openWindows({ limits, spent = 0, windows = [] }: BucketStart): readonly OpenWindow[] {
  const longestFirst = [...limits].sort((a, b) => lengths[b.per] - lengths[a.per]);
  return longestFirst.map(({ limit, per }, index) => {
    const { used = 0, resetsAt } = windows.find((one) => one.per === per) ?? {};
    return { limit, per, used: used + (index === 0 ? spent : 0), resetsAt };
  });
}

/** Begins a window anew when it is over. */
function refresh(window: OpenWindow, timeZone: string, now: number): OpenWindow & QuotaWindow {
  const { per, resetsAt = -Infinity } = window;
  if (now >= resetsAt) {
    if (resetsAt > -Infinity) window.used = 0;
    const length = lengths[per];
    window.resetsAt = per === 'day' ? nextReset(timeZone, now) : (Math.floor(now / length) + 1) * length;
  }
  // Its end is known by now.
  return window as OpenWindow & QuotaWindow;
}

const quarterMs = 900_000;

/** Start of the day after `now` in a time zone, in milliseconds since the epoch: when daily budgets are full again. */
export function nextReset(timeZone: string, now: number): number {
  const { format } = new Intl.DateTimeFormat('en', { timeZone });
  // Days begin at quarters of an hour, also where clocks change at night: then midnight comes twice or not at all.
  let at = now - (now % quarterMs);
  do at += quarterMs;
  while (format(at) === format(now));
  return at;
}
