import type { Json, JsonObject } from '@speccast/runtime';
import { resolvePointer } from '../server/service.js';

/** The parts of a JSON Schema that a form uses. */
export interface FormSchema {
  readonly kind: 'object' | 'list' | 'string' | 'number' | 'boolean' | 'any';
  readonly about?: string;
  readonly values?: readonly Json[];
  readonly format?: string;
  readonly isReadOnly?: boolean;
  readonly isDeprecated?: boolean;
  readonly example?: Json;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  /** The members of an object in the order of the schema. */
  readonly members?: readonly FormMember[];
  /** The items of a list. */
  readonly items?: Json;
}

/** A member of an object. */
export interface FormMember {
  readonly name: string;
  readonly schema: Json;
  readonly isRequired: boolean;
}

const deepest = 12;

/** Reads a JSON Schema for a form: references are followed, `allOf` is merged, of alternatives the first that is not null counts. */
export function readSchema(schema: Json | undefined, root: JsonObject): FormSchema {
  const flat = flatten(schema, root, 0);
  const pick = (type: 'string' | 'number', names: Readonly<Record<string, string>>): Partial<FormSchema> =>
    Object.fromEntries(
      Object.entries(names).flatMap(([name, keyword]) =>
        typeof flat[keyword] === type ? [[name, flat[keyword]]] : [],
      ),
    );
  const { properties, examples } = flat;
  const kind = readKind(flat);
  const required = new Set(Array.isArray(flat['required']) ? flat['required'] : []);
  const values = Array.isArray(flat['enum']) ? flat['enum'] : 'const' in flat ? [flat['const'] ?? null] : undefined;
  const [first] = Array.isArray(examples) ? examples : [];
  const example = flat['default'] ?? flat['example'] ?? first;
  const members = Object.entries(toObject(properties)).map(([name, inner]) => ({
    name,
    schema: inner,
    isRequired: required.has(name),
  }));
  return {
    kind,
    ...pick('string', { about: 'description', format: 'format' }),
    ...pick('number', { minimum: 'minimum', maximum: 'maximum', maxLength: 'maxLength' }),
    ...(values && { values }),
    ...(flat['readOnly'] === true && { isReadOnly: true }),
    ...(flat['deprecated'] === true && { isDeprecated: true }),
    ...(example !== undefined && { example }),
    ...(kind === 'object' && { members }),
    ...(kind === 'list' && { items: flat['items'] ?? {} }),
  };
}

function readKind({ type = '', properties, enum: values }: JsonObject): FormSchema['kind'] {
  if (type === 'object' || (type === '' && isObject(properties))) return 'object';
  if (type === 'array') return 'list';
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'string' || type === 'boolean') return type;
  return type === '' && Array.isArray(values) ? 'string' : 'any';
}

function flatten(schema: Json | undefined, root: JsonObject, depth: number): JsonObject {
  if (!isObject(schema) || depth > deepest) return {};
  const { $ref, allOf, oneOf, anyOf, type, ...own } = schema;
  const target = typeof $ref === 'string' ? flatten(resolvePointer(root, $ref), root, depth + 1) : {};
  const parts = Array.isArray(allOf) ? allOf.map((one) => flatten(one, root, depth + 1)) : [];
  const alternatives = [oneOf, anyOf].flatMap((list) => (Array.isArray(list) ? list : []));
  const flat = alternatives.map((one) => flatten(one, root, depth + 1));
  const chosen = flat.find((one) => one['type'] !== 'null') ?? {};
  const plain = Array.isArray(type) ? (type.find((one) => one !== 'null') ?? 'null') : type;
  return [chosen, ...parts, { ...own, ...(plain !== undefined && { type: plain }) }].reduce<JsonObject>(join, target);
}

function join(one: JsonObject, other: JsonObject): JsonObject {
  const properties = { ...toObject(one['properties']), ...toObject(other['properties']) };
  const required = [one, other].flatMap((part) => (Array.isArray(part['required']) ? part['required'] : []));
  return {
    ...one,
    ...other,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  };
}

/** Returns a value if it is an object, else an empty object. */
export function toObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** Checks whether a value is an object and no list. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
