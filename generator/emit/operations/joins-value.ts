import type { Api, Operation } from '../../api/api.js';
import { declaredProperties, followSchema } from '../../api/schemas/target-schema.js';
import type { Schema } from '../../api/schemas/schema.js';
import { successResponses } from '../../api/operations/responses.js';
import type { JsonObject } from '../../spec/read/json.js';
import { objectOf, stringsOf } from '../code/docs/extension-values.js';

/** The parameter of a list that asks for certain items. */
const parameterName = 'id';

/** What the runtime takes for the most ids of a request where a descriptor does not say it. */
const usualMost = 50;

/** Names under which a list takes the size of its pages. */
const sizeNames = /^(?:max_?results|page_?size|per_?page|limit)$/i;

/**
 * How calls that ask for ids join (`OperationJoins` of the runtime): those of a list with a parameter `id` that takes several
 * strings, and whose items have a string `id`.
 */
export function joinsValue(api: Api, operation: Operation): JsonObject | undefined {
  const { method, parameters, paging } = operation;
  const parameter = parameters.find(({ name, in: location }) => name === parameterName && location === 'query');
  if (method !== 'GET' || parameter?.property !== parameterName || paging?.items === undefined) return undefined;
  const ids = followSchema(api.schemas, parameter.schema);
  if (!isStringList(api, ids) || !itemsHaveIds(api, operation, paging.items)) return undefined;
  const most = ids.array?.maxItems ?? usualMost;
  const size = sizeOf(operation);
  return { ...(most === usualMost ? {} : { max: most }), ...(size === undefined ? {} : { size }) };
}

function isStringList(api: Api, { types, array }: Schema): boolean {
  return types?.join() === 'array' && array?.items !== undefined && isString(api, array.items);
}

function isString(api: Api, schema: Schema): boolean {
  return followSchema(api.schemas, schema).types?.join() === 'string';
}

function itemsHaveIds(api: Api, { responses }: Operation, items: string): boolean {
  const contents = successResponses(responses).flatMap((response) => response.contents);
  return contents.some(({ schema }) => {
    const list = propertyOf(api, schema, items);
    const item = list && followSchema(api.schemas, list).array?.items;
    const id = item && propertyOf(api, item, parameterName);
    return id !== undefined && isString(api, id);
  });
}

function propertyOf(api: Api, schema: Schema, name: string): Schema | undefined {
  const properties = declaredProperties(api.schemas, schema);
  return properties.find((one) => one.name === name)?.schema;
}

/** The parameter with the size of a page, where the spec does not say that it excludes `id`. */
function sizeOf({ parameters, extensions }: Operation): string | undefined {
  const excluded = stringsOf(objectOf(objectOf(extensions['x-parameter-rules'])['excludes'])[parameterName]);
  const found = parameters.find(({ name, in: location }) => location === 'query' && sizeNames.test(name));
  return found === undefined || excluded.includes(found.name) ? undefined : found.property;
}
