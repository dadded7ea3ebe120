import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import {
  follow,
  mergeSchemas,
  pointerToken,
  readMember,
  readReferred,
  resolveSchema,
  toJsonObject,
} from '@speccast/runtime/requests';

/** A part of a Discovery document. Members that are undefined are not written. */
export type DiscoveryPart = Readonly<Record<string, unknown>>;

/** The schemas of a Discovery document while it is made. */
export interface SchemaContext {
  /** The OpenAPI document. */
  readonly document: JsonObject;
  /** The beginning of the ids of methods: `books.`. */
  readonly prefix: string;
  /** Schemas by name; those that the OpenAPI document does not name are added. */
  readonly schemas: Map<string, DiscoveryPart>;
}

/** Converts the schemas that an OpenAPI document names. */
export function addNamedSchemas(context: SchemaContext): void {
  const all = follow(context.document, '#/components/schemas');
  for (const [name, schema] of Object.entries(toJsonObject(all)))
    context.schemas.set(name, { id: name, ...convertSchema(context, schema) });
}

/** Returns a reference to a schema. A schema without a name is added under the one given: `{"$ref": "BooksListResponse"}`. */
export function addReference(context: SchemaContext, schema: Json, name: string): DiscoveryPart {
  const converted = convertSchema(context, schema);
  const { $ref } = converted;
  if ($ref !== undefined) return { $ref };
  let free = name;
  for (let number = 2; context.schemas.has(free); number += 1) free = `${name}${number}`;
  context.schemas.set(free, { id: free, ...converted });
  return { $ref: free };
}

/** Deeper schemas allow anything: those that contain themselves have a name. */
const deepest = 40;

/** Converts a JSON Schema to one of Discovery, which has one type, no combinations but `variant`, and strings as bounds. */
function convertSchema(context: SchemaContext, schema: Json | undefined, depth = 0): DiscoveryPart {
  if (!isJsonObject(schema) || depth > deepest) return { type: 'any' };
  const { $ref, description, allOf, oneOf, anyOf, ...own } = schema;
  const said = description === undefined ? {} : { description };
  if (typeof $ref === 'string') {
    const name = readName($ref);
    const target =
      name === undefined ? convertSchema(context, follow(context.document, $ref), depth + 1) : { $ref: name };
    return { ...target, ...said };
  }
  // A combination with one member is that member. Those that allow only null do not count.
  const members = [allOf, oneOf, anyOf].flat().filter(isJsonObject);
  const [only, ...others] = members.filter(({ type }) => type !== 'null');
  if (only && others.length === 0) {
    const isNote = Object.keys(own).every((key) => key.startsWith('x-'));
    const whole = isNote ? { ...only, ...said } : mergeAll(context, { ...own, ...said }, [only]);
    return convertSchema(context, whole, depth + 1);
  }
  if (Array.isArray(allOf)) {
    const { allOf: _allOf, ...rest } = schema;
    return convertSchema(context, mergeAll(context, rest, allOf), depth + 1);
  }
  const { propertyName = '', mapping } = toJsonObject(schema['discriminator']);
  if (!isJsonObject(mapping)) return convertPlain(context, schema, depth);
  const map = Object.entries(mapping).map(([value, ref]) => ({ type_value: value, $ref: readName(String(ref)) }));
  const known = map.filter((one) => one.$ref !== undefined);
  return { type: 'object', ...said, variant: { discriminant: propertyName, map: known } };
}

/** Reads the name of a schema: `#/components/schemas/Book` → `Book`. */
function readName(ref: string) {
  const [, name] = /^#\/components\/schemas\/([^/]+)$/.exec(ref) ?? [];
  return name && pointerToken(name);
}

/** Merges a schema with those that apply as well. */
function mergeAll({ document }: SchemaContext, own: JsonObject, others: readonly Json[]) {
  let whole = own;
  for (const part of others) whole = mergeSchemas(readReferred(document, part), whole);
  return whole;
}

