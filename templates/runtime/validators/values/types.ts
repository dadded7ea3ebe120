/** Returns whether a value is a JSON object: neither an array nor null. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !isArray(value);
}

/** Returns whether a value is an array. */
export function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Returns whether a value is a number of JSON: neither NaN nor infinite. */
export function isNumber(value: unknown): value is number {
  return typeof value === 'number' && value - value === 0;
}

/** Returns whether a value is a whole number; `1.0` is one. */
export function isInteger(value: unknown): value is number {
  return Number.isInteger(value);
}

/** Returns whether a value is a string. */
export function isString(value: unknown): value is string {
  return typeof value === 'string';
}

/** Returns whether a value is a boolean. */
export function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

/** Returns whether a value is an array whose items all pass a test: `isArrayOf(tags, isString)`. */
export function isArrayOf(value: unknown, is: (item: unknown) => boolean): boolean {
  if (!isArray(value)) return false;
  // By index, which engines inline better than an iterator.
  for (let index = 0; index < value.length; index += 1) if (!is(value[index])) return false;
  return true;
}

/** Returns whether a property is absent or an array whose items all pass a test. */
export function isOptionalArrayOf(value: unknown, is: (item: unknown) => boolean): boolean {
  return value === undefined || isArrayOf(value, is);
}

/** Returns whether a value is an object whose own properties are `undefined` or pass a test: `isMapOf(labels, isString)`. */
export function isMapOf(value: unknown, is: (item: unknown) => boolean): boolean {
  if (!isObject(value)) return false;
  for (const key in value) {
    const item = value[key];
    // `hasOwn` last, because most properties pass the test.
    if (item !== undefined && !is(item) && Object.hasOwn(value, key)) return false;
  }
  return true;
}

/** Returns whether a property is absent or a string. */
export function isOptionalString(value: unknown): value is string | undefined {
  return value === undefined || typeof value === 'string';
}

/** Returns whether a property is absent or a boolean. */
export function isOptionalBoolean(value: unknown): value is boolean | undefined {
  return value === undefined || typeof value === 'boolean';
}

/** Returns whether a property is absent or a number of JSON. */
export function isOptionalNumber(value: unknown): value is number | undefined {
  return value === undefined || isNumber(value);
}

/** Returns whether a property is absent or a whole number. */
export function isOptionalInteger(value: unknown): value is number | undefined {
  return value === undefined || isInteger(value);
}

/** Returns an own property of an object, never an inherited one such as `constructor`. */
export function own(value: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Returns a property of an object, never one that all objects inherit. Faster than `own`. */
export function readProperty(value: Readonly<Record<string, unknown>>, key: string): unknown {
  return key in Object.prototype ? own(value, key) : value[key];
}

/** Counts the properties of an object that are not `undefined`. */
export function countProperties(value: Readonly<Record<string, unknown>>): number {
  let count = 0;
  for (const key in value) if (own(value, key) !== undefined) count += 1;
  return count;
}
