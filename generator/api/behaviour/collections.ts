import type { Api, HttpMethod, Operation } from '../api.js';
import type { Property, Schema } from '../types/schema.js';
import { groupBy, groupPairs } from '../../iterables.js';
import { compact } from '../../json.js';
import { type Exchange, listSingulars, readExchange } from './exchanged.js';
import { plainName } from '../paging/habits.js';
import { type PathPart, parsePath } from '../tools/paths.js';

/** The operations on `/things` and on `/things/{id}`. */
export interface Collection {
  readonly path: string;
  readonly onAll: ReadonlyMap<HttpMethod, Exchange>;
  readonly onOne: ReadonlyMap<HttpMethod, Exchange>;
  /** Variables of the path, by the names that its first operation has for them. */
  readonly scope: readonly string[];
  /** Last parameter of the path of one item: `petId` of `/pets/{petId}`. */
  readonly parameter: string | undefined;
  /** Schemas of that parameter in all operations on the item's path and below it. */
  readonly parameterSchemas: readonly Schema[];
  /** Parameter of the operations on all that names the parent: `parent` of `/v1/{parent=shops/*}/pets`. */
  readonly parent: string | undefined;
  /** Text of resource names before their last segment: `pets/`. */
  readonly prefix: string | undefined;
  /** Resource names begin with the name of their parent: `shops/7/pets/8`. */
  readonly nested: boolean;
}

/** A table of the emulator, with the key and the other properties of its rows. */
export interface Target {
  readonly table: string;
  /** Property that names a row. */
  readonly key: string;
  /** Properties of rows. */
  readonly properties: readonly Property[];
  /** `POST` creates rows of this table, so `PUT` only changes them. */
  readonly hasPost: boolean;
}

/** The operations of a collection, and the table that they act on. */
export interface Placed {
  readonly api: Api;
  readonly collection: Collection;
  readonly target: Target;
  /**
   * Variables of the path that rows keep although the path of their table lacks them, each with the names that members for it may
   * have: `{ projectId: ['projectId', 'projects', 'project'] }` for `POST /projects/{projectId}/tasks` with the table of `/tasks`.
   */
  readonly kept: Readonly<Record<string, readonly string[]>>;
}

/** The target of the operations on a path: a whole collection, or one thing in it. */
export interface ResourceSite {
  /**
   * Address of the collection without names of variables: `/shops/{}/pets`. It is the same for `/v1/{parent=shops/*}/pets` and
   * `/v1/{name=shops/*` + `/pets/*}`.
   */
  readonly collection: string;
  /** Variable that names the thing; absent where the operation acts on the whole collection. */
  readonly item?: string;
  /** Variable that names the parent: `parent`. */
  readonly parent?: string;
  /** Text of a resource name before its last segment: `pets/`. Absent where things have plain ids. */
  readonly prefix?: string;
  /** Resource names begin with the name of their parent. */
  readonly nested: boolean;
  /** Variables of the collection's address: `shopId` of `/shops/{shopId}/pets`. */
  readonly scope: readonly string[];
}

/** End of a path that does not count: a slash, or the format of the response, as in `/pets.json` and `/pets/{id}.{format}`. */
const ending = /(?:\.(?:json|xml)|\.\{format\})?\/?$/;

/** An operation, with the target that its path names. */
interface SitedOperation extends ResourceSite {
  readonly operation: Operation;
}

/** Finds the collections of an API by paths. Leaves out operations that declare an `x-action`, and each `POST` that reads. */
export function findCollections(api: Api): ReadonlyMap<string, Collection> {
  const sited = api.operations
    // `POST /searches` that only reads creates no row of a table `searches`.
    .filter(({ method, extensions, reads }) => extensions['x-action'] === undefined && !(method === 'POST' && reads))
    .map((operation) => ({ operation, ...findResourceSite(operation.path) }));
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

/** Groups the schemas of the variables that name things by collection: `/pets/{petId}/toys` adds the schema of `petId` to `/pets`. */
function itemSchemas(operations: readonly Operation[]): ReadonlyMap<string, readonly Schema[]> {
  const schemas = operations.flatMap(({ path, parameters }) =>
    [...path.matchAll(/\}/g)].flatMap(({ index }) => {
      const { collection, item } = findResourceSite(path.slice(0, index + 1));
      const found = parameters.find((one) => one.in === 'path' && one.name === item);
      return found ? [[collection, found.schema] as const] : [];
    }),
  );
  return groupPairs(schemas);
}

/** Reads the last segment of a collection's path, in lower case and without separators: `/v1/Pet-Toys` → `pettoys`. Empty for a variable. */
function readCollectionName({ path }: Collection): string {
  const last = path.slice(path.lastIndexOf('/') + 1);
  return /[{}*]/.test(last) ? '' : plainName(last);
}

/** Returns true if `GET` is the only operation of a collection: it may list the things of another one, as `/pets/findByStatus` does. */
export function isLoneList({ onAll, onOne }: Collection): boolean {
  return onOne.size === 0 && onAll.size === 1 && onAll.has('GET');
}

/**
 * Maps collections to the ones whose things they list or create under a parent: `/users/{}/meetings` → `/meetings`. The second
 * has the same name, fewer variables, and operations on one thing (`/meetings/{id}`).
 */
export function findHomes(collections: readonly Collection[]): ReadonlyMap<Collection, Collection> {
  // A map keeps the last of several equal names; in this order that is the first collection with the fewest variables.
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
      // No path names one comment, but `/comments` lists what `POST /posts/{}/comments` creates.
      const list = one.onAll.has('POST') ? lists.get(name) : undefined;
      const [own, item] = [one, list].map((each) => each?.onAll.get('GET')?.list?.schema.ref);
      return isBelow(list) && item !== undefined && own === item ? [[one, list]] : [];
    }),
  );
}

/** Finds the target of the operations on a path: one thing for `/pets/{petId}` and `/v1/{name=pets/*}`, else a whole collection. */
export function findResourceSite(path: string): ResourceSite {
  const parts = parsePath(path.replace(ending, ''));
  const before = parts.slice(0, -1);
  const last = parts.at(-1);
  const { name: item, template } = last?.kind === 'variable' ? last : {};
  const above = printCollectionPath(before);
  const [, outer = '', segment] = /^((?:.+\/)?)([^/*]+)\/\*$/.exec(template ?? '') ?? [];
  // A variable without a template names a thing if it is a segment by itself, also after another variable: `/repos/{owner}/{repo}`.
  const isItem = template === undefined ? item !== undefined && /(?:^|[^/*])\/$/.test(above) : segment !== undefined;
  const [own, end] = isItem ? [before, segment && outer + segment] : [parts];
  const collection = (printCollectionPath(own) + (end ?? '')).replace(/\/$/, '');
  const site = { collection, nested: collection.includes('*'), scope: listVariables(own, false) };
  if (isItem) return compact({ ...site, item, prefix: segment && `${segment}/` });
  // A variable with a template before the last segment names the parent, if it is the only one.
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
