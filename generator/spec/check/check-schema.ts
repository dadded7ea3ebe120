import { isUpgraded } from '../openapi/spec-version.js';
import { keywords } from '../../keywords/keywords.js';
import { isJsonObject, type Json, type JsonObject } from '../read/json.js';
import { leaveOutPattern } from '../patterns/check-patterns.js';
import { parsePointer, printPointer } from '../references/pointer.js';
import { isResolved } from '../references/references.js';
import { leaveOut, reportFault } from '../repair/repairs.js';
import { isRegex } from '../regex.js';
import { didYouMean } from '../suggest.js';
import { type CheckContext, partsOf, targetOf, itemsOf, objectAt, componentsOf, keysOf } from './check-context.js';

/** Checks a schema beyond the types of its keywords. */
export function checkSchema(context: CheckContext, schema: JsonObject): void {
  checkRequired(context, schema);
  checkPatterns(context, schema);
  checkMapping(context, schema);
  checkDiscriminator(context, schema);
  checkContradiction(context, schema);
  checkEnum(context, schema);
  for (const [least, most] of ranges) checkRange(context, schema, least, most);
}

const ranges = [...keywords.values()].flatMap(({ name, limit }) =>
  limit?.upper === undefined ? [] : [[name, limit.upper] as const],
);

function checkRange({ diagnostics, positions }: CheckContext, schema: JsonObject, least: string, most: string): void {
  const low = schema[least];
  const high = schema[most];
  if (typeof low !== 'number' || typeof high !== 'number' || low <= high) return;
  diagnostics.warning(
    'empty-range',
    `no value fits: "${least}" ${low} is greater than "${most}" ${high}`,
    positions.ofValue(schema, least),
  );
}

function checkEnum({ diagnostics, positions }: CheckContext, schema: JsonObject): void {
  const values = schema['enum'];
  if (!Array.isArray(values)) return;
  if (values.length === 0) {
    diagnostics.warning('empty-range', 'no value fits: "enum" is empty', positions.ofValue(schema, 'enum'));
  }
  const known = new Set<string>();
  values.forEach((value: Json, index) => {
    const text = JSON.stringify(value);
    if (known.has(text))
      diagnostics.warning('repeated-value', `"enum" lists ${text} twice`, positions.ofValue(values, index));
    known.add(text);
  });
}

/** A required name that is nearly a property is a slip of the pen; any other is allowed. */
function checkRequired({ diagnostics, positions }: CheckContext, { required, properties }: JsonObject): void {
  if (!Array.isArray(required) || !isJsonObject(properties)) return;
  required.forEach((name: Json, index) => {
    if (typeof name !== 'string' || Object.hasOwn(properties, name)) return;
    const hint = didYouMean(name, Object.keys(properties));
    if (hint !== '')
      diagnostics.warning(
        'unknown-property',
        `the required "${name}" is not among the properties${hint}`,
        positions.ofValue(required, index),
      );
  });
}

function checkPatterns(context: CheckContext, schema: JsonObject): void {
  const { patternProperties } = schema;
  if (!isJsonObject(patternProperties)) return;
  for (const pattern of Object.keys(patternProperties)) {
    if (isRegex(pattern)) continue;
    const message = `${JSON.stringify(pattern)} is not a regular expression that JavaScript understands`;
    const fault = { code: 'invalid-value', message, at: context.positions.ofKey(patternProperties, pattern) } as const;
    reportFault(context, fault, leaveOutPattern(schema, patternProperties, pattern));
  }
}

/** A discriminator's mapping names schemas: by reference, or by their name in `components.schemas`. */
function checkMapping(context: CheckContext, { discriminator }: JsonObject): void {
  const mapping = isJsonObject(discriminator) ? discriminator['mapping'] : undefined;
  if (!isJsonObject(mapping)) return;
  const schemas = componentsOf(context, 'schemas');
  for (const [value, name] of Object.entries(mapping)) {
    if (typeof name !== 'string' || Object.hasOwn(schemas, name)) continue;
    const outcome = context.references.resolveReference(name, mapping);
    if (isResolved(outcome) || outcome.message === undefined) continue;
    const unknown = `no schema is called ${JSON.stringify(name)}${didYouMean(name, Object.keys(schemas))}`;
    const message = isBareName(name) ? unknown : outcome.message;
    const fault = { code: outcome.code, message, at: context.positions.ofValue(mapping, value) };
    reportFault(
      context,
      fault,
      outcome.code === 'refused-reference' && !isBareName(name) ? undefined : leaveOut(mapping, value),
    );
  }
}

