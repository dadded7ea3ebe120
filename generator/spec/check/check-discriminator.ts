import { type CheckContext, partsOf, targetOf } from './check-context.js';
import { isJsonObject, type Json, type JsonObject } from '../read/json.js';
import { parsePointer, printPointer } from '../references/pointer.js';
import { isResolved } from '../references/references.js';
import { didYouMean } from '../suggest.js';

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
  const loose = branches.filter((branch) => {
    const values = valuesOf(context, branch.value, property);
    if (values !== undefined) checkValues(context, { branch, property, values, stated: stated.get(branch.id) });
    return values === undefined;
  });
  if (loose.length === 0 || branches.length < 2) return;
  const names = [...new Set(loose.map(({ name }) => name))].join(', ');
  const message = `the discriminator does not tell ${names} from the others, because it never changes what is valid and any "${property}" is valid there; give that property ${context.version === '3.0' ? 'an "enum" of one value' : 'a "const"'} in each${nearName(context, property, loose)}`;
  context.diagnostics.warning('loose-discriminator', message, context.positions.ofKey(schema, 'discriminator'));
}

/** A name near that of a discriminator, where none of the alternatives has the property itself. */
function nearName(context: CheckContext, property: string, branches: readonly Branch[]): string {
  const parts = branches.flatMap(({ value }) => partsOf(context, value));
  const names = parts.flatMap(({ properties }) => (isJsonObject(properties) ? Object.keys(properties) : []));
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
  const { components } = context.root;
  const schemas = isJsonObject(components) ? components['schemas'] : undefined;
  if (isJsonObject(schemas) && Object.hasOwn(schemas, target))
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
  const declared = partsOf(context, schema).flatMap(({ properties }) =>
    isJsonObject(properties) && Object.hasOwn(properties, property) ? [properties[property] ?? true] : [],
  );
  const parts = declared.flatMap((one) => partsOf(context, one));
  const lists = parts.flatMap((part): (readonly Json[])[] => [
    ...(Object.hasOwn(part, 'const') ? [[part['const'] ?? null]] : []),
    ...(Array.isArray(part['enum']) ? [part['enum']] : []),
  ]);
  const [first, ...others] = lists;
  return first?.filter((value) => others.every((list) => list.includes(value)));
}
