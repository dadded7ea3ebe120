import { isUpgraded } from '../openapi/spec-version.js';
import { isJsonObject, type Json, type JsonObject } from '../read/json.js';
import { rewritable } from '../read/tree.js';
import { parsePointer, printPointer } from '../references/pointer.js';
import { isResolved } from '../references/references.js';
import { didYouMean } from '../suggest.js';
import { type CheckContext, componentsOf, itemsOf, keysOf, partsOf, propertyOf, targetOf } from './check-context.js';

/** An alternative that a discriminator can name. */
interface Branch {
  /** The reference in the union. */
  readonly node: JsonObject;
  readonly id: string;
  readonly name: string;
  readonly value: Json;
}

/**
 * A discriminator never changes what is valid, so it tells alternatives apart only as far as they say themselves which
 * values its property has. Says where they do not, or say another value than the one that represents them.
 */
export function checkDiscriminator(context: CheckContext, schema: JsonObject): void {
  const { discriminator, oneOf = [], anyOf = [] } = schema;
  if (!isJsonObject(discriminator) || typeof discriminator['propertyName'] !== 'string') return;
  const property = discriminator['propertyName'];
  const branches = [oneOf, anyOf]
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .flatMap((one: Json) => branchOf(context, one));
  const stated = statedValues(context, discriminator);
  const named = namedBy(context, discriminator, stated);
  const loose = branches.filter((branch) => {
    const values = valuesOf(context, branch.value, property);
    if (values !== undefined) checkValues(context, { branch, property, values, stated: stated.get(branch.id) });
    return values === undefined && !isNarrowed(context, branch, property, named);
  });
  if (loose.length === 0 || branches.length < 2) return;
  const names = [...new Set(loose.map(({ name }) => name))].join(', ');
  const message = `the discriminator does not tell ${names} from the others, because it never changes what is valid and any "${property}" is valid there; give that property ${isUpgraded(context.version) ? 'an "enum" of one value' : 'a "const"'} in each${nearName(context, property, loose)}`;
  context.diagnostics.warning('loose-discriminator', message, context.positions.ofKey(schema, 'discriminator'));
}

/** Whether an alternative takes only the tags that are mapped to it: one that has a name, and leaves the tag open itself. */
function isNarrowed(
  context: CheckContext,
  { id, value, node }: Branch,
  property: string,
  named: ReadonlySet<string>,
): boolean {
  const hasName = named.has(id) || /#\/components\/schemas\/[^/]+$/.test(id);
  if (!hasName || 'properties' in node || 'required' in node) return false;
  const parts = partsOf(context, value);
  if (parts.some(({ oneOf, anyOf }) => oneOf !== undefined || anyOf !== undefined)) return false;
  const tags = parts.flatMap((part) => propertyOf(context, part, property));
  return tags.some(({ type }) => type === 'string') && valuesOf(context, value, property) === undefined;
}

/**
 * Lets each alternative of a union that leaves the tag of its discriminator open take only the values that are mapped to it:
 * `{ $ref, required: [tag], properties: { tag: { const } } }`. The schema that it refers to stays as it is. The alternative
 * of `defaultMapping` takes every other tag, and none.
 */
export function narrowUnion(context: CheckContext, schema: JsonObject): void {
  const { discriminator } = schema;
  if (!isJsonObject(discriminator) || typeof discriminator['propertyName'] !== 'string') return;
  const property = discriminator['propertyName'];
  const stated = statedValues(context, discriminator);
  const valuesFor = ({ id, name }: Branch): readonly string[] => stated.get(id)?.map(({ value }) => value) ?? [name];
  const fallback = fallbackOf(context, discriminator);
  const named = namedBy(context, discriminator, stated);
  for (const key of ['oneOf', 'anyOf']) {
    const list = itemsOf(schema[key]);
    const others = list.flatMap((node: Json) => branchOf(context, node)).filter(({ id }) => id !== fallback);
    const mapped = others.flatMap(valuesFor);
    const narrowed = list.map((node: Json): Json => {
      const [branch] = branchOf(context, node);
      if (branch === undefined || !isNarrowed(context, branch, property, named)) return node;
      const tag = branch.id === fallback ? { type: 'string', not: { enum: mapped } } : oneOfValues(valuesFor(branch));
      const required = branch.id === fallback ? {} : { required: [property] };
      return deriveAll(context, branch.node, { ...branch.node, ...required, properties: { [property]: tag } });
    });
    if (narrowed.every((node, index) => node === list[index])) continue;
    context.positions.derive(narrowed, schema, key);
    rewritable(schema)[key] = narrowed;
  }
}

/** Constants, because an enum of a response is open to values that nobody knows yet. */
function oneOfValues(values: readonly string[]): JsonObject {
  return values.length === 1 ? { const: values[0] ?? null } : { anyOf: values.map((value) => ({ const: value })) };
}

