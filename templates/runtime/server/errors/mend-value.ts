import { isJsonObject, parseJson, readMember, toJsonObject, type Json } from '../../json.js';

/** The path of a value: names of members and indexes of items. */
export type Path = readonly (string | number)[];

/** Returns the value at a path. For an index beyond the end of a list, it is its first item. */
export function memberAt(value: Json, path: Path): Json | undefined {
  let current: Json | undefined = value;
  for (const name of path) {
    if (Array.isArray(current)) current = current[Number(name)] ?? current[0];
    else current = readMember(toJsonObject(current), name);
  }
  return current;
}

/** Copies a value, with the value at a path changed; `undefined` removes it. */
export function withMember(value: Json, [name, ...rest]: Path, change: Json | undefined): Json {
  if (name === undefined) return change === undefined ? value : change;
  const isRemoved = !rest.length && change === undefined;
  if (Array.isArray(value)) {
    const at = Number(name);
    if (isRemoved) return value.filter((_one: Json, index) => index !== at);
    return value.map((one: Json, index) => (index === at ? withMember(one, rest, change) : one));
  }
  const object = toJsonObject(value);
  const { [String(name)]: inner = {}, ...others } = object;
  return isRemoved ? others : { ...object, [name]: withMember(inner, rest, change) };
}

/** Corrects a value at the path of an issue, with the help of a valid sample. */
export function mendValue(
  value: Json,
  { path, keyword }: { readonly path: Path; readonly keyword: string },
  sample: Json,
): Json {
  const good = memberAt(sample, path);
  if (keyword === 'required') return good === undefined ? value : withMember(value, path, good);
  const bad = memberAt(value, path);
  if (bad === undefined) return value;
  // A value of the right type was written by a caller: it stays, even if this operation declares narrower limits.
  if (keyword !== 'const' && typeof bad === typeof good && typeof bad !== 'object') return value;
  // An optional member is left out instead of null.
  if (bad === null) return withMember(value, path, undefined);
  return withMember(value, path, good === undefined || keyword === 'const' ? good : convertLike(bad, good));
}

const idNames = ['gid', 'id', '_id', 'sid', 'uuid', 'key', 'slug', 'code', 'login', 'name', 'href', 'value'];

/** Converts a value to the type of a valid one: an id to an object with this id, an object to its id, digits to a number. */
function convertLike(value: Json, good: Json): Json {
  if (Array.isArray(good)) {
    const [first] = good;
    if (Array.isArray(value)) return good;
    return first === undefined ? [] : [convertLike(value, first)];
  }
  if (isJsonObject(good)) {
    if (isJsonObject(value)) return { ...good, ...value };
    const name = idNames.find((one) => Object.hasOwn(good, one));
    return name === undefined ? good : { ...good, [name]: convertLike(value, good[name] ?? null) };
  }
  if (isJsonObject(value)) return idNames.map((name) => value[name]).find((one) => typeof one === typeof good) ?? good;
  if (typeof good === 'string') return Array.isArray(value) ? good : String(value);
  const read = parseJson(String(value));
  return typeof read === typeof good ? (read ?? good) : good;
}
