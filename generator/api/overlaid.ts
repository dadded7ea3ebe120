import type { Position } from '../diagnostics.js';
import type { Json } from '../spec/read/json.js';
import type { Lowering } from './lowering.js';

/** Keys that say nothing about which values are good. */
const annotations: ReadonlySet<string> = new Set(['title', 'description', 'default', 'examples', 'deprecated']);

/** Whether a place is one of an overlay: a fact that the document itself does not state. */
export function isOverlaid({ document }: Lowering, { file }: Position): boolean {
  return document.overlays?.includes(file) === true;
}

/** Whether an overlay says, anywhere inside a schema, which values are good. */
export function isNarrowed(lowering: Lowering, schema: Json | undefined): boolean {
  if (lowering.document.overlays === undefined || typeof schema !== 'object' || schema === null) return false;
  const { positions } = lowering.document;
  return Object.entries(schema).some(([key, value]: [string, Json]) => {
    if (key.startsWith('x-') || annotations.has(key)) return false;
    return isOverlaid(lowering, positions.ofKey(schema, key)) || isNarrowed(lowering, value);
  });
}
