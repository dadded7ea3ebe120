import { isJsonObject } from '../spec/read/json.js';
import type { Json } from '../spec/read/json.js';

/** Sentences on the public facts that the document contradicts (`x-differs`). */
export function differenceNotes(differs: Json | undefined): readonly string[] {
  if (!Array.isArray(differs)) return [];
  return differs.flatMap((difference: Json) => {
    if (!isJsonObject(difference) || typeof difference.public !== 'string') return [];
    return [`Public services differ: ${difference.public.replace(/\s+/g, ' ').trim().replace(/\.?$/, '.')}`];
  });
}
