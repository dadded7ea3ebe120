/** A list of values under a name. */
export type NamedList = readonly [name: string, list: unknown];

/** Every combination of one value of each list, the last list turning fastest; lists of one name are gone through. */
export function combine([first, ...rest]: readonly NamedList[]): readonly (readonly [string, unknown][])[] {
  if (first === undefined) return [[]];
  const [name, list] = first;
  if (!Array.isArray(list)) throw new Error(`${name} is no list to go through`);
  const others = combine(rest);
  return list.flatMap((value: unknown) => others.map((other): [string, unknown][] => [[name, value], ...other]));
}
