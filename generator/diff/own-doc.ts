import type { Doc, Schema } from '../api/schemas/schema.js';

/** What a parameter or body says itself: texts that it has from its schema are compared there. */
export function withoutDocOf(schema: Schema, { description, deprecated }: Doc): Doc {
  const isOwn = description !== undefined && description !== schema.doc.description;
  const isDeprecated = deprecated === true && schema.doc.deprecated !== true;
  return { ...(isOwn && { description }), ...(isDeprecated && { deprecated }) };
}
