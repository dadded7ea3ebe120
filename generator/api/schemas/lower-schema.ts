import type { Position } from '../../diagnostics.js';
import { isJsonObject, type Json, type JsonObject, compact, listOwnKeys, readInner, toArray } from '../../json.js';
import type { SchemaObject } from '../../spec/openapi/openapi.js';
import { findCodec } from './codecs.js';
import { lowerDoc } from './doc.js';
import { lowerExtensions, type Lowering, type PendingSchema } from './lowering.js';
import type { Schema, Discriminator, ArrayRules, ObjectRules, Property } from '../types/schema.js';
import { isPureReference } from '../../spec/references/references.js';
import { isAsserted } from '../../spec/patterns/analyze-pattern.js';
import { decodePercent, parsePointer, printPointer } from '../../spec/read/pointer.js';
import { readLastStep } from '../tools/names.js';
import { changeMemberCase, readOwnName, reportWrongName } from '../tools/name-options.js';
import { combinatorKeywords, listKeywords, type NamedKeyword } from '../../keywords/keywords.js';
import type { Combinators } from '../../keywords/values.js';

/** Lowers the schema under a key of an object, or an item of a list; an absent one allows anything. */
export function lowerSchemaAt(lowering: Lowering, parent: object, key: string | number): Schema {
  const value: Json | undefined = Reflect.get(parent, key);
  return lowerSchemaValue(lowering, value ?? true, () => lowering.document.positions.ofValue(parent, key));
}

/** Lowers all queued schemas, and those that they refer to; afterwards `lowering.schemas` has every id of a reference. */
export function drainSchemas(lowering: Lowering): void {
  const { pending, schemas } = lowering;
  // Lowering a schema may queue further ones, which the loop visits, too.
  for (const [id, { value, locate }] of pending) {
    schemas.set(id, lowerSchemaValue(lowering, value, locate));
    pending.delete(id);
  }
}

/** Queues a schema for lowering, unless its id is known. */
export function enqueueSchema({ pending, schemas }: Lowering, schema: PendingSchema): void {
  if (!pending.has(schema.id) && !schemas.has(schema.id)) pending.set(schema.id, schema);
}

function lowerSchemaValue(lowering: Lowering, value: Json, locate: () => Position): Schema {
  if (!isJsonObject(value)) return { at: locate(), boolean: value !== false, doc: {} };
  // The check stage has validated it as a schema.
  const node = value as SchemaObject;
  const schema = lowering.known.get(node) ?? lowerSchemaObject(lowering, node);
  lowering.known.set(node, schema);
  return schema;
}

function lowerSchemaObject(lowering: Lowering, node: SchemaObject): Schema {
  const extensions = lowerExtensions(node);
  const keywords = readKeywords({
    node,
    isRead: ({ takes }, value) => takes !== 'dependencies' && (takes !== 'regex' || isAsserted(String(value))),
    lower: (parent, key) => lowerSchemaAt(lowering, parent, key),
  });
  return compact({
    at: lowering.document.positions.of(node),
    ref: lowerReference(lowering, node),
    ...keywords,
    object: keywords.object && nameProperties(lowering, keywords.object),
    discriminator: lowerDiscriminator(lowering, node),
    readOnly: node.readOnly,
    writeOnly: node.writeOnly,
    default: wrap(node.default),
    examples: node.examples ?? (node.example === undefined ? undefined : [node.example]),
    title: node.title,
    codec: findCodec(lowering, node),
    xml: node.xml,
    doc: lowerDoc(node),
    extensions: Object.keys(extensions).length === 0 ? undefined : extensions,
  });
}

/** Adds the names of properties for callers, where they differ from those on the wire. */
function nameProperties({ properties: state, diagnostics }: Lowering, object: ObjectRules): ObjectRules {
  const { properties, requiredOnly = [] } = object;
  const { style } = state;
  const named = properties?.map((property): Property => {
    const { name, schema } = property;
    reportWrongName(schema, diagnostics);
    const own = readOwnName(schema.extensions, 'property');
    const callersName = own ?? changeMemberCase(name, style);
    if (callersName === name) return property;
    state.isUsed = true;
    if (!own) state.isCaseUsed = true;
    return { ...property, callersName };
  });
  const unnamed = requiredOnly.filter((name) => changeMemberCase(name, style) !== name);
  return { ...object, ...(named && { properties: named }), ...(unnamed.length > 0 && { unnamed }) };
}

