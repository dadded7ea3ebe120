import { compact, type Json, type JsonObject, nonEmpty } from '../../json.js';
import { referredSchema } from '../messages/responses.js';
import type { Api, Operation } from '../api.js';
import type { Target } from './collections.js';
import { comparisons, filterHabits, plainName, splitName } from '../paging/habits.js';
import type { Property, Schema } from '../types/schema.js';
import {
  hasType,
  findItems,
  listSingulars,
  listValueMembers,
  listValueSchemas,
  findTimestamps,
  listValueTypes,
} from './exchanged.js';

/** The values that a schema lets a parameter or a member of a row have. */
interface Values {
  /** Their only type (for lists: the type of the items); undefined where values can have several types, or any. */
  readonly type: string | undefined;
  readonly isTime: boolean;
  /** All possible values, where the schema lists them. */
  readonly listed: readonly Json[] | undefined;
}

/** A parameter, or a property of one that holds filters: `filter.status` of `?filter[status]=new`. */
interface QueryField extends Values {
  readonly name: string;
  readonly property: string;
  readonly required?: boolean;
}

/** A value of rows that parameters can filter or sort by. */
interface Column extends Values {
  /** `addr.city` */
  readonly path: string;
}

/** The columns of rows. */
interface Rows {
  readonly columns: readonly Column[];
  /** Property that names a row. */
  readonly key: string;
  /** The time by which a parameter such as `since` filters rows: `created`. */
  readonly time: Column | undefined;
}

/**
 * Finds the effects of a list's query parameters by the words of their names: they filter by a value of the rows, search, sort, or
 * select fields. `created_since` → `{ path: 'created', compare: 'gte' }`. Leaves out the parameters in `paging` (`PagingRules` of the
 * emulator).
 */
export function findFilters(
  api: Api,
  operation: Operation,
  { properties, key }: Pick<Target, 'properties' | 'key'>,
  paging: JsonObject | false,
): JsonObject {
  const pages = new Set(Object.values(paging || {}));
  const fields = listQueryFields(api, operation).filter(({ property }) => !pages.has(property));
  const columns = listColumns(api, properties);
  const times = columns.filter(({ isTime }) => isTime);
  const { created } = findTimestamps(api, properties);
  const usual = times.find(({ path }) => /^(?:date|time|timestamp|day|at)$/i.test(path));
  const time = usual ?? (times.length > 1 ? times.find(({ path }) => path === created) : times[0]);
  const rules = fields.map((one) => [one, findRule({ columns, key, time }, one)] as const);
  // The parameter that sets the direction of sorting: `order=desc`, `descending=true`.
  const direction = fields.find(({ name, listed }) =>
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

/** Finds the parameters that select the members of things in a response: `fields=name,age`, `fields[pets]=name`. */
export function findSelections(api: Api, operation: Operation): JsonObject {
  return Object.fromEntries(
    listQueryFields(api, operation).flatMap(({ name, property, type }): readonly (readonly [string, JsonObject])[] => {
      if (type === 'number') return [];
      const plain = plainName(name);
      if (filterHabits.omitted.test(plain)) return [[property, { omits: true }]];
      const [, selects = filterHabits.fields.test(plain)] = /^fields\[(\w+)\]$/.exec(name) ?? [];
      return selects === false ? [] : [[property, { selects }]];
    }),
  );
}

function listQueryFields(api: Api, { parameters }: Operation): readonly QueryField[] {
  return parameters.flatMap(({ name, property, in: location, required, schema }): readonly QueryField[] => {
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

/** Most levels that are searched: of objects in a row, and of lists in a parameter. */
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
  return type === 'array' && depth > 0 ? readScalar(api, findItems(api, schema), depth - 1) : type;
}

/** Finds the column that words name, in singular or plural, or a time with a shorter name: `created` → `created_at`. */
function findColumn({ columns, time }: Rows, words: readonly string[], field: QueryField): Column | undefined {
  const plain = words.join('');
  const found = [plain, `${plain}s`, ...listSingulars(plain)]
    .map((name) => columns.find(({ path }) => plainName(path) === name))
    .find((column) => column !== undefined);
  if (found !== undefined) return found;
  if (/^(?:date|time|datetime|timestamp|day)?$/.test(plain)) return field.isTime ? time : undefined;
  const stem = (name: string): string => name.replace(/^date|(?:at|on|date|time|timestamp)$/g, '');
  return columns.find(({ path, isTime }) => isTime && stem(plainName(path)) === stem(plain));
}

function findRule(rows: Rows, field: QueryField): JsonObject | undefined {
  const { name, type } = field;
  const all = splitName(name);
  const [first = '', ...others] = all;
  const words = others.length > 0 && filterHabits.container.test(first) ? others : all;
  const own = words.length === 0 ? undefined : (findColumn(rows, all, field) ?? findColumn(rows, words, field));
  if (own !== undefined) return equalTo(rows, own, field);
  const plain = words.join('');
  const isSort = /^(?:sort|order)$/.test(words[0] ?? '') && words.length > 1;
  const column = isSort ? findColumn(rows, words.slice(1), field) : undefined;
  if (column !== undefined) return { sorts: true, path: column.path };
  const hasTexts = rows.columns.some((one) => one.type === 'string');
  if (type === 'string' && hasTexts && filterHabits.search.test(plain)) return { search: true };
  const mayBeText = type === undefined || type === 'string' || type === 'object';
  if (mayBeText && filterHabits.sort.test(plain)) return compact({ sorts: true, path: rows.time?.path });
  if (mayBeText && filterHabits.container.test(plain)) return { expression: true };
  return findComparison(rows, field, words);
}

/** Finds the column and the comparison in the words of a name: `min_age` and `age[gte]` → `{ path: 'age', compare: 'gte' }`. */
function findComparison(rows: Rows, field: QueryField, words: readonly string[]): JsonObject | undefined {
  for (const at of [-2, -1, 2, 1]) {
    const [start, end] = [words.slice(0, at), words.slice(at)];
    const [rest, word] = at < 0 ? [start, end] : [end, start];
    const [compare] = Object.entries(comparisons).find(([, pattern]) => pattern.test(word.join(''))) ?? [];
    const isAbout = rest.length > 0 || field.isTime;
    const column = compare && isAbout ? findColumn(rows, rest, field) : undefined;
    if (column === undefined || compare === undefined) continue;
    if (compare === 'eq') return equalTo(rows, column, field);
    const { type = '', path } = column;
    const isText = /^(?:like|starts|ends)$/.test(compare);
    return /^(?:object|boolean)$/.test(type) || (isText && type === 'number') ? undefined : { path, compare };
  }
  return undefined;
}

function equalTo({ key }: Rows, { path, type, listed: known }: Column, field: QueryField): JsonObject | undefined {
  const { listed = [] } = field;
  const isText = field.type === 'string' && listed.length === 0 && type !== 'object';
  const isSame = type === undefined || [undefined, type, 'object'].includes(field.type);
  if (!isSame && !isText) return undefined;
  if (path === key) return { ids: true };
  // Values that rows cannot have, such as `all`, select every row.
  const every = known && nonEmpty(listed.filter((one) => !known.includes(one)));
  return compact({ path, lenient: field.required || undefined, every });
}
