import type { OperationObject, ParameterObject, PathItemObject, Reference } from '../../spec/openapi/openapi.js';
import type { Parameter } from '../api.js';
import { differenceNotes } from '../differences.js';
import { lowerDoc } from '../docs/doc.js';
import { inlineCode } from '../docs/inline-code.js';
import { lowerSchemaAt } from '../schemas/lower-schema.js';
import type { Lowering } from '../lowering.js';
import { dereference, lowerExtensions } from '../lowering.js';
import { lowerNotes } from '../docs/notes.js';
import { isNarrowed, isOverlaid } from '../overlaid.js';
import { isSendable, placeOf } from './parameter-place.js';
import { partNotes } from './part-notes.js';
import { pathVariables } from './path-template.js';
import { templateOfPattern } from '../resources/resource-template.js';
import type { Schema } from '../schemas/schema.js';
import { targetSchema } from '../schemas/target-schema.js';

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
  const kept = [...found.values()].filter(({ node: one }) => !isDescribedElsewhere(one) && isSendable(lowering, one));
  return kept.map((one) => lowerParameter(lowering, one, path));
}

/** OpenAPI has three headers ignored as parameters: media types and security say them. */
function isDescribedElsewhere(parameter: ParameterObject): boolean {
  return parameter.in === 'header' && describedElsewhere.has(parameter.name.toLowerCase());
}

function lowerParameter(lowering: Lowering, { node, reference }: Found, path: string): ParameterDraft {
  const { schema, contentType } = lowerParameterSchema(lowering, node);
  const { in: place, style, explode, isForm } = placeOf(lowering, node);
  const at = lowering.document.positions.of(reference);
  const overlaid = isOverlaid(lowering, at) || isNarrowed(lowering, node.schema);
  const template = node.in === 'path' ? templateOf(node.name, path, targetSchema(lowering, schema)) : undefined;
  return {
    name: node.name,
    id: lowering.document.idOf(node),
    ...referenceOf(reference),
    in: place,
    required: node.required === true || node.in === 'path',
    style,
    explode,
    allowReserved: node.allowReserved === true,
    ...(template !== undefined && { template }),
    ...(contentType !== undefined && isForm === undefined && { contentType }),
    schema,
    doc: { ...(overlaid && { source: 'public' }), ...schema.doc, ...lowerDoc(node, reference) },
    notes: [...parameterNotes(schema, template), ...partNotes(node['x-part']), ...differenceNotes(node['x-differs'])],
    extensions: lowerExtensions(node),
    at,
    ...(overlaid && { overlaid }),
  };
}

function referenceOf({ $ref: id }: ParameterObject | Reference): { readonly reference?: string } {
  return typeof id === 'string' && id.startsWith('#/components/parameters/') ? { reference: id } : {};
}

function lowerParameterSchema(
  lowering: Lowering,
  node: ParameterObject,
): { readonly schema: Schema; readonly contentType?: string } {
  const [entry] = Object.entries(node.content ?? {});
  if (entry === undefined) return { schema: lowerSchemaAt(lowering, node, 'schema') };
  return { schema: lowerSchemaAt(lowering, entry[1], 'schema'), contentType: entry[0] };
}

/** The template that the path states; where it states none, or only that slashes stay, the one that the pattern says. */
function templateOf(parameter: string, path: string, { string: rules }: Schema): string | undefined {
  const stated = pathVariables(path).find(({ name }) => name === parameter)?.template;
  if (stated !== undefined && stated !== '**') return stated;
  return (rules?.pattern === undefined ? undefined : templateOfPattern(rules.pattern)) ?? stated;
}

/** A pattern that says no more than the template is not said twice. */
function parameterNotes(schema: Schema, template: string | undefined): readonly string[] {
  if (template === undefined) return lowerNotes(schema);
  const { pattern, ...rules } = schema.string ?? {};
  const isSaid = pattern !== undefined && templateOfPattern(pattern) === template;
  const form = template === '**' ? 'whose slashes are kept' : `of the form ${inlineCode(template)}`;
  return [`A resource name ${form}.`, ...lowerNotes(isSaid ? { ...schema, string: rules } : schema)];
}
