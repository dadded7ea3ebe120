import type { JsonObject } from '../spec/json.js';
import type { Operation, Parameter } from './api.js';
import type { Property, Schema } from './schema.js';

const sizes = /^(?:per_?page|page_?size|page_?limit|limit|size|max_?results)$/i;
const pages = /^page(?:_?(?:number|no|num|index))?$/i;
const offsets = /^(?:offset|skip|start_?index)$/i;
const afters = /^(?:starting_)?after(?:_?id)?$/i;
const totals = /^(?:total(?:_?(?:count|results|items|size))?|count)$/i;
const mores = /^has_?(?:more|next(?:_?page)?)$/i;

/** How a list pages, where its parameters and the members of its answer have usual names: by token, number of the page, offset, or key of the row before. */
export function findPaging(operation: Operation, properties: readonly Property[]): JsonObject | undefined {
  const size = queryParameter(operation, sizes, 'integer');
  const members = membersOf(properties);
  const way = size === undefined ? undefined : wayOf(operation, properties);
  if (size === undefined || way === undefined)
    return Object.keys(members).length === 0 ? undefined : { whole: true, ...members };
  const { default: usual, number: { maximum } = {} } = size.schema;
  return {
    size: size.property,
    ...way,
    ...(typeof usual?.value === 'number' && { default: usual.value }),
    ...(maximum !== undefined && { max: maximum }),
    ...members,
  };
}

function wayOf(operation: Operation, properties: readonly Property[]): JsonObject | undefined {
  const token = operation.paging?.token;
  const has = (name: string): boolean => properties.some((property) => property.name === name);
  if (token !== undefined)
    return {
      token: propertyOf(operation, token.parameter),
      next: token.property,
      ...(has('prevPageToken') && { previous: 'prevPageToken' }),
      ...(has('pageInfo') && { info: 'pageInfo' }),
    };
  const page = queryParameter(operation, pages, 'integer');
  if (page !== undefined) return { page: page.property, ...(page.schema.number?.minimum === 0 && { first: 0 }) };
  const offset = queryParameter(operation, offsets, 'integer');
  if (offset !== undefined) return { offset: offset.property };
  const after = queryParameter(operation, afters, 'string');
  return after === undefined ? undefined : { after: after.property };
}

/** Members that say how many there are in all, and whether there are more. */
function membersOf(properties: readonly Property[]): JsonObject {
  const named = (pattern: RegExp, type: 'integer' | 'boolean'): string | undefined =>
    properties.find(({ name, schema }) => pattern.test(name) && takes(schema, type))?.name;
  const total = named(totals, 'integer');
  const more = named(mores, 'boolean');
  return { ...(total !== undefined && { total }), ...(more !== undefined && { more }) };
}

function propertyOf({ parameters }: Operation, name: string): string {
  return parameters.find((one) => one.in === 'query' && one.name === name)?.property ?? name;
}

function queryParameter({ parameters }: Operation, pattern: RegExp, type: 'integer' | 'string'): Parameter | undefined {
  return parameters.find((one) => one.in === 'query' && pattern.test(plainName(one.name)) && takes(one.schema, type));
}

/** `page[size]` is `page_size`. */
function plainName(name: string): string {
  return name.replace(/\[(\w+)\]$/, '_$1');
}

/** A number of things is stated as any number, or as text, in some specs. */
function takes({ types = [] }: Schema, type: 'integer' | 'boolean' | 'string'): boolean {
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}
