import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';

/** A day, as the number of days since 1970-01-01. */
export type Day = number;

const millisecondsPerDay = 86_400_000;

/** Returns the day in UTC of a time in milliseconds since the epoch. */
export function toDay(milliseconds: number): Day {
  return Math.floor(milliseconds / millisecondsPerDay);
}

/** Returns the day in a time zone at a time in milliseconds since the epoch; the day in UTC if the zone is unknown. */
export function dayIn(milliseconds: number, timeZone: string): Day {
  try {
    const parts = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    return toDay(Date.parse(`${parts.format(milliseconds)}T00:00:00Z`));
  } catch {
    return toDay(milliseconds);
  }
}

/** Returns the last day of the month of a day. */
export function lastDayOfMonth(day: Day): Day {
  const date = new Date(day * millisecondsPerDay);
  return toDay(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0));
}

/** Returns the day of `{year, month, day}`; undefined if there is no such day. */
export function readDate(value: Json | undefined): Day | undefined {
  if (!isJsonObject(value)) return undefined;
  const { year, month, day } = value;
  if (typeof year !== 'number' || typeof month !== 'number' || typeof day !== 'number') return undefined;
  if (!Number.isInteger(year) || year < 1 || year > 9999) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? toDay(date.getTime()) : undefined;
}

/** Returns a day as `{year, month, day}`. */
export function printDate(day: Day): JsonObject {
  const date = new Date(day * millisecondsPerDay);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** Returns a day as `YYYYMMDD`. */
export function printDay(day: Day): string {
  return new Date(day * millisecondsPerDay).toISOString().slice(0, 10).replaceAll('-', '');
}

/** Returns the Sunday on or before a day. */
export function startOfWeek(day: Day): Day {
  return day - ((((day + 4) % 7) + 7) % 7);
}
