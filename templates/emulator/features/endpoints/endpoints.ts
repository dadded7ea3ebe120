import type { Exchange } from '../../plan/exchange.js';
import type { Engine } from '../../world/engine.js';
import { serveBatch } from '../batch/serve-batch.js';
import { serveDescription } from '../discovery/description-endpoint.js';
import { serveDiscovery } from '../discovery/discovery-endpoint.js';
import { serveDeclared } from './declared-endpoint.js';

/** Endpoints of a service that belong to none of its operations. The first with a response counts. */
const endpoints = [serveDeclared, serveDiscovery, serveBatch, serveDescription];

/** Responds to a request that no path of the spec takes; undefined if no endpoint takes it either. May throw an `HttpError`. */
export async function serveEndpoint(engine: Engine, exchange: Exchange): Promise<Response | undefined> {
  for (const serve of endpoints) {
    const response = await serve(engine, exchange);
    if (response !== undefined) return response;
  }
  return undefined;
}
