import { isJsonObject, type JsonObject } from '../../json.js';
import type { Api, Model, Operation } from '../api.js';
import type { Property } from '../types/schema.js';
import { camelCase } from '../tools/names.js';
import { type Collection, findCollections, findHomes, type Placed, type Target } from './collections.js';
import { listIn, findResult, listSingulars, type Thing, thingIn, findTimestamps } from './exchanged.js';
import { findActions, finderAction, type FoundBehaviour, isReceipt, findKindConstant } from './find-actions.js';
import { findSentThing, bodyWithin } from './find-body.js';
import { findKey, withChosenKey } from './find-key.js';

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
  const finder = new Finder(api);
  const collections = [...finder.collections.values()];
  for (const collection of collections)
    if (!isLoneList(collection) || finder.isHome(collection)) finder.addCollection(collection);
  for (const collection of collections) finder.addBelow(collection);
  // A home that is no table has no room for others.
  for (const collection of collections)
    if (!isLoneList(collection) && !finder.isFound(collection)) finder.addCollection(collection, true);
  for (const operation of api.operations) finder.addFinder(operation);
  for (const collection of collections.filter(isLoneList))
    if (!finder.isFound(collection)) finder.addCollection(collection);
  return finder.found();
}

interface Table extends FoundResource {
  readonly collection: Collection;
  readonly target: Target;
}

/** The tables and behaviours that are found, as they are found. */
class Finder {
  readonly collections: ReadonlyMap<string, Collection>;
  readonly #api: Api;
  readonly #homes: ReadonlyMap<Collection, Collection>;
  /** Collections whose things are made below others. */
  readonly #filled: ReadonlySet<Collection>;
  readonly #tables = new Map<Collection, Table>();
  readonly #behaviours = new Map<string, FoundBehaviour>();
  readonly #names = new Set<string>();

  constructor(api: Api) {
    this.#api = api;
    this.collections = findCollections(api);
    this.#homes = findHomes(api, this.collections.values());
    this.#filled = new Set([...this.#homes].flatMap(([{ onAll }, home]) => (onAll.has('POST') ? [home] : [])));
  }

