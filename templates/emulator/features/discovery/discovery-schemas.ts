import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { follow, mergeSchemas } from '@speccast/runtime/requests';

/** The schemas of a Discovery document while it is made. */
export interface SchemaContext {
  /** The OpenAPI document. */
  readonly document: JsonObject;
  /** What the ids of methods begin with: `books.`. */
  readonly prefix: string;
  /** Schemas by name; those that the OpenAPI document does not name are added. */
  readonly schemas: Map<string, JsonObject>;
}

const named = /^#\/components\/schemas\/([^/]+)$/;

/** The schemas that an OpenAPI document names, as those of a Discovery document. */
export function addNamedSchemas(context: SchemaContext): void {
  const all = follow(context.document, '#/components/schemas');
  for (const [name, schema] of Object.entries(isJsonObject(all) ? all : {}))
    context.schemas.set(name, { id: name, ...convertSchema(context, schema) });
}

/** A reference to a schema: to the named one, else to one that is added under the name given. */
export function referenceTo(context: SchemaContext, schema: Json, name: string): JsonObject {
  const converted = convertSchema(context, schema);
  if (typeof converted['$ref'] === 'string') return { $ref: converted['$ref'] };
  let free = name;
  for (let number = 2; context.schemas.has(free); number += 1) free = `${name}${number}`;
  context.schemas.set(free, { id: free, ...converted });
  return { $ref: free };
}

/** Deeper schemas allow anything: those that contain themselves have a name. */
const deepest = 40;

/** A JSON Schema as one of Discovery, which has one type, no combinations but `variant`, and bounds that are strings. */
export function convertSchema(context: SchemaContext, schema: Json | undefined, depth = 0): JsonObject {
  if (!isJsonObject(schema) || depth > deepest) return { type: 'any' };
  const { $ref, description } = schema;
  const said = typeof description === 'string' ? { description } : {};
  if (typeof $ref === 'string') {
    const name = nameOf($ref);
    if (name !== undefined) return { $ref: name, ...said };
    return { ...convertSchema(context, follow(context.document, $ref), depth + 1), ...said };
  }
  const [only, ...others] = alternativesOf(schema);
  if (only !== undefined && others.length === 0) {
    const { allOf: _allOf, oneOf: _oneOf, anyOf: _anyOf, ...own } = schema;
    const isNote = Object.keys(own).every((key) => key === 'description' || key.startsWith('x-'));
    return convertSchema(
      context,
      isNote ? { ...only, ...said } : merged(context, { ...own, allOf: [only] }),
      depth + 1,
    );
  }
  if (Array.isArray(schema['allOf'])) return convertSchema(context, merged(context, schema), depth + 1);
  const variant = variantOf(schema);
  if (variant !== undefined) return { type: 'object', ...said, variant };
  return convertPlain(context, schema, depth);
}

/** The name of a schema that a `$ref` refers to. */
function nameOf(ref: string): string | undefined {
  const name = named.exec(ref)?.[1]?.replaceAll('~1', '/').replaceAll('~0', '~');
  return name === undefined ? undefined : name.replaceAll('%25', '%');
}

/** The schemas of a combination with one member; those that allow only null do not count. */
function alternativesOf({ allOf, oneOf, anyOf }: JsonObject): readonly JsonObject[] {
  const all = [allOf, oneOf, anyOf].flatMap((list) => (Array.isArray(list) ? list : []));
  return all.filter(isJsonObject).filter(({ type }) => type !== 'null');
}

/** A schema with the members of its `allOf`. */
function merged({ document }: SchemaContext, { allOf, ...own }: JsonObject): JsonObject {
  let whole: JsonObject = own;
  for (const part of Array.isArray(allOf) ? allOf : []) {
    const stated = isJsonObject(part) && typeof part['$ref'] === 'string' ? follow(document, part['$ref']) : part;
    if (isJsonObject(stated)) whole = mergeSchemas(stated, whole);
  }
  return whole;
}

/** A union told apart by one property. */
function variantOf({ discriminator }: JsonObject): JsonObject | undefined {
  if (!isJsonObject(discriminator) || !isJsonObject(discriminator['mapping'])) return undefined;
  const map = Object.entries(discriminator['mapping']).flatMap(([value, ref]) => {
    const name = typeof ref === 'string' ? nameOf(ref) : undefined;
    return name === undefined ? [] : [{ type_value: value, $ref: name }];
  });
  return { discriminant: discriminator['propertyName'] ?? '', map };
}

