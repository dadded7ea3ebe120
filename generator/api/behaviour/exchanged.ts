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

/** A thing that operations exchange, with the members of all forms that it can have. */
export interface Thing {
  readonly schema: Schema;
  readonly properties: readonly Property[];
  /** Member of the body or response that holds the thing: `data`; absent: it is the thing itself. */
  readonly within?: string;
}

/** A list of things: the schema and the properties are those of an item. */
export interface Listed extends Omit<Thing, 'within'> {
  /** The items are plain values, such as ids. */
  readonly isPlain?: true;
  /** Member of an item that holds the thing, beside its cursor (Relay). */
  readonly node?: string;
  /** Member that holds the items: `data`, `_embedded.pets`; absent: the response is the array itself. */
  readonly items?: string;
  /** Members beside the items. */
  readonly around: readonly Property[];
}

/** An operation of a collection, with what it takes and responds with. */
export interface Exchange {
  readonly operation: Operation;
  /** Schema of the response. */
  readonly result: Schema | undefined;
  /** The thing that the response is, or holds. */
  readonly thing: Thing | undefined;
  /** The list that the response is, or holds. */
  readonly list: Listed | undefined;
  /** Schema of the body, and the thing that the body is, or holds. */
  readonly body: Schema | undefined;
  readonly sent: Thing | undefined;
  /** The content of the response: a thing, nothing, a plain value such as an id, a list, or something else (`undefined`). */
  readonly returned: Thing | 'nothing' | 'plain' | 'list' | undefined;
}

/** Reads what an operation exchanges; names that are like the last segment of the path, such as `pet` for `/pets`, are those of things. */
export function readExchange(api: Api, operation: Operation, path: string): Exchange {
  const { responses, body: { contents = [] } = {} } = operation;
  const result = findResult(api, operation);
  const thing = thingIn(api, result, path);
  const body = (dataContent(contents) ?? contents.find(({ kind }) => kind === 'form' || kind === 'multipart'))?.schema;
  const hasContent = successResponses(responses).some((one) => !/^20[45]$/.test(one.status) && one.contents.length > 0);
  const value = thing ?? (result && (hasType(api, result, 'array') ? 'list' : 'plain'));
  return {
    operation,
    result,
    thing,
    list: listIn(api, result, path),
    body,
    sent: thingSent(api, body, path),
    returned: hasContent ? value : 'nothing',
  };
}

/** Finds the schema of the JSON, or else the XML, that an operation responds with where it goes well; or what its example says. */
function findResult(api: Api, operation: Operation): Schema | undefined {
  const schema = dataContent(successResponses(operation.responses).flatMap(({ contents }) => contents))?.schema;
  const example = saysMore(api, schema) ? undefined : findResponseExample(api, operation);
  const { at, doc } = schema ?? operation;
  return example === undefined ? schema : describeExample(example, { at, doc });
}

/** Objects and lists within each other that are looked into or described. */
const deepest = 8;

/** Returns true if a schema says more of values than that they are objects, or lists of anything. */
function saysMore(api: Api, schema: Schema | undefined, depth: number = 0): boolean {
  const types = listValueTypes(api, schema);
  if (types.has('array') && depth < deepest) return saysMore(api, itemsIn(api, schema), depth + 1);
  return types.has('object') ? listValueMembers(api, schema).length > 0 : types.size > 0;
}

/** Most schemas of one value that are looked into. */
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

/** Lists the types that a value of a schema can have; none where it says nothing of them. */
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

/** Returns true if a value of a schema can be of a type, as the schema says. */
export function hasType(api: Api, schema: Schema | undefined, type: JsonType): boolean {
  return listValueTypes(api, schema).has(type);
}

/** Returns true if a value of a schema can be of one of these types, or the schema says nothing of types. */
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

/** Returns the items of an array. */
export function itemsIn(api: Api, schema: Schema | undefined): Schema | undefined {
  return listValueSchemas(api, schema).find(({ array }) => array?.items !== undefined)?.array?.items;
}

