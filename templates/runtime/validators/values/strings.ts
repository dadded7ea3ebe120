/** Whether a text has at most so many characters, counted in Unicode code points. */
export function isAtMost(text: string, limit: number): boolean {
  return text.length <= limit || (text.length <= 2 * limit && countCodePoints(text) <= limit);
}

/** Whether a text has at least so many characters, counted in Unicode code points. */
export function isAtLeast(text: string, limit: number): boolean {
  return text.length >= 2 * limit || (text.length >= limit && countCodePoints(text) >= limit);
}

/** Number of Unicode code points of a text; a lone surrogate counts as one. */
export function countCodePoints(text: string): number {
  let pairs = 0;
  for (let index = 0; index + 1 < text.length; index += 1) {
    if (isHigh(text.charCodeAt(index)) && isLow(text.charCodeAt(index + 1))) {
      pairs += 1;
      index += 1;
    }
  }
  return text.length - pairs;
}

function isHigh(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}

function isLow(unit: number): boolean {
  return (unit & 0xfc00) === 0xdc00;
}
