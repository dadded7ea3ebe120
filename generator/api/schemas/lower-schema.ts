import type { Position } from '../../diagnostics.js';
import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import type { SchemaObject } from '../../spec/openapi/openapi.js';
import { compact } from '../tools/compact.js';
import { lowerDoc } from './doc.js';
import { lowerExtensions, type Lowering, type PendingSchema } from './lowering.js';
import type { Schema, Discriminator } from '../types/schema.js';
import { readKeywords } from './read-keywords.js';
import { isPureReference } from '../../spec/references/references.js';
import { isAsserted } from '../../spec/patterns/analyze-pattern.js';
import { decodePercent, parsePointer, printPointer } from '../../spec/read/pointer.js';
import { lastStep } from '../tools/names.js';

/** Lowers the schema under a key of an object, or an item of a list; an absent one allows anything. */
export function lowerSchemaAt(lowering: Lowering, parent: object, key: string | number): Schema {
  const value: Json | undefined = Reflect.get(parent, key);
  return lowerSchemaValue(lowering, value ?? true, () => lowering.document.positions.ofValue(parent, key));
}

/** Lowers every schema that references resolve to; afterwards `lowering.schemas` knows every id that was met. */
export function drainSchemas(lowering: Lowering): void {
  // Lowering a target may append further ones, which the loop reaches in turn.
  for (const { id, value, positionOf } of lowering.pending)
    lowering.schemas.set(id, lowerSchemaValue(lowering, value, positionOf));
  lowering.pending.length = 0;
}

/** Notes that a schema is wanted by its id. */
export function enqueueSchema(lowering: Lowering, wanted: PendingSchema): void {
  if (lowering.met.has(wanted.id)) return;
  lowering.met.add(wanted.id);
  lowering.pending.push(wanted);
}

function lowerSchemaValue(lowering: Lowering, value: Json, positionOf: () => Position): Schema {
  if (!isJsonObject(value)) return { at: positionOf(), boolean: value !== false, doc: {} };
  // The check stage has validated it as a schema.
  const node = value as SchemaObject;
  const known = lowering.known.get(node);
  if (known !== undefined) return known;
  const schema = lowerSchemaObject(lowering, node);
  lowering.known.set(node, schema);
  return schema;
}

function lowerSchemaObject(lowering: Lowering, node: SchemaObject): Schema {
  const extensions = lowerExtensions(node);
  const keywords = readKeywords({
    node,
    isRead: ({ takes }, value) => takes !== 'dependencies' && (takes !== 'regex' || isAsserted(String(value))),
    lower: (parent, key) => lowerSchemaAt(lowering, parent, key),
  });
  return compact({
    at: lowering.document.positions.of(node),
    ref: lowerReference(lowering, node),
    ...keywords,
    object: lowering.properties.name(keywords.object),
    discriminator: lowerDiscriminator(lowering, node),
    readOnly: node.readOnly,
    writeOnly: node.writeOnly,
    default: node.default === undefined ? undefined : { value: node.default },
    examples: node.examples ?? (node.example === undefined ? undefined : [node.example]),
    title: node.title,
    codec: lowering.codecs.find(node),
    xml: node.xml,
    doc: lowerDoc(node),
    extensions: Object.keys(extensions).length === 0 ? undefined : extensions,
  });
}

function lowerReference(lowering: Lowering, node: SchemaObject): string | undefined {
  if (node.$ref === undefined) return undefined;
  const { document } = lowering;
  const target = document.resolve(node);
  if (target === undefined) throw new Error(`${document.idOf(node)}: $ref was not checked`);
  enqueueSchema(lowering, { ...target, positionOf: () => document.positions.ofValue(node, '$ref') });
  return target.id;
}

/** Which value of the property selects which schema: the stated mapping, then the names of the other branches. */
function lowerDiscriminator(lowering: Lowering, node: SchemaObject): Discriminator | undefined {
  const { discriminator } = node;
  if (discriminator === undefined) return undefined;
  const { propertyName, mapping = {} } = discriminator;
  const branches = [...(node.oneOf ?? []), ...(node.anyOf ?? [])].flatMap((one) => resolveBranch(lowering, one));
  const findMappedId = (owner: JsonObject, text: string): string | undefined =>
    findComponent(lowering, text) ?? branches.find((id) => id === lowering.document.resolveReference(text, owner)?.id);
  // Earlier versions of OpenAPI have no `defaultMapping`.
  const { defaultMapping } = lowering.root.openapi.startsWith('3.2') ? discriminator : {};
  // `{ $ref, properties: { kind: { not: { enum: [cat] } } } }` takes all tags that the other alternatives do not.
  const other = [...(node.oneOf ?? []), ...(node.anyOf ?? [])].find((one) => {
    const tag = isJsonObject(one) && isJsonObject(one.properties) ? one.properties[propertyName] : undefined;
    return isJsonObject(tag) && tag['not'] !== undefined;
  });
  const [implicit] = other === undefined ? [] : resolveBranch(lowering, other);
  const fallback = typeof defaultMapping === 'string' ? findMappedId(discriminator, defaultMapping) : implicit;
  const stated = Object.entries(mapping).flatMap(([value, text]) => {
    const ref = findMappedId(mapping, text);
    return ref === undefined ? [] : [{ value, ref }];
  });
  const implied = branches.filter((id) => id !== fallback && !stated.some(({ ref }) => ref === id));
  return compact({
    property: propertyName,
    mapping: [...stated, ...implied.map((id) => ({ value: lastStep(id), ref: id }))],
    defaultMapping: fallback === undefined ? undefined : { ref: fallback },
  });
}

function resolveBranch({ document }: Lowering, branch: Json): readonly string[] {
  const target = isJsonObject(branch) && typeof branch.$ref === 'string' ? document.resolve(branch) : undefined;
  return target === undefined ? [] : [target.id];
}

/** Id of the schema of the components that a discriminator names by reference or bare name, or of what that refers to. */
function findComponent(lowering: Lowering, text: string): string | undefined {
  const steps = text.startsWith(components) ? parsePointer(decodePercent(text.slice(1))) : undefined;
  const name = steps?.length === 3 ? (steps[2] ?? '') : text;
  const schemas = lowering.root.components?.schemas ?? {};
  if (!Object.hasOwn(schemas, name)) return undefined;
  const schema = schemas[name];
  const isAlias = isJsonObject(schema) && isPureReference(schema);
  const [target] = isAlias ? resolveBranch(lowering, schema) : [];
  return target ?? `#${printPointer(['components', 'schemas', name])}`;
}

const components = '#/components/schemas/';
