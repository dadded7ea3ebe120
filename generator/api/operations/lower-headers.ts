import type { HeaderObject, Reference, ResponseObject } from '../../spec/openapi/openapi.js';
import type { ResponseHeader } from '../api.js';
import { lowerDoc } from '../docs/doc.js';
import { lowerSchemaAt } from '../schemas/lower-schema.js';
import type { Lowering } from '../lowering.js';
import { dereference } from '../lowering.js';
import { lowerNotes } from '../docs/notes.js';

/** A header of an answer before its shape is made. */
export type HeaderDraft = Omit<ResponseHeader, 'shape'>;

/** Headers that media types say, and those that the client follows itself and that are nothing but text. */
const plain: ReadonlySet<string> = new Set(['content-type', 'etag', 'link']);

/** The headers that callers read with their types; none where the client does with all that are declared what is to be done. */
export function lowerHeaders(lowering: Lowering, { headers = {} }: ResponseObject): readonly HeaderDraft[] {
  const entries = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-type');
  if (entries.every(([name]) => plain.has(name.toLowerCase()))) return [];
  return entries.map(([name, reference]) => lowerHeader(lowering, name, reference));
}

function lowerHeader(lowering: Lowering, name: string, reference: HeaderObject | Reference): HeaderDraft {
  const node = dereference<HeaderObject>(lowering, reference);
  const [content] = Object.entries(node.content ?? {});
  const schema = lowerSchemaAt(lowering, content?.[1] ?? node, 'schema');
  return {
    name,
    required: node.required === true,
    ...(content !== undefined && { contentType: content[0] }),
    ...(node.explode === true && { explode: true as const }),
    schema,
    doc: { ...schema.doc, ...lowerDoc(node, reference) },
    notes: lowerNotes(schema),
  };
}
