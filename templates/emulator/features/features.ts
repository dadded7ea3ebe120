// The features that the plans of generated packages list.
import type { Exchange } from '../plan/exchange.js';
import type { Feature } from '../plan/plan.js';
import type { Engine } from '../world/engine.js';
import { serveBatch } from './batch/serve-batch.js';
import { serveDescription } from './discovery/description-endpoint.js';
import { serveDiscovery } from './discovery/discovery-endpoint.js';
import { serveDeclared } from './endpoints/declared-endpoint.js';
import { serveSignIn } from './sign-in/serve-sign-in.js';
import { signInProblem } from './sign-in/sign-in-options.js';

/** The endpoints of OAuth 2.0 and OpenID Connect, for specs that declare one of them. */
export const signIn: Feature<Engine, Exchange> = {
  check: ({ options }) => {
    const problem = signInProblem(options.signIn ?? {});
    if (problem !== undefined) throw new TypeError(`signIn: ${problem}.`);
  },
  serve: serveSignIn,
};

/** The paths that capabilities serve (`x-endpoints`). */
export const declaredEndpoints: Feature<Engine, Exchange> = { serveUnrouted: serveDeclared };

/** The endpoints that clients of Google's services call: the Discovery Service, and several calls in one request. */
export const googleEndpoints: Feature<Engine, Exchange> = {
  serveUnrouted: async (engine, exchange) => serveDiscovery(engine, exchange) ?? (await serveBatch(engine, exchange)),
};

/** The description of the service at `/openapi.json` and `/openapi.yaml`. */
export const description: Feature<Engine, Exchange> = { serveUnrouted: serveDescription };
