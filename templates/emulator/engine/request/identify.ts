import { readCredentials, type Credentials } from './credentials.js';
import type { Engine } from '../engine.js';
import type { Query } from './query.js';

/** The credentials of a request to a world; bad ones are refused (400, 401). */
export function identify(engine: Engine, request: Request, query: Query): Credentials {
  const rules = { ...engine.options.credentials, world: engine.name };
  return readCredentials(engine.plan.service, request.headers, query, rules);
}
