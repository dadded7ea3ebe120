import { compact, type Json, type JsonObject, nonEmpty } from '../../json.js';
import type { Api, Content, Operation } from '../api.js';
import { findPaging } from './find-paging.js';
import type { Property } from '../types/schema.js';
import { allowedValues, followSchema } from '../schemas/target-schema.js';
import { type Placed, type Target, findResourceSite } from './collections.js';
import {
  type Exchange,
  hasType,
  findList,
  listNames,
  listSingulars,
  type Listed,
  listValueMembers,
  listValueTypes,
  mayBe,
  type Thing,
} from './exchanged.js';
import { findFilters, findSelections } from './find-filters.js';
import { plainName } from '../paging/habits.js';
import { successResponses } from '../messages/responses.js';

/** The behaviour that the emulator infers for an operation, with the reason. */
export interface FoundBehaviour {
  readonly operation: Operation;
  readonly behaviour: JsonObject;
  /** A clause without a full stop: `GET responds with a list`. */
  readonly why: string;
}

type Found = FoundBehaviour | undefined;

/** Finds the actions of the operations of a collection on its table. */
export function findActions(placed: Placed): readonly FoundBehaviour[] {
  const { collection, target } = placed;
  const { onAll, onOne } = collection;
  const [put, patch, post] = ['PUT', 'PATCH', 'POST'].map((method) => onOne.get(method));
  const upsert = !target.hasPost && { upsert: true };
  const { operation: removeAll } = onAll.get('DELETE') ?? {};
  const byKey = removeAll !== undefined && hasQuery(removeAll, target.key);
  const isBare = removeAll?.body === undefined && !removeAll?.parameters.some((one) => one.in === 'query');
  return [
    listAction(placed, onAll.get('GET')),
    insertAction(placed, onAll.get('POST')),
    getAction(placed, onOne.get('GET')),
    getAction(placed, onOne.get('HEAD')),
    changeAction(placed, put, { replace: true, ...upsert }),
    changeAction(placed, patch),
    changeAction(placed, (put ?? patch) ? undefined : post),
    removal(placed, onOne.get('DELETE')),
    changeAction(placed, withKey(placed, onAll.get('PUT')), { ...upsert }),
    changeAction(placed, withKey(placed, onAll.get('PATCH'))),
    // `DELETE /pets?id=7` deletes one row, `DELETE /pets` without parameters and body deletes all.
    byKey || isBare ? removal(placed, onAll.get('DELETE'), byKey ? { by: target.key } : { all: true }) : undefined,
  ].filter((found) => found !== undefined);
}

/**
 * Finds the parameter that names the row of an operation (`by`), and the property that it is compared with if this is not the key
 * (`named`): `type` for `GET /integrations/{type}` beside `PUT /integrations/{integrationId}`. Both are absent for operations on all.
 */
function nameRow({ collection, target }: Placed, { path }: Operation): { by?: string; named?: string } {
  const { item } = findResourceSite(path);
  const members = [...target.properties, ...(collection.onAll.get('POST')?.sent?.properties ?? [])];
  const isNamed = item !== undefined && item !== target.key && listNames(members).has(item);
  return compact({ by: item, named: isNamed && item !== collection.parameter ? item : undefined });
}

function listAction({ api, collection, target, kept }: Placed, exchange: Exchange | undefined): Found {
  if (exchange === undefined) return undefined;
  const { operation, list } = exchange;
  const isDescribed = operation.responses.some(({ contents }) => contents.length > 0);
  if (list === undefined ? isDescribed : !isSameThing(api, target, list)) return undefined;
  // Filters for the rows of one parent.
  const { parent, nested } = collection;
  const below: JsonObject = {
    ...(nested && parent !== undefined && { [parent]: { under: target.key } }),
    ...Object.fromEntries(Object.entries(kept).map(([name, names]) => [name, { refers: [...names] }])),
  };
  return toListAction(api, operation, target, { properties: target.properties, around: [], ...list, below });
}

function toListAction(
  api: Api,
  operation: Operation,
  target: Target,
  { below, ...listed }: Omit<Listed, 'schema'> & { readonly below?: JsonObject },
): FoundBehaviour {
  const { items, isPlain, node, around } = listed;
  const paging = findPaging(api, operation, listed);
  const action = compact({ list: target.table, items, keys: isPlain, node, ...findKindConstant(around) });
  const filters = { ...below, ...findFilters(api, operation, target, paging) };
  const where = items === undefined ? 'a list' : `a list in \`${items}\``;
  return {
    operation,
    behaviour: compact({ action, filters: nonEmpty(filters), paging }),
    why: `it responds with ${where}`,
  };
}

/**
 * Finds the action of an operation that searches a collection: `GET /pets/findByStatus` by its parameters, `POST /pets/search` by the
 * members of its body, and `GET /pets/count`.
 */
