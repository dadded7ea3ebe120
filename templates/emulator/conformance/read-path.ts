/**
 * The value at a dotted path: members of objects by name, of arrays by index (`-1` is the last), `*` for all of them,
 * as a list without those that have nothing there. An empty path is the value itself.
 */
export function readPath(value: unknown, path: string): unknown {
  return walk(value, path === '' ? [] : path.split('.'));
}

function walk(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value;
  if (name === '*') return members(value).flatMap((item) => spread(walk(item, rest), rest));
  return walk(memberOf(value, name), rest);
}

/** Lists of lists become one list, as far as `*` made them. */
function spread(found: unknown, rest: readonly string[]): readonly unknown[] {
  if (found === undefined) return [];
  return rest.includes('*') && Array.isArray(found) ? found : [found];
}

function members(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}

function memberOf(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return /^-?\d+$/.test(name) ? value.at(Number(name)) : undefined;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return Reflect.get(value, name);
}
