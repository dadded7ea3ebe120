import { type SpecContext, readComponents, listPropertySchemas, resolveTarget } from '../references/spec-context.js';
import { groupPairs } from '../../iterables.js';
import { toArray, isJsonObject, readInner, type Json, type JsonObject } from '../../json.js';
import { printPointer } from '../read/pointer.js';

/** A discriminator with the schemas in its mapping. */
export interface Discriminator {
  readonly node: JsonObject;
  readonly property: string;
  /** The tags in its mapping, by the ids of the schemas. */
  readonly stated: ReadonlyMap<string, readonly string[]>;
  /** Id of the schema of `defaultMapping` (OpenAPI 3.2), which is selected by tags that are not in the mapping. */
  readonly fallback: string | undefined;
}

/** Reads the discriminator of a schema; `undefined` if it has none. */
export function readDiscriminator(context: SpecContext, { discriminator }: JsonObject): Discriminator | undefined {
  if (!isJsonObject(discriminator) || typeof discriminator['propertyName'] !== 'string') return undefined;
  const { propertyName: property, defaultMapping } = discriminator;
  const mapping = readInner(discriminator, 'mapping');
  const pairs = Object.entries(mapping).flatMap(([tag, target]) => {
    const id = findMapped(context, target, mapping);
    return id === undefined ? [] : [[id, tag] as const];
  });
  const fallback = context.version === '3.2' ? findMapped(context, defaultMapping, discriminator) : undefined;
  return { node: discriminator, property, stated: groupPairs(pairs), fallback };
}

/** Finds the id of a schema that a mapping names: by its name in the components, or else by reference. */
function findMapped(context: SpecContext, target: Json | undefined, mapping: JsonObject): string | undefined {
  if (typeof target !== 'string') return undefined;
  const schemas = readComponents(context, 'schemas');
  if (Object.hasOwn(schemas, target))
    return resolveTarget(context, schemas[target])?.id ?? `#${printPointer(['components', 'schemas', target])}`;
  const found = context.references.find(target, mapping);
  return resolveTarget(context, found?.value)?.id ?? found?.id;
}

/** Prints a value of the property as a key of a mapping: 1 → `'1'`. */
export function printTag(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The facts that the schemas of one value state about the property of a discriminator. */
export interface TagProperty {
  readonly isRequired: boolean;
  /** True if the service sets it, so that requests do not have it. */
  readonly isReadOnly: boolean;
  /** True if its type allows tags: it may be a string, a number or a boolean. */
  readonly canTell: boolean;
  /** The values that all schemas allow; `undefined` if no schema lists values. */
  readonly values: readonly Json[] | undefined;
  /** Converts a key of a mapping, which is a string in JSON, to a value of the property: `'1'` → 1 if it is an integer. */
  readonly parse: (tag: string) => Json;
}

/** Reads the facts about the property of a discriminator. `parts` are the schemas of one value, as `listCombined` returns them. */
export function readTagProperty(context: SpecContext, parts: readonly JsonObject[], property: string): TagProperty {
  const stated = parts.flatMap((part) => listPropertySchemas(context, part, property));
  const types = stated.flatMap(({ type }) => (type === undefined ? [] : [[type].flat()]));
  const lists = stated.flatMap((part): (readonly Json[])[] => [
    ...(Object.hasOwn(part, 'const') ? [[part['const'] ?? null]] : []),
    ...(Array.isArray(part['enum']) ? [part['enum']] : []),
  ]);
  const [first, ...others] = lists;
  const byTag = new Map(lists.flat().map((value) => [printTag(value), value]));
  const named = new Set(types.flat());
  return {
    isRequired: parts.some(({ required }) => toArray(required).includes(property)),
    isReadOnly: stated.some(({ readOnly }) => readOnly === true),
    canTell: types.every((list) => list.some((one) => one !== 'object' && one !== 'array' && one !== 'null')),
    values: first?.filter((value) => others.every((list) => list.includes(value))),
    parse(tag) {
      const value = byTag.get(tag);
      if (value !== undefined || named.has('string')) return value ?? tag;
      if ((named.has('integer') || named.has('number')) && /^-?\d+(?:\.\d+)?$/.test(tag)) return Number(tag);
      return named.has('boolean') && /^(?:true|false)$/.test(tag) ? tag === 'true' : tag;
    },
  };
}

/** Returns the schema that restricts the property to tags: `{ const: cat }`. It is `readOnly` if the property is. */
export function narrowTag({ parse, isReadOnly }: TagProperty, tags: readonly string[]): JsonObject {
  // Constants instead of an enum, because types of responses leave enums open to unlisted values.
  const [first, ...others] = tags.map((tag): JsonObject => ({ const: parse(tag) }));
  const narrowed = first !== undefined && others.length === 0 ? first : { anyOf: [first ?? false, ...others] };
  return isReadOnly ? { ...narrowed, readOnly: true } : narrowed;
}
