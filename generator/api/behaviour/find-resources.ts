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

/** A table of the emulator that is inferred from paths. */
export interface FoundResource {
  readonly table: string;
  readonly rules: JsonObject;
  /** The named schema of its rows, if there is one. */
  readonly model?: Model;
}

/** Tables and behaviours of the emulator that are inferred from the paths of a service, where its spec declares none. */
export interface FoundResources {
  readonly resources: readonly FoundResource[];
  /** Behaviour by id of the operation. */
  readonly behaviours: ReadonlyMap<string, JsonObject>;
  /** Reason for the behaviour of an operation, by its id: `its path ends in {petId}`. */
  readonly reasons: ReadonlyMap<string, string>;
}

/** Number of sampled rows in a table without a seed. */
const samples = 3;

/** Finds collections (`/things`, `/things/{id}`) and single things (`/settings`) among the operations that declare no `x-action`. */
export function findResources(api: Api): FoundResources {
  const byPath = findCollections(api);
  const collections = [...byPath.values()];
  const homes = findHomes(collections);
  const createdBelow = new Set([...homes].flatMap(([{ onAll }, home]) => (onAll.has('POST') ? home : [])));
  const search: Search = { api, byPath, createdBelow, names: new Set(), tables: new Map(), behaviours: new Map() };
  const { tables, behaviours } = search;
  const isFound = ({ onAll }: Collection): boolean =>
    [...onAll.values()].some(({ operation }) => behaviours.has(operation.id));
  const atHome = collections.filter((one) => !homes.has(one));
  for (const one of atHome) if (!isLoneList(one) || createdBelow.has(one)) addTable(search, one);
  for (const [one, home] of homes) addBelow(search, one, home);
  // `addBelow` adds nothing if the home became no table: the collection gets a table of its own.
  for (const one of collections) if (!isLoneList(one) && !isFound(one) && !tables.has(one)) addTable(search, one);
  for (const operation of api.operations) addFinder(search, operation);
  for (const one of atHome) if (isLoneList(one) && !isFound(one)) addTable(search, one);
  return {
    resources: [...tables.values()].map(({ table, rules, model, collection }) => {
      // Rows of `/things/{thing}/parts` can exist only while their thing does.
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
  /** Collections whose things are created by a `POST` below another thing: `/tasks` with `POST /projects/{projectId}/tasks`. */
  readonly createdBelow: ReadonlySet<Collection>;
  /** Names of tables. */
  readonly names: Set<string>;
  readonly tables: Map<Collection, Table>;
  readonly behaviours: Map<string, FoundBehaviour>;
}

/** A table, with the behaviours of the operations of its collection. */
interface Table extends FoundResource {
  readonly collection: Collection;
  readonly target: Target;
  readonly found: readonly FoundBehaviour[];
}

/** Adds the table of a collection: of things with keys (`/pets/{petId}`), or of a single thing (`/settings`). */
function addTable(search: Search, collection: Collection): void {
  const { api, names, tables, behaviours } = search;
  const name = nameTable(collection.path, names);
  const table = findTable(search, collection, name) ?? findSingle(api, collection, name);
  if (table === undefined) return;
  names.add(name);
  tables.set(collection, table);
  for (const one of table.found) behaviours.set(one.operation.id, withScope(collection, one));
}

function findTable({ api, createdBelow }: Search, collection: Collection, table: string): Table | undefined {
  const { onAll, onOne, scope, nested } = collection;
  const things = listThings(collection);
  const isUntyped = things.length === 0 && hasNoContents(collection);
  // `PUT` and `DELETE /team/members/{id}` without content add and remove a member.
  const isMembership = onOne.has('PUT') && !onAll.has('POST') && (onOne.has('GET') || onOne.has('DELETE'));
  if (things.length === 0 && !isUntyped && !isMembership) return undefined;
  const key = findKey(api, collection, things);
  const all = things.flatMap((thing) => thing.properties);
  const target = { table, key: key.key, properties: firstByName(all), hasPost: onAll.has('POST') };
  const found = findActions({ api, collection, target, kept: {} });
  const hasAction = (key: string): boolean =>
    found.some(({ behaviour: { action } }) => toObject(action)[key] !== undefined);
  const isListOfThings = hasAction('list') && !hasAction('keys') && target.properties.length > 0;
  const isEnough = found.length > 1 || isListOfThings || createdBelow.has(collection);
  // `POST` and `DELETE` of `/posts/{id}/star` store no rows that an operation reads: they are actions on the post.
  const isUnread = scope.length > 0 && onOne.size === 0 && !hasAction('list');
  if (found.length === 0 || !isEnough || isUnread) return undefined;
  // The named schema of a thing, or the first named alternative of its union.
  const [model] = things.flatMap(({ schema: { ref, oneOf = [], anyOf = [] } }) => {
    const id = ref ?? [...oneOf, ...anyOf][0]?.ref;
    return api.models.find((one) => one.id === id) ?? [];
  });
  const rules = {
    ...key,
    ...findKindConstant(all),
    ...findTimestamps(api, all),
    // Rows with a parent are stored under the parent's parameters or name; only tables without parents start with samples.
    ...(scope.length > 0 ? { scope: [...scope] } : !nested && { samples }),
    // No operation lists or creates rows, so callers cannot know the keys: every key has a row.
    ...(!createdBelow.has(collection) && !['list', 'insert', 'upsert'].some(hasAction) && { open: true }),
    ...(isUntyped && { untyped: true }),
    inferred: true,
  };
  return { table, rules, collection, target, found, ...(model && { model }) };
}

/** Adds the behaviours of a collection below a parent, which act on the table of its home: `/users/{userId}/meetings` on `/meetings`. */
function addBelow(search: Search, collection: Collection, home: Collection): void {
  const { api, tables, behaviours } = search;
  const table = tables.get(home);
  if (table === undefined) return;
  const { path, scope } = collection;
  // Possible names of the member of a row that refers to the parent: `project_gid`, `projects`, `project`.
  const [above = ''] = path.split('/').slice(-3, -2);
  const singulars = /[{}*]/.test(above) ? [] : listSingulars(above);
  const own = scope.slice(home.scope.length);
  const kept = Object.fromEntries(own.map((name) => [name, [...new Set([name, ...singulars])]]));
  const parent = findParent(search, collection);
  for (const { behaviour, ...found } of findActions({ api, collection, target: table.target, kept })) {
    const { id, method, responses } = found.operation;
    // `GET /users/{userId}/meetings` filters `/meetings`: for an unknown user the list is empty, unless a 404 is declared.
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

/** Finds the table of a collection's parents, if callers can create them: the table of `/shops` for `/shops/{}/pets`. */
function findParent({ byPath, tables }: Search, { path, scope }: Collection): Table | undefined {
  const [, outer] = /^(.*)\/\{\}\/[^/]*$/.exec(path) ?? [];
  const above = outer === undefined || scope.length === 0 ? undefined : byPath.get(outer);
  const isMade = above?.onAll.has('POST') === true || above?.onAll.has('PUT') === true;
  const parent = above && isMade ? tables.get(above) : undefined;
  return parent?.rules['single'] === undefined ? parent : undefined;
}

/** Returns true if callers can add things to a collection, but no response is described: the emulator returns what callers sent. */
function hasNoContents({ onAll, onOne }: Collection): boolean {
  return (
    onAll.has('POST') &&
    (onOne.has('GET') || (onAll.has('GET') && onOne.size > 0)) &&
    [...onAll.values(), ...onOne.values()]
      .flatMap(({ operation }) => operation.responses)
      .every(({ contents }) => contents.length === 0)
  );
}

/**
 * Lists the things that the operations of a collection send or return, the most informative first: those of the read of one thing,
 * of its creation, and of the list. Leaves out the response of a `POST` that describes something else, such as `{snapshot_id}`.
 */
function listThings({ onAll, onOne }: Collection): readonly (Thing | Listed)[] {
  // A response with one thing may be a list of one item.
  const readThing = (exchange: Exchange | undefined): Thing | Listed | undefined => exchange?.thing ?? exchange?.list;
  const insertion = onAll.get('POST');
  const created = readThing(insertion);
  const item = onAll.get('GET')?.list;
  const [read, ...changed] = ['GET', 'PUT', 'PATCH', 'POST'].map((method) => readThing(onOne.get(method)));
  const properties = [read, item, ...changed].flatMap((one) => one?.properties ?? []);
  const isOther =
    insertion &&
    created &&
    (properties.length > 0 || (read ?? item)) &&
    isReceipt(insertion.operation, created.properties, properties);
  return [read, isOther ? undefined : created, item, ...changed].filter((one) => one !== undefined);
}

/** Adds the variables of an operation's path if they differ from the scope of its table: `/users/{id}/pets` beside `/users/{userId}/pets`. */
function withScope({ scope }: Collection, found: FoundBehaviour): FoundBehaviour {
  const { path, parameters } = found.operation;
  const own = [...path.matchAll(/\{\+?([^{}=]+)\}/g)].map(
    ([, name = '']) => parameters.find((one) => one.in === 'path' && one.name === name)?.property ?? name,
  );
  const names = own.slice(0, scope.length);
  const isSame = names.length !== scope.length || names.every((name, index) => name === scope[index]);
  return isSame ? found : { ...found, behaviour: { ...found.behaviour, scope: names } };
}

/** Names a table by the last word of its path, by all words, or with a number, whichever is free first: `toys`, `petsToys`, `petsToys2`. */
function nameTable(path: string, taken: ReadonlySet<string>): string {
  const literals = path.split('/').filter((segment) => segment !== '' && !/[{*]/.test(segment));
  const long = camelCase(literals.join(' '), 'items');
  let name = camelCase(literals.at(-1) ?? '', 'items');
  for (let number = 1; taken.has(name); number++) name = number === 1 ? long : `${long}${number}`;
  return name;
}

/** Finds the table of a single thing: `GET` and `PUT` or `PATCH` of `/settings`, or of `/shops/{shopId}/settings`. */
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
    why: 'its path names a single thing that operations change',
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
  const target = { table, key, properties: thing.properties, hasPost: false };
  return { table, rules, collection, target, found };
}
