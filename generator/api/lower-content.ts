import type { MediaTypeObject } from '../spec/openapi.js';
import type { Content } from './api.js';
import { lowerSchemaAt } from './lower-schema.js';
import type { Lowering } from './lowering.js';
import { targetSchema } from './target-schema.js';
import { bodyKindOf } from './media-type.js';

/** A media type of a body before its shape is made, with the object it comes from. */
export interface ContentDraft extends Omit<Content, 'shape'> {
  readonly node: MediaTypeObject;
}

/** The media types of a body in the order of the spec. */
export function lowerContents(
  lowering: Lowering,
  contents: { readonly [type: string]: MediaTypeObject } = {},
): readonly ContentDraft[] {
  return Object.entries(contents).map(([mediaType, node]) => {
    const schema = lowerSchemaAt(lowering, node, 'schema');
    const kind = bodyKindOf(mediaType, targetSchema(lowering, schema));
    return { mediaType, kind, ...(node['x-stream'] !== undefined && { stream: true as const }), schema, node };
  });
}
