import type { FirstTable } from '../state/state-view.js';
import type { KnownWorld } from './live.js';
import type { KnownService } from './service.js';

/** What the page brings along; the first table is absent where it is large. */
type Start = KnownWorld & KnownService & { readonly first?: FirstTable };

/**
 * Reads what the page brought along of the base world and the service, so that the first view has to ask for little. Undefined
 * where reading it needs a token.
 */
export function readStart(): Start | undefined {
  const text = document.querySelector('#start')?.textContent;
  return typeof text === 'string' ? JSON.parse(text) : undefined;
}