/** Members that name a thing: an object that has one is no envelope. */
const naming = /^(?:_?id|[gu]id|sid|uuid|key|number|slug|name)$/i;

const envelopes = /^(?:data|result|response|payload|body|d)$/i;

/** Members of an envelope beside the thing. */
const beside = /^(?:meta|links|included|errors?|status|success|message|code|ok)$/i;

/** Lists the words for one of the things at an address: `/v1/companies` -> `companies`, `companie`, `compani`, `company`. */
export function listSingulars(path: string): readonly string[] {
  const plural = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  return [plural, plural.replace(/s$/, ''), plural.replace(/es$/, ''), plural.replace(/ies$/, 'y')];
}

/** Returns the thing that a body is, or that its member of that name is: `{pet: {name}}`, also beside options: `{pet: {name}, dryRun}`. */
function thingSent(api: Api, schema: Schema | undefined, path: string): Thing | undefined {
  const thing = thingIn(api, schema, path);
  if (schema === undefined || thing?.within === undefined) return thing;
  const properties = listValueMembers(api, schema);
  const isWrapper = properties.every(
    ({ name, schema: one }) => name === thing.within || beside.test(name) || hasType(api, one, 'boolean'),
  );
  return isWrapper ? thing : { schema, properties };
}

/** Returns the thing that a schema describes, or that is in the envelope that it describes: `{data: {id, name}}`, `{pet: {id, name}}`. */
function thingIn(api: Api, schema: Schema | undefined, path: string): Thing | undefined {
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

/** Finds the list that a schema describes; undefined where it describes one thing that has lists. */
export function listIn(api: Api, schema: Schema | undefined, path: string): Listed | undefined {
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
  const ofObjects = lists.filter(({ schema }) => hasType(api, itemsIn(api, schema), 'object'));
  const usual = ofObjects.filter(({ name }) => isListName(name, path));
  const [only, ...others] = ofObjects;
  const plain = lists.find((one) => !ofObjects.includes(one) && isListName(one.name, path));
  const isOneThing = around.some(({ name }) => /^(?:_?id|[gu]id|sid|uuid)$/i.test(name));
  const chosen = usual.length === 1 ? usual[0] : others.length === 0 ? (only ?? plain) : undefined;
  const found = chosen && !isOneThing && listItems(api, chosen.schema);
  return found ? { ...found, items: chosen.name, around } : undefined;
}

/** Lists the items of an array; undefined where nothing is said of them. */
function listItems(api: Api, list: Schema): Listed | undefined {
  const schema = itemsIn(api, list);
  if (schema === undefined) return undefined;
  const properties = listValueMembers(api, schema);
  const node = properties.find(({ name }) => name === 'node');
  if (node !== undefined && properties.every(({ name }) => /^(?:node|cursor)$/.test(name)))
    return { schema: node.schema, properties: listValueMembers(api, node.schema), around: [], node: node.name };
  return { schema, properties, around: [], ...(!mayBe(api, schema, 'object', 'array') && { isPlain: true }) };
}

const createdNames = /^(?:date_?)?created?_?(?:at|on|time|date)?$/i;
const updatedNames = /^(?:date_?)?(?:last_?)?(?:updated?|modified|changed)_?(?:at|on|time|date)?$/i;

/** Finds the times that the service notes itself, by their usual names. */
export function findTimestamps(api: Api, properties: readonly Property[]): { created?: string; updated?: string } {
  const times = properties.filter(({ schema }) =>
    listValueSchemas(api, schema).some(({ string }) => string?.format === 'date-time'),
  );
  const find = (pattern: RegExp): string | undefined => times.find(({ name }) => pattern.test(name))?.name;
  return compact({ created: find(createdNames), updated: find(updatedNames) });
}

/** Finds the example that the document has of the JSON that an operation responds with. */
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

/** Makes a schema of an example, for responses of which nothing else is said. */
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
