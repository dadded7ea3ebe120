import type { Feature } from '../../world/engine.js';

/** Several calls in one request, as clients of Google's services send them. Its code is loaded by the first request that no operation takes. */
export const batch: Feature = {
  name: 'batch',
  open: (engine) => ({
    serveUnrouted: async (received) => {
      const { serveBatch } = await import('./serve-batch.js');
      return serveBatch(engine, received);
    },
  }),
};
