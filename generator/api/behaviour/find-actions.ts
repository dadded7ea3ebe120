import { compact, type JsonObject } from '../../json.js';
import type { Api, Content, Operation } from '../api.js';
import { findPaging } from './find-paging.js';
import type { Property } from '../types/schema.js';
import { allowedValues, followSchema } from '../schemas/target-schema.js';
import { type Placed, type Target, siteOfPath } from './collections.js';
import {
  listIn,
  type Listed,
  listValueMembers,
  respondsWithContent,
  findResult,
  type Thing,
  thingIn,
  listValueTypes,
} from './exchanged.js';
import { findFilters, findSelections } from './find-filters.js';
import { findSentThing, bodyWithin, intoAttributes, parentMembers } from './find-body.js';
import { successResponses } from '../messages/responses.js';

/** The behaviour of an operation, and the reason for which the emulator takes it for that. */
export interface FoundBehaviour {
  readonly operation: Operation;
  readonly behaviour: JsonObject;
  /** A clause without a full stop: `GET responds with a list`. */
  readonly why: string;
}

type Found = FoundBehaviour | undefined;

/** Finds the actions of the operations of a collection on its table. */
export function findActions(placed: Placed): readonly FoundBehaviour[] {
  const { onAll, onOne } = placed.collection;
  const [get, head, put, patch, post, remove] = (['GET', 'HEAD', 'PUT', 'PATCH', 'POST', 'DELETE'] as const).map(
    (method) => onOne.get(method),
  );
  const upsert = !placed.target.isFilled && { upsert: true };
  const { key } = placed.target;
  const removed = onAll.get('DELETE');
  const byKey = removed !== undefined && hasQuery(removed, key);
  const isBare = removed?.body === undefined && removed?.parameters.every((one) => one.in !== 'query') === true;
  return [
    listAction(placed, onAll.get('GET')),
    insertAction(placed, onAll.get('POST')),
    getAction(placed, get),
    getAction(placed, head),
    changeAction(placed, put, { ...nameRow(placed, put), replace: true, ...upsert }),
    changeAction(placed, patch, nameRow(placed, patch)),
    put === undefined && patch === undefined ? changeAction(placed, post, nameRow(placed, post)) : undefined,
    removal(placed, remove, nameRow(placed, remove)),
    changeAction(placed, withKey(placed, onAll.get('PUT')), placed.target.isFilled ? {} : { upsert: true }),
    changeAction(placed, withKey(placed, onAll.get('PATCH')), {}),
    // A `DELETE` of a collection removes the one that a parameter names, or all.
    removal(placed, byKey || isBare ? removed : undefined, byKey ? { by: key } : { all: true }),
  ].flatMap((found) => found ?? []);
}

/**
 * Finds the parameter by which an operation names one thing, and the property that it has the value of where that is not the key:
 * `GET /integrations/{type}` beside `PUT /integrations/{integrationId}`.
 */
function nameRow(
  { api, collection, target }: Placed,
  operation: Operation | undefined,
): { by: string; named?: string } {
  const { parameter = target.key, onAll, path } = collection;
  const by = operation === undefined ? parameter : (siteOfPath(operation.path).item ?? parameter);
  const members = [...target.properties, ...(findSentThing(api, onAll.get('POST'), path)?.properties ?? [])];
  const named = by === parameter ? undefined : members.find(({ name }) => name === by)?.name;
  return { by, ...(named !== undefined && named !== target.key && { named }) };
}

function listAction({ api, collection, target, kept }: Placed, operation: Operation | undefined): Found {
  if (operation === undefined) return undefined;
  const isDescribed = operation.responses.some(({ contents }) => contents.length > 0);
  const unknown: Listed = { schema: undefined, properties: target.properties, around: [] };
  const listed = isDescribed ? listIn(api, findResult(api, operation), collection.path) : unknown;
  if (listed === undefined || !isSameThing(api, target, listed)) return undefined;
  // Filters that leave the rows of one parent.
  const { parent, nested } = collection;
  const below: JsonObject = {
    ...(nested && parent !== undefined && { [parent]: { under: target.key } }),
    ...Object.fromEntries(Object.entries(kept).map(([name, names]) => [name, { refers: [...names] }])),
  };
  return toListAction(api, operation, target, { listed, below });
}