/** Id of the schema that OpenAPI 3.2 selects where no other is mapped to the tag. */
function fallbackOf(context: CheckContext, discriminator: JsonObject): string | undefined {
  const { defaultMapping } = discriminator;
  if (context.version !== '3.2' || typeof defaultMapping !== 'string') return undefined;
  return idOf(context, defaultMapping, discriminator);
}

/** Ids of the schemas that a discriminator names itself. */
function namedBy(
  context: CheckContext,
  discriminator: JsonObject,
  stated: ReadonlyMap<string, readonly Stated[]>,
): ReadonlySet<string> {
  const fallback = fallbackOf(context, discriminator);
  return new Set([...stated.keys(), ...(fallback === undefined ? [] : [fallback])]);
}

/** Gives all that is new in an alternative the position of its reference. */
function deriveAll({ positions }: CheckContext, origin: JsonObject, made: JsonObject): JsonObject {
  const pending: Json[] = [made];
  for (const one of pending) {
    if (typeof one !== 'object' || one === null || positions.has(one)) continue;
    positions.derive(one, origin, '$ref');
    pending.push(...Object.values(one));
  }
  return made;
}

/** A name near that of a discriminator, where none of the alternatives has the property itself. */
function nearName(context: CheckContext, property: string, branches: readonly Branch[]): string {
  const parts = branches.flatMap(({ value }) => partsOf(context, value));
  const names = parts.flatMap(({ properties }) => keysOf(properties));
  return names.includes(property) ? '' : didYouMean(property, names);
}

function branchOf(context: CheckContext, node: Json): readonly Branch[] {
  const target = targetOf(context, node);
  if (target === undefined || !isJsonObject(node)) return [];
  const { id, value } = target;
  return [{ node, id, value, name: parsePointer(id.slice(id.indexOf('#') + 1))?.at(-1) ?? id }];
}

/** A value of a mapping, and the mapping. */
interface Stated {
  readonly mapping: JsonObject;
  readonly value: string;
}

/** The values that a mapping gives to schemas, by the ids of those. */
function statedValues(context: CheckContext, { mapping }: JsonObject): ReadonlyMap<string, readonly Stated[]> {
  const found = new Map<string, Stated[]>();
  for (const [value, target] of Object.entries(isJsonObject(mapping) ? mapping : {})) {
    const id = typeof target === 'string' && isJsonObject(mapping) ? idOf(context, target, mapping) : undefined;
    if (id === undefined || !isJsonObject(mapping)) continue;
    found.set(id, [...(found.get(id) ?? []), { mapping, value }]);
  }
  return found;
}

/** A mapping names schemas by their name in the components, or else by reference. */
function idOf(context: CheckContext, target: string, mapping: JsonObject): string | undefined {
  const schemas = componentsOf(context, 'schemas');
  if (Object.hasOwn(schemas, target))
    return targetOf(context, schemas[target])?.id ?? `#${printPointer(['components', 'schemas', target])}`;
  const outcome = context.references.resolveReference(target, mapping);
  return isResolved(outcome) ? (targetOf(context, outcome.value)?.id ?? outcome.id) : undefined;
}

interface Checked {
  readonly branch: Branch;
  readonly property: string;
  readonly values: readonly Json[];
  readonly stated: readonly Stated[] | undefined;
}

function checkValues({ diagnostics, positions }: CheckContext, { branch, property, values, stated }: Checked): void {
  const { name, node } = branch;
  const allowed = values.map((value) => JSON.stringify(value)).join(', ');
  const complain = (value: string): string =>
    `${JSON.stringify(value)} does not select ${name}, whose "${property}" is ${allowed === '' ? 'never valid' : allowed}`;
  for (const { mapping, value } of stated ?? []) {
    if (values.includes(value)) continue;
    diagnostics.warning('wrong-mapping', complain(value), positions.ofValue(mapping, value));
  }
  if (stated !== undefined || values.includes(name)) return;
  diagnostics.warning('wrong-mapping', `${complain(name)}; add a "mapping"`, positions.ofValue(node, '$ref'));
}

/** The values that a schema allows a property to have; `undefined` where it does not list them. */
function valuesOf(context: CheckContext, schema: Json, property: string): readonly Json[] | undefined {
  const parts = partsOf(context, schema).flatMap((part) => propertyOf(context, part, property));
  const lists = parts.flatMap((part): (readonly Json[])[] => [
    ...(Object.hasOwn(part, 'const') ? [[part['const'] ?? null]] : []),
    ...(Array.isArray(part['enum']) ? [part['enum']] : []),
  ]);
  const [first, ...others] = lists;
  return first?.filter((value) => others.every((list) => list.includes(value)));
}
