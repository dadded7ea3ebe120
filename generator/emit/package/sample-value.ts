import type { Property, Schema } from '../../api/types/schema.js';
import { declaredProperties, followSchema, requiresUndeclared, type Schemas } from '../../api/schemas/target-schema.js';
import { simplestNumber } from '../../keywords/numbers.js';
import { fitLength, readLengths, type StringRules } from '../../keywords/strings.js';
import { samplePattern } from '../../spec/patterns/sample-pattern.js';
import { type Json, type JsonObject, isJsonObject, isOfType } from '../../json.js';
import { replaceHidden } from '../code/literals.js';

/** Levels of a body that a sample shows. */
const DEEPEST = 6;

/** Most characters of an example of the spec, as JSON, that a sample takes over. */
const LONGEST = 600;

/** Finds a value of a schema, on the wire, for a parameter or property of a name: an example or default of the spec, else the simplest value that has all required properties; `undefined` where none is found. */
export function sampleValue(schemas: Schemas, schema: Schema, name: string, depth = 0): Json | undefined {
  if (depth > DEEPEST) return undefined;
  const target = followSchema(schemas, schema);
  const stated = [schema, target].flatMap(({ examples = [], default: given }) => [
    ...examples,
    ...(given === undefined ? [] : [given.value]),
  ]);
  const isGood = (one: Json): boolean => isReadable(one) && fitsSchema(schemas, target, one);
  const given = stated.find(isGood) ?? target.const?.value ?? target.enum?.find((one) => one !== null);
  if (given !== undefined) return given;
  const properties = declaredProperties(schemas, target);
  if (properties.length > 0) return sampleObject(schemas, { target, properties }, depth);
  const [choice] = [...(target.oneOf ?? []), ...(target.anyOf ?? []), ...(target.allOf ?? [])];
  if (choice !== undefined && target.types === undefined) return sampleValue(schemas, choice, name, depth + 1);
  return sampleOfType(schemas, { target, name }, depth);
}

/** Tells whether a value of the spec can be shown as it is: it is short, and all its characters are visible. */
export function isReadable(value: Json): boolean {
  const text = JSON.stringify(value);
  return text.length <= LONGEST && !/\\[bfnrtu]/.test(text) && replaceHidden(text, () => '') === text;
}

