/** An object whose members that may be undefined are optional. */
type Defined<T> = {
  [Name in keyof T as undefined extends T[Name] ? never : Name]: T[Name];
} & { [Name in keyof T as undefined extends T[Name] ? Name : never]?: Exclude<T[Name], undefined> };

/** Copies the members that are not undefined: `{ id: 'a', user: undefined }` → `{ id: 'a' }`. */
export function defined<T extends object>(members: T): Defined<T> {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  // The type says what the filter does.
  return Object.fromEntries(entries) as Defined<T>;
}
