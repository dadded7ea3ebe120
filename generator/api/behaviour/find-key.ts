import { readLimits } from '../../keywords/keywords.js';
import type { Json, JsonObject } from '../../json.js';
import type { Api } from '../api.js';
import type { Property, Schema } from '../types/schema.js';
import type { Collection } from './collections.js';
import { type Listed, listValueSchemas, listSingulars, mayBe, type Thing, listValueTypes } from './exchanged.js';
import { plainName } from '../paging/habits.js';

/** The property that names a row (`key`), and the form of the ids that the emulator creates for it (`id`). */
export interface Key {
  readonly key: string;
  readonly id: JsonObject;
}

/** Length of a generated id whose form the spec does not state. */
const idLength = 12;

/** Key of rows without a property for it: their key is in paths alone. */
const hiddenKey = '~key';

/**
 * Finds the property that names a row, by the parameter of the item's path: `petId` or `id` for `/pets/{petId}`. If no thing has a
 * fitting property, the key is `id`, though the spec leaves it out, or a hidden key. `id.chosen` is set where callers choose the keys
 * of new rows: the body has a member for the key that is not `readOnly`.
 */
export function findKey(api: Api, collection: Collection, things: readonly (Thing | Listed)[]): Key {
  const { key, id } = findOwnKey(api, collection, things);
  const { sent } = collection.onAll.get('POST') ?? {};
  if (sent === undefined || String(id['prefix'] ?? '').endsWith('/')) return { key, id };
  // A schema without members lets callers send any, also a key.
  if (sent.properties.length === 0) return { key, id: { ...id, chosen: true } };
  const chosen = [key, collection.parameter]
    .map((name) => sent.properties.find((one) => name !== undefined && plainName(one.name) === plainName(name)))
    .find((one) => {
      const isService = listValueSchemas(api, one?.schema).some(({ readOnly }) => readOnly === true);
      return one !== undefined && !isService && isScalar(api, one.schema);
    });
  return { key, id: chosen ? { ...id, chosen: chosen.name === key || chosen.name } : id };
}

function findOwnKey(api: Api, collection: Collection, things: readonly (Thing | Listed)[]): Key {
  const { parameterSchemas: named } = collection;
  const isNumber =
    named.some((one) => onlyNumbers(api, one)) &&
    named.every((one) => onlyNumbers(api, one) || findIdForm(api, [one])['alphabet'] === undefined);
  for (const level of levels) {
    for (const { properties } of things) {
      const fitting =
        isNumber && level !== 'parameter'
          ? properties.filter(({ schema }) => mayBe(api, schema, 'integer', 'number'))
          : properties;
      const property = namingProperty(api, collection, fitting, level);
      if (property !== undefined) return describeKey(api, collection, property, things);
    }
  }
  // The response to a `POST` must contain the new key, although no schema has a property for it.
  return {
    key: collection.onAll.has('POST') && named.length > 0 ? 'id' : hiddenKey,
    id: isNumber ? { alphabet: 'integer' } : findIdForm(api, named),
  };
}

function describeKey(
  api: Api,
  collection: Collection,
  { name: key, schema }: Property,
  things: readonly (Thing | Listed)[],
): Key {
  if (!mayBe(api, schema, 'string')) return { key, id: { alphabet: 'integer' } };
  const { parent = 'parent', nested, prefix = statedPrefix(api, collection, schema), parameterSchemas } = collection;
  // A resource name has three parts: the name of the parent, the collection, and an id (`shops/7/pets/8`).
  if (prefix !== undefined)
    return { key, id: { ...(nested && { within: parent }), prefix, length: prefix.length + idLength } };
  const all = things.flatMap(({ properties }) => properties.filter(({ name }) => name === key));
  return { key, id: findIdForm(api, [...all.map((one) => one.schema), ...parameterSchemas]) };
}

