import { type CheckContext, componentsOf, partsOf, propertyOf, targetOf } from '../check/check-context.js';
import { isJsonObject, type Json, type JsonObject } from '../read/json.js';
import { parsePointer, printPointer } from '../references/pointer.js';
import { isResolved } from '../references/references.js';

/** A discriminator with the schemas that it names itself. */
export interface Discriminator {
  readonly node: JsonObject;
  readonly property: string;
  /** The tags that its mapping gives to schemas, by the ids of those. */
  readonly stated: ReadonlyMap<string, readonly string[]>;
  /** Id of the schema that OpenAPI 3.2 selects where no other is mapped to the tag. */
  readonly fallback: string | undefined;
}

/** Reads the discriminator of a schema; `undefined` where it has none. */
export function readDiscriminator(context: CheckContext, { discriminator }: JsonObject): Discriminator | undefined {
  if (!isJsonObject(discriminator) || typeof discriminator['propertyName'] !== 'string') return undefined;
  const { propertyName: property, mapping, defaultMapping } = discriminator;
  const stated = new Map<string, string[]>();
  for (const [tag, target] of Object.entries(isJsonObject(mapping) ? mapping : {})) {
    const id = typeof target === 'string' && isJsonObject(mapping) ? findMapped(context, target, mapping) : undefined;
    if (id !== undefined) stated.set(id, [...(stated.get(id) ?? []), tag]);
  }
  const hasFallback = context.version === '3.2' && typeof defaultMapping === 'string';
  const fallback = hasFallback ? findMapped(context, defaultMapping, discriminator) : undefined;
  return { node: discriminator, property, stated, fallback };
}

/** The id of a schema that a mapping names: by its name in the components, or else by reference. */
function findMapped(context: CheckContext, target: string, mapping: JsonObject): string | undefined {
  const schemas = componentsOf(context, 'schemas');
  if (Object.hasOwn(schemas, target))
    return targetOf(context, schemas[target])?.id ?? `#${printPointer(['components', 'schemas', target])}`;
  const outcome = context.references.resolveReference(target, mapping);
  return isResolved(outcome) ? (targetOf(context, outcome.value)?.id ?? outcome.id) : undefined;
}

/** The name that an id ends in, which is the tag of a schema that no mapping names: `Cat` of `#/components/schemas/Cat`. */
export function readName(id: string): string {
  return parsePointer(id.slice(id.indexOf('#') + 1))?.at(-1) ?? id;
}

/** A value of the tag as a mapping has it, whose keys are always strings: `'1'` of 1. */
export function printTag(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The values that some schemas of one value allow a property to have; `undefined` where they do not list them. */
export function listTags(
  context: CheckContext,
  parts: readonly JsonObject[],
  property: string,
): readonly Json[] | undefined {
  const lists = parts
    .flatMap((part) => propertyOf(context, part, property))
    .flatMap((part): (readonly Json[])[] => [
      ...(Object.hasOwn(part, 'const') ? [[part['const'] ?? null]] : []),
      ...(Array.isArray(part['enum']) ? [part['enum']] : []),
    ]);
  const [first, ...others] = lists;
  return first?.filter((value) => others.every((list) => list.includes(value)));
}

/** Makes the schema of the tag of an alternative, which is `readOnly` where the property that it narrows is. */
export function narrowTag(
  context: CheckContext,
  schemas: readonly Json[],
  property: string,
  tags: readonly string[],
): JsonObject {
  const values = readTags(context, schemas, property, tags);
  // Constants, because an enum of a response is open to values that nobody knows yet.
  const narrowed =
    values.length === 1 ? { const: values[0] ?? null } : { anyOf: values.map((value) => ({ const: value })) };
  return isAssigned(context, schemas, property) ? { ...narrowed, readOnly: true } : narrowed;
}

/** Whether a property can be a tag: it may be a string, a number or a boolean, as far as some schemas say. */
export function canBeTag(context: CheckContext, schemas: readonly Json[], property: string): boolean {
  const stated = listStated(context, schemas, property).filter(({ type }) => type !== undefined);
  return stated.every(({ type }) => [type].flat().some((one) => one !== 'object' && one !== 'array' && one !== 'null'));
}

/** Whether the service sets a property, so that requests do not have it. */
export function isAssigned(context: CheckContext, schemas: readonly Json[], property: string): boolean {
  return listStated(context, schemas, property).some(({ readOnly }) => readOnly === true);
}

function listStated(context: CheckContext, schemas: readonly Json[], property: string): readonly JsonObject[] {
  return schemas.flatMap((one) => partsOf(context, one)).flatMap((part) => propertyOf(context, part, property));
}

/** The values that keys of a mapping, always strings in JSON, stand for: `'1'` is 1 where the property is an integer. */
export function readTags(
  context: CheckContext,
  schemas: readonly Json[],
  property: string,
  tags: readonly string[],
): readonly Json[] {
  const stated = listStated(context, schemas, property);
  const listed = stated.flatMap(({ enum: values, const: constant }) => [
    ...(Array.isArray(values) ? values : []),
    ...(constant === undefined ? [] : [constant]),
  ]);
  const types = new Set(stated.flatMap(({ type }) => [type].flat()));
  const isNumber = !types.has('string') && (types.has('integer') || types.has('number'));
  const isBoolean = !types.has('string') && types.has('boolean');
  return tags.map((tag) => {
    const value = listed.find((one) => printTag(one) === tag);
    if (value !== undefined) return value;
    if (isNumber && /^-?\d+(?:\.\d+)?$/.test(tag)) return Number(tag);
    return isBoolean && /^(?:true|false)$/.test(tag) ? tag === 'true' : tag;
  });
}
