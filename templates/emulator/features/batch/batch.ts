import { type Feature, loadWhenUnrouted } from '../../world/engine.js';

/** The feature that serves several calls in one request, as clients of Google's services send them. */
export const batch: Feature = /* @__PURE__ */ loadWhenUnrouted(
  'batch',
  async () => (await import('./serve-batch.js')).serveBatch,
);
