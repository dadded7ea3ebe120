import type { MediaTypeObject, Reference } from '../../spec/openapi/openapi.js';
import type { Content } from '../api.js';
import { lowerEncoding } from './lower-encoding.js';
import { lowerItems } from './lower-items.js';
import { lowerSchemaAt } from '../schemas/lower-schema.js';
import type { Lowering } from '../lowering.js';
import { dereference } from '../lowering.js';
import { lowerText } from './lower-text.js';
import type { Direction } from '../schemas/schema.js';
import { targetSchema } from '../schemas/target-schema.js';
import { bodyKindOf, isJson } from './media-type.js';

/** A media type of a body before its shape is made, with the object it comes from. */
export interface ContentDraft extends Omit<Content, 'shape'> {
  readonly node: MediaTypeObject;
}

/** The media types of a body in the order of the spec; those of an answer may come item by item. */
export function lowerContents(
  lowering: Lowering,
  contents: { readonly [type: string]: MediaTypeObject | Reference } = {},
  direction: Direction = 'request',
): readonly ContentDraft[] {
  const isJsonToo = Object.keys(contents).some(isJson);
  return Object.entries(contents).map(([mediaType, entry]) => {
    const node = dereference<MediaTypeObject>(lowering, entry);
    const items = direction === 'response' ? lowerItems(lowering, mediaType, node) : undefined;
    if (items !== undefined) return { mediaType, ...items, node };
    warnOfItems(lowering, mediaType, node);
    const stated = lowerSchemaAt(lowering, node, 'schema');
    const kind = bodyKindOf(mediaType, targetSchema(lowering, stated), direction);
    const schema = kind === 'text' ? lowerText(lowering, { mediaType, node, schema: stated, isJsonToo }) : stated;
    const stream = node['x-stream'] !== undefined && { stream: true as const };
    return { mediaType, kind, ...stream, ...lowerEncoding(lowering, node, { kind, schema }), schema, node };
  });
}

function warnOfItems({ document, diagnostics }: Lowering, mediaType: string, node: MediaTypeObject): void {
  if (node.itemSchema === undefined) return;
  const message = `"itemSchema" has no effect: ${JSON.stringify(mediaType)} is not read item by item here`;
  diagnostics.warning('unsupported-field', message, document.positions.ofKey(node, 'itemSchema'));
}
