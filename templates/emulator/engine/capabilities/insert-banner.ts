import { tagOf } from '../sampling/ids.js';
import type { Capability } from '../plan/plan.js';
import { mediaUrl } from '../rows/present.js';
import { requireImage } from './images.js';
import { textOption } from './inputs.js';

/** Keeps an uploaded image and answers the address that serves it; nothing else changes. */
export const insertBanner: Capability = (call, options) => {
  const { media } = requireImage(call);
  const key = `banners/${call.nextId('', 22)}`;
  call.tables.putBlob(key, media);
  const url = mediaUrl(call, key);
  return { kind: 'json', body: { kind: textOption(options, 'kind'), etag: tagOf(url), url } };
};
