import type { MediaStore } from '../store/stored-bytes.js';
import type { BodyLimits } from './read-bytes.js';
import type { Shared } from './shared.js';

const stores = new WeakMap<object, MediaStore>();

/** Offers a store for the bytes of a request to emulators without a store. */
export function offerStore(request: object, store: MediaStore): void {
  stores.set(request, store);
}

/** Offers the store of a request to the one that replaces it. */
export function shareStore(from: object, to: object): void {
  const store = stores.get(from);
  if (store !== undefined) stores.set(to, store);
}

/** Returns the limits of bytes that are stored as they are. Outside memory they may be of any length, unless an option limits it. */
export function mediaLimits({ options, maxBodyBytes }: Shared, request: Request): BodyLimits {
  const store = options.mediaStore ?? stores.get(request);
  if (store === undefined) return { maxBytes: maxBodyBytes };
  return { maxBytes: options.maxBodyBytes ?? Infinity, store };
}