export function finderAction(api: Api, { operation, result, list, sent }: Exchange, target: Target): Found {
  const isSearch = operation.method === 'POST' && operation.reads === true;
  if (operation.method !== 'GET' && !isSearch) return undefined;
  const asked = isSearch ? (sent?.properties ?? []) : [];
  const parameters = [
    ...operation.parameters,
    ...asked.map(({ name, required, schema }) => ({ ...query, name, property: name, required, schema })),
  ];
  const finder = { ...operation, parameters };
  // The only integer member of the response: `count` of `{ count: 3 }`; empty where the response itself is the number.
  const [number, ...others] = listValueMembers(api, result).filter((one) => hasType(api, one.schema, 'integer'));
  const member = others.length === 0 ? number?.name : undefined;
  const count = hasType(api, result, 'integer') ? '' : member;
  if (count !== undefined && operation.path.endsWith('/count')) {
    const { behaviour } = toListAction(api, finder, target, { properties: [], around: [] });
    const action = { list: target.table, count };
    return { operation, behaviour: { ...behaviour, action }, why: 'it responds with a count' };
  }
  const found = list && isSameThing(api, target, list) ? toListAction(api, finder, target, list) : undefined;
  return isSearch || found?.behaviour['filters'] !== undefined ? found : undefined;
}

/** A query parameter without a name: members of the body of a search are treated as query parameters. */
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

/** Returns true if things are rows of a table: they have its key, or share at least half of the members of the smaller one. */
function isSameThing(api: Api, target: Target, thing: Thing | Listed): boolean {
  const [names, own] = [listNames(target.properties), listNames(thing.properties)];
  // The schema of one of them lists no members, so they may be the same.
  if (own.size === 0 || names.size === 0) return true;
  const shared = [...own].filter((name) => names.has(name)).length;
  const isAlike = own.has(target.key) || (shared > 0 && shared * 2 >= Math.min(own.size, names.size));
  return isAlike && !isOtherKind(api, target, thing);
}

/**
 * Returns true if a member of things can have no value that the same member of rows can have: `type: { enum: [cat] }` and `type: {
 * enum: [dog] }`.
 */
function isOtherKind({ schemas }: Api, target: Target, { schema, properties }: Thing | Listed): boolean {
  const { oneOf, anyOf } = followSchema(schemas, schema);
  // For a union, `properties` has the member of the first alternative alone, which proves nothing about the others.
  if (oneOf !== undefined || anyOf !== undefined) return false;
  const readValues = (member: Property): readonly Json[] | undefined =>
    allowedValues(followSchema(schemas, member.schema));
  const values = new Map(target.properties.map((member) => [member.name, readValues(member)]));
  return properties.some((member) => {
    const [held, own] = [values.get(member.name), readValues(member)];
    return held !== undefined && own !== undefined && !own.some((value) => held.includes(value));
  });
}

/** Finds the constant `kind` of objects that have an `etag`, too, as in Google's older services: `{ kind: 'books#volume' }`. */
export function findKindConstant(properties: readonly Property[]): JsonObject {
  const kind = properties.find(({ name }) => name === 'kind')?.schema.const?.value;
  return typeof kind === 'string' && properties.some(({ name }) => name === 'etag') ? { kind } : {};
}

/** Completes an action: with the members of body and response that hold the thing, and with the keys of parents that new rows keep. */
function toFound(placed: Placed, exchange: Exchange, action: JsonObject, why: string): FoundBehaviour {
  const { operation, returned } = exchange;
  const isNew = 'insert' in action || action['upsert'] === true;
  const behaviour = compact({
    action,
    paging: false,
    filters: nonEmpty(findSelections(placed.api, operation)),
    ...locateThing(placed.api, exchange, typeof returned === 'object' ? returned.within : undefined),
    ...intoAttributes(placed, exchange),
    parents: isNew ? nonEmpty(Object.keys(placed.kept)) : undefined,
    parentIds: isNew ? nonEmpty(parentMembers(placed, operation)) : undefined,
  });
  return { operation, behaviour, why };
}

function insertAction(placed: Placed, exchange: Exchange | undefined): Found {
  if (exchange?.returned === undefined) return undefined;
  const { collection, target } = placed;
  const many = listSent(placed, exchange);
  if (many === undefined || (many === false && !makesOne(placed, exchange))) return undefined;
  const hasLocation = exchange.operation.responses.some(
    ({ status, headers }) => /^[23]/.test(status) && headers.some((name) => name.toLowerCase() === 'location'),
  );
  const action = {
    insert: target.table,
    ...(hasLocation && collection.parameter !== undefined && { location: true }),
    ...(many !== false && { many }),
    ...describeAnswer(placed, exchange, 'key'),
  };
  const why =
    collection.onOne.size > 0
      ? 'other operations act on one of the things it creates'
      : 'a list returns the things it creates';
  return toFound(placed, exchange, action, why);
}

