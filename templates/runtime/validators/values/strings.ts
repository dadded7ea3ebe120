/** Returns whether a string has at most `limit` Unicode code points. */
export function isAtMost(value: string, limit: number): boolean {
  return value.length <= limit || (value.length <= 2 * limit && countCodePoints(value) <= limit);
}

/** Returns whether a string has at least `limit` Unicode code points. */
export function isAtLeast(value: string, limit: number): boolean {
  return value.length >= 2 * limit || (value.length >= limit && countCodePoints(value) >= limit);
}

/** Counts the Unicode code points of a string; a lone surrogate counts as one. */
export function countCodePoints(value: string): number {
  let count = 0;
  for (let index = 0; index < value.length; count += 1) index += (value.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
  return count;
}
