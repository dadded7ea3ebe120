import { type JsonObject, toObject } from '../../json.js';
import type { Api, Model, Operation } from '../api.js';
import { camelCase } from '../tools/names.js';
import { type Collection, findCollections, findHomes, isLoneList, type Target } from './collections.js';
import {
  type Exchange,
  findTimestamps,
  firstByName,
  type Listed,
  listSingulars,
  readExchange,
  type Thing,
} from './exchanged.js';
import {
  findActions,
  finderAction,
  type FoundBehaviour,
  isReceipt,
  findKindConstant,
  locateThing,
} from './find-actions.js';
import { findKey } from './find-key.js';

/** A table that the paths of a service suggest. */
export interface FoundResource {
  readonly table: string;
  readonly rules: JsonObject;
  /** The named schema of its rows, if there is one. */
  readonly model?: Model;
}

/** Tables and behaviours that the paths of a REST service suggest where its spec says nothing. */
export interface FoundResources {
  readonly resources: readonly FoundResource[];
  /** Behaviour by id of the operation. */
  readonly behaviours: ReadonlyMap<string, JsonObject>;
  /** Why an operation is taken for what it does, by its id. */
  readonly reasons: ReadonlyMap<string, string>;
}

/** Rows that a table without a seed starts with. */
const samples = 3;

/** Finds collections (`/things`, `/things/{id}`) and single things (`/settings`) among the operations that declare no `x-action`. */
export function findResources(api: Api): FoundResources {
  const byPath = findCollections(api);
  const collections = [...byPath.values()];
  const homes = findHomes(collections);
  const filled = new Set([...homes].flatMap(([{ onAll }, home]) => (onAll.has('POST') ? home : [])));
  const search: Search = { api, byPath, filled, names: new Set(), tables: new Map(), behaviours: new Map() };
  const { tables, behaviours } = search;
  const isFound = ({ onAll }: Collection): boolean =>
    [...onAll.values()].some(({ operation }) => behaviours.has(operation.id));
  const atHome = collections.filter((one) => !homes.has(one));
  for (const one of atHome) if (!isLoneList(one) || filled.has(one)) addTable(search, one);
  for (const [one, home] of homes) addBelow(search, one, home);
  // A home that is no table has no room for others.
  for (const one of collections) if (!isLoneList(one) && !isFound(one) && !tables.has(one)) addTable(search, one);
  for (const operation of api.operations) addFinder(search, operation);
  for (const one of atHome) if (isLoneList(one) && !isFound(one)) addTable(search, one);
  return {
    resources: [...tables.values()].map(({ table, rules, model, collection }) => {
      // A resource below the things of another collection, `/things/{thing}/parts`, needs the thing to be there.
      const parent = findParent(search, collection);
      return { table, rules: parent ? { ...rules, parent: parent.table } : rules, ...(model && { model }) };
    }),
    behaviours: new Map([...behaviours].map(([id, { behaviour }]) => [id, behaviour])),
    reasons: new Map([...behaviours].map(([id, { why }]) => [id, why])),
  };
}

/** The tables and behaviours of a service, as they are found. */
interface Search {
  readonly api: Api;
  readonly byPath: ReadonlyMap<string, Collection>;
  /** Collections whose things are made below others. */
  readonly filled: ReadonlySet<Collection>;
  /** Names of tables. */
  readonly names: Set<string>;
  readonly tables: Map<Collection, Table>;
  readonly behaviours: Map<string, FoundBehaviour>;
}

/** A table, and what the operations of its collection do to it. */
interface Table extends FoundResource {
  readonly collection: Collection;
  readonly target: Target;
  readonly found: readonly FoundBehaviour[];
}

/** Adds the table of a collection: of things that callers name, or of the one that there is. */
function addTable(search: Search, collection: Collection): void {
  const { api, names, tables, behaviours } = search;
  const name = freeName(collection.path, names);
  const table = findTable(search, collection, name) ?? findSingle(api, collection, name);
  if (table === undefined) return;
  names.add(name);
  tables.set(collection, table);
  for (const one of table.found) behaviours.set(one.operation.id, withScope(collection, one));
}

