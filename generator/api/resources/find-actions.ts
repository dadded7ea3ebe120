import type { Json, JsonObject } from '../../spec/read/json.js';
import { responseModel, referredSchema, resultSchema, successResponse } from '../operations/responses.js';
import type { Api, HttpMethod, Model, Operation } from '../api.js';
import { findPaging } from '../paging/find-paging.js';
import { declaredProperties } from '../schemas/target-schema.js';
import type { Property, Schema } from '../schemas/schema.js';

/** The operations on `/things` and on `/things/{id}`. */
export interface Collection {
  readonly path: string;
  readonly onAll: Map<HttpMethod, Operation>;
  readonly onOne: Map<HttpMethod, Operation>;
  /** Parameter of the item's path. */
  parameter: string | undefined;
  /** Parameter that names the parent, of the operations on all. */
  parent: string | undefined;
  /** What resource names have before their last segment: `pets/`. */
  prefix: string | undefined;
  /** Whether resource names begin with that of a parent. */
  nested: boolean;
}

/** What a table holds, and by what its rows differ. */
export interface Target {
  readonly table: string;
  readonly model: Model;
  /** Property that names a row. */
  readonly key: string;
}

/** The behaviour of an operation, by its id. */
export type FoundBehaviour = readonly [id: string, behaviour: JsonObject];

/** What the operations of a collection do to its table. */
export function findActions(api: Api, collection: Collection, target: Target): readonly FoundBehaviour[] {
  const { onAll, onOne, parameter } = collection;
  const { table, model, key } = target;
  const one = parameter === undefined ? [] : oneActions(api, onOne, target, parameter);
  const [list, insertion] = [onAll.get('GET'), onAll.get('POST')];
  return [
    ...(list === undefined ? [] : listAction(api, collection, list, target)),
    ...action(api, insertion, model, {
      insert: table,
      ...(hasLocation(insertion) && parameter !== undefined && { location: true }),
    }),
    ...one,
    ...action(api, onAll.get('PUT'), model, { update: table }),
    ...action(api, onAll.get('PATCH'), model, { update: table }),
    ...removal(api, withQuery(onAll.get('DELETE'), key), target, key),
  ];
}

function hasLocation(operation: Operation | undefined): boolean {
  const headers = operation === undefined ? [] : (successResponse(operation)?.headers ?? []);
  return headers.some((name) => name.toLowerCase() === 'location');
}

function oneActions(api: Api, operations: Collection['onOne'], target: Target, by: string): readonly FoundBehaviour[] {
  const { table, model } = target;
  const [get, put, patch, post] = (['GET', 'PUT', 'PATCH', 'POST'] as const).map((method) => operations.get(method));
  const changes = put === undefined && patch === undefined ? post : undefined;
  return [
    ...(respondsWith(api, get, model) ? action(api, get, model, { get: table, by }) : []),
    ...action(api, put, model, { update: table, by, replace: true }),
    ...action(api, patch, model, { update: table, by }),
    ...(respondsWith(api, changes, model) ? action(api, changes, model, { update: table, by }) : []),
    ...removal(api, operations.get('DELETE'), target, by),
  ];
}

function listAction(
  api: Api,
  { parent, nested }: Pick<Collection, 'parent' | 'nested'>,
  operation: Operation,
  { table, model, key }: Target,
): readonly FoundBehaviour[] {
  const listed = listOf(api, operation);
  if (listed === undefined || !isOfModel(api, listed.ref, { model, key })) return [];
  const filters: JsonObject = {
    ...(nested && parent !== undefined && { [parent]: { under: key } }),
    ...(withQuery(operation, key) !== undefined && { [key]: { ids: true } }),
    ...findFilters(api, operation, { model, key }),
  };
  const behaviour: JsonObject = {
    action: {
      list: table,
      ...(listed.items === undefined ? {} : { items: listed.items }),
      ...kindOf(listed.properties),
      ...(listed.ref !== model.id && { summary: true }),
    },
    ...(Object.keys(filters).length > 0 && { filters }),
    paging: findPaging(operation, listed.properties) ?? false,
  };
  return [[operation.id, behaviour]];
}

/** Whether the items of a list are the things of a table, or say less of them. */
function isOfModel(api: Api, ref: string, { model, key }: Pick<Target, 'model' | 'key'>): boolean {
  const schema = ref === model.id ? undefined : api.schemas[ref];
  if (schema === undefined) return ref === model.id;
  return declaredProperties(api.schemas, schema).some(({ name }) => name === key);
}

/** What finds things by their properties, at an address below the collection: `/pets/findByStatus`. */
export function finderAction(api: Api, operation: Operation, target: Target): readonly FoundBehaviour[] {
  if (operation.method !== 'GET' || Object.keys(findFilters(api, operation, target)).length === 0) return [];
  return listAction(api, { parent: undefined, nested: false }, operation, target);
}

