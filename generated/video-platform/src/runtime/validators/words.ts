/** Words that a value is one of, or not. */
export interface Words extends Iterable<string> {
  /** Whether a value is one of the words. */
  has(value: unknown): boolean;
}

/** The words of a text: what stands between its spaces. */
export function words(text: string): Words {
  return new Set(text.split(' '));
}
