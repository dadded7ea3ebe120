const durationText = /^-?(0|[1-9][0-9]{0,11})(?:\.[0-9]{1,9})?s$/;
const fieldMask = /^(?:[A-Za-z*][A-Za-z0-9_]*(?:\.[A-Za-z0-9_*]+)*(?:,(?!$)|$))*$/;

/** About 10,000 years, in seconds. */
const longest = 315_576_000_000;

/** Whether a text is a duration in seconds: `3.5s`, with at most nine decimals and 315,576,000,000 seconds. */
export function isGoogleDuration(text: string): boolean {
  return Number(durationText.exec(text)?.[1] ?? Infinity) <= longest;
}

/** Whether a text is a list of field paths: `title,author.name`; empty for none, `*` for all. */
export function isFieldMask(text: string): boolean {
  return fieldMask.test(text);
}
