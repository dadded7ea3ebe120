import type { JsonObject } from '../../spec/read/json.js';
import type { Operation, Parameter } from '../api.js';
import type { Property, Schema } from '../schemas/schema.js';

/** How a list pages, where its parameters and the members of its response have usual names: by token, number of the page, offset, or key of the row before. */
export function findPaging(operation: Operation, properties: readonly Property[]): JsonObject | undefined {
  const numbers = operation.paging?.numbers;
  const size = sizeParameter(operation);
  const members = membersOf(operation, properties);
  const way =
    size === undefined || operation.extensions['x-paging'] === false ? undefined : pageRule(operation, properties);
  if (size === undefined || way === undefined)
    return Object.keys(members).length === 0 ? undefined : { whole: true, ...members };
  const usual = numbers?.default ?? size.schema.default?.value;
  const maximum = numbers?.max ?? size.schema.number?.maximum;
  return {
    size: size.property,
    ...way,
    ...(typeof usual === 'number' && { default: usual }),
    ...(maximum !== undefined && { max: maximum }),
    ...members,
  };
}

function pageRule(operation: Operation, properties: readonly Property[]): JsonObject | undefined {
  const token = operation.paging?.token;
  const has = (name: string): boolean => properties.some((property) => property.name === name);
  if (token !== undefined)
    return {
      token: propertyOf(operation, token.parameter),
      next: token.property,
      ...(has('prevPageToken') && { previous: 'prevPageToken' }),
      ...(has('pageInfo') && { info: 'pageInfo' }),
    };
  const numbers = operation.paging?.numbers;
  if (numbers !== undefined) return startOf(numbers.kind, propertyOf(operation, numbers.parameter), numbers.first);
  for (const kind of ['page', 'offset'] as const) {
    const found = queryParameter(operation, pagingNames[kind], 'integer');
    if (found !== undefined) return startOf(kind, found.property, firstOf(kind, found.schema));
  }
  const after = queryParameter(operation, pagingNames.after, 'string');
  return after === undefined ? undefined : { after: after.property };
}

/** What is usual, the emulator takes for granted. */
function startOf(kind: 'page' | 'offset', property: string, first: number): JsonObject {
  return { [kind]: property, ...(first !== (kind === 'page' ? 1 : 0) && { first }) };
}

function sizeParameter(operation: Operation): Parameter | undefined {
  const stated = operation.paging?.numbers?.size;
  return (
    operation.parameters.find((one) => one.in === 'query' && one.name === stated) ??
    queryParameter(operation, pagingNames.size, 'integer')
  );
}

/** Members that say how many there are in all, and whether there are more. */
function membersOf(operation: Operation, properties: readonly Property[]): JsonObject {
  const named = (pattern: RegExp, type: 'integer' | 'boolean'): string | undefined =>
    properties.find(({ name, schema }) => pattern.test(name) && takes(schema, type))?.name;
  const total = operation.paging?.numbers?.total ?? named(pagingNames.total, 'integer');
  const more = named(pagingNames.more, 'boolean');
  return { ...(total !== undefined && { total }), ...(more !== undefined && { more }) };
}

function propertyOf({ parameters }: Operation, name: string): string {
  return parameters.find((one) => one.in === 'query' && one.name === name)?.property ?? name;
}

function queryParameter({ parameters }: Operation, pattern: RegExp, type: 'integer' | 'string'): Parameter | undefined {
  return parameters.find((one) => one.in === 'query' && hasName(one.name, pattern) && takes(one.schema, type));
}

/** What is usually called so, in lists that page by numbers; parameters, then members of the response. */
export const pagingNames: Readonly<Record<'size' | 'page' | 'offset' | 'after' | 'total' | 'more' | 'next', RegExp>> = {
  size: /^(?:per_?page|page_?size|page_?limit|limit|size|max_?results)$/i,
  page: /^page(?:_?(?:number|no|num|index))?$/i,
  offset: /^(?:offset|skip|start_?index)$/i,
  after: /^(?:starting_)?after(?:_?id)?$/i,
  total: /^(?:total(?:_?(?:count|results|items|size))?|count)$/i,
  more: /^has_?(?:more|next(?:_?page)?)$/i,
  next: /^next(?:_?page)?(?:_?(?:url|uri|link))?$/i,
};

/** Whether a parameter has a usual name; `page[size]` is `page_size`. */
export function hasName(name: string, pattern: RegExp): boolean {
  return pattern.test(name.replace(/\[(\w+)\]$/, '_$1'));
}

/** A number of things is stated as any number, or as a string, in some specs. */
export function takes({ types = [] }: Schema, type: 'integer' | 'boolean' | 'string'): boolean {
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}

/** The number of the first page, or the offset of the first item, as the schema of the parameter says. */
export function firstOf(kind: 'page' | 'offset', schema: Schema): number {
  const [usual, other] = kind === 'page' ? [1, 0] : [0, 1];
  return schema.default?.value === other || schema.number?.minimum === other ? other : usual;
}

const usual: ReadonlySet<string> = new Set(['items', 'data', 'results', 'values', 'entries', 'records', 'list']);

/** Whether a property of what a path returns has the name of a list: a usual one, or that of the resource, in either number. */
export function isListName(property: string, path: string): boolean {
  const [last = ''] = (path.split('/').at(-1) ?? '').split(':');
  const name = plainName(property);
  const resource = plainName(last);
  return usual.has(name) || (name !== '' && (resource === name || resource === `${name}s`));
}

/** What the parameter is usually called that takes the token which a response has under a name; plain names. */
const parameters: { readonly [property: string]: readonly string[] } = {
  nextpagetoken: ['pagetoken', 'nextpagetoken'],
  nexttoken: ['nexttoken', 'token'],
  nextcursor: ['cursor', 'nextcursor', 'after'],
  cursor: ['cursor'],
  endcursor: ['after', 'cursor'],
  nextmarker: ['marker'],
  nextcontinuationtoken: ['continuationtoken'],
  continuationtoken: ['continuationtoken'],
};

/** Whether a property of a response is usually the token that a parameter takes: `next_page_token` and `page_token`. */
export function isTokenPair(property: string, parameter: string): boolean {
  const key = plainName(property);
  const usual = Object.hasOwn(parameters, key) ? parameters[key] : undefined;
  return usual?.includes(plainName(parameter)) === true;
}

/** A name without case and without what separates its words: `next_page-token` -> `nextpagetoken`. */
function plainName(name: string): string {
  return name.replace(/[\W_]/g, '').toLowerCase();
}
