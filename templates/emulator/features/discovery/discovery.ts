import { type Feature, loadWhenUnrouted } from '../../world/engine.js';

/** The Discovery Service, which clients of Google's services call. */
export const discovery: Feature = /* @__PURE__ */ loadWhenUnrouted(
  'discovery',
  async () => (await import('./discovery-endpoint.js')).serveDiscovery,
);

/** The description of the service at `/openapi.json` and `/openapi.yaml`. */
export const description: Feature = /* @__PURE__ */ loadWhenUnrouted(
  'description',
  async () => (await import('./description-endpoint.js')).serveDescription,
);