function toListAction(
  api: Api,
  operation: Operation,
  { table, key, properties }: Target,
  { listed, below = {} }: { readonly listed: Listed; readonly below?: JsonObject },
): FoundBehaviour {
  const { items, isPlain = false, node, around } = listed;
  const paging = findPaging(api, operation, listed);
  const filters: JsonObject = { ...below, ...findFilters(api, operation, { properties, key, paging }) };
  const behaviour: JsonObject = {
    action: compact({
      list: table,
      items,
      keys: isPlain ? true : undefined,
      node,
      ...findKindConstant(around),
    }),
    ...(Object.keys(filters).length > 0 && { filters }),
    paging,
  };
  const where = items === undefined ? 'a list' : `a list in \`${items}\``;
  return { operation, behaviour, why: `it responds with ${where}` };
}

/**
 * Finds the action of an operation below a collection that finds things by their properties: `GET /pets/findByStatus`, `POST
 * /pets/search` by the members of its body, and `GET /pets/count`.
 */
export function finderAction(
  api: Api,
  operation: Operation,
  { target, path }: { target: Target; path: string },
): Found {
  const isSearch = operation.method === 'POST' && operation.reads === true;
  if (operation.method !== 'GET' && !isSearch) return undefined;
  const result = findResult(api, operation);
  // The member that holds the number alone; empty where the response is the number.
  const numbers = listValueMembers(api, result).filter((one) => listValueTypes(api, one.schema).has('integer'));
  const member = numbers.length === 1 ? numbers[0]?.name : undefined;
  const counted = listValueTypes(api, result).has('integer') ? '' : member;
  const count = operation.path.endsWith('/count') ? counted : undefined;
  const none: Listed = { schema: undefined, properties: [], around: [] };
  const listed = count === undefined ? listIn(api, result, path) : none;
  if (listed === undefined || !isSameThing(api, target, listed)) return undefined;
  const sent = isSearch ? (findSentThing(api, operation, path)?.properties ?? []) : [];
  const asked = sent.map(({ name, required, schema }) => ({ ...query, name, property: name, required, schema }));
  const parameters = [...operation.parameters, ...asked];
  const found = toListAction(api, { ...operation, parameters }, target, { listed });
  const { action: _action, ...behaviour } = found.behaviour;
  if (count !== undefined)
    return {
      ...found,
      behaviour: { ...behaviour, action: { list: target.table, count } },
      why: 'it responds with a count',
    };
  return behaviour['filters'] === undefined && !isSearch ? undefined : found;
}

/** A query parameter, which the members of the body of a search are read as. */
const query = {
  id: '',
  in: 'query',
  style: 'form',
  explode: true,
  allowReserved: false,
  shape: { kind: 'unknown' },
  doc: {},
  notes: [],
  extensions: {},
  at: { file: '', line: 0, column: 0 },
} as const;

type Members = Pick<Listed, 'schema' | 'properties'>;

/** Returns true if things are those of a table: they have its key, or at least half of the members of the smaller of both. */
function isSameThing(api: Api, target: Target, listed: Members): boolean {
  const { key, properties } = target;
  const { properties: of } = listed;
  // Nothing is said of the members of one of them.
  if (of.length === 0 || properties.length === 0) return true;
  if (isOtherKind(api, target, listed)) return false;
  const names = new Set(properties.map(({ name }) => name));
  const shared = of.filter(({ name }) => names.has(name)).length;
  return of.some(({ name }) => name === key) || (shared > 0 && shared * 2 >= Math.min(of.length, names.size));
}

/**
 * Returns true if things have a member that shares no value with that of the rows of a table, such as `type: enum [cat]` beside
 * `[dog]`.
 */
function isOtherKind({ schemas }: Api, { properties }: Target, { schema, properties: of }: Members): boolean {
  const { oneOf, anyOf } = schema === undefined ? {} : followSchema(schemas, schema);
  // The members are those of the first alternative alone.
  if (oneOf !== undefined || anyOf !== undefined) return false;
  const byName = new Map(properties.map((property) => [property.name, property]));
  return of.some((property) => {
    const own = byName.get(property.name);
    const [one, other] = [own, property].map((member) => member && allowedValues(followSchema(schemas, member.schema)));
    // They have no value in common, such as the constants that say what an object is.
    return one !== undefined && other !== undefined && !one.some((value) => other.includes(value));
  });
}

/** Finds the constant that says what an object is, where it has one beside an entity tag, as Google's older services do. */
export function findKindConstant(properties: readonly Property[]): JsonObject {
  const kind = properties.find(({ name }) => name === 'kind')?.schema.const?.value;
  return typeof kind === 'string' && properties.some(({ name }) => name === 'etag') ? { kind } : {};
}

/** The content of a response: a thing, nothing, a plain value such as an id, a list, or something else (`undefined`). */
type Returned = Thing | 'nothing' | 'plain' | 'list' | undefined;

