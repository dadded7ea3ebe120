import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { follow, mergeSchemas, readMember, readReferred, toJsonObject } from '@speccast/runtime/requests';

/** The schemas of a Discovery document while it is made. */
export interface SchemaContext {
  /** The OpenAPI document. */
  readonly document: JsonObject;
  /** The beginning of the ids of methods: `books.`. */
  readonly prefix: string;
  /** Schemas by name; those that the OpenAPI document does not name are added. */
  readonly schemas: Map<string, JsonObject>;
}

/** Converts the schemas that an OpenAPI document names. */
export function addNamedSchemas(context: SchemaContext): void {
  const all = follow(context.document, '#/components/schemas');
  for (const [name, schema] of Object.entries(toJsonObject(all)))
    context.schemas.set(name, { id: name, ...convertSchema(context, schema) });
}

/** Returns a reference to a schema. A schema without a name is added under the one given: `{"$ref": "BooksListResponse"}`. */
export function addReference(context: SchemaContext, schema: Json, name: string): JsonObject {
  const converted = convertSchema(context, schema);
  const { $ref } = converted;
  if (typeof $ref === 'string') return { $ref };
  let free = name;
  for (let number = 2; context.schemas.has(free); number += 1) free = `${name}${number}`;
  context.schemas.set(free, { id: free, ...converted });
  return { $ref: free };
}

/** Deeper schemas allow anything: those that contain themselves have a name. */
const deepest = 40;

/** Converts a JSON Schema to one of Discovery, which has one type, no combinations but `variant`, and strings as bounds. */
export function convertSchema(context: SchemaContext, schema: Json | undefined, depth = 0): JsonObject {
  if (!isJsonObject(schema) || depth > deepest) return { type: 'any' };
  const { $ref, description } = schema;
  const said = typeof description === 'string' ? { description } : {};
  if (typeof $ref === 'string') {
    const name = readName($ref);
    if (name !== undefined) return { $ref: name, ...said };
    return { ...convertSchema(context, follow(context.document, $ref), depth + 1), ...said };
  }
  const { allOf, oneOf, anyOf, ...own } = schema;
  // A combination with one member is that member. Those that allow only null do not count.
  const [only, ...others] = [allOf, oneOf, anyOf]
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .filter(isJsonObject)
    .filter(({ type }) => type !== 'null');
  if (only !== undefined && others.length === 0) {
    const isNote = Object.keys(own).every((key) => key === 'description' || key.startsWith('x-'));
    return convertSchema(
      context,
      isNote ? { ...only, ...said } : mergeAll(context, { ...own, allOf: [only] }),
      depth + 1,
    );
  }
  if (Array.isArray(allOf)) return convertSchema(context, mergeAll(context, schema), depth + 1);
  const { propertyName = '', mapping } = toJsonObject(schema['discriminator']);
  if (!isJsonObject(mapping)) return convertPlain(context, schema, depth);
  const map = Object.entries(mapping).flatMap(([value, ref]) => {
    const name = typeof ref === 'string' ? readName(ref) : undefined;
    return name === undefined ? [] : [{ type_value: value, $ref: name }];
  });
  return { type: 'object', ...said, variant: { discriminant: propertyName, map } };
}

/** Reads the name of a schema: `#/components/schemas/Book` → `Book`. */
function readName(ref: string): string | undefined {
  const [, name] = /^#\/components\/schemas\/([^/]+)$/.exec(ref) ?? [];
  return name?.replaceAll('~1', '/').replaceAll('~0', '~').replaceAll('%25', '%');
}

/** Merges a schema with the members of its `allOf`. */
function mergeAll({ document }: SchemaContext, { allOf, ...own }: JsonObject): JsonObject {
  let whole: JsonObject = own;
  for (const part of Array.isArray(allOf) ? allOf : []) whole = mergeSchemas(readReferred(document, part), whole);
  return whole;
}

function convertPlain(context: SchemaContext, schema: JsonObject, depth: number): JsonObject {
  const { properties, additionalProperties: further, items, readOnly, deprecated, description, required } = schema;
  const type = findType(schema);
  const convert = (inner: Json | undefined): JsonObject => convertSchema(context, inner, depth + 1);
  const members = Object.entries(toJsonObject(properties)).map(([name, one]): [string, JsonObject] => {
    const isRequired = Array.isArray(required) && required.includes(name);
    return [name, { ...convert(one), ...(isRequired && { required: true }) }];
  });
  const isOpen = further === true || Object.keys(toJsonObject(further)).length > 0;
  const by = schema['x-required-by'];
  const ids = (Array.isArray(by) ? by : []).filter((id) => typeof id === 'string');
  return {
    type,
    ...(typeof description === 'string' && { description }),
    ...convertValues(schema),
    ...(readOnly === true && { readOnly }),
    ...(deprecated === true && { deprecated }),
    ...(members.length > 0 && { properties: Object.fromEntries(members) }),
    ...(isOpen && { additionalProperties: convert(further) }),
    ...(type === 'array' && { items: convert(items) }),
    ...(ids.length > 0 && { annotations: { required: ids.map((id) => context.prefix + id) } }),
  };
}

/** Converts the keywords that Discovery has for schemas and for parameters. */
export function convertValues(schema: JsonObject): JsonObject {
  const { format, minimum, maximum, pattern, default: initial = schema['const'] } = schema;
  return {
    ...(typeof format === 'string' && format !== 'binary' && { format }),
    ...convertEnum(schema),
    // Clients in other languages read patterns: those that only JavaScript knows are left out.
    ...(typeof pattern === 'string' && !/\\[pPuck]|\(\?[<P]/.test(pattern) && { pattern }),
    ...(typeof minimum === 'number' && { minimum: String(minimum) }),
    ...(typeof maximum === 'number' && { maximum: String(maximum) }),
    ...(isPlain(initial) && { default: String(initial) }),
  };
}

function isPlain(value: Json | undefined): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

function convertEnum(schema: JsonObject): JsonObject {
  const { enum: list, 'x-enum-descriptions': meanings, 'x-enum-deprecated': deprecated } = schema;
  const values = (Array.isArray(list) ? list : []).filter(isPlain);
  if (values.length === 0) return {};
  const describe = (value: Json, index: number): Json =>
    (Array.isArray(meanings) ? meanings[index] : readMember(toJsonObject(meanings), String(value))) ?? '';
  return {
    enum: values.map(String),
    ...(meanings !== undefined && { enumDescriptions: values.map(describe) }),
    ...(Array.isArray(deprecated) && { enumDeprecated: values.map((value) => deprecated.includes(value)) }),
  };
}

/** Finds the one type of a schema; `any` if it has several. */
export function findType(schema: JsonObject): string {
  const { type, properties, items, additionalProperties, enum: values, const: value } = schema;
  const [first, ...others] = [type].flat().filter((one) => one !== 'null');
  if (others.length > 0) return 'any';
  if (typeof first === 'string') return first;
  if (properties !== undefined || additionalProperties !== undefined) return 'object';
  if (items !== undefined) return 'array';
  const [sample] = Array.isArray(values) ? values : [value];
  return typeof sample === 'string' ? 'string' : 'any';
}
