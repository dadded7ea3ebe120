import { type Feature, loadWhenUnrouted } from '../../world/engine.js';

/** The feature that serves Google's Discovery Service, from which clients of Google's services load their methods. */
export const discovery: Feature = /* @__PURE__ */ loadWhenUnrouted(
  'discovery',
  async () => (await import('./discovery-endpoint.js')).serveDiscovery,
);

/** The feature that serves the OpenAPI document at `/openapi.json` and `/openapi.yaml`. */
export const description: Feature = /* @__PURE__ */ loadWhenUnrouted(
  'description',
  async () => (await import('./description-endpoint.js')).serveDescription,
);
