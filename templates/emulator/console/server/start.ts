import type { FirstTable } from '../state/state-view.js';
import type { KnownWorld } from './live.js';
import type { KnownService } from './service.js';

/** The data that the page contains; the first table is absent if it is large. */
type Start = KnownWorld & KnownService & { readonly first?: FirstTable };

/**
 * Reads the data that the page contains, so that the first view needs few requests. Undefined if the control plane has a token.
 */
export function readStart(): Start | undefined {
  const text = document.querySelector('#start')?.textContent;
  return typeof text === 'string' ? JSON.parse(text) : undefined;
}
