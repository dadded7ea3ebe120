/** Words that a value is one of, or not. */
export interface Words extends Iterable<string> {
  /** Tests if a value is one of the words. */
  has(value: unknown): boolean;
}

/** The words of a string: the parts between its spaces, each after what all of them begin with. */
export function words(value: string, start: string = ''): Words {
  return new Set(value.split(' ').map((end) => start + end));
}
