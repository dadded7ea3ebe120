const timeOfDuration = 'T(?:[0-9]+H(?:[0-9]+M(?:[0-9]+S)?)?|[0-9]+M(?:[0-9]+S)?|[0-9]+S)';
const dateOfDuration = '(?:[0-9]+Y(?:[0-9]+M(?:[0-9]+D)?)?|[0-9]+M(?:[0-9]+D)?|[0-9]+D)';
// In a function: bundlers take `${}` for an effect, and would keep it.
const durationPattern = /* @__PURE__ */ (() =>
  new RegExp(`^P(?:[0-9]+W|${dateOfDuration}(?:${timeOfDuration})?|${timeOfDuration})$`))();

/** Tests if a string is a date and time with offset, as RFC 3339 writes it: `2024-02-29T12:30:00.5Z`. */
export function isDateTime(value: string): boolean {
  return (
    value.length > 19 && (value.charCodeAt(10) | 0x20) === 0x74 && startsWithDate(value) && endsWithTime(value, 11)
  );
}

/** Tests if a string is a full date of RFC 3339 that the calendar has: `2024-02-29`. */
export function isDate(value: string): boolean {
  return value.length === 10 && startsWithDate(value);
}

/** Tests if a string is a time of day with offset, as RFC 3339 writes it; a leap second only at 23:59:60 UTC. */
export function isTime(value: string): boolean {
  return value.length > 8 && endsWithTime(value, 0);
}

/** Tests if a string is a duration of ISO 8601, as RFC 3339 writes it: `P1DT12H`. */
export function isDuration(value: string): boolean {
  return durationPattern.test(value);
}

/** Looks at one character after the other: a pattern would have to allocate what it finds. */
function startsWithDate(value: string): boolean {
  const month = pairAt(value, 5);
  const day = pairAt(value, 8);
  const isWritten = value.charCodeAt(4) === 0x2d && value.charCodeAt(7) === 0x2d && month > 0 && month < 13 && day > 0;
  const century = pairAt(value, 0);
  const year = pairAt(value, 2);
  return isWritten && century >= 0 && year >= 0 && (day < 29 || day <= daysOf(century * 100 + year, month));
}

function endsWithTime(value: string, start: number): boolean {
  const hour = pairAt(value, start);
  const minute = pairAt(value, start + 3);
  const second = pairAt(value, start + 6);
  const isWritten = value.charCodeAt(start + 2) === 0x3a && value.charCodeAt(start + 5) === 0x3a;
  if (!isWritten || hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0) return false;
  const offset = offsetAt(value, endOfFraction(value, start + 8));
  if (offset > 1439 || second > 60) return false;
  return second < 60 || (hour * 60 + minute - offset + 2880) % 1440 === 1439;
}

/** Where the digits after a decimal point end; the same index where there is no such point, or no digit after it. */
function endOfFraction(value: string, at: number): number {
  if (value.charCodeAt(at) !== 0x2e) return at;
  let end = at + 1;
  while (isDigit(value.charCodeAt(end))) end += 1;
  return end > at + 1 ? end : at;
}

/** Minutes ahead of UTC, where the string ends with them; more than a day has where no clock shows them. */
function offsetAt(value: string, at: number): number {
  const sign = value.charCodeAt(at);
  if (value.length === at + 1) return (sign | 0x20) === 0x7a ? 0 : 1440;
  const hours = pairAt(value, at + 1);
  const minutes = pairAt(value, at + 4);
  const isWritten = value.length === at + 6 && (sign === 0x2b || sign === 0x2d) && value.charCodeAt(at + 3) === 0x3a;
  if (!isWritten || hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return 1440;
  return sign === 0x2d ? -(hours * 60 + minutes) : hours * 60 + minutes;
}

/** Number that two digits write; negative where they are none. */
function pairAt(value: string, at: number): number {
  const tens = value.charCodeAt(at);
  const ones = value.charCodeAt(at + 1);
  return isDigit(tens) && isDigit(ones) ? tens * 10 + ones - 528 : -1;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

function daysOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
