import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';

/** Cache of split paths. */
const splits = new Map<string, readonly string[]>();

const mostSplits = 5000;

/** The names in a dotted path. */
function namesIn(path: string): readonly string[] {
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

/** The value at a dotted path (`snippet.title`), own members only. */
export function valueAt(value: Json | undefined, path: string): Json | undefined {
  let current: Json | undefined = value;
  for (const name of namesIn(path)) {
    if (!isJsonObject(current) || !Object.hasOwn(current, name)) return undefined;
    current = current[name];
  }
  return current;
}

/** The values at a dotted path. Lists on the way and at the end are flattened; `(key)` matches any name (`labels.(key).title`). */
export function valuesAt(value: Json | undefined, path: string): readonly Json[] {
  let current: readonly Json[] = value === undefined ? [] : [value];
  for (const name of namesIn(path)) {
    current = current.flatMap((one) => {
      if (!isJsonObject(one)) return [];
      if (name === '(key)') return Object.values(one).flatMap(listOf);
      return Object.hasOwn(one, name) ? listOf(one[name]) : [];
    });
  }
  return current;
}

function listOf(value: Json | undefined): readonly Json[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

/** The string at a path; undefined for anything else. */
export function stringAt(value: Json | undefined, path: string): string | undefined {
  const found = valueAt(value, path);
  return typeof found === 'string' ? found : undefined;
}

/** A copy of the object with a value at a dotted path. Values on the way that are not objects are replaced. */
export function withValue(row: JsonObject, path: string, value: Json): JsonObject {
  return withValueBelow(row, namesIn(path), 0, value);
}

function withValueBelow(row: JsonObject, names: readonly string[], at: number, value: Json): JsonObject {
  const name = names[at] ?? '';
  if (at >= names.length - 1) return { ...row, [name]: value };
  const inner = Object.hasOwn(row, name) ? row[name] : undefined;
  return { ...row, [name]: withValueBelow(isJsonObject(inner) ? inner : {}, names, at + 1, value) };
}

/** A copy of the object without the member at a dotted path. */
export function withoutValue(row: JsonObject, path: string): JsonObject {
  const [name = '', ...rest] = path.split('.');
  if (!Object.hasOwn(row, name)) return row;
  const { [name]: inner, ...others } = row;
  if (rest.length === 0) return others;
  return isJsonObject(inner) ? { ...row, [name]: withoutValue(inner, rest.join('.')) } : row;
}

/** Internal member of the rows that a caller starts with, until they are changed: others do not come across them. */
export const fresh = '~fresh';

/** Internal member of a row with the names of those that nobody sent. */
export const madeUp = '~made';

/** The object without internal members, whose names begin with `~`. */
export function withoutInternal(row: JsonObject): JsonObject {
  return Object.keys(row).some((name) => name.startsWith('~'))
    ? Object.fromEntries(Object.entries(row).filter(([name]) => !name.startsWith('~')))
    : row;
}

/** Merges objects member by member. `null` removes a member, anything else replaces it. */
export function merge(old: Json | undefined, change: Json): Json {
  if (!isJsonObject(change)) return change;
  let result: JsonObject = isJsonObject(old) ? old : {};
  for (const [name, value] of Object.entries(change)) {
    if (value === null) result = withoutMember(result, name);
    else result = { ...result, [name]: merge(Object.hasOwn(result, name) ? result[name] : undefined, value) };
  }
  return result;
}

/** Merges objects member by member. `null` is a value as any other. */
export function mergeWithNulls(old: Json | undefined, change: JsonObject): JsonObject {
  const result: JsonObject = isJsonObject(old) ? old : {};
  const entries = Object.entries(change).map(([name, value]): [string, Json] => {
    const before = Object.hasOwn(result, name) ? result[name] : undefined;
    return [name, isJsonObject(value) && isJsonObject(before) ? mergeWithNulls(before, value) : value];
  });
  return { ...result, ...Object.fromEntries(entries) };
}

/** The part of an object at the given paths. */
export function pick(row: JsonObject, paths: readonly string[]): JsonObject {
  let result: JsonObject = {};
  for (const path of paths) {
    const value = valueAt(row, path);
    if (value !== undefined) result = withValue(result, path, value);
  }
  return result;
}

/** The strings of a list parameter: an array, or a string with commas. */
export function stringsOf(value: Json | undefined): readonly string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(stringsOf);
  return String(value)
    .split(',')
    .filter((text) => text !== '');
}

function withoutMember(row: JsonObject, name: string): JsonObject {
  const { [name]: _removed, ...others } = row;
  return others;
}

/** A step of a JSON pointer. */
export function pointerStep(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
