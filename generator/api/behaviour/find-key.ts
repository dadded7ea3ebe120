import { readLimits } from '../../keywords/keywords.js';
import type { Json, JsonObject } from '../../json.js';
import type { Api } from '../api.js';
import type { Property, Schema } from '../types/schema.js';
import type { Collection } from './collections.js';
import { type Listed, listValueSchemas, listSingulars, mayBe, type Thing, listValueTypes } from './exchanged.js';
import { plainName } from '../paging/habits.js';

/** The property that names a row, and how it is made. */
export interface Key {
  readonly key: string;
  readonly id: JsonObject;
}

/** Characters of an id that is made up. */
const idLength = 12;

/** The key of rows that nobody is told: only paths have it. */
const hiddenKey = '~key';

/**
 * Finds the property that names a row, by the parameter of the item's path: the first that one of the things has. Where none has it,
 * responses have an `id` that the spec leaves out, or the rows have a hidden key. Callers choose the keys of what they make, where
 * the body has a member for it that is not the service's alone.
 */
export function findKey(api: Api, collection: Collection, things: readonly (Thing | Listed)[]): Key {
  const { key, id } = findOwnKey(api, collection, things);
  const { sent } = collection.onAll.get('POST') ?? {};
  if (sent === undefined || String(id['prefix'] ?? '').endsWith('/')) return { key, id };
  // The schema says nothing of members: any may be there.
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
  // Who makes a thing has to be told what it is called.
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
  // A resource name is that of its parent, that of its collection, and an id.
  if (prefix !== undefined)
    return { key, id: { ...(nested && { within: parent }), prefix, length: prefix.length + idLength } };
  const all = things.flatMap(({ properties }) => properties.filter(({ name }) => name === key));
  return { key, id: findIdForm(api, [...all.map((one) => one.schema), ...parameterSchemas]) };
}

/**
 * Returns the collection in resource names, as a property says it: `memos/` where the name of `/memos/{memo}` is described as
 * `memos/{memo}`, has the pattern `^memos/[^/]+$` or the example `memos/123`.
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

/** Finds the form of ids from the first schema that says it: `format: uuid` -> `{ alphabet: 'uuid' }`. Default: 12 characters. */
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

/** Formats of texts that are more than an alphabet and a length. */
const sampledFormats = /^(?:email|hostname|ipv[46]|mac|ur[il]|date|date-time)$/;

/** Reads a pattern of a prefix and a number of characters of one class: `^AC[0-9a-fA-F]{32}$` → `{ prefix: 'AC', alphabet: 'hex', length: 34 }`. */
function readPattern(pattern: string): JsonObject | undefined {
  const [, prefix = '', set = '', least = '', most] =
    /^\^([\w-]*)(\[[^\]]+\]|\\d|\\w)(?:\{(\d+)(?:,(\d*))?\}|[+*])\$$/.exec(pattern) ?? [];
  const isDigit = /^(?:\[0-9\]|\\d|\[\\d\])$/.test(set);
  if (!isDigit && !/^\[(?:0-9|\\d|a-f|A-F|a-z|A-Z|_|-|\\-|\\w)+\]$|^\\w$/.test(set)) return undefined;
  const isExact = most === undefined && least !== '';
  const count = isExact ? Number(least) : Math.max(Number(least), Math.min(Number(most || idLength), idLength));
  return { ...(prefix !== '' && { prefix }), alphabet: isDigit ? 'digits' : 'hex', length: prefix.length + count };
}

/** Finds the form of an id like an example: digits, hexadecimal digits, or a prefix before `_` and further characters. */
function readExample(example: string): JsonObject | undefined {
  if (/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(example)) return { alphabet: 'uuid' };
  if (/^\d{3,}$/.test(example)) return { alphabet: 'digits', length: Math.max(9, example.length) };
  if (/^(?=.*\d)[\da-f]{8,64}$/.test(example)) return { alphabet: 'hex', length: example.length };
  const [, prefix = '', rest = ''] = /^([a-z]{1,12}_(?:[a-z]{1,12}_)*)([A-Za-z\d]{6,60})$/.exec(example) ?? [];
  return rest === '' ? undefined : { prefix, length: example.length };
}

/** Names that a thing often goes by, where the path says what the thing is and not what it is named by. */
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
 * Ways in which the name of a property says that it names a thing, the surest first: like the parameter, like an id, or like
 * other things.
 */
const levels = ['parameter', 'id', 'usual'] as const;

/**
 * `{gistId}` is named by `gistId` or `id`, `{issue_number}` by `number`, `{external_client_id}` of `/clients` by `external_id`,
 * `{code}` of `/customers` by `customerCode`, `{customer}` by `id`.
 */
function namingProperty(
  api: Api,
  { path, parameter = 'id', prefix }: Collection,
  properties: readonly Property[],
  level: (typeof levels)[number],
): Property | undefined {
  const scalars = properties.filter(({ name, schema }) => !name.includes('.') && isScalar(api, schema));
  const named = (wanted: string): Property | undefined => scalars.find(({ name }) => name === wanted);
  const alike = (wanted: string): Property | undefined =>
    scalars.find(({ name }) => plainName(name) === plainName(wanted));
  if (level === 'parameter') return named(parameter) ?? alike(parameter);
  const plain = plainName(parameter);
  const singulars = listSingulars(path).flatMap((one) => plainName(one) || []);
  const isOne = singulars.includes(plain);
  if (level === 'id') {
    const bare = (name: string): string => singulars.reduce((rest, one) => rest.replace(one, ''), plainName(name));
    // A user name is a login, and no display name.
    const wanted = plain === 'username' ? 'login' : bare(parameter);
    const own = wanted === '' ? undefined : scalars.find(({ name }) => bare(name) === wanted);
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
  // Of `/repos/{owner}/{repo}`, people choose both.
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

/** Returns true if a schema takes numbers alone. */
function onlyNumbers(api: Api, schema: Schema): boolean {
  const types = listValueTypes(api, schema);
  return types.size > 0 && [...types].every((type) => type === 'integer' || type === 'number');
}
