import type { Position } from '../../diagnostics.js';
import { isJsonObject } from '../../spec/read/json.js';
import type { Json } from '../../spec/read/json.js';
import type { SchemaObject } from '../../spec/openapi/openapi.js';
import { compact } from '../compact.js';
import { lowerDoc } from '../docs/doc.js';
import { lowerDiscriminator } from './lower-discriminator.js';
import { lowerExtensions } from '../lowering.js';
import type { Lowering, PendingSchema } from '../lowering.js';
import type { Schema } from './schema.js';
import { readKeywords } from './read-keywords.js';
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
    ...readKeywords({
      node,
      isRead: ({ takes }, value) => takes !== 'dependencies' && (takes !== 'regex' || isAsserted(String(value))),
      lower: (parent, key) => lowerSchemaAt(lowering, parent, key),
    }),
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
