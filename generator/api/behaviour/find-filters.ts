import { compact, type Json, type JsonObject, nonEmpty } from '../../json.js';
import { referredSchema } from '../messages/responses.js';
import type { Api, Operation } from '../api.js';
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

/** The values that a schema lets a parameter or a member of a row have. */
interface Values {
  /** Their one type, of lists that of the items; undefined where they can have several, or any. */
  readonly type: string | undefined;
  readonly isTime: boolean;
  /** All of them, where the schema lists them. */
  readonly listed: readonly Json[] | undefined;
}

/** A parameter, or a property of one that holds filters: `filter.status` of `?filter[status]=new`. */
interface Asked extends Values {
  readonly name: string;
  readonly property: string;
  readonly required?: boolean;
}

/** A value of rows that parameters can be about. */
interface Column extends Values {
  /** `addr.city` */
  readonly path: string;
}

/** The columns of rows. */
interface Rows {
  readonly columns: readonly Column[];
  /** Property that names a row. */
  readonly key: string;
  /** The time that speaks for a row; a parameter such as `since` is about it. */
  readonly time: Column | undefined;
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
  const columns = listColumns(api, properties);
  const times = columns.filter(({ isTime }) => isTime);
  const { created } = findTimestamps(api, properties);
  const usual = times.find(({ path }) => /^(?:date|time|timestamp|day|at)$/i.test(path));
  const time = usual ?? (times.length > 1 ? times.find(({ path }) => path === created) : times[0]);
  const rules = asked.map((one) => [one, findRule({ columns, key, time }, one)] as const);
  // A parameter that says in which order others sort: `order=desc`, `descending=true`.
  const direction = asked.find(({ name, listed }) =>
    listed ? listed.every((one) => /^(?:asc|desc)/i.test(String(one))) : filterHabits.direction.test(plainName(name)),
  );
  const isSorted = rules.some(([one, rule]) => rule?.['sorts'] === true && one !== direction);
  const filters = rules.flatMap(([one, rule]): readonly (readonly [string, JsonObject])[] => {
    const { sorts = rule === undefined } = rule ?? {};
    if (one === direction && sorts === true)
      return isSorted || one.type !== 'string' ? [] : [[one.property, { sorts, path: time?.path ?? key }]];
    const reversed = sorts === true && direction && { direction: direction.property };
    return rule ? [[one.property, { ...rule, ...reversed }]] : [];
  });
  return { ...Object.fromEntries(filters), ...findSelections(api, operation) };
}

/** Finds the parameters that say which members of a thing a response has: `fields=name,age`, `fields[pets]=name`. */
export function findSelections(api: Api, operation: Operation): JsonObject {
  return Object.fromEntries(
    listAsked(api, operation).flatMap(({ name, property, type }): readonly (readonly [string, JsonObject])[] => {
      if (type === 'number') return [];
      const plain = plainName(name);
      if (filterHabits.omitted.test(plain)) return [[property, { omits: true }]];
      const [, selects = filterHabits.fields.test(plain)] = /^fields\[(\w+)\]$/.exec(name) ?? [];
      return selects === false ? [] : [[property, { selects }]];
    }),
  );
}

function listAsked(api: Api, { parameters }: Operation): readonly Asked[] {
  return parameters.flatMap(({ name, property, in: location, required, schema }): readonly Asked[] => {
    if (location !== 'query') return [];
    const inner = filterHabits.container.test(name.toLowerCase()) ? listValueMembers(api, schema) : [];
    if (inner.length === 0) return [{ name, property, required, ...readValues(api, schema) }];
    return inner.map((one) => ({
      name: `${name}[${one.name}]`,
      property: `${property}.${one.name}`,
      ...readValues(api, one.schema),
    }));
  });
}

/** Levels of objects in which a value of a row is found, and of lists in which that of a parameter is. */
const deepest = 3;

function listColumns(api: Api, properties: readonly Property[], outer = '', level = 1): readonly Column[] {
  const own = properties.filter(({ name }) => !name.includes('.'));
  const inner = own.flatMap(({ name, schema }) => {
    if (level === deepest || !hasType(api, schema, 'object')) return [];
    return listColumns(api, listValueMembers(api, schema), `${outer}${name}.`, level + 1);
  });
  return [
    ...inner,
    ...own.map(({ name, schema }) => ({ path: outer + name, ...readValues(api, schema) })),
  ].toReversed();
}

