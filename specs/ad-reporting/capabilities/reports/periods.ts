import { timeDimensions, type Dimension } from './catalogue.js';
import { lastDayOfMonth, startOfWeek, type Day } from './dates.js';
import { firstDay, lastDay } from './facts.js';
import type { ReportSpec } from './report-spec.js';

/** Days from one to another, both included. */
export interface Period {
  readonly from: Day;
  readonly to: Day;
}

/**
 * The days of a report that have data, cut where rows of one period never stand between those of another: a report that is
 * sorted by time first, or not at all, is made period by period, so that no more than one is held.
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