/**
 * Returns true if a `POST` creates one row of the table: its response or its body describes a row. Returns false for
 * `{droplet_ids: [7]}` to `/firewalls/{}/droplets`, which adds existing droplets to a firewall, and for `{labels: ['bug']}` whose
 * response lists all labels.
 */
function makesOne({ api, collection, target }: Placed, { returned, thing, sent }: Exchange): boolean {
  if (returned === 'plain' || (thing && thing.properties.length > 0 && isSameThing(api, target, thing))) return true;
  const members = sent?.properties ?? [];
  if (target.properties.length === 0 || members.length === 0) return returned !== 'list';
  const plain = (name: string): string => name.toLowerCase().replaceAll('_', '');
  const variables = [...collection.onOne.values()].map(({ operation }) => findResourceSite(operation.path).item ?? '');
  const names = new Set([...variables, ...listNames(target.properties)].map(plain));
  return members.some(({ name }) => names.has(plain(name)));
}

function takesFile(contents: readonly Content[]): boolean {
  return contents.some(({ kind }) => kind === 'binary');
}

/** Finds the member of a body that lists several things (`''`: the body is the list); `false` for one thing, undefined for anything else. */
function listSent({ api, collection, target }: Placed, { operation, body }: Exchange): string | false | undefined {
  const contents = operation.body?.contents ?? [];
  if (body === undefined) return contents.length === 0 || takesFile(contents) ? false : undefined;
  if ([...listValueTypes(api, body)].join() === 'array') return '';
  if (!mayBe(api, body, 'object')) return undefined;
  const { items, properties = [] } = findList(api, body, collection.path) ?? {};
  const names = listNames(target.properties);
  const members = listValueMembers(api, body);
  const isOnly = items !== undefined && members.length === 1 && members[0]?.name === items && !names.has(items);
  return isOnly && properties.some(({ name }) => names.has(name)) ? items : false;
}

/**
 * Returns true if a response describes something other than a row, such as the job that will create one. `own` are the members of the
 * response, `held` those of rows.
 */
export function isReceipt({ responses }: Operation, own: readonly Property[], held: readonly Property[]): boolean {
  if (held.length === 0) return own.length > 0 && successResponses(responses).every(({ status }) => status === '202');
  const names = listNames(held);
  return own.length > 0 && !own.some(({ name }) => names.has(name));
}

/** Describes a response that is not the thing itself: an id, a list, or something else, such as a job. */
function describeAnswer(
  { api, target }: Placed,
  { returned, operation }: Exchange,
  plain: 'key' | 'sample' = 'sample',
): { tells?: string } {
  if (returned === 'plain') return { tells: plain };
  if (returned === 'list') return { tells: 'list' };
  if (typeof returned !== 'object') return {};
  const { properties: own } = returned;
  const isJob =
    operation.method !== 'DELETE' && isReceipt(operation, own, target.properties) && !listNames(own).has(target.key);
  return isJob || isOtherKind(api, target, returned) ? { tells: 'sample' } : {};
}

/** Finds the action that reads one thing; its response may be a list of one item. */
function getAction(placed: Placed, exchange: Exchange | undefined): Found {
  if (exchange === undefined) return undefined;
  const { operation, returned } = exchange;
  const contents = successResponses(operation.responses).flatMap((one) => one.contents);
  const list = returned === 'list' ? exchange.list : undefined;
  const thing = list ?? returned ?? (takesFile(contents) ? 'file' : undefined);
  if (thing === undefined || thing === 'plain' || thing === 'list') return undefined;
  if (typeof thing === 'object' && !isSameThing(placed.api, placed.target, thing)) return undefined;
  const name = nameRow(placed, operation);
  const action = {
    get: placed.target.table,
    ...name,
    ...(thing === 'file' && { file: true }),
    ...(list && { tells: 'list' }),
  };
  return toFound(placed, exchange, action, `its path ends in {${name.by}}`);
}

function changeAction(
  placed: Placed,
  exchange: Exchange | undefined,
  how: { readonly replace?: boolean; readonly upsert?: boolean } = {},
): Found {
  if (exchange?.returned === undefined) return undefined;
  const { table, key } = placed.target;
  const name = nameRow(placed, exchange.operation);
  const action = { update: table, ...name, ...how, ...describeAnswer(placed, exchange) };
  const why = name.by === undefined ? `its body has \`${key}\`` : `its path ends in {${name.by}}`;
  return toFound(placed, exchange, action, why);
}

