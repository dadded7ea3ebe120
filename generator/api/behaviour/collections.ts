import type { Api, HttpMethod, Operation } from '../api.js';
import type { Property, Schema } from '../types/schema.js';
import { groupPairs } from '../../iterables.js';
import { listIn, findResult, listSingulars } from './exchanged.js';
import { plainName } from '../paging/habits.js';
import { type PathPart, pathParts } from '../tools/paths.js';

/** The operations on `/things` and on `/things/{id}`. */
export interface Collection {
  readonly path: string;
  readonly onAll: Map<HttpMethod, Operation>;
  readonly onOne: Map<HttpMethod, Operation>;
  /** Variables of the path, as its first operation calls them. */
  readonly scope: readonly string[];
  /** Parameter of the item's path. */
  parameter: string | undefined;
  /** Schemas of that parameter, of all operations at the item's path and below it. */
  parameterSchemas: readonly Schema[];
  /** Parameter that names the parent, of the operations on all. */
  parent: string | undefined;
  /** Text of resource names before their last segment: `pets/`. */
  prefix: string | undefined;
  /** Resource names begin with that of a parent: `shops/7/pets/8`. */
  readonly nested: boolean;
}

/** A table of the emulator, and the property by which its rows differ. */
export interface Target {
  readonly table: string;
  /** Property that names a row. */
  readonly key: string;
  /** Properties of rows. */
  readonly properties: readonly Property[];
  /** `POST` makes rows of this table, so that `PUT` need not. */
  readonly isFilled: boolean;
}

/** The operations of a collection, and the table that they act on. */
export interface Placed {
  readonly api: Api;
  readonly collection: Collection;
  readonly target: Target;
  /** Variables of the path that rows keep although the table has another path; each with the names that a reference to it has. */
  readonly kept: Readonly<Record<string, readonly string[]>>;
  /** The spec describes none of the responses. */
  readonly isUntyped?: boolean;
}

/** Finds the collections of an API by their paths; operations that declare an `x-action`, and a `POST` that reads, belong to none. */
export function findCollections({ operations }: Api): ReadonlyMap<string, Collection> {
  const byPath = new Map<string, Collection>();
  const schemas = itemSchemas(operations);
  for (const operation of operations) {
    // A search makes no row of a table of searches.
    if (operation.extensions['x-action'] !== undefined || (operation.method === 'POST' && operation.reads)) continue;
    const site = siteOfPath(operation.path);
    const collection = byPath.get(site.collection) ?? {
      path: site.collection,
      scope: site.scope,
      onAll: new Map(),
      onOne: new Map(),
      nested: site.nested,
      parameterSchemas: schemas.get(site.collection) ?? [],
      parameter: undefined,
      parent: undefined,
      prefix: undefined,
    };
    byPath.set(site.collection, collection);
    if (site.item === undefined) {
      if (!collection.onAll.has(operation.method)) collection.onAll.set(operation.method, operation);
      collection.parent ??= site.parent;
    } else {
      if (!collection.onOne.has(operation.method)) collection.onOne.set(operation.method, operation);
      collection.parameter ??= site.item;
      collection.prefix ??= site.prefix;
    }
  }
  for (const collection of byPath.values()) joinSingular(byPath, collection);
  return byPath;
}

/** Joins what operations on `/plan/{name}`, or a `POST` of `/plan`, act on with the collection `/plans`. */
function joinSingular(byPath: Map<string, Collection>, plural: Collection): void {
  const above = plural.path.slice(0, plural.path.lastIndexOf('/') + 1);
  const [, ...names] = listSingulars(plural.path).filter((name, index, all) => all.indexOf(name) === index);
  const singular = names.flatMap((name) => byPath.get(above + name) ?? [])[0];
  if (singular === undefined || !plural.onAll.has('GET') || singular.scope.length !== plural.scope.length) return;
  const isApart =
    (plural.onOne.size > 0 && singular.onOne.size > 0) ||
    [...singular.onAll.keys()].some((method) => method === 'GET' || plural.onAll.has(method));
  if (isApart) return;
  byPath.delete(singular.path);
  for (const [method, operation] of singular.onAll) plural.onAll.set(method, operation);
  for (const [method, operation] of singular.onOne) plural.onOne.set(method, operation);
  plural.parameter ??= singular.parameter;
  plural.parameterSchemas = [...plural.parameterSchemas, ...singular.parameterSchemas];
  plural.prefix ??= singular.prefix;
}

/** Lists the schemas of the variables that name things, by the address of the collection: `/pets/{petId}/toys` has one for `/pets`. */
function itemSchemas(operations: readonly Operation[]): ReadonlyMap<string, readonly Schema[]> {
  const schemas = operations.flatMap(({ path, parameters }) =>
    [...path.matchAll(/\{[^}]*\}/g)].flatMap(({ index, 0: variable }) => {
      const { collection, item } = siteOfPath(path.slice(0, index + variable.length));
      const schema = parameters.find((one) => one.in === 'path' && one.name === item)?.schema;
      return schema === undefined ? [] : [[collection, schema] as const];
    }),
  );
  return groupPairs(schemas);
}

