const datePattern = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/;
const timePattern = /^([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]+)?(?:[Zz]|([+-])([0-9]{2}):([0-9]{2}))$/;
const timeOfDuration = 'T(?:[0-9]+H(?:[0-9]+M(?:[0-9]+S)?)?|[0-9]+M(?:[0-9]+S)?|[0-9]+S)';
const dateOfDuration = '(?:[0-9]+Y(?:[0-9]+M(?:[0-9]+D)?)?|[0-9]+M(?:[0-9]+D)?|[0-9]+D)';
const durationPattern = /* @__PURE__ */ new RegExp(
  `^P(?:[0-9]+W|${dateOfDuration}(?:${timeOfDuration})?|${timeOfDuration})$`,
);

/** Whether a text is a date and time with offset, as RFC 3339 writes it: `2024-02-29T12:30:00.5Z`. */
export function isDateTime(text: string): boolean {
  const separator = text.charCodeAt(10) | 0x20;
  return separator === 0x74 && isDate(text.slice(0, 10)) && isTime(text.slice(11));
}

/** Whether a text is a full date of RFC 3339 that the calendar has: `2024-02-29`. */
export function isDate(text: string): boolean {
  const found = datePattern.exec(text);
  if (found === null) return false;
  const month = Number(found[2]);
  const day = Number(found[3]);
  return month >= 1 && month <= 12 && day >= 1 && day <= daysOf(Number(found[1]), month);
}

/** Whether a text is a time of day with offset, as RFC 3339 writes it; a leap second only at 23:59:60 UTC. */
export function isTime(text: string): boolean {
  const found = timePattern.exec(text);
  if (found === null) return false;
  const [hour, minute, second] = [Number(found[1]), Number(found[2]), Number(found[3])];
  const offset = readOffset(found);
  if (hour > 23 || minute > 59 || offset === undefined) return false;
  return second < 60 || (second === 60 && (hour * 60 + minute - offset + 2880) % 1440 === 1439);
}

/** Whether a text is a duration of ISO 8601, as RFC 3339 writes it: `P1DT12H`. */
export function isDuration(text: string): boolean {
  return durationPattern.test(text);
}

/** Minutes ahead of UTC; `undefined` where no clock shows them. */
function readOffset(found: RegExpExecArray): number | undefined {
  const hours = Number(found[5] ?? 0);
  const minutes = Number(found[6] ?? 0);
  if (hours > 23 || minutes > 59) return undefined;
  return (found[4] === '-' ? -1 : 1) * (hours * 60 + minutes);
}

function daysOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
