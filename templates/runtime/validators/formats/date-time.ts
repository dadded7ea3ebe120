const timeOfDuration = 'T(?:[0-9]+H(?:[0-9]+M(?:[0-9]+S)?)?|[0-9]+M(?:[0-9]+S)?|[0-9]+S)';
const dateOfDuration = '(?:[0-9]+Y(?:[0-9]+M(?:[0-9]+D)?)?|[0-9]+M(?:[0-9]+D)?|[0-9]+D)';
// In a function that is marked as pure: bundlers cannot drop unused templates with `${}`.
const durationPattern = /* @__PURE__ */ (() =>
  new RegExp(`^P(?:[0-9]+W|${dateOfDuration}(?:${timeOfDuration})?|${timeOfDuration})$`))();

/** Matches a date that exists, also 29 February of leap years, then `T` and a time with offset, without leap seconds. */
const dateTime =
  /^(?:\d{4}-(?!02-29|02-3|(?:0[469]|11)-31)(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])|(?:(?:[02468][048]|[13579][26])00|\d\d(?!00)(?:[02468][048]|[13579][26]))-02-29)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;

/** Returns whether a string is a date and time with offset, as RFC 3339 writes it: `2024-02-29T12:30:00.5Z`. */
export function isDateTime(value: string): boolean {
  if (dateTime.test(value)) return true;
  // A leap second follows 23:59:59 in UTC: `2016-12-31T22:59:60-01:00`.
  const before = value.replace(/(:\d\d):60(?:\.\d+)?/, '$1:59').toUpperCase();
  return dateTime.test(before) && new Date(before).toISOString().includes('T23:59');
}

/** Returns whether a string is a full date of RFC 3339 that the calendar has: `2024-02-29`. */
export function isDate(value: string): boolean {
  return dateTime.test(`${value}T00:00:00Z`);
}

/** Returns whether a string is a time of day with offset, as RFC 3339 writes it; a leap second only at 23:59:60 UTC. */
export function isTime(value: string): boolean {
  return isDateTime(`2000-01-01T${value}`);
}

/** Returns whether a string is a duration of ISO 8601, as RFC 3339 writes it: `P1DT12H`. */
export function isDuration(value: string): boolean {
  return durationPattern.test(value);
}