/** Reads the last fixed segment of a collection's path, without case and what separates words; empty where a variable ends it. */
function readCollectionName({ path }: Collection): string {
  const last = path.slice(path.lastIndexOf('/') + 1);
  return /[{}*]/.test(last) ? '' : plainName(last);
}

/**
 * Finds the collection whose things a collection lists or makes below another thing: `/users/{}/meetings`, where `/meetings/{id}` names
 * one of them. It has the same name, fewer variables, and operations on one thing.
 */
export function findHomes(api: Api, all: Iterable<Collection>): ReadonlyMap<Collection, Collection> {
  const collections = [...all];
  const shortest = new Map<string, Collection>();
  for (const collection of collections) {
    if (collection.onOne.size === 0) continue;
    const name = readCollectionName(collection);
    const known = shortest.get(name);
    if (known === undefined || collection.scope.length < known.scope.length) shortest.set(name, collection);
  }
  const homes = new Map<Collection, Collection>();
  for (const collection of collections) {
    const name = readCollectionName(collection);
    const home = shortest.get(name);
    if (name === '' || collection.onOne.size > 0 || home === undefined) continue;
    if (home.scope.length < collection.scope.length) homes.set(collection, home);
  }
  // Nothing names one of them: `/comments` lists what is made at `/posts/{}/comments`.
  const findItemModel = ({ path, onAll }: Collection): string | undefined => {
    const list = onAll.get('GET');
    return list && listIn(api, findResult(api, list), path)?.schema?.ref;
  };
  const lists = collections.filter(({ onOne, onAll }) => onOne.size === 0 && onAll.size === 1 && onAll.has('GET'));
  const byName = new Map(lists.toReversed().map((list) => [readCollectionName(list), list]));
  for (const one of collections) {
    const home =
      one.onAll.has('POST') && one.onOne.size === 0 && !homes.has(one)
        ? byName.get(readCollectionName(one))
        : undefined;
    const item = home && findItemModel(home);
    if (home === undefined || item === undefined || home.scope.length >= one.scope.length) continue;
    if (findItemModel(one) === item) homes.set(one, home);
  }
  return homes;
}

/** The things that the operations of a path act on: a collection as a whole, or one of its things. */
export interface ResourceSite {
  /**
   * Address of the collection, the same for `/v1/{parent=shops/*}/pets` and `/v1/{name=shops/*` + `/pets/*}`, and whatever its
   * variables are called: `/shops/{}/pets`.
   */
  readonly collection: string;
  /** Variable that names the thing; absent where the operation acts on all of them. */
  readonly item?: string;
  /** Variable that names the parent: `parent`. */
  readonly parent?: string;
  /** Text of a resource name before its last segment: `pets/`. Absent where things have plain ids. */
  readonly prefix?: string;
  /** Names begin with that of a parent. */
  readonly nested: boolean;
  /** Variables of the collection's address: `shopId` of `/shops/{shopId}/pets`. */
  readonly scope: readonly string[];
}

/** A slash at the end, and what names the media type of a response: `/pets.json`, `/pets/{id}.{format}`. */
const ending = /(?:\.(?:json|xml)|\.\{format\})?\/?$/;

/** Finds out what the operations of a path act on: `/pets/{petId}` and `/v1/{name=pets/*}` one thing, all else a collection. */
export function siteOfPath(path: string): ResourceSite {
  const parts = pathParts(path.replace(ending, ''));
  const last = parts.at(-1);
  const before = parts.slice(0, -1);
  const toSite = (list: readonly PathPart[]): ResourceSite => {
    const collection = printCollectionPath(list).replace(/\/$/, '');
    return { collection, nested: collection.includes('*'), scope: plainVariables(list) };
  };
  // One variable with a template before the end names the parent.
  const [parent, ...others] = before.filter((part) => part.kind === 'variable' && part.template !== undefined);
  const isParent = parent?.kind === 'variable' && others.length === 0;
  const whole = { ...(isParent && { parent: parent.name }), ...toSite(parts) };
  if (last?.kind !== 'variable') return whole;
  if (last.template === undefined) {
    const [outer, left] = [parts.at(-3), parts.at(-2)];
    // The name of a thing can take two segments: `/repos/{owner}/{repo}`.
    const isSecond = outer === undefined || (outer.kind === 'variable' && outer.template === undefined);
    const isItem = left?.kind === 'text' && (/(?:^|\/)[^/]+\/$/.test(left.text) || (left.text === '/' && isSecond));
    return isItem ? { ...toSite(before), item: last.name } : whole;
  }
  const [, outer = '', segment] = /^((?:.+\/)?)([^/*]+)\/\*$/.exec(last.template) ?? [];
  if (segment === undefined) return whole;
  const collection = `${printCollectionPath(before)}${outer}${segment}`;
  const prefix = `${segment}/`;
  return { collection, item: last.name, prefix, nested: collection.includes('*'), scope: plainVariables(before) };
}

function printCollectionPath(parts: readonly PathPart[]): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : (part.template ?? '{}'))).join('');
}

function plainVariables(parts: readonly PathPart[]): readonly string[] {
  return parts.flatMap((part) => (part.kind === 'variable' && part.template === undefined ? part.name : []));
}
