import { isJsonObject, parseJson, readMember, toJsonObject, type Json } from '../../json.js';

/** The way to a value: names of members and indexes of items. */
export type Path = readonly (string | number)[];

/** Returns the value at a path. An index beyond the end of a list means its first item. */
export function memberAt(value: Json, path: Path): Json | undefined {
  let current: Json | undefined = value;
  for (const name of path) {
    if (Array.isArray(current)) current = current[Number(name)] ?? current[0];
    else current = readMember(toJsonObject(current), name);
  }
  return current;
}

/** Copies a value with another one at a path; `undefined` removes it. */
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

/** Corrects one fault of a value after the example of a valid sample. */
export function mendValue(
  value: Json,
  { path, keyword }: { readonly path: Path; readonly keyword: string },
  sample: Json,
): Json {
  const good = memberAt(sample, path);
  if (keyword === 'required') return good === undefined ? value : withMember(value, path, good);
  const bad = memberAt(value, path);
  if (bad === undefined) return value;
  // A value that a caller wrote stays as it is, although another operation declares it more narrowly.
  if (keyword !== 'const' && typeof bad === typeof good && typeof bad !== 'object') return value;
  // An optional member need not be null.
  if (bad === null) return withMember(value, path, undefined);
  return withMember(value, path, good === undefined || keyword === 'const' ? good : convertLike(bad, good));
}

const idNames = ['gid', 'id', '_id', 'sid', 'uuid', 'key', 'slug', 'code', 'login', 'name', 'href', 'value'];

/** Converts a value to the form of another: an id to the object that it refers to, an object to its id, digits to a number. */
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
