import type { Position } from '../../diagnostics.js';
import { isJsonObject, type Json } from '../../spec/read/json.js';
import type { SchemaObject } from '../../spec/openapi/openapi.js';
import { compact, compactOrNothing } from '../compact.js';
import { lowerDoc } from '../docs/doc.js';
import { lowerDiscriminator } from './lower-discriminator.js';
import { lowerExtensions, type Lowering, type PendingSchema } from '../lowering.js';
import type {
  ArrayRules,
  DependentRequired,
  JsonType,
  NumberRules,
  ObjectRules,
  Property,
  Schema,
  StringRules,
} from './schema.js';
import { staticTarget } from './static-target.js';
import { isAsserted } from '../../spec/patterns/analyze-pattern.js';

/** Lowers the schema under a key of an object, or an item of a list; an absent one allows anything. */
export function lowerSchemaAt(lowering: Lowering, parent: object, key: string | number): Schema {
  const value: Json | undefined = Reflect.get(parent, key);
  return lowerSchemaValue(lowering, value ?? true, () => lowering.document.positions.ofValue(parent, key));
}

/** Lowers every schema that references lead to; afterwards `lowering.schemas` knows every id that was met. */
export function drainSchemas(lowering: Lowering): void {
  // Lowering a target may append further ones, which the loop reaches in turn.
  for (const { id, value, place } of lowering.pending)
    lowering.schemas.set(id, lowerSchemaValue(lowering, value, place));
  lowering.pending.length = 0;
}

/** Notes that a schema is wanted by its id. */
export function enqueueSchema(lowering: Lowering, wanted: PendingSchema): void {
  if (lowering.met.has(wanted.id)) return;
  lowering.met.add(wanted.id);
  lowering.pending.push(wanted);
}

function lowerSchemaValue(lowering: Lowering, value: Json, place: () => Position): Schema {
  if (!isJsonObject(value)) return { at: place(), boolean: value !== false, doc: {} };
  // The check stage has judged it as a schema.
  const node = value as SchemaObject;
  const known = lowering.known.get(node);
  if (known !== undefined) return known;
  const schema = lowerSchemaObject(lowering, node);
  lowering.known.set(node, schema);
  return schema;
}

function lowerSchemaObject(lowering: Lowering, node: SchemaObject): Schema {
  const extensions = lowerExtensions(node);
  return compact({
    at: lowering.document.positions.of(node),
    ref: lowerReference(lowering, node),
    types: lowerTypes(node),
    enum: node.enum,
    const: node.const === undefined ? undefined : { value: node.const },
    string: lowerStringRules(node),
    number: lowerNumberRules(node),
    array: lowerArrayRules(lowering, node),
    object: lowerObjectRules(lowering, node),
    ...lowerCombinations(lowering, node),
    discriminator: lowerDiscriminator(lowering, node),
    readOnly: node.readOnly,
    writeOnly: node.writeOnly,
    default: node.default === undefined ? undefined : { value: node.default },
    examples: node.examples ?? (node.example === undefined ? undefined : [node.example]),
    title: node.title,
    doc: lowerDoc(node),
    extensions: Object.keys(extensions).length === 0 ? undefined : extensions,
  });
}

function lowerReference(lowering: Lowering, node: SchemaObject): string | undefined {
  if (node.$ref === undefined) return lowerDynamicReference(lowering, node);
  const { document } = lowering;
  const target = document.resolve(node);
  if (target === undefined) throw new Error(`${document.idOf(node)}: $ref was not checked`);
  if (node.$dynamicRef !== undefined) warnOfDynamicReference(lowering, node);
  enqueueSchema(lowering, { ...target, place: () => document.positions.ofValue(node, '$ref') });
  return target.id;
}

function lowerDynamicReference(lowering: Lowering, node: SchemaObject): string | undefined {
  if (node.$dynamicRef === undefined) return undefined;
  const target = staticTarget(lowering, node);
  if (target === undefined) return warnOfDynamicReference(lowering, node);
  enqueueSchema(lowering, { ...target, place: () => lowering.document.positions.ofValue(node, '$dynamicRef') });
  return target.id;
}

