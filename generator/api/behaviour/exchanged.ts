import type { Api, Operation } from '../api.js';
import { listDescribing } from '../schemas/target-schema.js';
import { dataContent } from '../schemas/media-type.js';
import { successResponses } from '../messages/responses.js';
import { envelopes as listEnvelopes, isListName } from '../paging/habits.js';
import { type JsonObject, isJsonObject, type Json, readInner } from '../../json.js';
import type { JsonType, Property, Schema } from '../types/schema.js';
import { reachable } from '../../iterables.js';

/** A thing that operations exchange, with the members of all forms that it can have. */
export interface Thing {
  readonly schema: Schema;
  readonly properties: readonly Property[];
  /** Member of the body or response that holds the thing: `data`; absent: it is the thing itself. */
  readonly within?: string;
}

/** A list of things. */
export interface Listed extends Omit<Thing, 'within' | 'schema'> {
  /** Of an item; absent where nothing is said of it. */
  readonly schema: Schema | undefined;
  /** The items are plain values, such as ids. */
  readonly isPlain?: boolean;
  /** Member of an item that holds the thing, beside its cursor (Relay). */
  readonly node?: string;
  /** Member that holds the items: `data`, `_embedded.pets`; absent: the response is the array itself. */
  readonly items?: string;
  /** Members beside the items. */
  readonly around: readonly Property[];
}

/** Finds the schema of the JSON, or else the XML, that an operation responds with where it goes well; or what its example says. */
export function findResult(api: Api, operation: Operation): Schema | undefined {
  const schema = dataContent(successResponses(operation.responses).flatMap(({ contents }) => contents))?.schema;
  const example = saysMore(api, schema) ? undefined : findResponseExample(api, operation);
  return example === undefined ? schema : describeExample(example, schema ?? operation);
}

/** Returns true if a schema says more of values than that they are objects, or lists of anything. */
function saysMore(api: Api, schema: Schema | undefined): boolean {
  const types = listValueTypes(api, schema);
  if (schema !== undefined && types.has('array')) return saysMore(api, itemsIn(api, schema));
  return types.has('object') ? listValueMembers(api, schema).length > 0 : types.size > 0;
}

/** Returns true if a successful response of an operation can have content. */
export function respondsWithContent({ responses }: Operation): boolean {
  return successResponses(responses).some(({ status, contents }) => !/^20[45]$/.test(status) && contents.length > 0);
}

/** Most schemas of one value that are looked into. */
const mostParts = 60;

/** Lists the members that a value of a schema can have, itself or through what it refers to, combines or chooses from. */
export function listValueMembers(api: Api, schema: Schema | undefined): readonly Property[] {
  const byName = new Map<string, Property>();
  for (const { object } of listValueSchemas(api, schema))
    for (const property of object?.properties ?? [])
      if (!byName.has(property.name)) byName.set(property.name, property);
  return [...byName.values()];
}

/** Lists the types that a value of a schema can have; none where it says nothing of them. */
export function listValueTypes(api: Api, schema: Schema | undefined): ReadonlySet<JsonType> {
  const types = new Set<JsonType>();
  for (const part of listValueSchemas(api, schema)) {
    for (const type of part.types ?? []) types.add(type);
    if (part.types === undefined && part.object?.properties !== undefined) types.add('object');
    if (part.types === undefined && part.array?.items !== undefined) types.add('array');
  }
  types.delete('null');
  return types;
}

/** Lists a schema and those that it refers to, combines or chooses from, the schema first. */
export function listValueSchemas(api: Api, schema: Schema | undefined): ReadonlySet<Schema> {
  const found = new Set<Schema>();
  for (const one of schema === undefined ? [] : reachable([schema], (part) => listDescribing(api.schemas, part))) {
    if (found.size === mostParts) break;
    found.add(one);
  }
  return found;
}

/** Returns the items of an array. */
function itemsIn(api: Api, schema: Schema): Schema | undefined {
  return [...listValueSchemas(api, schema)].find(({ array }) => array?.items !== undefined)?.array?.items;
}