/** The constant that says what an object is, where it has one beside an entity tag, as Google's older services do. */
export function kindOf(properties: readonly Property[]): JsonObject {
  const kind = properties.find(({ name }) => name === 'kind')?.schema.const?.value;
  return typeof kind === 'string' && properties.some(({ name }) => name === 'etag') ? { kind } : {};
}

/** An operation that returns the model, or nothing. */
function action(api: Api, operation: Operation | undefined, model: Model, does: JsonObject): readonly FoundBehaviour[] {
  if (operation === undefined) return [];
  const isEmpty = (successResponse(operation)?.contents.length ?? 0) === 0;
  if (!isEmpty && !respondsWith(api, operation, model)) return [];
  const within = isEmpty ? withinBody(api, operation, model) : responseModel(api, operation).within;
  return [[operation.id, { action: does, paging: false, ...(within !== undefined && { within }) }]];
}

/** The member of the body that holds the thing, where nothing is returned. */
function withinBody(api: Api, { body }: Operation, { id }: Model): string | undefined {
  const properties = referredSchema(api, body?.contents[0]?.schema)?.object?.properties ?? [];
  return properties.length === 1 && properties[0]?.schema.ref === id ? properties[0].name : undefined;
}

/** Whether an operation returns the model, or one of several of which the model is one. */
function respondsWith(api: Api, operation: Operation | undefined, { id }: Model): boolean {
  return responseModel(api, operation).refs.includes(id);
}

/** Some services respond to a removal with an object that holds nothing. */
function removal(
  api: Api,
  operation: Operation | undefined,
  { table, model }: Target,
  by: string,
): readonly FoundBehaviour[] {
  const remove: JsonObject = { delete: table, by };
  const schema = referredSchema(api, resultSchema(operation));
  const isHollow = schema?.types?.join() === 'object' && Object.keys(schema.object ?? {}).length === 0;
  if (operation !== undefined && (isHollow || schema?.object?.properties?.length === 0))
    return [[operation.id, { action: { ...remove, hollow: true }, paging: false }]];
  if (operation !== undefined && schema?.object?.properties !== undefined && !respondsWith(api, operation, model))
    return [[operation.id, { action: { ...remove, receipt: true }, paging: false }]];
  return action(api, operation, model, remove);
}

/** The operation, where it has a query parameter of that name. */
function withQuery(operation: Operation | undefined, name: string): Operation | undefined {
  return operation?.parameters.some((one) => one.in === 'query' && one.name === name) === true ? operation : undefined;
}

/** What a list returns. */
interface Listed {
  /** Id of the schema of its items. */
  readonly ref: string;
  /** Member that holds the items; absent: the response is the array itself. */
  readonly items?: string;
  readonly properties: readonly Property[];
}

/** The schema of the items of a list, and the member that holds them; undefined where the response is one thing that has a list. */
export function listOf(api: Api, operation: Operation): Listed | undefined {
  const schema = referredSchema(api, resultSchema(operation));
  const direct = schema?.array?.items?.ref;
  if (direct !== undefined) return { ref: direct, properties: [] };
  const { properties = [], requiredOnly = [] } = schema?.object ?? {};
  const lists = properties.flatMap(({ name, schema: one }) => {
    const ref = referredSchema(api, one)?.array?.items?.ref;
    return ref === undefined ? [] : [{ ref, items: name, properties }];
  });
  const [only] = lists;
  const isOneThing = properties.some(({ name }) => name === 'id');
  return lists.length === 1 && requiredOnly.length === 0 && !isOneThing ? only : undefined;
}

/** Query parameters that are called as a property of the rows is, and hold what such a property can: they say which rows are wanted. */
function findFilters(
  api: Api,
  operation: Operation,
  { model, key }: { readonly model: Model; readonly key: string },
): JsonObject {
  const properties = new Map(declaredProperties(api.schemas, model.schema).map((one) => [one.name, one]));
  const filters: Record<string, JsonObject> = {};
  for (const { name, property: parameter, in: location, schema } of operation.parameters) {
    const property = location === 'query' && name !== key ? properties.get(name) : undefined;
    if (property === undefined || name.includes('.')) continue;
    const [held, asked] = [scalarOf(api, property.schema), scalarOf(api, schema)];
    if (held === undefined || held !== asked) continue;
    const every = valuesBeside(referredSchema(api, property.schema), referredSchema(api, schema));
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
  const target = referredSchema(api, schema);
  const [type, ...others] = (target?.types ?? []).filter((one) => one !== 'null');
  if (others.length > 0 || type === undefined || type === 'object') return undefined;
  const items = target?.array?.items;
  if (type === 'array') return items === undefined ? undefined : plain(referredSchema(api, items)?.types?.[0]);
  return plain(type);
}

function plain(type: string | undefined): string | undefined {
  if (type === 'array' || type === 'object') return undefined;
  return type === 'integer' ? 'number' : type;
}
