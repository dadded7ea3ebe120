import type { Json, JsonObject } from '@speccast/runtime';
import { resolvePointer } from '../server/service.js';

/** What a form needs to know about a value. */
export interface FormSchema {
  readonly kind: 'object' | 'list' | 'string' | 'number' | 'boolean' | 'any';
  readonly about?: string;
  readonly values?: readonly Json[];
  readonly format?: string;
  readonly isWhole?: boolean;
  readonly isReadOnly?: boolean;
  readonly isDeprecated?: boolean;
  readonly example?: Json;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
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
  const { type, ...rest } = flatten(schema, root, 0);
  const kind = kindOf(typeof type === 'string' ? type : '', rest);
  const texts = { about: rest['description'], format: rest['format'], pattern: rest['pattern'] };
  const numbers = { minimum: rest['minimum'], maximum: rest['maximum'], maxLength: rest['maxLength'] };
  const values = Array.isArray(rest['enum']) ? rest['enum'] : 'const' in rest ? [rest['const'] ?? null] : undefined;
  return {
    kind,
    ...only(texts, (value) => typeof value === 'string'),
    ...only(numbers, (value) => typeof value === 'number'),
    ...(values === undefined ? {} : { values }),
    ...(type === 'integer' && { isWhole: true }),
    ...(rest['readOnly'] === true && { isReadOnly: true }),
    ...(rest['deprecated'] === true && { isDeprecated: true }),
    ...exampleOf(rest),
    ...(kind === 'object' && { members: membersOf(rest) }),
    ...(kind === 'list' && { items: rest['items'] ?? {} }),
  };
}

function only(
  values: Readonly<Record<string, Json | undefined>>,
  isWanted: (value: unknown) => boolean,
): Partial<FormSchema> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => isWanted(value)));
}

function exampleOf({ example, examples, default: usual }: JsonObject): Pick<FormSchema, 'example'> {
  const [first] = Array.isArray(examples) ? examples : [];
  const found = usual ?? example ?? first;
  return found === undefined ? {} : { example: found };
}

function kindOf(type: string, schema: JsonObject): FormSchema['kind'] {
  if (type === 'object' || (type === '' && isObject(schema['properties']))) return 'object';
  if (type === 'array') return 'list';
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'string' || type === 'boolean') return type;
  return type === '' && Array.isArray(schema['enum']) ? 'string' : 'any';
}

function membersOf({ properties, required }: JsonObject): readonly FormMember[] {
  const needed = new Set(Array.isArray(required) ? required : []);
  return Object.entries(isObject(properties) ? properties : {}).map(([name, schema]) => ({
    name,
    schema,
    isRequired: needed.has(name),
  }));
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
  return [chosen, ...parts, { ...own, ...(plain === undefined ? {} : { type: plain }) }].reduce<JsonObject>(
    join,
    target,
  );
}

function join(one: JsonObject, other: JsonObject): JsonObject {
  const properties = { ...objectAt(one, 'properties'), ...objectAt(other, 'properties') };
  const required = [one, other].flatMap((part) => (Array.isArray(part['required']) ? part['required'] : []));
  return {
    ...one,
    ...other,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  };
}

function objectAt(value: JsonObject, name: string): JsonObject {
  const inner = value[name];
  return isObject(inner) ? inner : {};
}

/** Whether a value is an object, not a list. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