/** Whether a mapping's value looks like the name of a schema, not like the path of a file. */
function isBareName(name: string): boolean {
  return !/[#/:]|\.(?:json|ya?ml)$/i.test(name);
}

/** Says where the parts of an `allOf` want types that no value has at once: of the value itself, or of a property. */
function checkContradiction(context: CheckContext, schema: JsonObject): void {
  const { allOf } = schema;
  if (!Array.isArray(allOf)) return;
  const parts = [ownParts(context, schema), ...allOf.map((part) => partsOf(context, part))];
  complain(context, schema, 'value', parts.map(typesOf));
  const names = new Set(parts.flatMap((part) => part.flatMap(({ properties }) => keysOf(properties))));
  for (const name of names) {
    const wanted = parts.map((part) => typesOf(part.flatMap((one) => propertyOf(context, one, name))));
    complain(context, schema, `value of ${JSON.stringify(name)}`, wanted);
  }
}

/** Reports types that contradict each other; a part that wants none in particular has `undefined`. */
function complain(
  { diagnostics, positions }: CheckContext,
  schema: JsonObject,
  what: string,
  wanted: readonly (ReadonlySet<string> | undefined)[],
): void {
  const known = wanted.filter((types) => types !== undefined);
  // What contradicts itself in a part is said there.
  if (known.length < 2 || known.some(({ size }) => size === 0)) return;
  if (known.reduce(common).size > 0) return;
  const lists = [...new Set(known.map((types) => [...types].map((type) => JSON.stringify(type)).join(' or ')))];
  const message = `no ${what} fits: parts of "allOf" want it to be ${lists.join(', and ')}`;
  diagnostics.warning('contradicting-types', message, positions.ofKey(schema, 'allOf'));
}

/** The types that all parts of a schema have in common. */
function typesOf(parts: readonly JsonObject[]): ReadonlySet<string> | undefined {
  const lists = parts.flatMap(({ type }) => {
    const names = [type].flat().filter((one) => typeof one === 'string');
    return type === undefined ? [] : [new Set(names)];
  });
  return lists.length === 0 ? undefined : lists.reduce(common);
}

/** A whole number is a number. */
function common(left: ReadonlySet<string>, right: ReadonlySet<string>): Set<string> {
  const has = (types: ReadonlySet<string>, type: string): boolean =>
    types.has(type) || (type === 'integer' && types.has('number'));
  return new Set([...[...left].filter((type) => has(right, type)), ...[...right].filter((type) => has(left, type))]);
}

function propertyOf(context: CheckContext, { properties }: JsonObject, name: string): readonly JsonObject[] {
  if (!isJsonObject(properties) || !Object.hasOwn(properties, name)) return [];
  return partsOf(context, properties[name] ?? true);
}

/** A schema and what it refers to, without what it combines. */
function ownParts(context: CheckContext, schema: JsonObject): readonly JsonObject[] {
  const target = targetOf(context, schema);
  return [schema, ...(target === undefined ? [] : partsOf(context, target.value))];
}

/** A schema on the way down, and those that apply to the same value still to be followed. */
interface Step {
  readonly schema: JsonObject;
  readonly parts: JsonObject[];
}

/** Makes the check that no schema needs itself to validate the same value; without recursion, chains of references are long. */
export function cycleCheck(context: CheckContext): (schema: JsonObject) => void {
  const done = new Set<JsonObject>();
  return (schema) => {
    if (done.has(schema)) return;
    const way: Step[] = [{ schema, parts: appliedWith(context, schema) }];
    const open = new Set([schema]);
    for (let step = way.at(-1); step !== undefined; step = way.at(-1)) {
      const next = step.parts.shift();
      if (next === undefined) {
        way.pop();
        open.delete(step.schema);
        done.add(step.schema);
      } else if (open.has(next)) reportCycle(context, step.schema, next);
      else if (!done.has(next)) {
        open.add(next);
        way.push({ schema: next, parts: appliedWith(context, next) });
      }
    }
  };
}

/** The schemas that apply to the same value as a schema does. */
function appliedWith(context: CheckContext, schema: JsonObject): JsonObject[] {
  const { $ref, allOf, anyOf, oneOf, not, if: condition, then, else: otherwise } = schema;
  const target = typeof $ref === 'string' ? objectAt(context, schema) : undefined;
  const all: readonly (Json | undefined)[] = [
    target,
    dynamicTarget(context, schema),
    ...itemsOf(allOf),
    ...itemsOf(anyOf),
    ...itemsOf(oneOf),
    not,
    condition,
    then,
    otherwise,
  ];
  return all.filter(isJsonObject);
}

function dynamicTarget({ references }: CheckContext, schema: JsonObject): Json | undefined {
  const { $dynamicRef } = schema;
  const outcome = typeof $dynamicRef === 'string' ? references.resolveReference($dynamicRef, schema) : undefined;
  return outcome !== undefined && isResolved(outcome) ? outcome.value : undefined;
}

function reportCycle(context: CheckContext, from: JsonObject, to: JsonObject): void {
  const { positions } = context;
  const message = `validating with this schema needs "${positions.idOf(to)}", which needs this one: no value can be validated`;
  const key = ['$ref', '$dynamicRef'].find((one) => one in from);
  const repair = key === undefined ? undefined : leaveOut(from, key, 'the reference is left out');
  reportFault(context, { code: 'endless-schema', message, at: positions.of(from) }, repair);
}

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
function checkDiscriminator(context: CheckContext, schema: JsonObject): void {
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
  const message = `the discriminator does not tell ${names} from the others, because it never changes what is valid and any "${property}" is valid there; give that property ${isUpgraded(context.version) ? 'an "enum" of one value' : 'a "const"'} in each${nearName(context, property, loose)}`;
  context.diagnostics.warning('loose-discriminator', message, context.positions.ofKey(schema, 'discriminator'));
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