  /** Adds the table of a collection that has one of its own, or that has none elsewhere. */
  addCollection(collection: Collection, isHomeless: boolean = false): void {
    if (isHomeless ? this.#tables.has(collection) : this.#homes.has(collection)) return;
    const api = this.#api;
    const things = listThings(api, collection);
    const isUntyped = things.length === 0 && saysNothing(collection);
    const { path, onAll, onOne, scope } = collection;
    // `PUT` and `DELETE` of `/things/{id}` without content say whether something belongs to it.
    const isMembership = onOne.has('PUT') && !onAll.has('POST') && (onOne.has('GET') || onOne.has('DELETE'));
    if (things.length === 0 && !isUntyped && !isMembership) return this.#addSingle(collection);
    const table = freeName(collection.path, this.#names);
    const insertion = onAll.get('POST');
    const body = findSentThing(api, insertion, path);
    const { parameter } = collection;
    const key = withChosenKey(api, findKey(api, collection, things), { body, insertion, parameter });
    const all = things.flatMap((thing) => thing.properties);
    const byName = new Map<string, Property>();
    for (const one of all) if (!byName.has(one.name)) byName.set(one.name, one);
    const target = { table, key: key.key, properties: [...byName.values()], isFilled: onAll.has('POST') };
    const found = findActions({ api, collection, target, kept: {}, isUntyped });
    const isListOfThings = does('list', found) && !does('keys', found) && target.properties.length > 0;
    const isEnough = found.length > 1 || isListOfThings || this.#filled.has(collection);
    // Nothing reads what is made: `POST` and `DELETE` of `/posts/{id}/star` are actions on the post.
    const isUnread = collection.scope.length > 0 && collection.onOne.size === 0 && !does('list', found);
    if (found.length === 0 || !isEnough || isUnread) return this.#addSingle(collection);
    // The named schema that a thing is, or that it chooses from first.
    const [model] = things.flatMap(({ schema: { ref, oneOf = [], anyOf = [] } }) => {
      const id = ref ?? [...oneOf, ...anyOf][0]?.ref;
      return api.models.find((one) => one.id === id) ?? [];
    });
    // Nobody could learn of a key that is there: any is.
    const isOpen =
      !does('list', found) && !does('insert', found) && !does('upsert', found) && !this.#filled.has(collection);
    const more = { ...(isOpen && { open: true }), ...(isUntyped && { untyped: true }) };
    // Rows below a parent are kept by its parameters, or bear its name; only those without a parent are made up.
    const seeding = scope.length > 0 ? { scope: [...scope] } : collection.nested ? {} : { samples };
    const facts = { ...findKindConstant(all), ...findTimestamps(api, all) };
    const rules = { ...key, ...facts, ...seeding, ...more, inferred: true };
    this.#addTable({ table, rules, collection, target, ...(model && { model }) }, found);
  }

  /** Adds what the operations of a path below another thing do to a table that has a path of its own. */
  addBelow(collection: Collection): void {
    const home = this.#homes.get(collection);
    const table = home && this.#tables.get(home);
    if (home === undefined || table === undefined) return;
    const own = collection.scope.slice(home.scope.length);
    // Members that refer to the thing that a variable names: `project_gid`, `projects`, `project`.
    const [above = ''] = collection.path.split('/').slice(-3, -2);
    const singulars = /[{}*]/.test(above) ? [] : listSingulars(above);
    const kept = Object.fromEntries(own.map((name) => [name, [...new Set([name, ...singulars])]]));
    const isUntyped = table.rules['untyped'] === true;
    const placed: Placed = { api: this.#api, collection, target: table.target, kept, isUntyped };
    const parent = this.#findParent(collection);
    for (const { behaviour, ...found } of findActions(placed)) {
      const { id, method, responses } = found.operation;
      // The list of what has an address of its own is a filter: nothing fits an unknown parent, unless a 404 is declared.
      const isStrict = method !== 'GET' || home.onOne.size === 0 || responses.some(({ status }) => status === '404');
      const below = parent === undefined || !isStrict ? {} : { below: { [parent.table]: [...collection.scope] } };
      this.#behaviours.set(id, { ...found, behaviour: { ...behaviour, ...below } });
    }
  }

  /** Returns true if a collection lists things that are made below others. */
  isHome(collection: Collection): boolean {
    return this.#filled.has(collection);
  }

  /** Returns true if an operation of a lone list has a behaviour already. */
  isFound({ onAll }: Collection): boolean {
    return [...onAll.values()].some(({ id }) => this.#behaviours.has(id));
  }

  addFinder(operation: Operation): void {
    const path = operation.path.slice(0, operation.path.lastIndexOf('/'));
    const above = this.collections.get(path);
    const table = above && this.#tables.get(above);
    if (table === undefined || this.#behaviours.has(operation.id) || operation.path.includes('{')) return;
    const found = finderAction(this.#api, operation, { target: table.target, path });
    if (found !== undefined) this.#behaviours.set(operation.id, found);
  }

  found(): FoundResources {
    const found = [...this.#behaviours];
    return {
      resources: [...this.#tables.values()].map((table) => this.#withParent(table)),
      behaviours: new Map(found.map(([id, { behaviour }]) => [id, behaviour])),
      reasons: new Map(found.map(([id, { why }]) => [id, why])),
    };
  }

  #addSingle(collection: Collection): void {
    const table = freeName(collection.path, this.#names);
    const single = findSingle(this.#api, collection, table);
    if (single !== undefined) this.#addTable({ table, collection, ...single }, single.found);
  }

  #addTable({ table, rules, model, collection, target }: Table, found: readonly FoundBehaviour[]): void {
    this.#names.add(table);
    this.#tables.set(collection, { table, rules, collection, target, ...(model && { model }) });
    for (const one of found) this.#behaviours.set(one.operation.id, withScope(collection, one));
  }

  /** A resource below the things of another collection, `/things/{thing}/parts`, needs the thing to be there. */
  #withParent({ table, rules, model, collection }: Table): FoundResource {
    const parent = this.#findParent(collection);
    return { table, rules: parent === undefined ? rules : { ...rules, parent: parent.table }, ...(model && { model }) };
  }

  /** The table of the things that a collection is below, where callers can make them. */
  #findParent({ path: own, scope }: Collection): Table | undefined {
    const path = own.slice(0, own.lastIndexOf('/'));
    const above = path.endsWith('/{}') ? this.collections.get(path.slice(0, -3)) : undefined;
    const isMade = above?.onAll.has('POST') === true || above?.onAll.has('PUT') === true;
    const parent = above !== undefined && isMade ? this.#tables.get(above) : undefined;
    return scope.length > 0 && parent?.rules['single'] === undefined ? parent : undefined;
  }
}

/** Returns true for a `GET` alone, which may list the things of another collection: `/pets/findByStatus`. */
function isLoneList({ onAll, onOne }: Collection): boolean {
  return onOne.size === 0 && onAll.size === 1 && onAll.has('GET');
}

/** Returns true if one of the operations does something: `list`, `insert`. */
function does(what: string, found: readonly FoundBehaviour[]): boolean {
  return found.some(({ behaviour: { action } }) => isJsonObject(action) && action[what] !== undefined);
}

/** Returns true if the spec describes no response of a collection that callers can add to: its things are what is sent. */
function saysNothing({ onAll, onOne }: Collection): boolean {
  const all = [...onAll.values(), ...onOne.values()];
  return (
    onAll.has('POST') &&
    (onOne.has('GET') || (onAll.has('GET') && onOne.size > 0)) &&
    all.every(({ responses }) => responses.every(({ contents }) => contents.length === 0))
  );
}

/**
 * Lists the things that the operations of a collection exchange, the most telling first: of one thing, of what is made, of the list.
 * A `POST` that responds with something else, such as `{snapshot_id}`, tells of none.
 */
function listThings(api: Api, { path, onAll, onOne }: Collection): readonly Thing[] {
  const readThing = (operation: Operation | undefined): Thing | undefined => {
    const result = operation && findResult(api, operation);
    // One thing can be told of as a list.
    const { schema, properties = [] } = listIn(api, result, path) ?? {};
    return thingIn(api, result, path) ?? (schema && { schema, properties });
  };
  const list = onAll.get('GET');
  const { schema, properties = [] } = listIn(api, list && findResult(api, list), path) ?? {};
  const item = schema && { schema, properties };
  const made = readThing(onAll.get('POST'));
  const names = new Set(made?.properties.map(({ name }) => name));
  const [read, ...changed] = [onOne.get('GET'), onOne.get('PUT'), onOne.get('PATCH'), onOne.get('POST')].map(readThing);
  const told = [read, item, ...changed].filter((one) => one !== undefined && one.properties.length > 0);
  const isOther =
    names.size > 0 &&
    (told.length > 0
      ? !told.some((one) => one?.properties.some(({ name }) => names.has(name)))
      : (read ?? item) !== undefined && isReceipt(onAll.get('POST'), [...names], []));
  return [read, isOther ? undefined : made, item, ...changed].flatMap((one) => one ?? []);
}

/** Adds the names of the variables of a path, where an operation calls them otherwise than its table does. */
function withScope({ scope }: Collection, found: FoundBehaviour): FoundBehaviour {
  const path = found.operation.parameters.filter((one) => one.in === 'path');
  const own = [...found.operation.path.matchAll(/\{\+?([^{}=]+)\}/g)].flatMap(([, name]) =>
    name === undefined ? [] : (path.find((one) => one.name === name)?.property ?? name),
  );
  const names = own.slice(0, scope.length);
  const isSame = names.length !== scope.length || names.every((name, index) => name === scope[index]);
  return isSame ? found : { ...found, behaviour: { ...found.behaviour, scope: names } };
}

function freeName(path: string, taken: ReadonlySet<string>): string {
  const literals = path.split('/').filter((segment) => segment !== '' && !/[{*]/.test(segment));
  const short = camelCase(literals.at(-1) ?? 'items', 'items');
  if (!taken.has(short)) return short;
  const long = camelCase(literals.join(' '), 'items');
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? long : `${long}${number}`;
    if (!taken.has(name)) return name;
  }
}

/** A thing that there is once, or once below another: its table, rules and what its operations do. */
interface FoundSingle {
  readonly rules: JsonObject;
  readonly target: Target;
  readonly model?: Model;
  readonly found: readonly FoundBehaviour[];
}

/** Finds a thing that there is once: `GET` and `PUT` or `PATCH` of `/settings`, or of `/shops/{shopId}/settings`. */
function findSingle(api: Api, { path, onAll, onOne, scope }: Collection, table: string): FoundSingle | undefined {
  const get = onAll.get('GET');
  const result = get && findResult(api, get);
  const thing = thingIn(api, result, path);
  if (get === undefined || thing === undefined || thing.properties.length === 0 || onOne.size > 0) return undefined;
  if (listIn(api, result, path) !== undefined && thing.within === undefined) return undefined;
  const changes = (['PUT', 'PATCH', 'POST'] as const).flatMap((method) => onAll.get(method) ?? []);
  const writes = changes.filter((operation) => findSentThing(api, operation, path) !== undefined);
  const removal = onAll.get('DELETE');
  const isChanged = writes.some(({ method }) => method !== 'POST') || (writes.length > 0 && removal !== undefined);
  if (!isChanged) return undefined;
  const isMade = removal !== undefined && onAll.has('POST');
  const within = (operation: Operation): JsonObject => {
    const outer = thingIn(api, findResult(api, operation), path)?.within;
    return { ...(outer !== undefined && { within: outer }), ...bodyWithin(api, operation, path, outer) };
  };
  const single = (operation: Operation, action: JsonObject): FoundBehaviour => ({
    operation,
    behaviour: { action, paging: false, ...within(operation) },
    why: 'there is one of it, and operations change it',
  });
  const found = [
    single(get, { get: table }),
    ...writes.map((operation) =>
      single(operation, {
        update: table,
        ...(operation.method !== 'PATCH' && { upsert: true }),
        ...(operation.method === 'PUT' && { replace: true }),
      }),
    ),
    ...(removal === undefined ? [] : [single(removal, { delete: table })]),
  ];
  const times = findTimestamps(api, thing.properties);
  const key = '~key';
  const rules = {
    key,
    ...times,
    ...(scope.length > 0 && { scope: [...scope] }),
    single: isMade ? 'made' : 'given',
    inferred: true,
  };
  return { rules, target: { table, key, properties: thing.properties, isFilled: false }, found };
}