function convertPlain(context: SchemaContext, schema: JsonObject, depth: number): DiscoveryPart {
  const { properties, additionalProperties: further, items, readOnly, deprecated, description, required } = schema;
  const type = findType(schema);
  const convert = (inner: Json | undefined) => convertSchema(context, inner, depth + 1);
  const members = Object.entries(toJsonObject(properties)).map(([name, one]) => {
    const isRequired = Array.isArray(required) && required.includes(name);
    return [name, { ...convert(one), required: isRequired || undefined }];
  });
  const isOpen = further === true || Object.keys(toJsonObject(further)).length > 0;
  const ids = [schema['x-required-by']].flat().filter((id) => typeof id === 'string');
  return {
    type,
    description,
    ...convertValues(schema),
    readOnly: readOnly || undefined,
    deprecated: deprecated || undefined,
    properties: members.length > 0 ? Object.fromEntries(members) : undefined,
    additionalProperties: isOpen ? convert(further) : undefined,
    items: type === 'array' ? convert(items) : undefined,
    annotations: ids.length > 0 ? { required: ids.map((id) => context.prefix + id) } : undefined,
  };
}

/** Converts the keywords that Discovery has for schemas and for parameters. */
function convertValues(schema: JsonObject): DiscoveryPart {
  const { format, minimum, maximum, pattern, default: initial = schema['const'] } = schema;
  const { enum: list, 'x-enum-descriptions': meanings, 'x-enum-deprecated': deprecated } = schema;
  const values = [list].flat().filter(isPlain);
  const describe = (value: Json, index: number) =>
    (Array.isArray(meanings) ? meanings[index] : readMember(toJsonObject(meanings), String(value))) ?? '';
  return {
    format: format === 'binary' ? undefined : format,
    ...(values.length > 0 && {
      enum: values.map(String),
      enumDescriptions: meanings && values.map(describe),
      enumDeprecated: Array.isArray(deprecated) ? values.map((value) => deprecated.includes(value)) : undefined,
    }),
    // Clients in other languages read patterns: those that only JavaScript knows are left out.
    pattern: /\\[pPuck]|\(\?[<P]/.test(String(pattern)) ? undefined : pattern,
    minimum: minimum?.toString(),
    maximum: maximum?.toString(),
    default: isPlain(initial) ? String(initial) : undefined,
  };
}

function isPlain(value: Json | undefined): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** Finds the one type of a schema; `any` if it has several. */
function findType(schema: JsonObject) {
  const { type, properties, items, additionalProperties, enum: values, const: value } = schema;
  const [first, ...others] = [type].flat().filter((one) => one !== 'null');
  if (others.length > 0) return 'any';
  if (typeof first === 'string') return first;
  if (properties !== undefined || additionalProperties !== undefined) return 'object';
  if (items !== undefined) return 'array';
  const [sample] = [values ?? value].flat();
  return typeof sample === 'string' ? 'string' : 'any';
}

/** Converts a parameter of OpenAPI to one of Discovery. */
export function convertParameter(root: JsonObject, parameter: JsonObject): DiscoveryPart {
  const { description, required, deprecated, schema: stated, content, explode, in: location = 'query' } = parameter;
  // A value that is written as JSON is a string to clients.
  const schema = stated === undefined && content ? { type: 'string' } : resolveSchema(toJsonObject(stated), { root });
  const isList = findType(schema) === 'array';
  const item = isList ? resolveSchema(toJsonObject(schema['items']), { root }) : schema;
  const type = findType(item);
  return {
    type: ['boolean', 'integer', 'number'].includes(type) ? type : 'string',
    description,
    ...convertValues(item),
    // Clients compare the whole string with the values of an enum, also that of a list with commas.
    ...(isList && explode === false && { enum: undefined, enumDescriptions: undefined, enumDeprecated: undefined }),
    location,
    required: required || undefined,
    repeated: isList || undefined,
    deprecated: deprecated || undefined,
  };
}
