const maker = Symbol('maker');

function get(this: { readonly [maker]: () => unknown }): unknown {
  return this[maker]();
}

/**
 * Gives an object a property whose value is made by who reads it; at most one each. All of them have one getter, since
 * engines make a kind of object of its own of each getter that they meet.
 */
export function lazily<T extends object, Name extends string, V>(
  object: T,
  name: Name,
  make: () => V,
  enumerable: boolean = true,
): T & Readonly<Record<Name, V>> {
  Object.defineProperty(object, maker, { value: make });
  // The property is there as soon as it is defined.
  return Object.defineProperty(object, name, { get, enumerable }) as T & Readonly<Record<Name, V>>;
}
