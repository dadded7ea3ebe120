import type { Json, JsonObject } from '../../spec/read/json.js';
import { behind } from '../operations/answered-model.js';
import type { Api, Model, Operation } from '../api.js';
import { declaredProperties } from './find-property.js';
import type { Schema } from '../schemas/schema.js';

/** Query parameters that are called as a property of the rows is, and hold what such a property can: they say which rows are wanted. */
export function findFilters(
  api: Api,
  operation: Operation,
  { model, key }: { readonly model: Model; readonly key: string },
): JsonObject {
  const properties = new Map(
    [...declaredProperties(model.schema, (id) => api.schemas[id])].map((one) => [one.name, one]),
  );
  const filters: Record<string, JsonObject> = {};
  for (const { name, property: parameter, in: place, schema } of operation.parameters) {
    const property = place === 'query' && name !== key ? properties.get(name) : undefined;
    if (property === undefined || name.includes('.')) continue;
    const [held, asked] = [scalarOf(api, property.schema), scalarOf(api, schema)];
    if (held === undefined || held !== asked) continue;
    const every = valuesBeside(behind(api, property.schema), behind(api, schema));
    filters[parameter] = { path: name, ...(every.length > 0 && { every }) };
  }
  return filters;
}

/** Values of a parameter that no row can have, such as `all`. */
function valuesBeside(held: Schema | undefined, asked: Schema | undefined): readonly Json[] {
  const values = held?.enum;
  return values === undefined ? [] : (asked?.enum ?? []).filter((one) => !values.includes(one));
}

/** The one type of a value that is neither a list nor an object; of a list, that of its items. */
function scalarOf(api: Api, schema: Schema): string | undefined {
  const target = behind(api, schema);
  const [type, ...others] = (target?.types ?? []).filter((one) => one !== 'null');
  if (others.length > 0 || type === undefined || type === 'object') return undefined;
  const items = target?.array?.items;
  if (type === 'array') return items === undefined ? undefined : plain(behind(api, items)?.types?.[0]);
  return plain(type);
}

function plain(type: string | undefined): string | undefined {
  if (type === 'array' || type === 'object') return undefined;
  return type === 'integer' ? 'number' : type;
}
