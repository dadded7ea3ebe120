import type { OperationObject, ParameterObject, PathItemObject, Reference } from '../../spec/openapi/openapi.js';
import type { Parameter } from '../api.js';
import { joinedStyle, lowerEncoding } from './lower-content.js';
import { isToken, type ReadCarried } from '../service/lower-security.js';
import { compact } from '../../json.js';
import { differenceNotes, partNotes, lowerNotes, lowerDoc } from '../schemas/doc.js';
import { inlineCode } from '../tools/sentence.js';
import { lowerSchemaAt } from '../schemas/lower-schema.js';
import { dereference, isNarrowed, isOverlaid, lowerExtensions, type Lowering } from '../schemas/lowering.js';
import { listPathVariables, toTemplate } from '../tools/paths.js';
import type { Schema } from '../types/schema.js';
import { targetSchema } from '../schemas/target-schema.js';

/** A `Parameter` before its shape and its names are lowered. */
export type ParameterDraft = Omit<Parameter, 'shape' | 'property'>;

/** An operation of the document: its path, the path item, and the operation object. */
export interface OperationSource {
  readonly path: string;
  readonly item: PathItemObject;
  readonly node: OperationObject;
}

/** Headers that OpenAPI ignores as parameters, since media types define them. */
const describedElsewhere = /^(?:accept|content-type)$/i;

/**
 * Lowers the parameters of an operation: those of its path item, replaced by its own with the same name and location. Parameters that
 * the client sends from `auth` are only listed in `credentials`: `query key`.
 */
export function lowerParameters(
  lowering: Lowering,
  { path, item, node }: OperationSource,
  readCarried: ReadCarried = () => undefined,
): { readonly parameters: readonly ParameterDraft[]; readonly credentials: readonly string[] } {
  const found = new Map<string, ParameterObject | Reference>();
  for (const reference of [...(item.parameters ?? []), ...(node.parameters ?? [])]) {
    const parameter = dereference<ParameterObject>(lowering, reference);
    found.set(`${parameter.in} ${parameter.name}`, reference);
  }
  const parameters: ParameterDraft[] = [];
  const credentials: string[] = [];
  for (const [key, reference] of found) {
    const parameter = dereference<ParameterObject>(lowering, reference);
    const isIgnored = parameter.in === 'header' && describedElsewhere.test(parameter.name);
    if (isIgnored || !isSendable(lowering, parameter)) continue;
    const by = readCarried(parameter);
    if (by === 'client') credentials.push(key);
    else parameters.push({ ...lowerParameter(lowering, reference, path), ...(by && { isCredential: true }) });
  }
  return { parameters, credentials };
}

function lowerParameter(lowering: Lowering, reference: ParameterObject | Reference, path: string): ParameterDraft {
  const node = dereference<ParameterObject>(lowering, reference);
  const { schema, contentType, encoding } = lowerParameterSchema(lowering, node);
  const { in: location, style, explode } = lowerSerialization(lowering, node);
  const at = lowering.document.positions.of(reference);
  const overlaid = isOverlaid(lowering, at) || isNarrowed(lowering, node.schema);
  const template = node.in === 'path' ? findTemplate(lowering, path, node.name, schema) : undefined;
  // A pattern with the same meaning as the template needs no note of its own.
  const { pattern: stated, ...rules } = schema.string ?? {};
  const isSaid = template !== undefined && stated !== undefined && toTemplate(stated) === template;
  const kind = template === '**' ? 'whose slashes are kept' : `of the form ${inlineCode(template ?? '')}`;
  const notes = [
    ...(template === undefined ? [] : [`A resource name ${kind}.`]),
    ...lowerNotes(isSaid ? { ...schema, string: rules } : schema),
  ];
  const { $ref } = reference;
  return compact({
    name: node.name,
    id: lowering.document.idOf(node),
    reference: typeof $ref === 'string' && $ref.startsWith('#/components/parameters/') ? $ref : undefined,
    in: location,
    required: node.required === true || node.in === 'path',
    style,
    explode,
    allowReserved: node.allowReserved === true,
    template,
    contentType,
    encoding,
    schema,
    doc: { ...(overlaid && { source: 'public' }), ...schema.doc, ...lowerDoc(node, reference) },
    notes: [...notes, ...partNotes(node['x-part']), ...differenceNotes(node['x-differs'])],
    extensions: lowerExtensions(node),
    at,
    overlaid: overlaid || undefined,
  });
}

/** Finds the template of a variable: in the path, or in its pattern if the path has none or `**` (which only keeps slashes). */
function findTemplate(lowering: Lowering, path: string, name: string, schema: Schema): string | undefined {
  const { pattern = '' } = targetSchema(lowering, schema).string ?? {};
  const template = listPathVariables(path).find((one) => one.name === name)?.template;
  return template === undefined || template === '**' ? (toTemplate(pattern) ?? template) : template;
}

function lowerParameterSchema(
  lowering: Lowering,
  node: ParameterObject,
): { readonly schema: Schema; readonly contentType?: string; readonly encoding?: Parameter['encoding'] } {
  const [entry] = Object.entries(node.content ?? {});
  if (entry === undefined) return { schema: lowerSchemaAt(lowering, node, 'schema') };
  const [contentType, content] = entry;
  const schema = lowerSchemaAt(lowering, content, 'schema');
  if (node.in !== 'querystring') return { schema, contentType };
  return { schema, encoding: lowerEncoding(lowering, content, { kind: 'form', schema }) };
}

const form = 'application/x-www-form-urlencoded';

/**
 * Returns true if a parameter can be sent. Reports a header whose name HTTP does not allow, and a whole query that is not encoded like
 * an HTML form.
 */
function isSendable({ document, diagnostics }: Lowering, node: ParameterObject): boolean {
  const leaveOut = (message: string, key: 'name' | 'in'): false => {
    const at = document.positions.ofValue(node, key);
    diagnostics.warning('unsupported-parameter', `${message}: the parameter is left out`, at);
    return false;
  };
  if (node.in === 'header' && !isToken(node.name))
    return leaveOut(`${JSON.stringify(node.name)} cannot be the name of a header`, 'name');
  const [mediaType = ''] = Object.keys(node.content ?? {});
  if (node.in !== 'querystring' || mediaType === form) return true;
  return leaveOut(`a query string can be ${form} only, not ${JSON.stringify(mediaType)}`, 'in');
}

/** Reads the location, `style` and `explode` of a parameter; `querystring` and `cookie` of OpenAPI 3.2 become terms of 3.1. */
function lowerSerialization(
  { document, diagnostics }: Lowering,
  node: ParameterObject,
): Pick<Parameter, 'in' | 'style' | 'explode'> {
  // A whole query is an object, and each of its members is a query parameter.
  if (node.in === 'querystring') return { in: 'query', style: 'form', explode: true };
  const stated = node.style ?? (node.in === 'query' || node.in === 'cookie' ? 'form' : 'simple');
  if (stated === 'cookie') {
    const message =
      'the style "cookie" is written like "form": characters that cookies cannot hold are percent-encoded';
    diagnostics.warning('unsupported-style', message, document.positions.ofValue(node, 'style'));
  }
  const joined = joinedStyle(node);
  const style = joined ?? (stated === 'cookie' ? 'form' : stated);
  return { in: node.in, style, explode: joined === undefined && (node.explode ?? style === 'form') };
}
