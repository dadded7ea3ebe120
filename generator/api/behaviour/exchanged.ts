import type { Api, Operation } from '../api.js';
import { listDescribing } from '../schemas/target-schema.js';
import { dataContent } from '../schemas/media-type.js';
import { successResponses } from '../messages/responses.js';
import { envelopes as listEnvelopes, isListName } from '../paging/habits.js';
import {
  compact,
  isCompound,
  isJsonObject,
  isOfType,
  type JsonObject,
  type Json,
  readInner,
  toArray,
  toObject,
} from '../../json.js';
import type { JsonType, Property, Schema } from '../types/schema.js';
import { reachable } from '../../iterables.js';
import { parsePointer } from '../../spec/read/pointer.js';

/** A thing that operations send or return, such as a pet, with the members of all alternatives of its schema. */
export interface Thing {
  readonly schema: Schema;
  readonly properties: readonly Property[];
  /** Member of the body or response that holds the thing: `data`; absent: the whole body or response is the thing. */
  readonly within?: string;
}

/** A list of things: the schema and the properties are those of an item. */
export interface Listed extends Omit<Thing, 'within'> {
  /** The items are plain values, such as ids. */
  readonly isPlain?: true;
  /** Member of an item that holds the thing: `node` of Relay's `{ node, cursor }`. */
  readonly node?: string;
  /** Member that holds the items: `data`, `_embedded.pets`; absent: the response is the array itself. */
  readonly items?: string;
  /** Members of the response beside the items: `total`, `nextPageToken`. */
  readonly around: readonly Property[];
}

/** An operation of a collection, with its request body and its response. */
export interface Exchange {
  readonly operation: Operation;
  /** Schema of the response. */
  readonly result: Schema | undefined;
  /** The thing in the response: `{ id }`, or the `data` of `{ data: { id } }`. */
  readonly thing: Thing | undefined;
  /** The list in the response: `[{ id }]`, or the `items` of `{ items: [{ id }] }`. */
  readonly list: Listed | undefined;
  /** Schema of the request body. */
  readonly body: Schema | undefined;
  /** The thing in the request body. */
  readonly sent: Thing | undefined;
  /** The content of the response: a thing, nothing, a plain value such as an id, a list, or something else (`undefined`). */
  readonly returned: Thing | 'nothing' | 'plain' | 'list' | undefined;
}

/** Reads the body and the response of an operation. A member with a name like the path's last segment holds the thing: `pet` for `/pets`. */
export function readExchange(api: Api, operation: Operation, path: string): Exchange {
  const { responses, body: { contents = [] } = {} } = operation;
  const result = findResult(api, operation);
  const thing = findThing(api, result, path);
  const body = (dataContent(contents) ?? contents.find(({ kind }) => kind === 'form' || kind === 'multipart'))?.schema;
  const hasContent = successResponses(responses).some((one) => !/^20[45]$/.test(one.status) && one.contents.length > 0);
  const value = thing ?? (result && (hasType(api, result, 'array') ? 'list' : 'plain'));
  return {
    operation,
    result,
    thing,
    list: findList(api, result, path),
    body,
    sent: findSentThing(api, body, path),
    returned: hasContent ? value : 'nothing',
  };
}

/** Finds the schema of a successful response, of JSON before XML; built from the example where the declared schema says too little. */
function findResult(api: Api, operation: Operation): Schema | undefined {
  const schema = dataContent(successResponses(operation.responses).flatMap(({ contents }) => contents))?.schema;
  const example = saysMore(api, schema) ? undefined : findResponseExample(api, operation);
  const { at, doc } = schema ?? operation;
  return example === undefined ? schema : describeExample(example, { at, doc });
}

/** Most levels of objects and lists inside each other that are read. */
const deepest = 8;

/** Returns true if a schema describes values: `{ type: object }` and `{ type: array }` alone do not. */
function saysMore(api: Api, schema: Schema | undefined, depth: number = 0): boolean {
  const types = listValueTypes(api, schema);
  if (types.has('array') && depth < deepest) return saysMore(api, findItems(api, schema), depth + 1);
  return types.has('object') ? listValueMembers(api, schema).length > 0 : types.size > 0;
}

/** Most schemas of one value that are read. */
const mostParts = 60;

/** Lists the members that a value of a schema can have, itself or through what it refers to, combines or chooses from. */
export function listValueMembers(api: Api, schema: Schema | undefined): readonly Property[] {
  return firstByName(listValueSchemas(api, schema).flatMap(({ object }) => object?.properties ?? []));
}

/** Lists the names of properties. */
export function listNames(properties: readonly Property[]): ReadonlySet<string> {
  return new Set(properties.map(({ name }) => name));
}