function sampleObject(
  schemas: Schemas,
  { target, properties }: { readonly target: Schema; readonly properties: readonly Property[] },
  depth: number,
): Json | undefined {
  // Where there are alternatives, the first one is as good as any.
  const chosen = [target.oneOf?.[0], target.anyOf?.[0]].flatMap((one) => one?.object?.requiredOnly ?? []);
  const taken = properties.filter(
    ({ name, required, schema }) =>
      (required || chosen.includes(name) || requiresUndeclared(schemas, target, name)) &&
      followSchema(schemas, schema).readOnly !== true,
  );
  const shown = taken.length > 0 || depth > 0 ? taken : chooseSettable(schemas, properties);
  const entries = shown.map(({ name, schema }) => [name, sampleValue(schemas, schema, name, depth + 1)] as const);
  return entries.some(([, value]) => value === undefined)
    ? undefined
    : Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

/** Chooses the first properties that a caller can set, for an object of which none is required. */
function chooseSettable(schemas: Schemas, properties: readonly Property[]): readonly Property[] {
  const settable = properties.filter(({ schema }) => {
    const { readOnly, doc, types = [] } = followSchema(schemas, schema);
    return (
      readOnly !== true &&
      doc.deprecated !== true &&
      types.some((type) => /^(?:string|number|integer|boolean)$/.test(type))
    );
  });
  return settable.slice(0, 2);
}

function sampleOfType(
  schemas: Schemas,
  { target, name }: { readonly target: Schema; readonly name: string },
  depth: number,
): Json | undefined {
  const [type = 'string'] = (target.types ?? []).filter((one) => one !== 'null');
  if (type === 'integer' || type === 'number') return simplestNumber(target.number ?? {});
  if (type === 'boolean') return true;
  if (type === 'object') return {};
  if (type !== 'array') return sampleString(target.string ?? {}, name);
  const { items, minItems = 1 } = target.array ?? {};
  const values = items && followSchema(schemas, items).enum;
  const count = Math.min(Math.max(1, minItems), MOST_ITEMS);
  if (values !== undefined && values.length >= count) return values.slice(0, count);
  const item = items === undefined ? 'text' : sampleValue(schemas, items, name, depth + 1);
  return item === undefined ? undefined : Array.from({ length: count }, () => item);
}

const MOST_ITEMS = 20;

/** Makes a string that rules allow, from the name of a parameter or property: `title` → `'title'`, `videoId` → `'an-id'`. */
function sampleString(rules: StringRules, name: string): string {
  const { format = '', pattern } = rules;
  const matching = pattern === undefined ? undefined : samplePattern(pattern, readLengths(rules));
  const isId = /(?:^i|I|[^A-Za-z]i)[dD]s?$/.test(name);
  const plain = isId ? 'an-id' : /^[A-Za-z][\w-]{0,30}$/.test(name) ? name : 'text';
  return matching ?? TEXTS.get(format) ?? fitLength(plain, rules);
}

/** Texts of the formats that validators look at. */
const TEXTS: ReadonlyMap<string, string> = new Map([
  ['date-time', '2026-01-31T12:00:00Z'],
  ['google-datetime', '2026-01-31T12:00:00Z'],
  ['date', '2026-01-31'],
  ['time', '12:00:00Z'],
  ['duration', 'PT1H'],
  ['email', 'someone@example.com'],
  ['hostname', 'example.com'],
  ['ipv4', '192.0.2.1'],
  ['ipv6', '2001:db8::1'],
  ['uri', 'https://example.com/'],
  ['uri-reference', 'https://example.com/'],
  ['uuid', '3f2b8c1e-6d4a-4b0f-9c7e-1a2b3c4d5e6f'],
  ['int64', '1'],
  ['uint64', '1'],
  ['byte', 'AQID'],
  ['google-fieldmask', 'name'],
  ['google-duration', '3600s'],
]);

/** Sets a value at a path of properties (`['snippet', 'title']`) of an object that has none there; other values stay as they are. */
export function withPath(value: Json, path: readonly string[], made: Json): Json {
  const [step, ...rest] = path;
  if (step === undefined) return value === null ? made : value;
  if (!isJsonObject(value)) return value;
  const inner = Object.hasOwn(value, step) ? value[step] : undefined;
  if (rest.length === 0) return inner === undefined ? { ...value, [step]: made } : value;
  return { ...value, [step]: withPath(inner ?? {}, rest, made) };
}

/** Levels of a value that are looked at. */
const DEEPEST_LOOKED = 12;

/** The position of a schema in a larger one. */
interface Around {
  readonly depth: number;
  /** Properties that the schemas around it declare. */
  readonly names: ReadonlySet<string>;
}

/**
 * Tells whether TypeScript accepts a value for a schema, which is not certain of examples of a spec. Looks at types, enums and
 * the names of properties, not at limits.
 */
export function fitsSchema(
  schemas: Schemas,
  schema: Schema,
  value: Json,
  { depth, names }: Around = { depth: 0, names: new Set() },
): boolean {
  if (depth > DEEPEST_LOOKED) return true;
  const target = followSchema(schemas, schema);
  const { types, array, oneOf = [], anyOf = [] } = target;
  const allowed = target.const === undefined ? target.enum : [target.const.value];
  if (allowed?.some((one) => JSON.stringify(one) === JSON.stringify(value)) === false) return false;
  if (types?.some((type) => isOfType(value, type)) === false) return false;
  const properties = declaredProperties(schemas, target);
  const known = new Set([...names, ...properties.map(({ name }) => name)]);
  const inner = { depth: depth + 1, names: known };
  for (const alternatives of [oneOf, anyOf])
    if (alternatives.length > 0 && !alternatives.some((one) => fitsSchema(schemas, one, value, inner))) return false;
  const below = (one: Schema | undefined, item: Json): boolean =>
    one === undefined || fitsSchema(schemas, one, item, { depth: depth + 1, names: new Set() });
  if (Array.isArray(value)) return value.every((item) => below(array?.items, item));
  if (!isJsonObject(value)) return true;
  const isOpen =
    known.size === 0 || oneOf.length + anyOf.length > 0 || target.object?.additionalProperties !== undefined;
  return (
    hasRequired(target, properties, value) &&
    Object.entries(value).every(([name, item]) => {
      const property = properties.find((one) => one.name === name);
      if (property === undefined) return isOpen || known.has(name);
      return followSchema(schemas, property.schema).readOnly !== true && below(property.schema, item);
    })
  );
}

function hasRequired(
  { object }: Schema,
  properties: ReturnType<typeof declaredProperties>,
  value: JsonObject,
): boolean {
  const names = [...(object?.requiredOnly ?? []), ...properties.flatMap((one) => (one.required ? [one.name] : []))];
  return names.every((name) => Object.hasOwn(value, name));
}
