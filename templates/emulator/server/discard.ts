import type { Incoming } from './exchange.js';

/** How much is read, and for how long, before whoever sends it is given up. */
export interface DiscardLimits {
  readonly bytes: number;
  readonly milliseconds: number;
}

const usualLimits: DiscardLimits = { bytes: 64 * 1024 * 1024, milliseconds: 10_000 };

/** Reads what is left of a body without keeping it; false where it is longer, or takes longer, than the limits allow. */
export function discard(incoming: Incoming, limits: DiscardLimits = usualLimits): Promise<boolean> {
  const announced = Number(incoming.headers['content-length'] ?? 0);
  if (incoming.complete || incoming.destroyed) return Promise.resolve(incoming.complete);
  if (announced > limits.bytes) return Promise.resolve(false);
  return new Promise((resolve) => {
    let bytes = 0;
    const count = (chunk: Uint8Array): void => {
      bytes += chunk.length;
      if (bytes > limits.bytes) settle();
    };
    const settle = (): void => {
      clearTimeout(timer);
      incoming.off('data', count).off('end', settle).off('close', settle);
      resolve(incoming.complete);
    };
    const timer = setTimeout(settle, limits.milliseconds);
    incoming.on('data', count).on('end', settle).on('close', settle).resume();
  });
}