/**
 * Returns the start of resource names that a property states: `memos/` for `/memos/{memo}` if its description contains
 * `memos/{memo}`, its pattern is `^memos/[^/]+$` or an example is `memos/123`.
 */
function statedPrefix(api: Api, { path }: Collection, schema: Schema): string | undefined {
  const prefix = `${path.slice(path.lastIndexOf('/') + 1)}/`;
  const says = (text: Json | undefined, before: string): boolean =>
    typeof text === 'string' && prefix.length > 1 && ` ${text}`.includes(`${before}${prefix}`);
  const stated = listValueSchemas(api, schema).some(
    ({ doc, string, examples = [] }) =>
      says(doc.description?.replace(/[`"'(=]/g, ' '), ' ') ||
      says(string?.pattern, '^') ||
      examples.some((one) => typeof one === 'string' && one.startsWith(prefix)),
  );
  return stated && !/[{}*]/.test(prefix) ? prefix : undefined;
}

/** Finds the form of ids in the first schema that states one: `format: uuid` → `{ alphabet: 'uuid' }`. Default: 12 characters. */
function findIdForm(api: Api, schemas: readonly Schema[]): JsonObject {
  const all = schemas.flatMap((schema) => listValueSchemas(api, schema));
  return all.map(statedId).find((one) => one !== undefined) ?? { length: idLength };
}

function statedId({ string = {}, examples = [], number, types }: Schema): JsonObject | undefined {
  const { format, pattern } = string;
  const { least = 0, most = Infinity } = readLimits('string', string);
  if (format === 'uuid') return { alphabet: 'uuid' };
  if (sampledFormats.test(format ?? '')) return { sampled: true };
  const isNumeric = types?.includes('integer') === true || (number !== undefined && types?.includes('string') !== true);
  if (isNumeric) return { alphabet: 'digits', length: 9 };
  if (pattern !== undefined) return readPattern(pattern) ?? { sampled: true };
  const made = readExample(examples.find((one) => typeof one === 'string') ?? '');
  const length = Number(made?.['length'] ?? idLength);
  if (made !== undefined && length >= least && length <= most) return made;
  if (least === 0 && most === Infinity) return undefined;
  return { length: Math.max(least, Math.min(most, idLength)) };
}

/** Formats of ids that are sampled, since an alphabet and a length do not describe them. */
const sampledFormats = /^(?:email|hostname|ipv[46]|mac|ur[il]|date|date-time)$/;

/** Reads a pattern of a prefix and one class of characters: `^AC[0-9a-fA-F]{32}$` → `{ prefix: 'AC', alphabet: 'hex', length: 34 }`. */
function readPattern(pattern: string): JsonObject | undefined {
  const [, prefix = '', set = '', least = '', most] =
    /^\^([\w-]*)(\[[^\]]+\]|\\d|\\w)(?:\{(\d+)(?:,(\d*))?\}|[+*])\$$/.exec(pattern) ?? [];
  const isDigit = /^(?:\[0-9\]|\\d|\[\\d\])$/.test(set);
  if (!isDigit && !/^\[(?:0-9|\\d|a-f|A-F|a-z|A-Z|_|-|\\-|\\w)+\]$|^\\w$/.test(set)) return undefined;
  const isExact = most === undefined && least !== '';
  const count = isExact ? Number(least) : Math.max(Number(least), Math.min(Number(most || idLength), idLength));
  return { ...(prefix !== '' && { prefix }), alphabet: isDigit ? 'digits' : 'hex', length: prefix.length + count };
}

/** Reads the form of ids from an example: a UUID, digits, hexadecimal digits, or a prefix (`cus_9aKd3f` → `{ prefix: 'cus_', length: 10 }`). */
function readExample(example: string): JsonObject | undefined {
  if (/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(example)) return { alphabet: 'uuid' };
  if (/^\d{3,}$/.test(example)) return { alphabet: 'digits', length: Math.max(9, example.length) };
  if (/^(?=.*\d)[\da-f]{8,64}$/.test(example)) return { alphabet: 'hex', length: example.length };
  const [, prefix = '', rest = ''] = /^([a-z]{1,12}_(?:[a-z]{1,12}_)*)([A-Za-z\d]{6,60})$/.exec(example) ?? [];
  return rest === '' ? undefined : { prefix, length: example.length };
}

/** Usual names of key properties, the surest first; tried where the parameter of the path fits no property. */
const usualNames = [
  'id',
  '_id',
  'uuid',
  'gid',
  'sid',
  'guid',
  'uid',
  'key',
  'slug',
  'number',
  'code',
  'login',
  'username',
  'name',
  'email',
];

/**
 * Ways to find the key property, the surest first: a name equal to the parameter, a name that resembles it or `id`, or one of
 * `usualNames`.
 */
const levels = ['parameter', 'id', 'usual'] as const;

/**
 * Finds the key property for the parameter of a path: `{gistId}` → `gistId` or `id`, `{issue_number}` → `number`,
 * `{external_client_id}` of `/clients` → `external_id`, `{code}` of `/customers` → `customerCode`, `{customer}` → `id`.
 */
function namingProperty(
  api: Api,
  { path, parameter = 'id', prefix }: Collection,
  properties: readonly Property[],
  level: (typeof levels)[number],
): Property | undefined {
  const scalars = properties.filter(({ name, schema }) => !name.includes('.') && isScalar(api, schema));
  const named = (expected: string): Property | undefined => scalars.find(({ name }) => name === expected);
  const alike = (expected: string): Property | undefined =>
    scalars.find(({ name }) => plainName(name) === plainName(expected));
  if (level === 'parameter') return named(parameter) ?? alike(parameter);
  const plain = plainName(parameter);
  const singulars = listSingulars(path).flatMap((one) => plainName(one) || []);
  const isOne = singulars.includes(plain);
  if (level === 'id') {
    const bare = (name: string): string => singulars.reduce((rest, one) => rest.replace(one, ''), plainName(name));
    // For `{username}`, a `name` would be the display name; the key is the `login`.
    const expected = plain === 'username' ? 'login' : bare(parameter);
    const own = expected === '' ? undefined : scalars.find(({ name }) => bare(name) === expected);
    const id = isOne || /id$/i.test(parameter) ? (named('id') ?? named('_id')) : undefined;
    // `number` of `issue_number` and of `issueNumber`.
    const [end = parameter] = /[^_.-]+$/.exec(parameter) ?? [];
    const last = (/[A-Z][a-z]+$/.exec(end)?.[0] ?? end).toLowerCase();
    const byWord = last === plain && !isOne ? undefined : (named(last) ?? alike(last));
    const [byOwnId] = singulars.flatMap((one) => alike(`${one}id`) ?? []);
    const byName = last === 'name' ? scalars.find(({ name }) => /name$/i.test(name)) : undefined;
    return own ?? id ?? byWord ?? byOwnId ?? byName;
  }
  if (prefix !== undefined) return named('name');
  // In `/repos/{owner}/{repo}`, people choose both names, so a `slug` or `name` is surer than an `id`.
  const chosen = path.endsWith('/{}') ? ['slug', 'name'] : [];
  const sure = [...chosen, ...usualNames.slice(0, 7)];
  return [...chosen, ...usualNames]
    .flatMap((one) => alike(one) ?? [])
    .find(({ name, required }) => required || isOne || sure.includes(plainName(name)));
}

function isScalar(api: Api, schema: Schema): boolean {
  const types = [...listValueTypes(api, schema)];
  return !types.includes('object') && !types.includes('array') && types.join() !== 'boolean';
}

/** Returns true if all values of a schema are numbers. */
function onlyNumbers(api: Api, schema: Schema): boolean {
  const types = listValueTypes(api, schema);
  return types.size > 0 && [...types].every((type) => type === 'integer' || type === 'number');
}