function classifyResponse({ api, collection }: Placed, operation: Operation): Returned {
  if (!respondsWithContent(operation)) return 'nothing';
  const result = findResult(api, operation);
  if (result === undefined) return undefined;
  const types = listValueTypes(api, result);
  if (types.size === 0 || types.has('object')) return thingIn(api, result, collection.path);
  return types.has('array') ? 'list' : 'plain';
}

/** Adds to an action the members of body and response that hold the thing. */
function toBehaviour(
  placed: Placed,
  operation: Operation,
  { returned, action }: { readonly returned: Returned; readonly action: JsonObject },
): JsonObject {
  const within = typeof returned === 'object' ? returned.within : undefined;
  const parents = Object.keys(placed.kept);
  const filters = findSelections(placed.api, operation);
  const isNew = 'insert' in action || action['upsert'] === true;
  const parentIds = isNew ? parentMembers(placed, operation) : {};
  return {
    action,
    paging: false,
    ...(Object.keys(filters).length > 0 && { filters }),
    ...(within !== undefined && { within }),
    ...bodyWithin(placed.api, operation, placed.collection.path, within),
    ...intoAttributes(placed, operation),
    ...(isNew && parents.length > 0 && { parents }),
    ...(Object.keys(parentIds).length > 0 && { parentIds }),
  };
}

function insertAction(placed: Placed, operation: Operation | undefined): Found {
  const returned = operation && classifyResponse(placed, operation);
  if (operation === undefined || returned === undefined) return undefined;
  const { collection, target } = placed;
  const many = listSent(placed, operation);
  if (many === undefined || (many === false && !makesOne(placed, operation, returned))) return undefined;
  const hasLocation = operation.responses.some(
    ({ status, headers }) => /^[23]/.test(status) && headers.some((name) => name.toLowerCase() === 'location'),
  );
  const action = {
    insert: target.table,
    ...(hasLocation && collection.parameter !== undefined && { location: true }),
    ...(many !== false && { many }),
    ...describeAnswer({ ...placed, operation }, returned, 'key'),
  };
  const why =
    collection.onOne.size > 0 ? 'there are operations on one of what it makes' : 'there is a list of what it makes';
  return { operation, behaviour: toBehaviour(placed, operation, { returned, action }), why };
}

/**
 * Returns true if a `POST` makes a row of the table: it responds with one, or its body describes one. `{droplet_ids: [7]}` to
 * `/firewalls/{}/droplets` adds droplets to a firewall, and after `{labels: ['bug']}` the response lists all labels: these make
 * none.
 */
function makesOne({ api, collection, target }: Placed, operation: Operation, returned: Returned): boolean {
  const thing = thingIn(api, findResult(api, operation), collection.path);
  if (returned === 'plain' || (thing !== undefined && thing.properties.length > 0 && isSameThing(api, target, thing)))
    return true;
  const plain = (name: string): string => name.toLowerCase().replaceAll('_', '');
  const variables = [...collection.onOne.values()].map(({ path }) => siteOfPath(path).item ?? '');
  const names = new Set([...variables, ...target.properties.map(({ name }) => name)].map(plain));
  const sent = findSentThing(api, operation, collection.path)?.properties ?? [];
  if (target.properties.length === 0 || sent.length === 0) return returned !== 'list';
  return sent.some(({ name }) => names.has(plain(name)));
}

function takesFile(contents: readonly Content[]): boolean {
  return contents.some(({ kind }) => kind === 'binary');
}

/** Finds the member of a body that lists several things (empty: the body does); `false` for one thing, undefined for anything else. */
function listSent({ api, collection, target }: Placed, operation: Operation): string | false | undefined {
  const contents = operation.body?.contents ?? [];
  const schema = contents.find(({ kind }) => /^(?:json|xml|form|multipart)$/.test(kind))?.schema;
  if (schema === undefined) return contents.length === 0 || takesFile(contents) ? false : undefined;
  const types = listValueTypes(api, schema);
  if (types.has('array') && types.size === 1) return '';
  if (types.size > 0 && !types.has('object')) return undefined;
  const listed = listIn(api, schema, collection.path);
  const properties = listValueMembers(api, schema);
  const names = new Set(target.properties.map(({ name }) => name));
  const isOnly = properties.length === 1 && listed?.items === properties[0]?.name && !names.has(listed?.items ?? '');
  return isOnly && listed?.items !== undefined && listed.properties.some(({ name }) => names.has(name))
    ? listed.items
    : false;
}

