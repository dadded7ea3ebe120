import type { Engine } from '../../world/engine.js';
import type { Exchange } from '../../plan/exchange.js';
import { serveBatch } from '../batch/serve-batch.js';
import { serveDescription } from '../discovery/description-endpoint.js';
import { serveDeclared } from './declared-endpoint.js';
import { serveDiscovery } from '../discovery/discovery-endpoint.js';

/**
 * Responds to requests that belong to no operation of the spec but to the service around it, such as those for tokens.
 * Returns undefined for all others. It may throw an `HttpError`.
 */
export type Endpoint = (engine: Engine, exchange: Exchange) => Promise<Response | undefined> | Response | undefined;

/** All endpoints, in the order in which they are asked. */
const endpoints: readonly Endpoint[] = [serveDeclared, serveDiscovery, serveBatch, serveDescription];

/** The response to a request that no path of the spec takes; undefined if no endpoint takes it either. */
export async function serveEndpoint(engine: Engine, exchange: Exchange): Promise<Response | undefined> {
  for (const endpoint of endpoints) {
    const response = await endpoint(engine, exchange);
    if (response !== undefined) return response;
  }
  return undefined;
}
