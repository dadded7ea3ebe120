/** A property of an object itself, never one it inherits: a parameter may be called `constructor`. */
export function readOwn(object: object, property: string): unknown {
  return Object.hasOwn(object, property) ? Reflect.get(object, property) : undefined;
}
