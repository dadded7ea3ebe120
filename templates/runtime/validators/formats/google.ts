const durationText = /^-?(0|[1-9][0-9]{0,11})(?:\.[0-9]{1,9})?s$/;
const fieldMask = /^(?:[A-Za-z*][A-Za-z0-9_]*(?:\.[A-Za-z0-9_*]+)*(?:,(?!$)|$))*$/;

/** Maximum of a duration in seconds: about 10,000 years. */
const longest = 315_576_000_000;

/** Returns whether a string is a duration in seconds: `3.5s`, with at most nine decimal places and 315,576,000,000 seconds. */
export function isGoogleDuration(value: string): boolean {
  return Number(durationText.exec(value)?.[1] ?? Infinity) <= longest;
}

/** Returns whether a string is a list of field paths: `title,author.name`; empty for none, `*` for all. */
export function isFieldMask(value: string): boolean {
  return fieldMask.test(value);
}
