import type { Entry } from '../server/live.js';

/** The units that a bucket had spent at a time. */
export interface Spent {
  readonly time: number;
  readonly units: number;
}

/** Most points of a line: more would not be seen. */
const most = 400;

/** The units that each bucket had spent, over time. */
export function spendOf(
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
  return new Map([...lines].map(([bucket, line]) => [bucket, thinned(line)]));
}

function thinned(line: readonly Spent[]): readonly Spent[] {
  const step = Math.ceil(line.length / most);
  return line.filter((_point, index) => index % step === 0 || index === line.length - 1);
}
