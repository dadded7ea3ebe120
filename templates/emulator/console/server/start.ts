import type { KnownWorld } from './live.js';
import type { KnownService } from './service.js';

/**
 * Reads what the page brought along of the base world and the service, so that the first view has to ask for little. Undefined
 * where reading it needs a token.
 */
export function readStart(): (KnownWorld & KnownService) | undefined {
  const text = document.querySelector('#start')?.textContent;
  return typeof text === 'string' ? JSON.parse(text) : undefined;
}