function findTable({ api, filled }: Search, collection: Collection, table: string): Table | undefined {
  const { onAll, onOne, scope, nested } = collection;
  const things = listThings(collection);
  const isUntyped = things.length === 0 && saysNothing(collection);
  // `PUT` and `DELETE` of `/things/{id}` without content say whether something belongs to it.
  const isMembership = onOne.has('PUT') && !onAll.has('POST') && (onOne.has('GET') || onOne.has('DELETE'));
  if (things.length === 0 && !isUntyped && !isMembership) return undefined;
  const key = findKey(api, collection, things);
  const all = things.flatMap((thing) => thing.properties);
  const target = { table, key: key.key, properties: firstByName(all), isFilled: onAll.has('POST') };
  const found = findActions({ api, collection, target, kept: {} });
  const does = (what: string): boolean =>
    found.some(({ behaviour: { action } }) => toObject(action)[what] !== undefined);
  const isListOfThings = does('list') && !does('keys') && target.properties.length > 0;
  const isEnough = found.length > 1 || isListOfThings || filled.has(collection);
  // Nothing reads what is made: `POST` and `DELETE` of `/posts/{id}/star` are actions on the post.
  const isUnread = scope.length > 0 && onOne.size === 0 && !does('list');
  if (found.length === 0 || !isEnough || isUnread) return undefined;
  // The named schema that a thing is, or that it chooses from first.
  const [model] = things.flatMap(({ schema: { ref, oneOf = [], anyOf = [] } }) => {
    const id = ref ?? [...oneOf, ...anyOf][0]?.ref;
    return api.models.find((one) => one.id === id) ?? [];
  });
  const rules = {
    ...key,
    ...findKindConstant(all),
    ...findTimestamps(api, all),
    // Rows below a parent are kept by its parameters, or bear its name; only those without a parent are made up.
    ...(scope.length > 0 ? { scope: [...scope] } : !nested && { samples }),
    // Nobody could learn of a key that is there: any is.
    ...(!filled.has(collection) && !['list', 'insert', 'upsert'].some(does) && { open: true }),
    ...(isUntyped && { untyped: true }),
    inferred: true,
  };
  return { table, rules, collection, target, found, ...(model && { model }) };
}

/** Adds what the operations of a path below another thing do to a table that has a path of its own. */
function addBelow(search: Search, collection: Collection, home: Collection): void {
  const { api, tables, behaviours } = search;
  const table = tables.get(home);
  if (table === undefined) return;
  const { path, scope } = collection;
  // Members that refer to the thing that a variable names: `project_gid`, `projects`, `project`.
  const [above = ''] = path.split('/').slice(-3, -2);
  const singulars = /[{}*]/.test(above) ? [] : listSingulars(above);
  const own = scope.slice(home.scope.length);
  const kept = Object.fromEntries(own.map((name) => [name, [...new Set([name, ...singulars])]]));
  const parent = findParent(search, collection);
  for (const { behaviour, ...found } of findActions({ api, collection, target: table.target, kept })) {
    const { id, method, responses } = found.operation;
    // The list of what has an address of its own is a filter: nothing fits an unknown parent, unless a 404 is declared.
    const isStrict = method !== 'GET' || home.onOne.size === 0 || responses.some(({ status }) => status === '404');
    const below = parent && isStrict && { below: { [parent.table]: [...scope] } };
    behaviours.set(id, { ...found, behaviour: { ...behaviour, ...below } });
  }
}

function addFinder({ api, byPath, tables, behaviours }: Search, operation: Operation): void {
  const path = operation.path.slice(0, operation.path.lastIndexOf('/'));
  const above = byPath.get(path);
  const table = above && tables.get(above);
  if (table === undefined || behaviours.has(operation.id) || operation.path.includes('{')) return;
  const found = finderAction(api, readExchange(api, operation, path), table.target);
  if (found !== undefined) behaviours.set(operation.id, found);
}

/** Finds the table of the things that a collection is below, where callers can make them. */
function findParent({ byPath, tables }: Search, { path, scope }: Collection): Table | undefined {
  const [, outer] = /^(.*)\/\{\}\/[^/]*$/.exec(path) ?? [];
  const above = outer === undefined || scope.length === 0 ? undefined : byPath.get(outer);
  const isMade = above?.onAll.has('POST') === true || above?.onAll.has('PUT') === true;
  const parent = above && isMade ? tables.get(above) : undefined;
  return parent?.rules['single'] === undefined ? parent : undefined;
}

