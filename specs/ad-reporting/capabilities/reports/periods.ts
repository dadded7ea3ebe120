import { timeDimensions, type Dimension } from './catalogue.js';
import { lastDayOfMonth, startOfWeek, type Day } from './dates.js';
import { firstDay, lastDay } from './facts.js';
import type { ReportSpec } from './report-spec.js';

/** A range of days that includes both ends. */
export interface Period {
  readonly from: Day;
  readonly to: Day;
}

/**
 * Splits the days of a report that have data into periods whose rows are never mixed. A report that is sorted by time first, or
 * not at all, is generated one period after the other, so that only one is in memory.
 */
export function listPeriods({ from, to, dimensions, sort: [first] }: ReportSpec): readonly Period[] {
  const days = { from: Math.max(from, firstDay), to: Math.min(to, lastDay) };
  if (days.to < days.from) return [];
  const time = dimensions.find((name) => timeDimensions.includes(name));
  if (time === undefined) return [days];
  if (first === undefined) return cut(days, time);
  if (!('dimension' in first.by) || first.by.dimension !== time) return [days];
  // oxlint-disable-next-line unicorn/no-array-reverse -- toReversed is newer than the runtime may need; the list is fresh
  return first.descending ? cut(days, time).reverse() : cut(days, time);
}

function cut({ from, to }: Period, time: Dimension): Period[] {
  const periods: Period[] = [];
  for (let start = from; start <= to;) {
    const end = Math.min(to, lastDayOfPeriod(start, time));
    periods.push({ from: start, to: end });
    start = end + 1;
  }
  return periods;
}

function lastDayOfPeriod(day: Day, time: Dimension): Day {
  if (time === 'WEEK') return startOfWeek(day) + 6;
  return time === 'MONTH' ? lastDayOfMonth(day) : day;
}
