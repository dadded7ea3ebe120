import { BaseClient } from '../client/core/base-client.js';
import type { Core } from '../client/core/core.js';

/** A client, or the core for the functions of `./operations`, with which bundles are smaller. */
export type ClientOrCore = BaseClient | Core;

/** Returns the core of a client. */
export function coreOf(client: ClientOrCore): Core {
  return client instanceof BaseClient ? BaseClient.coreOf(client) : client;
}
