/** A set of words. */
export interface Words extends Iterable<string> {
  /** Returns whether a value is one of the words. */
  has(value: unknown): boolean;
}

/** Splits a string into words, and adds `start` to each: `words('b c', 'a')` has `ab` and `ac`. */
export function words(value: string, start = ''): Words {
  return new Set(value.split(' ').map((end) => start + end));
}
