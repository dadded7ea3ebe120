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
import { lastStep } from '../tools/names.js';
import { memberInCase, ownName, reportWrongName } from '../tools/name-options.js';
import { combinatorKeywords, listKeywords, type NamedKeyword } from '../../keywords/keywords.js';
import type { Combinators } from '../../keywords/values.js';

/** Lowers the schema under a key of an object, or an item of a list; an absent one allows anything. */
export function lowerSchemaAt(lowering: Lowering, parent: object, key: string | number): Schema {
  const value: Json | undefined = Reflect.get(parent, key);
  return lowerSchemaValue(lowering, value ?? true, () => lowering.document.positions.ofValue(parent, key));
}

/** Lowers every schema that references resolve to; afterwards `lowering.schemas` knows every id that was met. */
export function drainSchemas(lowering: Lowering): void {
  const { pending, schemas } = lowering;
  // Lowering a target may append further ones, which the loop reaches in turn.
  for (const [id, { value, positionOf }] of pending) {
    schemas.set(id, lowerSchemaValue(lowering, value, positionOf));
    pending.delete(id);
  }
}

/** Notes that a schema is wanted by its id. */
export function enqueueSchema({ pending, schemas }: Lowering, wanted: PendingSchema): void {
  if (!pending.has(wanted.id) && !schemas.has(wanted.id)) pending.set(wanted.id, wanted);
}

function lowerSchemaValue(lowering: Lowering, value: Json, positionOf: () => Position): Schema {
  if (!isJsonObject(value)) return { at: positionOf(), boolean: value !== false, doc: {} };
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

/** Gives properties the names by which callers know them, where these are not those on the wire. */
function nameProperties({ properties: state, diagnostics }: Lowering, object: ObjectRules): ObjectRules {
  const { properties, requiredOnly = [] } = object;
  const { style } = state;
  const named = properties?.map((property): Property => {
    const { name, schema } = property;
    reportWrongName(schema, diagnostics);
    const own = ownName(schema.extensions, 'property');
    const callersName = own ?? memberInCase(name, style);
    if (callersName === name) return property;
    state.isUsed = true;
    if (!own) state.isCaseUsed = true;
    return { ...property, callersName };
  });
  const unnamed = requiredOnly.filter((name) => memberInCase(name, style) !== name);
  return { ...object, ...(named && { properties: named }), ...(unnamed.length > 0 && { unnamed }) };
}

function lowerReference(lowering: Lowering, node: SchemaObject): string | undefined {
  if (node.$ref === undefined) return undefined;
  const { document } = lowering;
  const target = document.resolve(node);
  if (!target) throw new Error(`${document.idOf(node)}: $ref was not checked`);
  enqueueSchema(lowering, { ...target, positionOf: () => document.positions.ofValue(node, '$ref') });
  return target.id;
}

/** Which value of the property selects which schema: the stated mapping, then the names of the other branches. */
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
  // `{ $ref, properties: { kind: { not: { enum: [cat] } } } }` takes all tags that the other alternatives do not.
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
    mapping: [...stated, ...implied.map((id) => ({ value: lastStep(id), ref: id }))],
    defaultMapping: fallback ? { ref: fallback } : undefined,
  });
}

function resolveBranch({ document }: Lowering, branch: Json | undefined): readonly string[] {
  const target = isJsonObject(branch) && typeof branch.$ref === 'string' ? document.resolve(branch) : undefined;
  return target ? [target.id] : [];
}

/** Id of the schema of the components that a discriminator names by reference or bare name, or of what that refers to. */
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

/** A schema object to read, and how what is inside it becomes a schema. */
export interface KeywordSource {
  readonly node: JsonObject;
  /** Returns true if a keyword with that value means anything here. */
  readonly isRead: (keyword: NamedKeyword, value: Json) => boolean;
  /** Lowers a schema inside: what holds it, its key there, and the steps to it from the schema object. */
  readonly lower: (parent: object, key: string | number, steps: readonly (string | number)[]) => Schema;
}

/** Lowers the keywords that assert; their values are of the kinds that the table of keywords says. */
export function readKeywords(
  source: KeywordSource,
): Pick<Schema, 'types' | 'enum' | 'const' | 'string' | 'number' | 'array' | 'object' | keyof Combinators<Schema>> {
  const { node, isRead } = source;
  const isStated = ['type', 'enum', 'const'].some((name) => node[name] !== undefined);
  const { type, enum: values, const: constant } = isStated && isRead(typeKeyword, true) ? node : {};
  return compact({
    // What is not as it should be has been reported.
    types: (typeof type === 'string' ? [type] : type) as Schema['types'],
    enum: Array.isArray(values) ? values : undefined,
    const: wrap(constant),
    string: readAll(listKeywords('string'), source),
    number: readAll(listKeywords('number'), source),
    // The table says what these have as members.
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

/** Reads the keywords of objects. `required` becomes a member of each property, and `requiredOnly` of names without one. */
function readObject(source: KeywordSource): ObjectRules | undefined {
  const all = readAll(listKeywords('object'), source) ?? {};
  // The table says what these have as members.
  const { required = [], properties, ...rules } = all as ObjectRules & { readonly required?: readonly string[] };
  const wanted = new Set(required);
  const declared = properties?.map(({ name, schema }): Property => ({ name, required: wanted.delete(name), schema }));
  const object = compact({
    properties: declared,
    requiredOnly: wanted.size > 0 ? [...wanted] : undefined,
    ...rules,
    ...readDependencies(source, rules),
  });
  return Object.keys(object).length === 0 ? undefined : object;
}

/** `dependencies` of older drafts still applies to JSON Schemas: lists of names are required, all else is a schema. */
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