/** Leaves out properties that have the name of an earlier one. */
export function firstByName(properties: readonly Property[]): readonly Property[] {
  const byName = new Map<string, Property>();
  for (const one of properties) if (!byName.has(one.name)) byName.set(one.name, one);
  return [...byName.values()];
}

/** Lists the types that a value of a schema can have, without `null`; empty where the schema states none. */
export function listValueTypes(api: Api, schema: Schema | undefined): ReadonlySet<JsonType> {
  const types = new Set<JsonType>();
  for (const { types: own, object, array } of listValueSchemas(api, schema)) {
    for (const type of own ?? []) types.add(type);
    if (own === undefined && object?.properties !== undefined) types.add('object');
    if (own === undefined && array?.items !== undefined) types.add('array');
  }
  types.delete('null');
  return types;
}

/** Returns true if a schema states that its values can have a type. */
export function hasType(api: Api, schema: Schema | undefined, type: JsonType): boolean {
  return listValueTypes(api, schema).has(type);
}

/** Returns true if a value of a schema can have one of these types; also if the schema states no types. */
export function mayBe(api: Api, schema: Schema, ...types: readonly JsonType[]): boolean {
  const own = listValueTypes(api, schema);
  return own.size === 0 || types.some((type) => own.has(type));
}

/** Lists a schema and those that it refers to, combines or chooses from, the schema first. */
export function listValueSchemas(api: Api, schema: Schema | undefined): readonly Schema[] {
  const found: Schema[] = [];
  for (const one of reachable(schema ? [schema] : [], (part) => listDescribing(api.schemas, part))) {
    if (found.length === mostParts) break;
    found.push(one);
  }
  return found;
}

/** Returns the schema of the items of an array. */
export function findItems(api: Api, schema: Schema | undefined): Schema | undefined {
  return listValueSchemas(api, schema).find(({ array }) => array?.items !== undefined)?.array?.items;
}

/** Names of members that identify a thing: an object that has one is the thing itself and no envelope around it. */
const naming = /^(?:_?id|[gu]id|sid|uuid|key|number|slug|name)$/i;

const envelopes = /^(?:data|result|response|payload|body|d)$/i;

/** Names of the other members of an envelope, beside the thing. */
const beside = /^(?:meta|links|included|errors?|status|success|message|code|ok)$/i;

/** Lists possible singulars of a path's last segment, the segment first: `/v1/companies` → `companies`, `companie`, `compani`, `company`. */
export function listSingulars(path: string): readonly string[] {
  const plural = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  return [plural, plural.replace(/s$/, ''), plural.replace(/es$/, ''), plural.replace(/ies$/, 'y')];
}

/** Finds the thing in a request body: `{name}` itself, or the member `pet` of `{pet: {name}}` and of `{pet: {name}, dryRun}`. */
function findSentThing(api: Api, schema: Schema | undefined, path: string): Thing | undefined {
  const thing = findThing(api, schema, path);
  if (schema === undefined || thing?.within === undefined) return thing;
  const properties = listValueMembers(api, schema);
  const isWrapper = properties.every(
    ({ name, schema: one }) => name === thing.within || beside.test(name) || hasType(api, one, 'boolean'),
  );
  return isWrapper ? thing : { schema, properties };
}

/** Finds the thing that a schema describes: `{id, name}` itself, or the one in an envelope such as `{data: {id, name}}` or `{pet: {id, name}}`. */
function findThing(api: Api, schema: Schema | undefined, path: string): Thing | undefined {
  if (schema === undefined || !mayBe(api, schema, 'object')) return undefined;
  const properties = listValueMembers(api, schema);
  const whole = { schema, properties };
  if (properties.some(({ name }) => naming.test(name))) return whole;
  const objects = properties.filter((one) => hasType(api, one.schema, 'object') && !one.name.includes('.'));
  const singulars = listSingulars(path);
  const [only, ...others] = objects;
  const isAlone = others.length === 0 && properties.every((one) => one === only || beside.test(one.name));
  const member =
    objects.find(({ name }) => singulars.includes(name.toLowerCase())) ??
    objects.find(({ name }) => envelopes.test(name)) ??
    (isAlone ? only : undefined);
  const inner = listValueMembers(api, member?.schema);
  return member && inner.length > 0 ? { schema: member.schema, properties: inner, within: member.name } : whole;
}

