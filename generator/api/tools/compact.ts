type OptionalKeys<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T];

/** An object whose possibly undefined members became optional ones. */
export type Compact<T> = Omit<T, OptionalKeys<T>> & { [K in OptionalKeys<T>]?: Exclude<T[K], undefined> };

/** Leaves out the members that are undefined, so that an absent fact is an absent key. */
export function compact<T extends object>(value: T): Compact<T> {
  const result: Record<string, unknown> = {};
  // An object as it is written down has no members but its own.
  for (const key in value) if (value[key] !== undefined) result[key] = value[key];
  // The loop drops exactly what the type says, which the compiler cannot follow.
  return result as Compact<T>;
}
