import type { JsonObject } from '../../spec/read/json.js';
import type { Operation, Parameter } from '../api.js';
import { firstOf, hasName, pagingNames, takes } from './paging-names.js';
import type { Property } from '../schemas/schema.js';

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
