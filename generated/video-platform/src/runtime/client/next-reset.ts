const dayMs = 86_400_000;

/** Start of the day after `now` in a time zone, in milliseconds since the epoch: when daily budgets are whole again. */
export function nextReset(timeZone: string, now: number): number {
  return midnight(timeZone, dayOf(timeZone, now) + dayMs);
}

/** Start of the day of `now` in a time zone, in milliseconds since the epoch. */
export function startOfDay(timeZone: string, now: number): number {
  return midnight(timeZone, dayOf(timeZone, now));
}

/** What a clock of the time zone shows, as if it stood in UTC. */
function wallTime(timeZone: string, at: number): number {
  const text = new Date(at).toLocaleString('en-US', { timeZone, hourCycle: 'h23' });
  const [month = 0, day, year = 0, ...time] = (text.match(/\d+/g) ?? []).map(Number);
  return Date.UTC(year, month - 1, day, ...time);
}

function dayOf(timeZone: string, now: number): number {
  return Math.floor(wallTime(timeZone, now) / dayMs) * dayMs;
}

/** The first moment at which clocks of the time zone show a day: where clocks change at night, midnight comes twice or not at all. */
function midnight(timeZone: string, day: number): number {
  const moments = [-dayMs, dayMs].map((away) => 2 * day + away - wallTime(timeZone, day + away));
  return Math.min(...moments.filter((at) => wallTime(timeZone, at) >= day));
}
