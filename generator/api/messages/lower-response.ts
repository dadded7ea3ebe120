import type { HeaderObject, Reference, ResponseObject } from '../../spec/openapi/openapi.js';
import type { Response, ResponseHeader } from '../api.js';
import { compact } from '../../json.js';
import { lowerDoc, lowerNotes } from '../schemas/doc.js';
import { type ContentDraft, lowerContents } from './lower-content.js';
import type { OperationSource } from './lower-parameter.js';
import { dereference, type Lowering, namedEntries } from '../schemas/lowering.js';
import { lowerSchemaAt } from '../schemas/lower-schema.js';
import { successResponses } from './responses.js';
import { targetSchema } from '../schemas/target-schema.js';

/** A `Response` before its shapes are lowered. */
export interface ResponseDraft extends Omit<Response, 'contents' | 'typedHeaders'> {
  readonly contents: readonly ContentDraft[];
  readonly typedHeaders?: readonly HeaderDraft[];
}

/** Lowers the declared responses of an operation. */
export function lowerResponses(lowering: Lowering, { node }: OperationSource): readonly ResponseDraft[] {
  const entries = namedEntries(node.responses);
  const hasSuccess = entries.some(([status]) => status.startsWith('2'));
  return entries.map(([status, reference]) => {
    const response = dereference<ResponseObject>(lowering, reference);
    const isGood = status.startsWith('2') || (status === 'default' && !hasSuccess);
    const headers = Object.entries(response.headers ?? {}).filter(([name]) => name.toLowerCase() !== 'content-type');
    // No typed headers if the client uses all of them by itself.
    const isTyped = status.startsWith('2') && !headers.every(([name]) => plain.has(name.toLowerCase()));
    const typedHeaders = isTyped ? headers.map(([name, one]) => lowerHeader(lowering, name, one)) : undefined;
    return compact({
      status,
      contents: lowerContents(lowering, response.content, isGood ? 'response' : 'error'),
      // Includes names with `x-`, which are extensions in other objects.
      headers: Object.keys(response.headers ?? {}),
      typedHeaders,
      doc: lowerDoc(response, reference),
    });
  });
}

/** A `ResponseHeader` before its shape is lowered. */
export type HeaderDraft = Omit<ResponseHeader, 'shape'>;

/** Headers of plain text that the client reads itself, and `content-type`, which the media types state. */
const plain: ReadonlySet<string> = new Set(['content-type', 'etag', 'link']);

function lowerHeader(lowering: Lowering, name: string, reference: HeaderObject | Reference): HeaderDraft {
  const node = dereference<HeaderObject>(lowering, reference);
  const [content] = Object.entries(node.content ?? {});
  const schema = lowerSchemaAt(lowering, content?.[1] ?? node, 'schema');
  return compact({
    name,
    required: node.required === true,
    contentType: content?.[0],
    explode: node.explode || undefined,
    schema,
    doc: { ...schema.doc, ...lowerDoc(node, reference) },
    notes: lowerNotes(schema),
  });
}

/** Reports each `x-stream` whose media type is not the only successful response, or is not a JSON array. */
export function checkStreams(lowering: Lowering, responses: readonly ResponseDraft[]): void {
  const { diagnostics, document } = lowering;
  const successes = successResponses(responses);
  for (const response of responses) {
    for (const { node, kind, schema, stream } of response.contents) {
      if (stream === undefined) continue;
      const isOnly = successes.length === 1 && successes[0] === response && response.contents.length === 1;
      if (isOnly && kind === 'json' && targetSchema(lowering, schema).types?.join() === 'array') continue;
      const message = '"x-stream" needs an operation whose successful responses are arrays in JSON only';
      diagnostics.error('wrong-stream', message, document.positions.ofKey(node, 'x-stream'));
    }
  }
}