function convertPlain(context: SchemaContext, schema: JsonObject, depth: number): JsonObject {
  const { properties, additionalProperties, items, readOnly, deprecated, description } = schema;
  const type = typeOf(schema);
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const members = Object.entries(isJsonObject(properties) ? properties : {}).map(
    ([name, one]): [string, JsonObject] => [
      name,
      { ...convertSchema(context, one, depth + 1), ...(required.includes(name) && { required: true }) },
    ],
  );
  const annotated = annotationsOf(context, schema);
  return {
    type,
    ...(typeof description === 'string' && { description }),
    ...valuesOf(schema),
    ...(readOnly === true && { readOnly: true }),
    ...(deprecated === true && { deprecated: true }),
    ...(members.length > 0 && { properties: Object.fromEntries(members) }),
    ...(isFurther(additionalProperties) && {
      additionalProperties: convertSchema(context, additionalProperties, depth + 1),
    }),
    ...(type === 'array' && { items: convertSchema(context, items, depth + 1) }),
    ...annotated,
  };
}

function isFurther(value: Json | undefined): boolean {
  return value === true || (isJsonObject(value) && Object.keys(value).length > 0);
}

function annotationsOf({ prefix }: SchemaContext, schema: JsonObject): JsonObject {
  const by = schema['x-required-by'];
  const ids = (Array.isArray(by) ? by : []).filter((id) => typeof id === 'string');
  return ids.length === 0 ? {} : { annotations: { required: ids.map((id) => prefix + id) } };
}

/** What a schema says of values that are not composed, as Discovery says it also of parameters. */
export function valuesOf(schema: JsonObject): JsonObject {
  const { format, minimum, maximum, default: initial } = schema;
  const constant = schema['const'];
  const said = initial ?? constant;
  const pattern = patternOf(schema['pattern']);
  return {
    ...(typeof format === 'string' && format !== 'binary' && { format }),
    ...enumOf(schema),
    ...(pattern !== undefined && { pattern }),
    ...(typeof minimum === 'number' && { minimum: String(minimum) }),
    ...(typeof maximum === 'number' && { maximum: String(maximum) }),
    ...(isPlain(said) && { default: String(said) }),
  };
}

function isPlain(value: Json | undefined): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** Clients in other languages read patterns: those that only JavaScript knows are left out. */
function patternOf(pattern: Json | undefined): string | undefined {
  return typeof pattern === 'string' && !/\\[pPuck]|\(\?[<P]/.test(pattern) ? pattern : undefined;
}

function enumOf(schema: JsonObject): JsonObject {
  const list = schema['enum'];
  const values = (Array.isArray(list) ? list : []).filter((value) => isPlain(value));
  if (values.length === 0) return {};
  const [meanings, deprecated] = [schema['x-enum-descriptions'], schema['x-enum-deprecated']];
  const meaning = (value: Json, index: number): Json | undefined => {
    if (Array.isArray(meanings)) return meanings[index];
    return isJsonObject(meanings) && Object.hasOwn(meanings, String(value)) ? meanings[String(value)] : undefined;
  };
  return {
    enum: values.map(String),
    ...(meanings !== undefined && { enumDescriptions: values.map((value, index) => meaning(value, index) ?? '') }),
    ...(Array.isArray(deprecated) && { enumDeprecated: values.map((value) => deprecated.includes(value)) }),
  };
}

/** The one type of a schema. */
export function typeOf({
  type,
  properties,
  items,
  additionalProperties,
  enum: values,
  const: value,
}: JsonObject): string {
  const stated = (Array.isArray(type) ? type : [type]).filter((one) => one !== 'null');
  const [first] = stated;
  if (stated.length === 1 && typeof first === 'string') return first;
  if (stated.length > 1) return 'any';
  if (properties !== undefined || additionalProperties !== undefined) return 'object';
  if (items !== undefined) return 'array';
  const [sample] = Array.isArray(values) ? values : [value];
  return typeof sample === 'string' ? 'string' : 'any';
}
