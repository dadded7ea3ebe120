/** Tests if a string has at most so many characters, counted in Unicode code points. */
export function isAtMost(value: string, limit: number): boolean {
  return value.length <= limit || (value.length <= 2 * limit && countCodePoints(value) <= limit);
}

/** Tests if a string has at least so many characters, counted in Unicode code points. */
export function isAtLeast(value: string, limit: number): boolean {
  return value.length >= 2 * limit || (value.length >= limit && countCodePoints(value) >= limit);
}

/** Number of Unicode code points of a string; a lone surrogate counts as one. */
export function countCodePoints(value: string): number {
  let pairs = 0;
  for (let index = 0; index + 1 < value.length; index += 1) {
    if (isHigh(value.charCodeAt(index)) && isLow(value.charCodeAt(index + 1))) {
      pairs += 1;
      index += 1;
    }
  }
  return value.length - pairs;
}

function isHigh(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}

function isLow(unit: number): boolean {
  return (unit & 0xfc00) === 0xdc00;
}