function isObject(api: Api, schema: Schema): boolean {
  return listValueTypes(api, schema).has('object');
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
export function thingSent(api: Api, schema: Schema | undefined, path: string): Thing | undefined {
  const thing = thingIn(api, schema, path);
  if (schema === undefined || thing?.within === undefined) return thing;
  const properties = listValueMembers(api, schema);
  const isWrapper = properties.every(
    ({ name, schema: one }) => name === thing.within || beside.test(name) || listValueTypes(api, one).has('boolean'),
  );
  return isWrapper ? thing : { schema, properties };
}

/** Returns the thing that a schema describes, or that is in the envelope that it describes: `{data: {id, name}}`, `{pet: {id, name}}`. */
export function thingIn(api: Api, schema: Schema | undefined, path: string): Thing | undefined {
  if (schema === undefined) return undefined;
  const types = listValueTypes(api, schema);
  if (types.size > 0 && !types.has('object')) return undefined;
  const properties = listValueMembers(api, schema);
  const inner = enveloped(api, properties, path);
  return inner === undefined
    ? { schema, properties }
    : { schema: inner.schema, properties: listValueMembers(api, inner.schema), within: inner.name };
}

function enveloped(api: Api, properties: readonly Property[], path: string): Property | undefined {
  if (properties.some(({ name }) => naming.test(name))) return undefined;
  const objects = properties.filter(({ name, schema }) => isObject(api, schema) && !name.includes('.'));
  const singulars = listSingulars(path);
  const named =
    objects.find(({ name }) => singulars.includes(name.toLowerCase())) ??
    objects.find(({ name }) => envelopes.test(name));
  const [only, ...others] = objects;
  const isAlone = others.length === 0 && properties.every((one) => one === only || beside.test(one.name));
  const member = named ?? (isAlone ? only : undefined);
  return member !== undefined && listValueMembers(api, member.schema).length > 0 ? member : undefined;
}

/** Finds the list that a schema describes; undefined where it describes one thing that has lists. */
export function listIn(api: Api, schema: Schema | undefined, path: string): Listed | undefined {
  if (schema === undefined) return undefined;
  const types = listValueTypes(api, schema);
  if (types.has('array')) return types.size === 1 ? listed(api, itemsIn(api, schema)) : undefined;
  if (types.size > 0 && !types.has('object')) return undefined;
  const properties = listValueMembers(api, schema);
  const direct = listMember(api, properties, path);
  if (direct !== undefined) return direct;
  for (const { name, schema: inner } of properties) {
    if (!listEnvelopes.test(name) || !isObject(api, inner)) continue;
    const found = listMember(api, listValueMembers(api, inner), path);
    if (found !== undefined) return { ...found, items: `${name}.${found.items ?? ''}`, around: properties };
  }
  return undefined;
}

function listMember(api: Api, properties: readonly Property[], path: string): Listed | undefined {
  const lists = properties.filter(
    ({ name, schema }) => listValueTypes(api, schema).has('array') && !name.includes('.'),
  );
  const ofObjects = lists.filter(({ schema }) => {
    const items = itemsIn(api, schema);
    return items !== undefined && isObject(api, items);
  });
  const usual = ofObjects.filter(({ name }) => isListName(name, path));
  const [only, ...others] = ofObjects;
  const plain = lists.filter((one) => !ofObjects.includes(one) && isListName(one.name, path));
  const isOneThing = properties.some(({ name }) => /^(?:_?id|[gu]id|sid|uuid)$/i.test(name));
  const chosen = usual.length === 1 ? usual[0] : others.length === 0 ? (only ?? plain[0]) : undefined;
  if (chosen === undefined || isOneThing) return undefined;
  const found = listed(api, itemsIn(api, chosen.schema));
  return found && { ...found, items: chosen.name, around: properties };
}

function listed(api: Api, schema: Schema | undefined): Listed | undefined {
  if (schema === undefined) return undefined;
  const types = listValueTypes(api, schema);
  const isPlain = types.size > 0 && !types.has('object') && !types.has('array');
  const properties = listValueMembers(api, schema);
  const node = properties.find(({ name }) => name === 'node');
  if (node !== undefined && properties.every(({ name }) => /^(?:node|cursor)$/.test(name)))
    return { schema: node.schema, properties: listValueMembers(api, node.schema), around: [], node: node.name };
  return { schema, properties, around: [], ...(isPlain && { isPlain }) };
}

const createdNames = /^(?:date_?)?created?_?(?:at|on|time|date)?$/i;
const updatedNames = /^(?:date_?)?(?:last_?)?(?:updated?|modified|changed)_?(?:at|on|time|date)?$/i;

/** Finds the times that the service notes itself, by their usual names. */
export function findTimestamps(api: Api, properties: readonly Property[]): JsonObject {
  const findTimestamp = (pattern: RegExp): string | undefined =>
    properties.find(
      ({ name, schema }) =>
        pattern.test(name) && [...listValueSchemas(api, schema)].some((one) => one.string?.format === 'date-time'),
    )?.name;
  const [created, updated] = [findTimestamp(createdNames), findTimestamp(updatedNames)];
  return { ...(created !== undefined && { created }), ...(updated !== undefined && { updated }) };
}

/** Finds the example that the document has of the JSON that an operation responds with. */
function findResponseExample({ document }: Api, { path, method }: Operation): Json | undefined {
  const node = readInner(readInner(readInner(document, 'paths'), path), method.toLowerCase());
  const responses = Object.entries(readInner(node, 'responses'));
  const success =
    responses.find(([status]) => status.startsWith('2')) ?? responses.find(([status]) => status === 'default');
  const contents = Object.entries(readInner(followed(document, success?.[1]), 'content'));
  const content = contents.find(([type]) => /json/i.test(type))?.[1];
  if (!isJsonObject(content)) return undefined;
  const [named] = Object.values(readInner(content, 'examples'));
  const example = followed(document, named);
  return content['example'] ?? (isJsonObject(example) ? example['value'] : undefined);
}

/** Follows a reference within the document; any other value is returned as it is. */
function followed(document: JsonObject, value: Json | undefined): Json | undefined {
  const reference = isJsonObject(value) ? value['$ref'] : undefined;
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return value;
  const names = reference
    .slice(2)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  return names.reduce<Json | undefined>(
    (one, name) => (isJsonObject(one) && Object.hasOwn(one, name) ? one[name] : undefined),
    document,
  );
}

/** Objects and lists within each other that are described. */
const deepest = 8;

/** Makes a schema of an example, for responses of which nothing else is said. */
function describeExample(value: Json, base: Pick<Schema, 'at' | 'doc'>, depth: number = 0): Schema {
  const { at: position, doc } = base;
  const inner = (one: Json): Schema => describeExample(one, base, depth + 1);
  if (value === null || depth > deepest) return { at: position, doc };
  if (Array.isArray(value)) {
    // Array.isArray does not narrow readonly arrays.
    const [first] = value as readonly Json[];
    return { at: position, doc, types: ['array'], ...(first !== undefined && { array: { items: inner(first) } }) };
  }
  if (isJsonObject(value)) {
    const properties = Object.entries(value).map(([name, one]) => ({ name, required: false, schema: inner(one) }));
    return { at: position, doc, types: ['object'], object: { properties } };
  }
  const number = Number.isInteger(value) ? 'integer' : 'number';
  const type = typeof value === 'number' ? number : typeof value === 'string' ? 'string' : 'boolean';
  return { at: position, doc, types: [type], examples: [value] };
}
