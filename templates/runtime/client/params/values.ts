/** Returns an own property of an object, never an inherited one: a parameter may be called `constructor`. */
export function readOwn<T>(object: Readonly<Record<string, T>>, property: string): T | undefined;
export function readOwn(object: object, property: string): unknown;
export function readOwn(object: object, property: string): unknown {
  return Object.hasOwn(object, property) ? Reflect.get(object, property) : undefined;
}

/** Returns the value at a path: `meta.next`. A property whose name contains dots comes first: `@odata.nextLink`. */
export function readPath(value: unknown, path: string | undefined): unknown {
  if (path === undefined) return undefined;
  const object = Object(value);
  const at = path.indexOf('.');
  if (at < 0 || Object.hasOwn(object, path)) return readOwn(object, path);
  return readPath(readOwn(object, path.slice(0, at)), path.slice(at + 1));
}

/** Returns whether a value is `undefined` or `null`, which are not sent. */
export function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/** Lists the members of an object or the items of a list that are not absent, with their names. */
export function presentEntries(value: object): readonly (readonly [string, unknown])[] {
  return Object.entries(value).filter(([, item]) => !isAbsent(item));
}

/** Returns whether a value is an object, but neither an array nor a `Date`. */
export function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof Date) && !Array.isArray(value);
}

/** Describes a rejected value in a message: `a list`, `not a finite number`. */
export function describe(value: unknown): string {
  if (isAbsent(value)) return `${value}`;
  if (typeof value === 'number') return 'not a finite number';
  if (value instanceof Date) return 'an invalid date';
  return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Splits `name=value` at the first `=`. Without `=`, the value is empty. */
export function splitPair(text: string): readonly [name: string, value: string] {
  const equals = text.indexOf('=');
  return equals < 0 ? [text, ''] : [text.slice(0, equals), text.slice(equals + 1)];
}