/** Finds the list that a schema describes: `[{name}]`, `{items: [{name}]}`; undefined for one thing that has lists: `{id, tags: []}`. */
export function findList(api: Api, schema: Schema | undefined, path: string): Listed | undefined {
  if (schema === undefined) return undefined;
  const types = listValueTypes(api, schema);
  if (types.has('array')) return types.size === 1 ? listItems(api, schema) : undefined;
  if (types.size > 0 && !types.has('object')) return undefined;
  const around = listValueMembers(api, schema);
  const direct = listMember(api, around, path);
  if (direct !== undefined) return direct;
  for (const { name, schema: inner } of around) {
    if (!listEnvelopes.test(name) || !hasType(api, inner, 'object')) continue;
    const found = listMember(api, listValueMembers(api, inner), path);
    if (found !== undefined) return { ...found, items: `${name}.${found.items ?? ''}`, around };
  }
  return undefined;
}

function listMember(api: Api, around: readonly Property[], path: string): Listed | undefined {
  const lists = around.filter(({ name, schema }) => hasType(api, schema, 'array') && !name.includes('.'));
  const ofObjects = lists.filter(({ schema }) => hasType(api, findItems(api, schema), 'object'));
  const usual = ofObjects.filter(({ name }) => isListName(name, path));
  const [only, ...others] = ofObjects;
  const plain = lists.find((one) => !ofObjects.includes(one) && isListName(one.name, path));
  const isOneThing = around.some(({ name }) => /^(?:_?id|[gu]id|sid|uuid)$/i.test(name));
  const chosen = usual.length === 1 ? usual[0] : others.length === 0 ? (only ?? plain) : undefined;
  const found = chosen && !isOneThing && listItems(api, chosen.schema);
  return found ? { ...found, items: chosen.name, around } : undefined;
}

/** Describes the items of an array; undefined where its schema has no `items`. */
function listItems(api: Api, list: Schema): Listed | undefined {
  const schema = findItems(api, list);
  if (schema === undefined) return undefined;
  const properties = listValueMembers(api, schema);
  const node = properties.find(({ name }) => name === 'node');
  if (node !== undefined && properties.every(({ name }) => /^(?:node|cursor)$/.test(name)))
    return { schema: node.schema, properties: listValueMembers(api, node.schema), around: [], node: node.name };
  return { schema, properties, around: [], ...(!mayBe(api, schema, 'object', 'array') && { isPlain: true }) };
}

const createdNames = /^(?:date_?)?created?_?(?:at|on|time|date)?$/i;
const updatedNames = /^(?:date_?)?(?:last_?)?(?:updated?|modified|changed)_?(?:at|on|time|date)?$/i;

/** Finds the properties in which the service notes when a thing was created and updated: `created_at`, `lastModified`. */
export function findTimestamps(api: Api, properties: readonly Property[]): { created?: string; updated?: string } {
  const times = properties.filter(({ schema }) =>
    listValueSchemas(api, schema).some(({ string }) => string?.format === 'date-time'),
  );
  const find = (pattern: RegExp): string | undefined => times.find(({ name }) => pattern.test(name))?.name;
  return compact({ created: find(createdNames), updated: find(updatedNames) });
}

/** Finds the example of JSON in the document for a successful response of an operation. */
function findResponseExample({ document }: Api, { path, method }: Operation): Json | undefined {
  const responses = ['paths', path, method.toLowerCase(), 'responses'].reduce(readInner, document);
  const [success] = successResponses(Object.entries(responses).map(([status, node]) => ({ status, node })));
  const contents = Object.entries(readInner(followed(document, success?.node), 'content'));
  const content = contents.find(([type]) => /json/i.test(type))?.[1];
  const [named] = Object.values(readInner(content, 'examples'));
  return toObject(content)['example'] ?? toObject(followed(document, named))['value'];
}

/** Follows a reference within the document; any other value is returned as it is. */
function followed(document: JsonObject, value: Json | undefined): Json | undefined {
  const reference = toObject(value)['$ref'];
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return value;
  return parsePointer(reference.slice(1))?.reduce(readInner, document);
}

const exampleTypes = ['array', 'object', 'integer', 'number', 'string', 'boolean'] as const;

/** Builds a schema from an example, for responses without a useful schema: `{ id: 7 }` → an object whose `id` is an integer. */
function describeExample(value: Json, base: Pick<Schema, 'at' | 'doc'>, depth: number = 0): Schema {
  const type = exampleTypes.find((one) => isOfType(value, one));
  if (type === undefined || depth > deepest) return base;
  const describeInner = (one: Json): Schema => describeExample(one, base, depth + 1);
  const [items] = toArray(value).slice(0, 1).map(describeInner);
  const members = isJsonObject(value) ? Object.entries(value) : undefined;
  return compact({
    ...base,
    types: [type],
    array: items && { items },
    object: members && {
      properties: members.map(([name, one]) => ({ name, required: false, schema: describeInner(one) })),
    },
    examples: isCompound(value) ? undefined : [value],
  });
}
