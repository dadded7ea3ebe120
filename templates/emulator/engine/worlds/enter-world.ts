import type { Exchange } from '../exchange.js';
import { Refusal } from '../plan/plan.js';
import type { Shared } from '../shared.js';
import { readWorldName } from './world-name.js';
import type { Worlds } from './worlds.js';

/**
 * The world that a request names, its path without that name from here on; undefined where it names none. What is no world is
 * noted as the refusal of the request.
 */
export function enterWorld<Running>(shared: Shared, worlds: Worlds<Running>, exchange: Exchange): Running | undefined {
  if (shared.options.worlds === false) return undefined;
  const { request, url } = exchange;
  try {
    const name = readWorldName(shared, request.headers, url);
    const found = shared.worldInPath?.(url.pathname);
    if (found !== undefined) url.pathname = found.pathname;
    return name === undefined ? undefined : worlds.open(name);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    exchange.refusal = error;
    return undefined;
  }
}
