import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { readMember, toJsonObject } from '@speccast/runtime/requests';

/** Split paths: rows are read by the same few paths, and splitting one takes four times as long as finding it. */
const splits = new Map<string, readonly string[]>();

const mostSplits = 5000;

/** Splits a dotted path: `snippet.title` → `['snippet', 'title']`. */
function splitPath(path: string): readonly string[] {
  const known = splits.get(path);
  if (known !== undefined) return known;
  // Paths may come from requests.
  if (splits.size >= mostSplits) splits.clear();
  // A dot in a name has a backslash: `@odata\.nextLink`.
  const names = path.includes('\\')
    ? path.split(/(?<!\\)\./).map((name) => name.replaceAll('\\.', '.'))
    : path.split('.');
  splits.set(path, names);
  return names;
}

/** Reads the value at a dotted path (`snippet.title`), own members only. */
export function valueAt(value: Json | undefined, path: string): Json | undefined {
  let current: Json | undefined = value;
  for (const name of splitPath(path)) {
    if (!isJsonObject(current) || !Object.hasOwn(current, name)) return undefined;
    current = current[name];
  }
  return current;
}

/** Lists the values at a dotted path. Lists on the way and at the end are flattened; `(key)` matches any name (`labels.(key).title`). */
export function valuesAt(value: Json | undefined, path: string): readonly Json[] {
  let current: readonly Json[] = value === undefined ? [] : [value];
  for (const name of splitPath(path)) {
    current = current.flatMap((one) => {
      if (!isJsonObject(one)) return [];
      const inner = name === '(key)' ? Object.values(one) : [readMember(one, name)];
      return inner.filter((member) => member !== undefined).flatMap((member) => member);
    });
  }
  return current;
}

/** Reads the string at a path; undefined for any other value. */
export function stringAt(value: Json | undefined, path: string): string | undefined {
  const found = valueAt(value, path);
  return typeof found === 'string' ? found : undefined;
}

/** Copies an object with a value at a dotted path. Values on the way that are not objects are replaced. */
export function withValue(row: JsonObject, path: string, value: Json): JsonObject {
  const names = splitPath(path);
  const copyAt = (object: JsonObject, at: number): JsonObject => {
    const name = names[at] ?? '';
    const isLast = at >= names.length - 1;
    return { ...object, [name]: isLast ? value : copyAt(toJsonObject(readMember(object, name)), at + 1) };
  };
  return copyAt(row, 0);
}

/** Copies an object without the member at a dotted path. */
export function withoutValue(row: JsonObject, path: string): JsonObject {
  const [name = '', ...rest] = path.split('.');
  if (!Object.hasOwn(row, name)) return row;
  const { [name]: inner, ...others } = row;
  if (rest.length === 0) return others;
  return isJsonObject(inner) ? { ...row, [name]: withoutValue(inner, rest.join('.')) } : row;
}

/** Internal member of the rows that a caller starts with. Until they are changed, other callers do not see them. */
export const fresh = '~fresh';

/** Internal member of a row: the names of the members that were sampled instead of sent. */
export const madeUp = '~made';

/** Removes internal members, whose names begin with `~`; returns the same object if it has none. */
export function withoutInternal(row: JsonObject): JsonObject {
  return Object.keys(row).some((name) => name.startsWith('~'))
    ? Object.fromEntries(Object.entries(row).filter(([name]) => !name.startsWith('~')))
    : row;
}

/** Merges objects member by member (RFC 7396): `null` removes a member, other values replace it. */
export function merge(old: Json | undefined, change: Json): Json {
  if (!isJsonObject(change)) return change;
  let result = toJsonObject(old);
  for (const [name, value] of Object.entries(change)) {
    const { [name]: before, ...others } = result;
    if (value === null) result = others;
    else result = { ...result, [name]: merge(Object.hasOwn(result, name) ? before : undefined, value) };
  }
  return result;
}

/** Merges objects member by member; `null` replaces a member like other values. */
export function mergeWithNulls(old: Json | undefined, change: JsonObject): JsonObject {
  const result = toJsonObject(old);
  const entries = Object.entries(change).map(([name, value]) => {
    const before = readMember(result, name);
    return [name, isJsonObject(value) && isJsonObject(before) ? mergeWithNulls(before, value) : value];
  });
  return { ...result, ...Object.fromEntries(entries) };
}

/** Copies the values at some paths of an object. */
export function pick(row: JsonObject, paths: readonly string[]): JsonObject {
  let result: JsonObject = {};
  for (const path of paths) {
    const value = valueAt(row, path);
    if (value !== undefined) result = withValue(result, path, value);
  }
  return result;
}

/** Lists the strings of a list parameter: `['a', 'b']`, or `a,b`. */
export function stringsOf(value: Json | undefined): readonly string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(stringsOf);
  return String(value)
    .split(',')
    .filter((text) => text !== '');
}

/** Writes a step of a JSON pointer: `a/b` → `/a~1b`. */
export function pointerStep(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
