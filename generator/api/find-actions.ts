import type { JsonObject } from '../spec/json.js';
import type { Api, HttpMethod, Model, Operation } from './api.js';
import { findFilters } from './find-filters.js';
import { findPaging } from './find-paging.js';
import type { Property, Schema } from './schema.js';

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

/** What a table holds, and by what its rows are told apart. */
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
    ...action(insertion, model, {
      insert: table,
      ...(hasLocation(insertion) && parameter !== undefined && { location: true }),
    }),
    ...one,
    ...action(onAll.get('PUT'), model, { update: table }),
    ...action(onAll.get('PATCH'), model, { update: table }),
    ...removal(api, withQuery(onAll.get('DELETE'), key), target, key),
  ];
}

function hasLocation(operation: Operation | undefined): boolean {
  const headers = operation === undefined ? [] : (success(operation)?.headers ?? []);
  return headers.some((name) => name.toLowerCase() === 'location');
}

function oneActions(api: Api, operations: Collection['onOne'], target: Target, by: string): readonly FoundBehaviour[] {
  const { table, model } = target;
  const get = operations.get('GET');
  return [
    ...(get !== undefined && resultRef(get) === model.id ? action(get, model, { get: table, by }) : []),
    ...action(operations.get('PUT'), model, { update: table, by, replace: true }),
    ...action(operations.get('PATCH'), model, { update: table, by }),
    ...removal(api, operations.get('DELETE'), target, by),
  ];
}

function listAction(
  api: Api,
  { parent, nested }: Collection,
  operation: Operation,
  { table, model, key }: Target,
): readonly FoundBehaviour[] {
  const listed = listOf(api, operation);
  if (listed?.ref !== model.id) return [];
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
    },
    ...(Object.keys(filters).length > 0 && { filters }),
    paging: findPaging(operation, listed.properties) ?? false,
  };
  return [[operation.id, behaviour]];
}

/** The constant that says what an object is, where it has one beside an entity tag, as Google's older services do. */
export function kindOf(properties: readonly Property[]): JsonObject {
  const kind = properties.find(({ name }) => name === 'kind')?.schema.const?.value;
  return typeof kind === 'string' && properties.some(({ name }) => name === 'etag') ? { kind } : {};
}

/** An operation that answers the model, or nothing. */
function action(operation: Operation | undefined, model: Model, behaviour: JsonObject): readonly FoundBehaviour[] {
  if (operation === undefined) return [];
  const answers = resultRef(operation) === model.id || (success(operation)?.contents.length ?? 0) === 0;
  return answers ? [[operation.id, { action: behaviour, paging: false }]] : [];
}

/** Some services answer a removal with an object that holds nothing. */
function removal(
  api: Api,
  operation: Operation | undefined,
  { table, model }: Target,
  by: string,
): readonly FoundBehaviour[] {
  const remove: JsonObject = { delete: table, by };
  const schema = operation === undefined ? undefined : behind(api, resultSchema(operation));
  const isHollow = schema?.types?.join() === 'object' && Object.keys(schema.object ?? {}).length === 0;
  if (operation !== undefined && (isHollow || schema?.object?.properties?.length === 0))
    return [[operation.id, { action: { ...remove, hollow: true }, paging: false }]];
  return action(operation, model, remove);
}

/** The operation, where it has a query parameter of that name. */
function withQuery(operation: Operation | undefined, name: string): Operation | undefined {
  return operation?.parameters.some((one) => one.in === 'query' && one.name === name) === true ? operation : undefined;
}

function success({ responses }: Operation): Operation['responses'][number] | undefined {
  return responses.find(({ status }) => status.startsWith('2')) ?? responses.find(({ status }) => status === 'default');
}

function resultSchema(operation: Operation | undefined): Schema | undefined {
  return operation === undefined ? undefined : success(operation)?.contents.find(({ kind }) => kind === 'json')?.schema;
}

/** Id of the schema that an operation answers, where it has one. */
export function resultRef(operation: Operation | undefined): string | undefined {
  return resultSchema(operation)?.ref;
}

/** What a list answers. */
interface Listed {
  /** Id of the schema of its items. */
  readonly ref: string;
  /** Member that holds the items; absent: the answer is the array itself. */
  readonly items?: string;
  readonly properties: readonly Property[];
}

/** The schema of the items of a list, and the member that holds them; undefined where the answer is one thing that has a list. */
export function listOf(api: Api, operation: Operation): Listed | undefined {
  const schema = behind(api, resultSchema(operation));
  const direct = schema?.array?.items?.ref;
  if (direct !== undefined) return { ref: direct, properties: [] };
  const { properties = [], requiredOnly = [] } = schema?.object ?? {};
  const lists = properties.flatMap(({ name, schema: one }) => {
    const ref = behind(api, one)?.array?.items?.ref;
    return ref === undefined ? [] : [{ ref, items: name, properties }];
  });
  const [only] = lists;
  const isOneThing = properties.some(({ name }) => name === 'id');
  return lists.length === 1 && requiredOnly.length === 0 && !isOneThing ? only : undefined;
}

function behind(api: Api, schema: Schema | undefined): Schema | undefined {
  return schema?.ref === undefined ? schema : api.schemas[schema.ref];
}
