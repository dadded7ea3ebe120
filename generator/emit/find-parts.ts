import type { Api } from '../api/api.js';
import { isComponentsOnly } from '../api/behaviour/endpoints.js';
import type { Part, Surface } from './emit-context.js';

/** Parts and surfaces that are asked for. */
interface Asked {
  readonly parts: readonly Part[];
  readonly surfaces?: readonly Surface[] | undefined;
}

/**
 * Finds the parts and surfaces that come of a document: without operations there are validators alone, unless code of the user's own adds
 * to the client.
 */
export function findParts(api: Api, { parts, surfaces }: Asked, hasOwnCode: boolean): Asked {
  const isBare = isComponentsOnly(api) && !hasOwnCode && parts.includes('validators');
  return isBare ? { parts: ['validators'], surfaces: [] } : { parts, surfaces };
}
