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

/** Looks at one character after the other: a pattern would have to allocate its matches. */
function startsWithDate(value: string): boolean {
  const century = readPair(value, 0);
  const yearOfCentury = readPair(value, 2);
  const month = readPair(value, 5);
  const day = readPair(value, 8);
  const isWritten = value.charCodeAt(4) === 0x2d && value.charCodeAt(7) === 0x2d;
  if (!isWritten || century < 0 || yearOfCentury < 0 || month < 1 || month > 12 || day < 1) return false;
  const year = century * 100 + yearOfCentury;
  if (month === 2) return day <= (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28);
  return day <= (month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31);
}

function endsWithTime(value: string, start: number): boolean {
  const hour = readPair(value, start);
  const minute = readPair(value, start + 3);
  const second = readPair(value, start + 6);
  const isWritten = value.charCodeAt(start + 2) === 0x3a && value.charCodeAt(start + 5) === 0x3a;
  if (!isWritten || hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60) return false;
  let end = start + 8;
  if (value.charCodeAt(end) === 0x2e && isDigit(value.charCodeAt(end + 1)))
    for (end += 1; isDigit(value.charCodeAt(end));) end += 1;
  const offset = readOffset(value, end);
  if (offset > 1439) return false;
  return second < 60 || (hour * 60 + minute - offset + 2880) % 1440 === 1439;
}

/** Reads the minutes ahead of UTC with which a string ends: `+01:00` → 60. Returns 1440 if it does not end with an offset. */
function readOffset(value: string, at: number): number {
  const sign = value.charCodeAt(at);
  if (value.length === at + 1) return (sign | 0x20) === 0x7a ? 0 : 1440;
  const hours = readPair(value, at + 1);
  const minutes = readPair(value, at + 4);
  const isWritten = value.length === at + 6 && (sign === 0x2b || sign === 0x2d) && value.charCodeAt(at + 3) === 0x3a;
  if (!isWritten || hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return 1440;
  return sign === 0x2d ? -(hours * 60 + minutes) : hours * 60 + minutes;
}

/** Reads the number that two digits write; negative if they are no digits. */
function readPair(value: string, at: number): number {
  const tens = value.charCodeAt(at);
  const ones = value.charCodeAt(at + 1);
  return isDigit(tens) && isDigit(ones) ? tens * 10 + ones - 528 : -1;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}
