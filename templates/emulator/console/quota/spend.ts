import type { Entry } from '../server/live.js';

/** The units that a bucket had spent at a time. */
export interface Spent {
  readonly time: number;
  readonly units: number;
}

/** Most points of a line: more would make no difference on the screen. */
const most = 400;

/** Sums up the units that each bucket had spent, over time. `buckets` has the buckets of operations. */
export function sumSpending(
  entries: readonly Entry[],
  buckets: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly Spent[]> {
  const lines = new Map<string, Spent[]>();
  for (const { time, cost = 0, operation = '' } of entries) {
    if (cost === 0) continue;
    const bucket = buckets.get(operation) ?? 'default';
    const line = lines.get(bucket) ?? [];
    line.push({ time, units: (line.at(-1)?.units ?? 0) + cost });
    lines.set(bucket, line);
  }
  const thinned = [...lines].map(([bucket, line]) => {
    const step = Math.ceil(line.length / most);
    return [bucket, line.filter((_point, index) => index % step === 0 || index === line.length - 1)] as const;
  });
  return new Map(thinned);
}