function lowerReference(lowering: Lowering, node: SchemaObject): string | undefined {
  if (node.$ref === undefined) return undefined;
  const { document } = lowering;
  const target = document.resolve(node);
  if (!target) throw new Error(`${document.idOf(node)}: $ref was not checked`);
  enqueueSchema(lowering, { ...target, locate: () => document.positions.ofValue(node, '$ref') });
  return target.id;
}

/** Lowers a discriminator: its stated mapping, then the other branches by their names (`Cat` → `#/components/schemas/Cat`). */
function lowerDiscriminator(lowering: Lowering, node: SchemaObject): Discriminator | undefined {
  const { discriminator, oneOf = [], anyOf = [] } = node;
  if (!discriminator) return undefined;
  const { propertyName, mapping = {} } = discriminator;
  const alternatives = [...oneOf, ...anyOf];
  const branches = alternatives.flatMap((one) => resolveBranch(lowering, one));
  const findMappedId = (owner: JsonObject, text: string): string | undefined =>
    findComponent(lowering, text) ?? branches.find((id) => id === lowering.document.resolveReference(text, owner)?.id);
  // Earlier versions of OpenAPI have no `defaultMapping`.
  const { defaultMapping } = lowering.root.openapi.startsWith('3.2') ? discriminator : {};
  // `{ $ref, properties: { kind: { not: { enum: [cat] } } } }` is the alternative for all tags that no other one has.
  const other = alternatives.find((one) => readInner(readInner(one, 'properties'), propertyName)['not'] !== undefined);
  const [implicit] = resolveBranch(lowering, other);
  const fallback = typeof defaultMapping === 'string' ? findMappedId(discriminator, defaultMapping) : implicit;
  const stated = Object.entries(mapping).flatMap(([value, text]) => {
    const ref = findMappedId(mapping, text);
    return ref ? [{ value, ref }] : [];
  });
  const implied = branches.filter((id) => id !== fallback && !stated.some(({ ref }) => ref === id));
  return compact({
    property: propertyName,
    mapping: [...stated, ...implied.map((id) => ({ value: readLastStep(id), ref: id }))],
    defaultMapping: fallback ? { ref: fallback } : undefined,
  });
}

function resolveBranch({ document }: Lowering, branch: Json | undefined): readonly string[] {
  const target = isJsonObject(branch) && typeof branch.$ref === 'string' ? document.resolve(branch) : undefined;
  return target ? [target.id] : [];
}

/** Finds the id of the component that a discriminator names by reference or bare name; follows a component that is only a reference. */
function findComponent(lowering: Lowering, text: string): string | undefined {
  const steps = text.startsWith(components) ? parsePointer(decodePercent(text.slice(1))) : undefined;
  const name = steps?.length === 3 ? (steps[2] ?? '') : text;
  const schemas = lowering.root.components?.schemas ?? {};
  if (!Object.hasOwn(schemas, name)) return undefined;
  const schema = schemas[name];
  const [target] = isJsonObject(schema) && isPureReference(schema) ? resolveBranch(lowering, schema) : [];
  return target ?? `#${printPointer(['components', 'schemas', name])}`;
}

const components = '#/components/schemas/';

/** A schema object to read, with the functions that select its keywords and lower the schemas inside. */
export interface KeywordSource {
  readonly node: JsonObject;
  /** Returns true if a keyword with this value is lowered. */
  readonly isRead: (keyword: NamedKeyword, value: Json) => boolean;
  /** Lowers a schema inside, which is under `key` of `parent`; `steps` are the steps to it from the schema object. */
  readonly lower: (parent: object, key: string | number, steps: readonly (string | number)[]) => Schema;
}

