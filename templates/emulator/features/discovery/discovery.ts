import type { Feature } from '../../world/engine.js';

/** The Discovery Service, which clients of Google's services call. Its code is loaded by the first request that no operation takes. */
export const discovery: Feature = {
  name: 'discovery',
  open: (engine) => ({
    serveUnrouted: async (received) => {
      const { serveDiscovery } = await import('./discovery-endpoint.js');
      return serveDiscovery(engine, received);
    },
  }),
};

/** The description of the service at `/openapi.json` and `/openapi.yaml`. */
export const description: Feature = {
  name: 'description',
  open: (engine) => ({
    serveUnrouted: async (received) => {
      const { serveDescription } = await import('./description-endpoint.js');
      return serveDescription(engine, received);
    },
  }),
};