/**
 * Returns true if a response is about something else than the rows, such as the job that makes one; `own` are its members, `held`
 * those of rows.
 */
export function isReceipt(operation: Operation | undefined, own: readonly string[], held: readonly string[]): boolean {
  if (operation === undefined || own.length === 0) return false;
  if (held.length === 0) return successResponses(operation.responses).every(({ status }) => status === '202');
  return !own.some((name) => held.includes(name));
}

/** Describes a response that is not the thing itself: an id, a list, or something else, such as a job. */
function describeAnswer(
  { api, target, operation }: Placed & { readonly operation?: Operation },
  returned: Returned,
  plain: 'key' | 'sample',
): JsonObject {
  if (typeof returned === 'object') {
    const [own, held] = [returned, target].map(({ properties }) => properties.map(({ name }) => name));
    const isJob = isReceipt(operation, own ?? [], held ?? []) && own?.includes(target.key) === false;
    return isJob || isOtherKind(api, target, returned) ? { tells: 'sample' } : {};
  }
  if (returned === 'plain') return { tells: plain };
  return returned === 'list' ? { tells: 'list' } : {};
}

/** Finds the read of one thing, also where the response is a list with it alone. */
function getAction(placed: Placed, operation: Operation | undefined): Found {
  const { api, collection, target } = placed;
  const returned = operation && classifyResponse(placed, operation);
  if (operation === undefined || returned === 'plain') return undefined;
  const isFile =
    returned === undefined && takesFile(successResponses(operation.responses).flatMap((one) => one.contents));
  if (returned === undefined && !isFile) return undefined;
  const list = returned === 'list' ? listIn(api, findResult(api, operation), collection.path) : undefined;
  const thing = list ?? returned;
  if (thing === 'list' || (typeof thing === 'object' && !isSameThing(api, target, thing))) return undefined;
  const name = nameRow(placed, operation);
  const action = {
    get: target.table,
    ...name,
    ...(isFile && { file: true }),
    ...(list !== undefined && { tells: 'list' }),
  };
  return {
    operation,
    behaviour: toBehaviour(placed, operation, { returned, action }),
    why: `its path ends in {${name.by}}`,
  };
}

function changeAction(
  placed: Placed,
  operation: Operation | undefined,
  how: { readonly by?: string; readonly named?: string; readonly replace?: boolean; readonly upsert?: boolean },
): Found {
  const returned = operation && classifyResponse(placed, operation);
  if (operation === undefined || returned === undefined) return undefined;
  const action: JsonObject = {
    update: placed.target.table,
    ...how,
    ...describeAnswer({ ...placed, operation }, returned, 'sample'),
  };
  const named = how.by === undefined ? `its body has \`${placed.target.key}\`` : `its path ends in {${how.by}}`;
  return { operation, behaviour: toBehaviour(placed, operation, { returned, action }), why: named };
}

/** Returns an operation if its body or a parameter has the key of a row, or if it is a `PUT` that makes one, where no `POST` does. */
function withKey({ api, collection, target }: Placed, operation: Operation | undefined): Operation | undefined {
  const properties = findSentThing(api, operation, collection.path)?.properties ?? [];
  const isNamed =
    operation !== undefined && (hasQuery(operation, target.key) || properties.some(({ name }) => name === target.key));
  const makes = operation?.method === 'PUT' && !target.isFilled && collection.onOne.has('GET') && properties.length > 0;
  return isNamed || makes ? operation : undefined;
}

/** Some services respond to a removal with an object that holds nothing, or with a receipt. */
function removal(
  placed: Placed,
  operation: Operation | undefined,
  how: { readonly by: string; readonly named?: string } | { readonly all: true },
): Found {
  const returned = operation && classifyResponse(placed, operation);
  if (operation === undefined || returned === undefined) return undefined;
  const isReceipt =
    typeof returned === 'object' && returned.properties.length > 0 && !isSameThing(placed.api, placed.target, returned);
  const isHollow = typeof returned === 'object' && returned.within === undefined && returned.properties.length === 0;
  const action = {
    delete: placed.target.table,
    ...how,
    ...(isHollow ? { hollow: true } : isReceipt && { receipt: true }),
    ...describeAnswer(placed, returned, 'sample'),
  };
  const why = 'by' in how ? `it names one by \`${how.by}\`` : 'it names none, so that it removes all';
  return { operation, behaviour: toBehaviour(placed, operation, { returned, action }), why };
}

/** Returns true if an operation has a query parameter of that name. */
function hasQuery({ parameters }: Operation, name: string): boolean {
  return parameters.some((one) => one.in === 'query' && one.name === name);
}
