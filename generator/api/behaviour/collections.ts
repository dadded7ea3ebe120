import type { Api, HttpMethod, Operation } from '../api.js';
import type { Property, Schema } from '../types/schema.js';
import { groupBy, groupPairs } from '../../iterables.js';
import { compact } from '../../json.js';
import { type Exchange, listSingulars, readExchange } from './exchanged.js';
import { plainName } from '../paging/habits.js';
import { type PathPart, pathParts } from '../tools/paths.js';

/** The operations on `/things` and on `/things/{id}`. */
export interface Collection {
  readonly path: string;
  readonly onAll: ReadonlyMap<HttpMethod, Exchange>;
  readonly onOne: ReadonlyMap<HttpMethod, Exchange>;
  /** Variables of the path, as its first operation calls them. */
  readonly scope: readonly string[];
  /** Parameter of the item's path. */
  readonly parameter: string | undefined;
  /** Schemas of that parameter, of all operations at the item's path and below it. */
  readonly parameterSchemas: readonly Schema[];
  /** Parameter that names the parent, of the operations on all. */
  readonly parent: string | undefined;
  /** Text of resource names before their last segment: `pets/`. */
  readonly prefix: string | undefined;
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

/** An operation, and what its path says that it acts on. */
interface SitedOperation extends ResourceSite {
  readonly operation: Operation;
}

/** Finds the collections of an API by their paths; operations that declare an `x-action`, and a `POST` that reads, belong to none. */
export function findCollections(api: Api): ReadonlyMap<string, Collection> {
  const sited = api.operations
    // A search makes no row of a table of searches.
    .filter(({ method, extensions, reads }) => extensions['x-action'] === undefined && !(method === 'POST' && reads))
    .map((operation) => ({ operation, ...siteOfPath(operation.path) }));
  const byPath = new Map(groupBy(sited, ({ collection }) => collection));
  // Operations on `/plan/{name}`, or a `POST` of `/plan`, act on the collection `/plans`.
  for (const [path, plural] of byPath) {
    const above = path.slice(0, path.lastIndexOf('/') + 1);
    const [last, ...others] = listSingulars(path);
    const name = others.find((one) => one !== last && byPath.has(above + one));
    const singular = byPath.get(above + name);
    if (name === undefined || singular === undefined) continue;
    const [own = [], further = []] = [plural, singular].map((list) =>
      list.flatMap(({ item, operation }) => (item === undefined ? operation.method : [])),
    );
    const bothHaveItems = own.length < plural.length && further.length < singular.length;
    if (!own.includes('GET') || bothHaveItems || further.some((method) => own.includes(method))) continue;
    byPath.delete(above + name);
    byPath.set(path, [...plural, ...singular]);
  }
  const schemas = itemSchemas(api.operations);
  return new Map([...byPath].map(([path, list]) => [path, toCollection(api, path, list, schemas)]));
}

function toCollection(
  api: Api,
  path: string,
  sited: readonly SitedOperation[],
  schemas: ReadonlyMap<string, readonly Schema[]>,
): Collection {
  const readExchanges = (hasItem: boolean): Collection['onAll'] => {
    const found = new Map<HttpMethod, Exchange>();
    for (const { item, operation } of sited)
      if ((item !== undefined) === hasItem && !found.has(operation.method))
        found.set(operation.method, readExchange(api, operation, path));
    return found;
  };
  const find = (key: 'item' | 'parent' | 'prefix'): string | undefined =>
    sited.map((one) => one[key]).find((one) => one !== undefined);
  const paths = [...new Set(sited.map(({ collection }) => collection))];
  return {
    path,
    onAll: readExchanges(false),
    onOne: readExchanges(true),
    scope: sited[0]?.scope ?? [],
    nested: path.includes('*'),
    parameter: find('item'),
    parameterSchemas: paths.flatMap((one) => schemas.get(one) ?? []),
    parent: find('parent'),
    prefix: find('prefix'),
  };
}

/** Lists the schemas of the variables that name things, by the address of the collection: `/pets/{petId}/toys` has one for `/pets`. */
function itemSchemas(operations: readonly Operation[]): ReadonlyMap<string, readonly Schema[]> {
  const schemas = operations.flatMap(({ path, parameters }) =>
    [...path.matchAll(/\}/g)].flatMap(({ index }) => {
      const { collection, item } = siteOfPath(path.slice(0, index + 1));
      const found = parameters.find((one) => one.in === 'path' && one.name === item);
      return found ? [[collection, found.schema] as const] : [];
    }),
  );
  return groupPairs(schemas);
}

