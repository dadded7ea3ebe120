const quarterMs = 900_000;

/** Start of the day after `now` in a time zone, in milliseconds since the epoch: when daily budgets are whole again. */
export function nextReset(timeZone: string, now: number): number {
  const { format } = new Intl.DateTimeFormat('en', { timeZone });
  // Days begin at quarters of an hour, also where clocks change at night: then midnight comes twice or not at all.
  let at = now - (now % quarterMs);
  do at += quarterMs;
  while (format(at) === format(now));
  return at;
}