/** Returns true if the spec describes no response of a collection that callers can add to: its things are what is sent. */
function saysNothing({ onAll, onOne }: Collection): boolean {
  return (
    onAll.has('POST') &&
    (onOne.has('GET') || (onAll.has('GET') && onOne.size > 0)) &&
    [...onAll.values(), ...onOne.values()]
      .flatMap(({ operation }) => operation.responses)
      .every(({ contents }) => contents.length === 0)
  );
}

/**
 * Lists the things that the operations of a collection exchange, the most telling first: of one thing, of what is made, of the list.
 * A `POST` that responds with something else, such as `{snapshot_id}`, tells of none.
 */
function listThings({ onAll, onOne }: Collection): readonly (Thing | Listed)[] {
  // One thing can be told of as a list.
  const readThing = (exchange: Exchange | undefined): Thing | Listed | undefined => exchange?.thing ?? exchange?.list;
  const insertion = onAll.get('POST');
  const made = readThing(insertion);
  const item = onAll.get('GET')?.list;
  const [read, ...changed] = ['GET', 'PUT', 'PATCH', 'POST'].map((method) => readThing(onOne.get(method)));
  const told = [read, item, ...changed].flatMap((one) => one?.properties ?? []);
  const isOther =
    insertion && made && (told.length > 0 || (read ?? item)) && isReceipt(insertion.operation, made.properties, told);
  return [read, isOther ? undefined : made, item, ...changed].filter((one) => one !== undefined);
}

/** Adds the names of the variables of a path, where an operation calls them otherwise than its table does. */
function withScope({ scope }: Collection, found: FoundBehaviour): FoundBehaviour {
  const { path, parameters } = found.operation;
  const own = [...path.matchAll(/\{\+?([^{}=]+)\}/g)].map(
    ([, name = '']) => parameters.find((one) => one.in === 'path' && one.name === name)?.property ?? name,
  );
  const names = own.slice(0, scope.length);
  const isSame = names.length !== scope.length || names.every((name, index) => name === scope[index]);
  return isSame ? found : { ...found, behaviour: { ...found.behaviour, scope: names } };
}

/** Names a table by the last word of its path, else by all of them, else with a number: `toys`, `petsToys`, `petsToys2`. */
function freeName(path: string, taken: ReadonlySet<string>): string {
  const literals = path.split('/').filter((segment) => segment !== '' && !/[{*]/.test(segment));
  const long = camelCase(literals.join(' '), 'items');
  let name = camelCase(literals.at(-1) ?? '', 'items');
  for (let number = 1; taken.has(name); number++) name = number === 1 ? long : `${long}${number}`;
  return name;
}

/** Finds a thing that there is once: `GET` and `PUT` or `PATCH` of `/settings`, or of `/shops/{shopId}/settings`. */
function findSingle(api: Api, collection: Collection, table: string): Table | undefined {
  const { onAll, onOne, scope } = collection;
  const get = onAll.get('GET');
  const { thing, list } = get ?? {};
  if (get === undefined || thing === undefined || thing.properties.length === 0 || onOne.size > 0) return undefined;
  if (list !== undefined && thing.within === undefined) return undefined;
  const changes = ['PUT', 'PATCH', 'POST'].flatMap((method) => onAll.get(method) ?? []);
  const writes = changes.filter(({ sent }) => sent !== undefined);
  const removal = onAll.get('DELETE');
  const isChanged = writes.length > 0 && (removal ?? writes.find((one) => one.operation.method !== 'POST'));
  if (!isChanged) return undefined;
  const single = (exchange: Exchange, action: JsonObject): FoundBehaviour => ({
    operation: exchange.operation,
    behaviour: { action, paging: false, ...locateThing(api, exchange, exchange.thing?.within) },
    why: 'there is one of it, and operations change it',
  });
  const found = [
    single(get, { get: table }),
    ...writes.map((write) => {
      const { method } = write.operation;
      const isUpsert = method !== 'PATCH' && { upsert: true };
      return single(write, { update: table, ...isUpsert, ...(method === 'PUT' && { replace: true }) });
    }),
    ...(removal ? [single(removal, { delete: table })] : []),
  ];
  const key = '~key';
  const rules = {
    key,
    ...findTimestamps(api, thing.properties),
    ...(scope.length > 0 && { scope: [...scope] }),
    single: removal && onAll.has('POST') ? 'made' : 'given',
    inferred: true,
  };
  const target = { table, key, properties: thing.properties, isFilled: false };
  return { table, rules, collection, target, found };
}