/** What a `$dynamicRef` means may depend on the way to it, which no type can say. */
function warnOfDynamicReference({ document, diagnostics }: Lowering, node: SchemaObject): undefined {
  const message =
    '"$dynamicRef" is not followed, because several schemas have its anchor or none: any value is taken here';
  diagnostics.warning('unsupported-keyword', message, document.positions.ofKey(node, '$dynamicRef'));
}

function lowerTypes({ type }: SchemaObject): readonly JsonType[] | undefined {
  return typeof type === 'string' ? [type] : type;
}

function lowerStringRules(node: SchemaObject): StringRules | undefined {
  const { minLength, maxLength, format, contentEncoding, contentMediaType } = node;
  const pattern = node.pattern !== undefined && isAsserted(node.pattern) ? node.pattern : undefined;
  return compactOrNothing({ minLength, maxLength, pattern, format, contentEncoding, contentMediaType });
}

function lowerNumberRules(node: SchemaObject): NumberRules | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = node;
  return compactOrNothing({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf });
}

function lowerArrayRules(lowering: Lowering, node: SchemaObject): ArrayRules | undefined {
  const { minItems, maxItems, uniqueItems, minContains, maxContains } = node;
  return compactOrNothing({
    minItems,
    maxItems,
    uniqueItems,
    prefixItems: lowerList(lowering, node.prefixItems),
    items: lowerOne(lowering, node, 'items'),
    contains: lowerOne(lowering, node, 'contains'),
    minContains,
    maxContains,
    unevaluatedItems: lowerOne(lowering, node, 'unevaluatedItems'),
  });
}

function lowerObjectRules(lowering: Lowering, node: SchemaObject): ObjectRules | undefined {
  const properties =
    node.properties === undefined ? undefined : lowerProperties(lowering, node.properties, node.required);
  const requiredOnly = unlisted(node);
  return compactOrNothing({
    properties,
    requiredOnly: requiredOnly.length === 0 ? undefined : requiredOnly,
    patternProperties: lowerNamed(lowering, node.patternProperties)?.map(([pattern, schema]) => ({ pattern, schema })),
    additionalProperties: lowerOne(lowering, node, 'additionalProperties'),
    propertyNames: lowerOne(lowering, node, 'propertyNames'),
    minProperties: node.minProperties,
    maxProperties: node.maxProperties,
    dependentRequired: lowerDependentRequired(node),
    dependentSchemas: lowerNamed(lowering, node.dependentSchemas)?.map(([property, schema]) => ({ property, schema })),
    unevaluatedProperties: lowerOne(lowering, node, 'unevaluatedProperties'),
  });
}

function lowerProperties(
  lowering: Lowering,
  properties: object,
  required: readonly string[] = [],
): readonly Property[] {
  const wanted = new Set(required);
  return Object.keys(properties).map((name) => ({
    name,
    required: wanted.has(name),
    schema: lowerSchemaAt(lowering, properties, name),
  }));
}

function unlisted({ required = [], properties = {} }: SchemaObject): readonly string[] {
  return [...new Set(required)].filter((name) => !Object.hasOwn(properties, name));
}

function lowerDependentRequired({ dependentRequired }: SchemaObject): readonly DependentRequired[] | undefined {
  if (dependentRequired === undefined) return undefined;
  return Object.entries(dependentRequired).map(([property, required]) => ({ property, required }));
}

function lowerCombinations(lowering: Lowering, node: SchemaObject): Partial<Schema> {
  return compact({
    allOf: lowerList(lowering, node.allOf),
    anyOf: lowerList(lowering, node.anyOf),
    oneOf: lowerList(lowering, node.oneOf),
    not: lowerOne(lowering, node, 'not'),
    if: lowerOne(lowering, node, 'if'),
    then: lowerOne(lowering, node, 'then'),
    else: lowerOne(lowering, node, 'else'),
  });
}

function lowerOne(lowering: Lowering, node: SchemaObject, key: string): Schema | undefined {
  return node[key] === undefined ? undefined : lowerSchemaAt(lowering, node, key);
}

function lowerList(lowering: Lowering, list: readonly Json[] | undefined): readonly Schema[] | undefined {
  return list?.map((_, index) => lowerSchemaAt(lowering, list, index));
}

function lowerNamed(lowering: Lowering, named: object | undefined): readonly (readonly [string, Schema])[] | undefined {
  if (named === undefined) return undefined;
  return Object.keys(named).map((name) => [name, lowerSchemaAt(lowering, named, name)]);
}
