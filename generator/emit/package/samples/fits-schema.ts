import type { Schema } from '../../../api/types/schema.js';
import { declaredProperties, followSchema, type Schemas } from '../../../api/schemas/target-schema.js';
import { isOfType } from '../../../json.js';
import { isJsonObject, type Json, type JsonObject } from '../../../spec/read/json.js';

/** Levels of a value that are looked at. */
const DEEPEST = 12;

/** What is around an alternative of a schema. */
interface Around {
  readonly depth: number;
  /** Properties that the schemas around it declare. */
  readonly names: ReadonlySet<string>;
}

/**
 * Whether callers can pass a value where a schema is: an example of a spec need not. Looks at types, enums, and the names of properties, as
 * TypeScript does, and at no limits.
 */
export function fitsSchema(
  schemas: Schemas,
  schema: Schema,
  value: Json,
  { depth, names }: Around = { depth: 0, names: new Set() },
): boolean {
  if (depth > DEEPEST) return true;
  const target = followSchema(schemas, schema);
  const { types, array, oneOf = [], anyOf = [] } = target;
  const allowed = target.const === undefined ? target.enum : [target.const.value];
  if (allowed?.some((one) => JSON.stringify(one) === JSON.stringify(value)) === false) return false;
  if (types?.some((type) => isOfType(value, type)) === false) return false;
  const properties = declaredProperties(schemas, target);
  const known = new Set([...names, ...properties.map(({ name }) => name)]);
  const inner = { depth: depth + 1, names: known };
  for (const alternatives of [oneOf, anyOf])
    if (alternatives.length > 0 && !alternatives.some((one) => fitsSchema(schemas, one, value, inner))) return false;
  const below = (one: Schema | undefined, item: Json): boolean =>
    one === undefined || fitsSchema(schemas, one, item, { depth: depth + 1, names: new Set() });
  if (Array.isArray(value)) return value.every((item) => below(array?.items, item));
  if (!isJsonObject(value)) return true;
  const isOpen =
    known.size === 0 || oneOf.length + anyOf.length > 0 || target.object?.additionalProperties !== undefined;
  return (
    hasRequired(target, properties, value) &&
    Object.entries(value).every(([name, item]) => {
      const property = properties.find((one) => one.name === name);
      if (property === undefined) return isOpen || known.has(name);
      return followSchema(schemas, property.schema).readOnly !== true && below(property.schema, item);
    })
  );
}

function hasRequired(
  { object }: Schema,
  properties: ReturnType<typeof declaredProperties>,
  value: JsonObject,
): boolean {
  const names = [...(object?.requiredOnly ?? []), ...properties.flatMap((one) => (one.required ? [one.name] : []))];
  return names.every((name) => Object.hasOwn(value, name));
}
