import type { JsonObject } from '../spec/json.js';
import type { Api, HttpMethod, Model, Operation } from './api.js';
import { declaredProperties } from './find-property.js';
import { camelCase } from './names.js';
import type { Schema } from './schema.js';

/** A table that the paths of a service suggest. */
interface FoundResource {
  readonly table: string;
  readonly rules: JsonObject;
  readonly model: Model;
}

/** What the shape of a REST service suggests where its spec says nothing. */
export interface FoundResources {
  readonly resources: readonly FoundResource[];
  /** Behaviour by id of the operation. */
  readonly behaviours: ReadonlyMap<string, JsonObject>;
}

/** The operations on `/things` and on `/things/{id}`. */
interface Collection {
  readonly path: string;
  readonly onAll: Map<HttpMethod, Operation>;
  readonly onOne: Map<HttpMethod, Operation>;
  /** Parameter of the item's path. */
  parameter: string | undefined;
}

/** Rows that a table without a seed starts with. */
const samples = 3;

/** Finds collections (`/things`, `/things/{id}`) among the operations that declare no `x-action`. */
export function findResources(api: Api): FoundResources {
  const resources: FoundResource[] = [];
  const behaviours = new Map<string, JsonObject>();
  const taken = new Set<string>();
  for (const collection of collectionsOf(api)) {
    const model = modelOf(api, collection);
    const key = model === undefined ? undefined : keyOf(api, collection, model);
    if (model === undefined || key === undefined) continue;
    const table = freeName(collection.path, taken);
    const actions = actionsOf(api, collection, { table, model });
    if (actions.length < 2) continue;
    taken.add(table);
    const scope = parametersIn(collection.path);
    resources.push({ table, model, rules: { ...key, ...(scope.length === 0 ? { samples } : { scope }) } });
    for (const [id, action] of actions) behaviours.set(id, { action, paging: false });
  }
  return { resources, behaviours };
}

function collectionsOf({ operations }: Api): Iterable<Collection> {
  const byPath = new Map<string, Collection>();
  const at = (path: string): Collection => {
    const known = byPath.get(path) ?? { path, onAll: new Map(), onOne: new Map(), parameter: undefined };
    byPath.set(path, known);
    return known;
  };
  for (const operation of operations) {
    if (operation.extensions['x-action'] !== undefined) continue;
    const [, parent, parameter] = /^(.*\/[^/{}]+)\/\{([^{}=/]+)\}$/.exec(operation.path) ?? [];
    if (parent === undefined || parameter === undefined) at(operation.path).onAll.set(operation.method, operation);
    else {
      at(parent).onOne.set(operation.method, operation);
      at(parent).parameter ??= parameter;
    }
  }
  return byPath.values();
}

/** The model that the item's `GET`, else the collection's `POST`, else the list answers. */
function modelOf(api: Api, { onAll, onOne }: Collection): Model | undefined {
  const list = onAll.get('GET');
  const ref =
    resultRef(onOne.get('GET')) ??
    resultRef(onAll.get('POST')) ??
    (list === undefined ? undefined : listOf(api, list)?.ref);
  return api.models.find(({ id }) => id === ref);
}

/** Path and kind of the property that names a row, by the parameter of the item's path. */
function keyOf(api: Api, { parameter = 'id' }: Collection, { schema }: Model): JsonObject | undefined {
  const properties = [...declaredProperties(schema, (id) => api.schemas[id])];
  const property =
    properties.find(({ name }) => name === parameter) ??
    (/id$/i.test(parameter) ? properties.find(({ name }) => name === 'id') : undefined);
  if (property === undefined || property.name.includes('.')) return undefined;
  const target = property.schema.ref === undefined ? property.schema : api.schemas[property.schema.ref];
  if (target?.types?.includes('integer') === true) return { key: property.name, id: { alphabet: 'integer' } };
  if (target?.types?.includes('string') !== true) return undefined;
  return { key: property.name, id: target.string?.format === 'uuid' ? { alphabet: 'uuid' } : { length: 12 } };
}