/** Reads the last fixed segment of a collection's path, without case and what separates words; empty where a variable ends it. */
function readCollectionName({ path }: Collection): string {
  const last = path.slice(path.lastIndexOf('/') + 1);
  return /[{}*]/.test(last) ? '' : plainName(last);
}

/** Returns true for a `GET` alone, which may list the things of another collection: `/pets/findByStatus`. */
export function isLoneList({ onAll, onOne }: Collection): boolean {
  return onOne.size === 0 && onAll.size === 1 && onAll.has('GET');
}

/**
 * Finds the collection whose things a collection lists or makes below another thing: `/users/{}/meetings`, where `/meetings/{id}` names
 * one of them. It has the same name, fewer variables, and operations on one thing.
 */
export function findHomes(collections: readonly Collection[]): ReadonlyMap<Collection, Collection> {
  // Of the same name, the last counts: the first with the fewest variables.
  const longestFirst = collections.toReversed().toSorted((left, right) => right.scope.length - left.scope.length);
  const named = longestFirst.map((one) => [readCollectionName(one), one] as const);
  const homes = new Map(named.filter(([name, { onOne }]) => name !== '' && onOne.size > 0));
  const lists = new Map(
    collections
      .toReversed()
      .filter(isLoneList)
      .map((one) => [readCollectionName(one), one]),
  );
  return new Map(
    collections.flatMap((one): (readonly [Collection, Collection])[] => {
      if (one.onOne.size > 0) return [];
      const name = readCollectionName(one);
      const isBelow = (home: Collection | undefined): home is Collection =>
        home !== undefined && home.scope.length < one.scope.length;
      const home = homes.get(name);
      if (isBelow(home)) return [[one, home]];
      // Nothing names one of them: `/comments` lists what is made at `/posts/{}/comments`.
      const list = one.onAll.has('POST') ? lists.get(name) : undefined;
      const [own, item] = [one, list].map((each) => each?.onAll.get('GET')?.list?.schema.ref);
      return isBelow(list) && item !== undefined && own === item ? [[one, list]] : [];
    }),
  );
}

/** Finds out what the operations of a path act on: `/pets/{petId}` and `/v1/{name=pets/*}` one thing, all else a collection. */
export function siteOfPath(path: string): ResourceSite {
  const parts = pathParts(path.replace(ending, ''));
  const before = parts.slice(0, -1);
  const last = parts.at(-1);
  const { name: item, template } = last?.kind === 'variable' ? last : {};
  const above = printCollectionPath(before);
  const [, outer = '', segment] = /^((?:.+\/)?)([^/*]+)\/\*$/.exec(template ?? '') ?? [];
  // A plain variable names a thing after a fixed segment, and after another one: `/repos/{owner}/{repo}`.
  const isItem = template === undefined ? item !== undefined && /(?:^|[^/*])\/$/.test(above) : segment !== undefined;
  const [own, end] = isItem ? [before, segment && outer + segment] : [parts];
  const collection = (printCollectionPath(own) + (end ?? '')).replace(/\/$/, '');
  const site = { collection, nested: collection.includes('*'), scope: listVariables(own, false) };
  if (isItem) return compact({ ...site, item, prefix: segment && `${segment}/` });
  // One variable with a template before the end names the parent.
  const [parent, ...others] = listVariables(before, true);
  return { ...site, ...(parent !== undefined && others.length === 0 && { parent }) };
}

function printCollectionPath(parts: readonly PathPart[]): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : (part.template ?? '{}'))).join('');
}

/** Lists the names of the variables that have a template, or of those that have none. */
function listVariables(parts: readonly PathPart[], hasTemplate: boolean): readonly string[] {
  return parts.flatMap((part) =>
    part.kind === 'variable' && (part.template !== undefined) === hasTemplate ? part.name : [],
  );
}
