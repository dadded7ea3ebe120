import { compact, type JsonObject, nonEmpty } from '../../json.js';
import { referredSchema } from '../messages/responses.js';
import type { Api, Operation, Parameter } from '../api.js';
import type { Target } from './collections.js';
import { comparisons, filterHabits, plainName, splitName } from '../paging/habits.js';
import type { Property, Schema } from '../types/schema.js';
import {
  hasType,
  itemsIn,
  listSingulars,
  listValueMembers,
  listValueSchemas,
  findTimestamps,
  listValueTypes,
} from './exchanged.js';

/** A parameter, or a property of one that holds filters: `filter.status` of `?filter[status]=new`. */
type Asked = Pick<Parameter, 'name' | 'property' | 'schema' | 'required'>;

/** Values of rows that parameters can be about. */
interface Columns {
  readonly api: Api;
  /** Property that names a row. */
  readonly key: string;
  /** Schemas by path: `addr.city`. */
  readonly byPath: ReadonlyMap<string, Schema>;
  /** Path of the time that speaks for a row; a parameter such as `since` is about it. */
  readonly time: string | undefined;
}

/**
 * Finds what the query parameters of a list do, by the words of their names: they filter by a value of the rows, search, sort,
 * or select fields. `created_since` is `{ path: 'created', compare: 'gte' }`. Those of its paging (`PagingRules` of the emulator)
 * are no filters.
 */
export function findFilters(
  api: Api,
  operation: Operation,
  { properties, key }: Pick<Target, 'properties' | 'key'>,
  paging: JsonObject | false,
): JsonObject {
  const pages = new Set(Object.values(paging || {}));
  const asked = listAsked(api, operation).filter(({ property }) => !pages.has(property));
  const byPath = listColumns(api, properties);
  const times = [...byPath.keys()].filter((path) => isTime(api, byPath.get(path)));
  const { created } = findTimestamps(api, properties);
  const [only, ...others] = times;
  const usual = times.find((path) => /^(?:date|time|timestamp|day|at)$/i.test(path));
  const time = usual ?? (others.length === 0 ? only : times.find((path) => path === created));
  const columns: Columns = { api, key, byPath, time };
  const rules = asked.map((one) => [one, findRule(columns, one)] as const);
  // A parameter that says in which order others sort: `order=desc`, `descending=true`.
  const direction = asked.find(({ name, schema }) => {
    const values = referredSchema(api, schema)?.enum;
    if (values !== undefined) return values.every((one) => /^(?:asc|desc)/i.test(String(one)));
    return filterHabits.direction.test(plainName(name));
  });
  const isSorted = rules.some(([one, rule]) => rule?.['sorts'] === true && one !== direction);
  const filters = rules.flatMap(([one, rule]): readonly (readonly [string, JsonObject])[] => {
    const { sorts = rule === undefined } = rule ?? {};
    if (one === direction && sorts === true) {
      const isAlone = !isSorted && readScalar(api, one.schema) === 'string';
      return isAlone ? [[one.property, { sorts, path: time ?? key }]] : [];
    }
    const reversed = sorts === true && direction && { direction: direction.property };
    return rule ? [[one.property, { ...rule, ...reversed }]] : [];
  });
  return { ...Object.fromEntries(filters), ...findSelections(api, operation) };
}

/** Finds the parameters that say which members of a thing a response has: `fields=name,age`, `fields[pets]=name`. */
export function findSelections(api: Api, operation: Operation): JsonObject {
  return Object.fromEntries(
    listAsked(api, operation).flatMap(({ name, property, schema }): readonly (readonly [string, JsonObject])[] => {
      const [plain, [, type = true] = []] = [plainName(name), /^fields\[(\w+)\]$/.exec(name) ?? []];
      if (readScalar(api, schema) === 'number') return [];
      if (filterHabits.omitted.test(plain)) return [[property, { omits: true }]];
      return type !== true || filterHabits.fields.test(plain) ? [[property, { selects: type }]] : [];
    }),
  );
}

function listAsked(api: Api, { parameters }: Operation): readonly Asked[] {
  return parameters.flatMap((one): readonly Asked[] => {
    if (one.in !== 'query') return [];
    const inner = filterHabits.container.test(one.name.toLowerCase()) ? listValueMembers(api, one.schema) : [];
    if (inner.length === 0) return [one];
    return inner.map(({ name, schema }) => ({
      name: `${one.name}[${name}]`,
      property: `${one.property}.${name}`,
      schema,
      required: false,
    }));
  });
}

/** Levels of objects in which a value of a row is found. */
const deepest = 3;

