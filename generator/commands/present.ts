/** An object without the keys whose value is undefined: optional properties are absent, not undefined. */
export function present<T extends object>(object: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  // `as`: filtering keeps the keys and types, which Object.fromEntries cannot say.
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
}
