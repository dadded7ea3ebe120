/** Words that a value is one of, or not. */
export interface Words extends Iterable<string> {
  /** Whether a value is one of the words. */
  has(value: unknown): boolean;
}

/** The words of a text: what stands between its spaces, each after what all of them begin with. */
export function words(text: string, start: string = ''): Words {
  return new Set(text.split(' ').map((end) => start + end));
}