function listColumns(api: Api, properties: readonly Property[], level = 1): ReadonlyMap<string, Schema> {
  const own = properties.filter(({ name }) => !name.includes('.'));
  const inner = own.flatMap(({ name, schema }) => {
    if (level === deepest || !hasType(api, schema, 'object')) return [];
    const below = listColumns(api, listValueMembers(api, schema), level + 1);
    return [...below].map(([path, one]) => [`${name}.${path}`, one] as const);
  });
  return new Map([...inner, ...own.map(({ name, schema }) => [name, schema] as const)].toReversed());
}

function isTime(api: Api, schema: Schema | undefined): boolean {
  return listValueSchemas(api, schema).some(({ string }) => string?.format?.startsWith('date'));
}

/** Finds the value that words are about: one of that name in either number, or the time that they begin the name of: `created`. */
function findColumn({ api, byPath, time }: Columns, words: readonly string[], schema: Schema): string | undefined {
  const plain = words.join('');
  const paths = [...byPath.keys()];
  const found = [plain, `${plain}s`, ...listSingulars(plain)]
    .map((name) => paths.find((path) => plainName(path) === name))
    .find((path) => path !== undefined);
  if (found !== undefined) return found;
  if (/^(?:date|time|datetime|timestamp|day)?$/.test(plain)) return isTime(api, schema) ? time : undefined;
  const stem = (name: string): string => name.replace(/^date|(?:at|on|date|time|timestamp)$/g, '');
  return paths.find((path) => isTime(api, byPath.get(path)) && stem(plainName(path)) === stem(plain));
}

function findRule(columns: Columns, asked: Asked): JsonObject | undefined {
  const { api, time } = columns;
  const { name, schema } = asked;
  const all = splitName(name);
  const words = all.length > 1 && filterHabits.container.test(all[0] ?? '') ? all.slice(1) : all;
  const own = words.length === 0 ? undefined : (findColumn(columns, all, schema) ?? findColumn(columns, words, schema));
  if (own !== undefined) return equalTo(columns, own, asked);
  const type = readScalar(api, schema);
  const plain = words.join('');
  if (/^(?:sort|order)$/.test(words[0] ?? '') && words.length > 1) {
    const path = findColumn(columns, words.slice(1), schema);
    if (path !== undefined) return { sorts: true, path };
  }
  const hasTexts = [...columns.byPath.values()].some((one) => readScalar(api, one) === 'string');
  if (type === 'string' && hasTexts && filterHabits.search.test(plain)) return { search: true };
  const mayBeText = type === undefined || type === 'string' || type === 'object';
  if (mayBeText && filterHabits.sort.test(plain)) return compact({ sorts: true, path: time });
  if (mayBeText && filterHabits.container.test(plain)) return { expression: true };
  return findComparison(columns, asked, words);
}

/** Finds the value and the word that compares with it: of `min_age` and `age[gte]`, `age` and `gte`. */
function findComparison(columns: Columns, asked: Asked, words: readonly string[]): JsonObject | undefined {
  const { api, byPath } = columns;
  const splits = [-2, -1, 2, 1].map((at) => {
    const parts = [words.slice(0, at), words.slice(at)];
    return at < 0 ? parts : parts.toReversed();
  });
  for (const [rest = [], word = []] of splits) {
    const [compare] = Object.entries(comparisons).find(([, pattern]) => pattern.test(word.join(''))) ?? [];
    const isAbout = rest.length > 0 || isTime(api, asked.schema);
    const path = compare && isAbout ? findColumn(columns, rest, asked.schema) : undefined;
    if (path === undefined || compare === undefined) continue;
    if (compare === 'eq') return equalTo(columns, path, asked);
    const type = readScalar(api, byPath.get(path));
    const isText = /^(?:like|starts|ends)$/.test(compare);
    return type === 'object' || type === 'boolean' || (isText && type === 'number') ? undefined : { path, compare };
  }
  return undefined;
}

function equalTo({ api, byPath, key }: Columns, path: string, { schema, required }: Asked): JsonObject | undefined {
  const held = byPath.get(path);
  const [is, asked] = [held, schema].map((one) => readScalar(api, one));
  const values = referredSchema(api, schema)?.enum ?? [];
  const isText = asked === 'string' && values.length === 0 && is !== 'object';
  const isSame = is === undefined || asked === undefined || asked === is || asked === 'object';
  if (!isSame && !isText) return undefined;
  if (path === key) return { ids: true };
  const { enum: known = values } = referredSchema(api, held) ?? {};
  // No row has a value such as `all`.
  const every = nonEmpty(values.filter((one) => !known.includes(one)));
  return compact({ path, lenient: required || undefined, every });
}

/** Reads the one type of a value, of a list that of its items; undefined where it can have several, or any. */
function readScalar(api: Api, schema: Schema | undefined): string | undefined {
  const types = [...listValueTypes(api, schema)].map((type) => (type === 'integer' ? 'number' : type));
  const [type, ...others] = new Set(types);
  if (others.length > 0) return undefined;
  return type === 'array' ? readScalar(api, itemsIn(api, schema)) : type;
}
