import type { Json, JsonObject } from '../../spec/read/json.js';
import { referredSchema } from '../operations/responses.js';
import type { Api, Operation, Parameter } from '../api.js';
import { parameterHabits, plainName } from '../paging/habits.js';
import type { Property, Schema } from '../schemas/schema.js';
import { partsOf } from './exchanged.js';

/** What rows have that parameters can ask for. */
interface Rows {
  readonly properties: readonly Property[];
  /** Property that names a row. */
  readonly key: string;
}

/** Names of parameters that look for words in the texts of rows. */
const searching = /^(?:q|query|search|search_?(?:term|text|query|string)|keywords?|text)$/i;

const sorting = /^(?:sort|sort_?by|order_?by|sort_?(?:key|field|column))$/i;

const directing = /^(?:direction|order|sort_?(?:order|direction|dir)|order_?(?:direction|dir))$/i;

/**
 * What the query parameters of a list do: those that are called as a property of the rows is, and hold what such a property can,
 * say which rows are wanted; others search and sort by the usual names.
 */
export function findFilters(api: Api, operation: Operation, { properties, key }: Rows): JsonObject {
  const byName = new Map(properties.map((one) => [one.name, one]));
  const filters: Record<string, JsonObject> = {};
  const query = operation.parameters.filter((one) => one.in === 'query' && one.name !== key);
  for (const parameter of query) {
    const property = byName.get(parameter.name) ?? byName.get(parameter.name.replace(/\[(?:eq)?\]$/, ''));
    const rule =
      property === undefined ? ruleByName(api, parameter, { query, byName }) : equalTo(api, property, parameter);
    if (rule !== undefined) filters[parameter.property] = rule;
  }
  return filters;
}

function equalTo(api: Api, { name, schema }: Property, parameter: Parameter): JsonObject | undefined {
  const [held, asked] = [scalarOf(api, schema), scalarOf(api, parameter.schema)];
  if (name.includes('.') || held === undefined || held !== asked) return undefined;
  const every = valuesBeside(referredSchema(api, schema), referredSchema(api, parameter.schema));
  return { path: name, ...(parameter.required && { lenient: true }), ...(every.length > 0 && { every }) };
}

interface Beside {
  readonly query: readonly Parameter[];
  readonly byName: ReadonlyMap<string, Property>;
}

function ruleByName(api: Api, parameter: Parameter, { query, byName }: Beside): JsonObject | undefined {
  const { name } = parameter;
  const isSearch = searching.test(name) && hasTexts(api, byName);
  if (!(isSearch || sorting.test(name)) || scalarOf(api, parameter.schema) !== 'string') return undefined;
  if (Object.values(parameterHabits).some((pattern) => pattern.test(plainName(name)))) return undefined;
  if (isSearch) return { search: true };
  const direction = query.find((one) => directing.test(one.name));
  return { sorts: true, ...(direction !== undefined && { direction: direction.property }) };
}

function hasTexts(api: Api, byName: ReadonlyMap<string, Property>): boolean {
  return [...byName.values()].some(({ schema }) => scalarOf(api, schema) === 'string');
}

/** Values of a parameter that no row can have, such as `all`. */
function valuesBeside(held: Schema | undefined, asked: Schema | undefined): readonly Json[] {
  const values = held?.enum;
  return values === undefined ? [] : (asked?.enum ?? []).filter((one) => !values.includes(one));
}

/** The one type of a value that is neither a list nor an object; of a list, that of its items. */
function scalarOf(api: Api, schema: Schema): string | undefined {
  const target = referredSchema(api, schema);
  const [type, ...others] = (target?.types ?? []).filter((one) => one !== 'null');
  if (others.length > 0 || type === undefined || type === 'object') return undefined;
  const items = target?.array?.items;
  if (type === 'array') return items === undefined ? undefined : plain(firstType(api, items));
  return plain(type);
}

function firstType(api: Api, schema: Schema): string | undefined {
  return [...partsOf(api, schema)].find(({ types }) => types !== undefined)?.types?.[0];
}

function plain(type: string | undefined): string | undefined {
  if (type === 'array' || type === 'object') return undefined;
  return type === 'integer' ? 'number' : type;
}