/** Returns an operation on all if its body or query names a row by key, or if it is a `PUT` that creates rows because no `POST` does. */
function withKey({ collection, target }: Placed, exchange: Exchange | undefined): Exchange | undefined {
  if (exchange === undefined) return undefined;
  const { operation, sent: { properties = [] } = {} } = exchange;
  const isNamed = hasQuery(operation, target.key) || listNames(properties).has(target.key);
  const mayMake = operation.method === 'PUT' && !target.hasPost && collection.onOne.has('GET');
  return isNamed || (mayMake && properties.length > 0) ? exchange : undefined;
}

/** Finds the action that deletes rows. Its response may be an empty object (`hollow`), or one that describes something else (`receipt`). */
function removal(
  placed: Placed,
  exchange: Exchange | undefined,
  stated?: { readonly by?: string; readonly all?: true },
): Found {
  if (exchange?.returned === undefined) return undefined;
  const { returned, operation } = exchange;
  const how = stated ?? nameRow(placed, operation);
  const thing = typeof returned === 'object' ? returned : undefined;
  const isHollow = thing?.within === undefined && thing?.properties.length === 0;
  const isReceipt = thing && thing.properties.length > 0 && !isSameThing(placed.api, placed.target, thing);
  const action = {
    delete: placed.target.table,
    ...how,
    ...(isHollow && { hollow: true }),
    ...(isReceipt && { receipt: true }),
    ...describeAnswer(placed, exchange),
  };
  const why = how.by === undefined ? 'it names no row, so it deletes all' : `it names a row by \`${how.by}\``;
  return toFound(placed, exchange, action, why);
}

/** Returns true if an operation has a query parameter of that name. */
function hasQuery({ parameters }: Operation, name: string): boolean {
  return parameters.some((one) => one.in === 'query' && one.name === name);
}

/** Names of members that hold the writable members of a thing, as in JSON:API: `{id, type, attributes: {name}}`. */
const attributes = /^(?:attributes|properties|fields)$/;

/**
 * Finds the difference of levels between a body and a row: `into` is the member of the row that holds the body's members
 * (`{name}` → `{id, attributes: {name}}`), `bodyWithin` the member of the body that holds the row's (`{data: {attributes: {name}}}` →
 * `{id, name}`).
 */
function intoAttributes({ api, target }: Placed, { sent }: Exchange): { into?: string; bodyWithin?: string } {
  if (sent === undefined) return {};
  const [own, held] = [listNames(sent.properties), listNames(target.properties)];
  const into = target.properties.find(({ name }) => attributes.test(name) && !own.has(name));
  const inner = listValueMembers(api, into?.schema);
  if (into && inner.some(({ name }) => own.has(name) && !held.has(name))) return { into: into.name };
  const outer = sent.properties.find(({ name }) => attributes.test(name) && !held.has(name));
  const isRow = listValueMembers(api, outer?.schema).some(({ name }) => held.has(name));
  if (outer === undefined || !isRow) return {};
  return { bodyWithin: sent.within === undefined ? outer.name : `${sent.within}.${outer.name}` };
}

/** Names of variables that fit any thing, so they do not tell which parent they belong to. */
const general = /^(?:id|uuid|uid|gid|sid|key|slug|name|code|number)$/;

/** Maps variables of the path to the members of a row that hold them: `/posts/{postId}/comments` → `{ postId: 'post_id' }`. */
function parentMembers(
  { api, collection: { parameter }, target }: Placed,
  { path, parameters }: Operation,
): JsonObject {
  const found = [...path.matchAll(/([^/{}]+)\/\{([^{}=]+)\}/g)].flatMap(([, above = '', variable = '']) => {
    const own = plainName(variable);
    const expected = listSingulars(above).map((one) => plainName(`${one}id`));
    if (!general.test(own)) expected.push(own);
    const member = target.properties.find(
      ({ name, schema }) =>
        name !== target.key &&
        expected.includes(plainName(name)) &&
        !hasType(api, schema, 'object') &&
        !hasType(api, schema, 'array'),
    );
    if (member === undefined || variable === parameter) return [];
    return [[parameters.find((one) => one.in === 'path' && one.name === variable)?.property ?? variable, member.name]];
  });
  return Object.fromEntries(found);
}

/** Returns the member of the response that holds the thing, and the one of the body if it has another name. */
export function locateThing(
  api: Api,
  { sent }: Exchange,
  within: string | undefined,
): { within?: string; bodyWithin?: string } {
  const member = sent?.properties.find(({ name }) => name === within);
  const isWhole = member !== undefined && !hasType(api, member.schema, 'object');
  const isSame = sent === undefined || sent.within === within;
  return compact({ within, bodyWithin: isSame ? undefined : (sent.within ?? (isWhole ? '' : undefined)) });
}