function readValues(api: Api, schema: Schema): Values {
  const isTime = listValueSchemas(api, schema).some(({ string }) => string?.format?.startsWith('date'));
  return { type: readScalar(api, schema), isTime, listed: referredSchema(api, schema)?.enum };
}

function readScalar(api: Api, schema: Schema | undefined, depth = deepest): string | undefined {
  const types = [...listValueTypes(api, schema)].map((type) => (type === 'integer' ? 'number' : type));
  const [type, ...others] = new Set(types);
  if (others.length > 0) return undefined;
  return type === 'array' && depth > 0 ? readScalar(api, itemsIn(api, schema), depth - 1) : type;
}

/** Finds the value that words are about: one of that name in either number, or the time that they begin the name of: `created`. */
function findColumn({ columns, time }: Rows, words: readonly string[], asked: Asked): Column | undefined {
  const plain = words.join('');
  const found = [plain, `${plain}s`, ...listSingulars(plain)]
    .map((name) => columns.find(({ path }) => plainName(path) === name))
    .find((column) => column !== undefined);
  if (found !== undefined) return found;
  if (/^(?:date|time|datetime|timestamp|day)?$/.test(plain)) return asked.isTime ? time : undefined;
  const stem = (name: string): string => name.replace(/^date|(?:at|on|date|time|timestamp)$/g, '');
  return columns.find(({ path, isTime }) => isTime && stem(plainName(path)) === stem(plain));
}

function findRule(rows: Rows, asked: Asked): JsonObject | undefined {
  const { name, type } = asked;
  const all = splitName(name);
  const [first = '', ...others] = all;
  const words = others.length > 0 && filterHabits.container.test(first) ? others : all;
  const own = words.length === 0 ? undefined : (findColumn(rows, all, asked) ?? findColumn(rows, words, asked));
  if (own !== undefined) return equalTo(rows, own, asked);
  const plain = words.join('');
  const isSort = /^(?:sort|order)$/.test(words[0] ?? '') && words.length > 1;
  const column = isSort ? findColumn(rows, words.slice(1), asked) : undefined;
  if (column !== undefined) return { sorts: true, path: column.path };
  const hasTexts = rows.columns.some((one) => one.type === 'string');
  if (type === 'string' && hasTexts && filterHabits.search.test(plain)) return { search: true };
  const mayBeText = type === undefined || type === 'string' || type === 'object';
  if (mayBeText && filterHabits.sort.test(plain)) return compact({ sorts: true, path: rows.time?.path });
  if (mayBeText && filterHabits.container.test(plain)) return { expression: true };
  return findComparison(rows, asked, words);
}

/** Finds the value and the word that compares with it: of `min_age` and `age[gte]`, `age` and `gte`. */
function findComparison(rows: Rows, asked: Asked, words: readonly string[]): JsonObject | undefined {
  for (const at of [-2, -1, 2, 1]) {
    const [start, end] = [words.slice(0, at), words.slice(at)];
    const [rest, word] = at < 0 ? [start, end] : [end, start];
    const [compare] = Object.entries(comparisons).find(([, pattern]) => pattern.test(word.join(''))) ?? [];
    const isAbout = rest.length > 0 || asked.isTime;
    const column = compare && isAbout ? findColumn(rows, rest, asked) : undefined;
    if (column === undefined || compare === undefined) continue;
    if (compare === 'eq') return equalTo(rows, column, asked);
    const { type = '', path } = column;
    const isText = /^(?:like|starts|ends)$/.test(compare);
    return /^(?:object|boolean)$/.test(type) || (isText && type === 'number') ? undefined : { path, compare };
  }
  return undefined;
}

function equalTo({ key }: Rows, { path, type, listed: known }: Column, asked: Asked): JsonObject | undefined {
  const { listed = [] } = asked;
  const isText = asked.type === 'string' && listed.length === 0 && type !== 'object';
  const isSame = type === undefined || [undefined, type, 'object'].includes(asked.type);
  if (!isSame && !isText) return undefined;
  if (path === key) return { ids: true };
  // No row has a value such as `all`.
  const every = known && nonEmpty(listed.filter((one) => !known.includes(one)));
  return compact({ path, lenient: asked.required || undefined, every });
}
