import type { OperationObject, ParameterObject, PathItemObject, Reference } from '../spec/openapi.js';
import type { Parameter, ParameterPlace, ParameterStyle } from './api.js';
import { lowerDoc } from './doc.js';
import { lowerSchemaAt } from './lower-schema.js';
import type { Lowering } from './lowering.js';
import { dereference, lowerExtensions } from './lowering.js';
import { lowerNotes } from './notes.js';
import { pathVariables } from './path-template.js';
import type { Schema } from './schema.js';

/** A parameter before shapes and names are made. */
export type ParameterDraft = Omit<Parameter, 'shape' | 'property'>;

/** An operation where it stands: the path, its item, and the operation's own object. */
export interface OperationPlace {
  readonly path: string;
  readonly item: PathItemObject;
  readonly node: OperationObject;
}

interface Found {
  readonly node: ParameterObject;
  readonly reference: ParameterObject | Reference;
}

const describedElsewhere: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization']);

/** The parameters of an operation: those of its path, replaced by its own where name and place are the same. */
export function lowerParameters(lowering: Lowering, { path, item, node }: OperationPlace): readonly ParameterDraft[] {
  const found = new Map<string, Found>();
  for (const reference of [...(item.parameters ?? []), ...(node.parameters ?? [])]) {
    const parameter = dereference<ParameterObject>(lowering, reference);
    found.set(`${parameter.in} ${parameter.name}`, { node: parameter, reference });
  }
  const kept = [...found.values()].filter((one) => !isDescribedElsewhere(one.node));
  return kept.map((one) => lowerParameter(lowering, one, path));
}

/** OpenAPI has three headers ignored as parameters: media types and security say them. */
function isDescribedElsewhere(parameter: ParameterObject): boolean {
  return parameter.in === 'header' && describedElsewhere.has(parameter.name.toLowerCase());
}

function lowerParameter(lowering: Lowering, { node, reference }: Found, path: string): ParameterDraft {
  const { schema, contentType } = lowerParameterSchema(lowering, node);
  const style = node.style ?? defaultStyle(node.in);
  return {
    name: node.name,
    in: node.in,
    required: node.required === true || node.in === 'path',
    style,
    explode: node.explode ?? style === 'form',
    allowReserved: node.allowReserved === true,
    ...templateOf(node, path),
    ...(contentType !== undefined && { contentType }),
    schema,
    doc: { ...schema.doc, ...lowerDoc(node, reference) },
    notes: lowerNotes(schema),
    extensions: lowerExtensions(node),
    at: lowering.document.positions.of(reference),
  };
}

function lowerParameterSchema(
  lowering: Lowering,
  node: ParameterObject,
): { readonly schema: Schema; readonly contentType?: string } {
  const [entry] = Object.entries(node.content ?? {});
  if (entry === undefined) return { schema: lowerSchemaAt(lowering, node, 'schema') };
  return { schema: lowerSchemaAt(lowering, entry[1], 'schema'), contentType: entry[0] };
}

function defaultStyle(place: ParameterPlace): ParameterStyle {
  return place === 'query' || place === 'cookie' ? 'form' : 'simple';
}

function templateOf(node: ParameterObject, path: string): { readonly template?: string } {
  const template =
    node.in === 'path' ? pathVariables(path).find(({ name }) => name === node.name)?.template : undefined;
  return template === undefined ? {} : { template };
}
