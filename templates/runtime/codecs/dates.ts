import type { Codec } from './codec.js';

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;

/** The text that a date was read from: it may hold more than the date, such as an offset or microseconds. */
const texts = new WeakMap<object, string>();

/**
 * `date-time` as `Date`, in milliseconds. A date that came from the service is sent back as the text that it came as, unless
 * its time was set to another one since.
 */
export const dateTimeAsDate: Codec<string, Date> = {
  name: 'date-time',
  decode: (wire) => {
    const date = new Date(readTime(wire));
    texts.set(date, wire);
    return date;
  },
  encode: (date) => {
    const text = texts.get(date);
    return text !== undefined && readTime(text) === date.getTime() ? text : date.toISOString();
  },
  is: (value) => value instanceof Date && value.getTime() === value.getTime(),
};

/** Reads a text as milliseconds; a leap second is the one after it. */
function readTime(text: string): number {
  checkDateTime(text);
  const upper = text.toUpperCase();
  const isLeap = upper.slice(17, 19) === '60';
  const time = Date.parse(isLeap ? `${upper.slice(0, 17)}59${upper.slice(19)}` : upper) + (isLeap ? 1000 : 0);
  // `Date` takes 30 February for a day of March.
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number);
  const isDay = month > 0 && new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
  if (Number.isNaN(time) || !isDay) throw new RangeError('there is no such date and time');
  return time;
}

/** Throws where a value is no text in the form of RFC 3339. */
export function checkDateTime(text: unknown): void {
  if (typeof text !== 'string' || !dateTime.test(text)) throw new RangeError('it is no date and time of RFC 3339');
}