interface Target {
  readonly table: string;
  readonly model: Model;
}

function actionsOf(
  api: Api,
  collection: Collection,
  { table, model }: Target,
): readonly (readonly [string, JsonObject])[] {
  const { onAll, onOne, parameter } = collection;
  const actions: (readonly [string, JsonObject])[] = [];
  const list = onAll.get('GET');
  const listed = list === undefined ? undefined : listOf(api, list);
  if (list !== undefined && listed?.ref === model.id)
    actions.push([list.id, { list: table, ...(listed.items === undefined ? {} : { items: listed.items }) }]);
  const add = (operation: Operation | undefined, action: JsonObject): void => {
    if (operation !== undefined && answersModel(operation, model)) actions.push([operation.id, action]);
  };
  add(onAll.get('POST'), { insert: table });
  if (parameter === undefined) return actions;
  const get = onOne.get('GET');
  if (get !== undefined && resultRef(get) === model.id) actions.push([get.id, { get: table, by: parameter }]);
  add(onOne.get('PUT'), { update: table, by: parameter, replace: true });
  add(onOne.get('PATCH'), { update: table, by: parameter });
  const remove = onOne.get('DELETE');
  if (remove !== undefined && (resultRef(remove) ?? model.id) === model.id && !hasOtherContent(remove))
    actions.push([remove.id, { delete: table, by: parameter }]);
  return actions;
}

/** Whether an operation answers the model, or nothing. */
function answersModel(operation: Operation, model: Model): boolean {
  return resultRef(operation) === model.id || (success(operation)?.contents.length ?? 0) === 0;
}

function hasOtherContent(operation: Operation): boolean {
  return (success(operation)?.contents.length ?? 0) > 0 && resultRef(operation) === undefined;
}

function success({ responses }: Operation): Operation['responses'][number] | undefined {
  return responses.find(({ status }) => status.startsWith('2')) ?? responses.find(({ status }) => status === 'default');
}

function resultSchema(operation: Operation | undefined): Schema | undefined {
  return operation === undefined ? undefined : success(operation)?.contents.find(({ kind }) => kind === 'json')?.schema;
}

function resultRef(operation: Operation | undefined): string | undefined {
  return resultSchema(operation)?.ref;
}

/** The schema of the items of a list, and the member that holds them; undefined where the response needs more than that. */
function listOf(api: Api, operation: Operation): { readonly ref: string; readonly items?: string } | undefined {
  const schema = behind(api, resultSchema(operation));
  const direct = schema?.array?.items?.ref;
  if (direct !== undefined) return { ref: direct };
  const { properties = [], requiredOnly = [] } = schema?.object ?? {};
  const lists = properties.flatMap(({ name, schema: one }) => {
    const ref = behind(api, one)?.array?.items?.ref;
    return ref === undefined ? [] : [{ ref, items: name }];
  });
  const [only] = lists;
  const needsMore =
    requiredOnly.length > 0 || properties.some(({ name, required }) => required && name !== only?.items);
  return lists.length === 1 && !needsMore ? only : undefined;
}

function behind(api: Api, schema: Schema | undefined): Schema | undefined {
  return schema?.ref === undefined ? schema : api.schemas[schema.ref];
}

function parametersIn(path: string): readonly string[] {
  return [...path.matchAll(/\{([^{}=]+)\}/g)].flatMap(([, name]) => name ?? []);
}

function freeName(path: string, taken: ReadonlySet<string>): string {
  const literals = path.split('/').filter((segment) => segment !== '' && !segment.includes('{'));
  const short = camelCase(literals.at(-1) ?? 'items', 'items');
  if (!taken.has(short)) return short;
  const long = camelCase(literals.join(' '), 'items');
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? long : `${long}${number}`;
    if (!taken.has(name)) return name;
  }
}
