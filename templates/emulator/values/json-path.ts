import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { readMember, toJsonObject, withMember } from '@speccast/runtime/requests';

/** Split paths: rows are read by the same few paths, and splitting one takes four times as long as finding it. */
const splits = new Map<string, readonly string[]>();

const mostSplits = 5000;

/** Splits a dotted path: `snippet.title` → `['snippet', 'title']`. */
function splitPath(path: string): readonly string[] {
  let names = splits.get(path);
  if (!names) {
    // Limits the cache, because paths may come from requests.
    if (splits.size >= mostSplits) splits.clear();
    // A dot in a name has a backslash: `@odata\.nextLink`.
    names = path.split(/(?<!\\)\./).map((name) => name.replaceAll('\\.', '.'));
    splits.set(path, names);
  }
  return names;
}

/** Reads the value at a dotted path (`snippet.title`), own members only. */
export function valueAt(value: Json | undefined, path: string): Json | undefined {
  let current: Json | undefined = value;
  for (const name of splitPath(path)) current = isJsonObject(current) ? readMember(current, name) : undefined;
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
  return valueAt(row, path) === undefined ? row : toJsonObject(withMember(row, splitPath(path), undefined));
}

/** Internal member of the initial rows of a caller. Lists of other callers leave these rows out until they are changed. */
export const fresh = '~fresh';

/** Internal member of a row: the names of the members that were sampled instead of sent. */
export const madeUp = '~made';

/** Copies the members of an object whose names pass a test. */
export function filterMembers<Value>(
  object: Readonly<Record<string, Value>>,
  isKept: (name: string) => boolean,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(object).filter(([name]) => isKept(name)));
}

/** Removes internal members, whose names begin with `~`; returns the same object if it has none. */
export function withoutInternal(row: JsonObject): JsonObject {
  const isInternal = (name: string) => name.startsWith('~');
  return Object.keys(row).some(isInternal) ? filterMembers(row, (name) => !isInternal(name)) : row;
}

/** Merges objects member by member: `null` removes a member (RFC 7396) unless nulls are kept, other values replace it. */
export function merge(old: Json | undefined, change: JsonObject, keepsNulls = false): JsonObject {
  const members = new Map(Object.entries(toJsonObject(old)));
  for (const [name, value] of Object.entries(change)) {
    if (value === null && !keepsNulls) members.delete(name);
    else members.set(name, isJsonObject(value) ? merge(members.get(name), value, keepsNulls) : value);
  }
  return Object.fromEntries(members);
}

/** Merges objects member by member; `null` replaces a member like other values. */
export function mergeWithNulls(old: Json | undefined, change: JsonObject): JsonObject {
  return merge(old, change, true);
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