/** Lowers the keywords that validate values. The table of keywords defines the types of their values. */
export function readKeywords(
  source: KeywordSource,
): Pick<Schema, 'types' | 'enum' | 'const' | 'string' | 'number' | 'array' | 'object' | keyof Combinators<Schema>> {
  const { node, isRead } = source;
  const isStated = ['type', 'enum', 'const'].some((name) => node[name] !== undefined);
  const { type, enum: values, const: constant } = isStated && isRead(typeKeyword, true) ? node : {};
  return compact({
    // The check stage has reported a wrong `type`.
    types: (typeof type === 'string' ? [type] : type) as Schema['types'],
    enum: Array.isArray(values) ? values : undefined,
    const: wrap(constant),
    string: readAll(listKeywords('string'), source),
    number: readAll(listKeywords('number'), source),
    // The table of keywords has the members of `ArrayRules`.
    array: readAll(listKeywords('array'), source) as ArrayRules | undefined,
    object: readObject(source),
    ...readAll(combinatorKeywords, source),
  });
}

/** Wraps a value, because `null` is a legal one. */
function wrap(value: Json | undefined): { readonly value: Json } | undefined {
  return value === undefined ? undefined : { value };
}

const typeKeyword: NamedKeyword = { name: 'type', takes: 'types', vocabulary: 'validation' };

function readAll(list: readonly NamedKeyword[], source: KeywordSource): Readonly<Record<string, unknown>> | undefined {
  const rules: Record<string, unknown> = {};
  for (const keyword of list) {
    const value = source.node[keyword.name];
    if (value !== undefined && source.isRead(keyword, value)) rules[keyword.name] = readValue(keyword, value, source);
  }
  return Object.keys(rules).length === 0 ? undefined : rules;
}

function readValue(
  { name, takes, nameKey = 'name' }: NamedKeyword,
  value: Json,
  { node, lower }: KeywordSource,
): unknown {
  const owner = Object(value);
  switch (takes) {
    case 'schema':
      return lower(node, name, [name]);
    case 'schemas':
      return toArray(value).map((_, index) => lower(owner, index, [name, index]));
    case 'namedSchemas':
    case 'namedProperties':
      return listOwnKeys(value).map((key) => ({ [nameKey]: key, schema: lower(owner, key, [name, key]) }));
    case 'texts':
      return toArray(value);
    case 'textLists':
      return listOwnKeys(value).map((key) => ({ [nameKey]: key, required: owner[key] }));
    default:
      return value;
  }
}

/** Reads the keywords of objects. `required` becomes a member of each property; names without a property go to `requiredOnly`. */
function readObject(source: KeywordSource): ObjectRules | undefined {
  const all = readAll(listKeywords('object'), source) ?? {};
  // The table of keywords has the members of `ObjectRules`.
  const { required = [], properties, ...rules } = all as ObjectRules & { readonly required?: readonly string[] };
  const undeclared = new Set(required);
  const declared = properties?.map(({ name, schema }): Property => ({
    name,
    required: undeclared.delete(name),
    schema,
  }));
  const object = compact({
    properties: declared,
    requiredOnly: undeclared.size > 0 ? [...undeclared] : undefined,
    ...rules,
    ...readDependencies(source, rules),
  });
  return Object.keys(object).length === 0 ? undefined : object;
}

/** Reads `dependencies` of older drafts: a list of names is `dependentRequired`, anything else `dependentSchemas`. */
function readDependencies(
  source: KeywordSource,
  { dependentRequired = [], dependentSchemas = [] }: ObjectRules,
): ObjectRules {
  const { node, isRead, lower } = source;
  const keyword = 'dependencies' as const;
  const { dependencies } = node;
  if (!isJsonObject(dependencies) || !isRead({ name: keyword, takes: keyword, vocabulary: 'older' }, dependencies))
    return {};
  const lists = Object.entries(dependencies).flatMap(([property, required]) =>
    Array.isArray(required) && isRead(typeKeyword, required) ? [{ keyword, property, required }] : [],
  );
  const schemas = Object.keys(dependencies)
    .filter((property) => !Array.isArray(dependencies[property]))
    .map((property) => ({ keyword, property, schema: lower(dependencies, property, [keyword, property]) }));
  return {
    ...(lists.length > 0 && { dependentRequired: [...dependentRequired, ...lists] }),
    ...(schemas.length > 0 && { dependentSchemas: [...dependentSchemas, ...schemas] }),
  };
}
