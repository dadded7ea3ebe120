import { isJsonObject, type Json, type JsonObject } from '../../json.js';

/** The way to a value: names of members and indexes of items. */
export type Path = readonly (string | number)[];

/** What is wrong with a value. */
interface Fault {
  readonly path: Path;
  readonly keyword: string;
}

/** The value at a path. An index beyond the end of a list means its first item. */
export function memberAt(value: Json, path: Path): Json | undefined {
  let current: Json | undefined = value;
  for (const name of path) {
    if (Array.isArray(current)) current = current[Number(name)] ?? current[0];
    else current = isJsonObject(current) && Object.hasOwn(current, String(name)) ? current[name] : undefined;
  }
  return current;
}

/** A copy of a value with another one at a path; `undefined` removes it. */
export function withMember(value: Json, [name, ...rest]: Path, change: Json | undefined): Json {
  if (name === undefined) return change ?? value;
  if (Array.isArray(value)) {
    const at = Number(name);
    if (rest.length === 0 && change === undefined) return value.filter((_one: Json, index) => index !== at);
    return value.map((one: Json, index) => (index === at ? withMember(one, rest, change) : one));
  }
  const object = isJsonObject(value) ? value : {};
  const key = String(name);
  const { [key]: inner, ...others } = object;
  if (rest.length === 0) return change === undefined ? others : { ...object, [key]: change };
  return { ...object, [key]: withMember(inner ?? {}, rest, change) };
}

/** Corrects one fault of a value after the example of a sample that has none. */
export function mendValue(value: Json, { path, keyword }: Fault, sample: Json): Json {
  const good = memberAt(sample, path);
  if (path.length === 0) return isJsonObject(value) && isJsonObject(sample) ? { ...sample, ...value } : value;
  if (keyword === 'required') return good === undefined ? value : withMember(value, path, good);
  const bad = memberAt(value, path);
  if (bad === undefined) return value;
  // What callers wrote comes back as they wrote it, although another operation declares it more narrowly.
  if (keyword !== 'const' && typeof bad === typeof good && typeof bad !== 'object') return value;
  // A member that may be absent need not be null.
  if (bad === null) return withMember(value, path, undefined);
  if (good === undefined || keyword === 'const') return withMember(value, path, good);
  return withMember(value, path, converted(bad, good));
}

const idNames = ['gid', 'id', '_id', 'sid', 'uuid', 'key', 'slug', 'code', 'login', 'name', 'href', 'value'];

/** The value in the form of another: an id as the object that it refers to, an object as its id, digits as a number. */
function converted(value: Json, good: Json): Json {
  if (Array.isArray(good)) {
    if (Array.isArray(value)) return good;
    const [first] = good;
    return first === undefined ? [] : [converted(value, first)];
  }
  if (typeof value === typeof good && typeof value !== 'object') return value;
  if (isJsonObject(good)) return isJsonObject(value) ? { ...good, ...value } : named(value, good);
  if (isJsonObject(value)) {
    const id = idNames.map((name) => value[name]).find((one) => typeof one === typeof good);
    return id ?? good;
  }
  if (typeof good === 'string' && (typeof value === 'number' || typeof value === 'boolean')) return String(value);
  if (typeof good === 'number' && typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value)) return Number(value);
  if (typeof good === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return good;
}

/** The object that an id refers to. */
function named(value: Json, good: JsonObject): Json {
  const name = idNames.find((one) => Object.hasOwn(good, one));
  if (name === undefined || Array.isArray(value)) return good;
  const id = typeof good[name] === 'string' ? String(value) : value;
  return typeof id === typeof good[name] ? { ...good, [name]: id } : good;
}
