import type { Json } from '@speccast/runtime';
import { thumbnailSizes } from '../domain/thumbnails.js';
import { tagOf } from '../sampling/ids.js';
import { withValue } from '../values/json-path.js';
import type { Capability } from '../plan/plan.js';
import { mediaUrl } from '../rows/present.js';
import { missing, requireOwner, requireRow } from '../rows/rows.js';
import { requireImage } from './images.js';
import { requireInput, textOption } from './inputs.js';

/** Keeps an uploaded image as the thumbnail of a video of the caller's; the sizes there are depend on the image. */
export const setThumbnail: Capability = (call, options) => {
  const table = textOption(options, 'of');
  const { at } = call.rules(table).thumbnails ?? {};
  if (at === undefined) throw missing('x-thumbnails');
  const id = requireInput(call, 'videoId');
  const row = requireRow(call, table, id);
  requireOwner(call, table, row);
  const { media, facts } = requireImage(call);
  const key = `thumbnails/${table}/${id}`;
  const entries = thumbnailSizes('video', facts).map(({ name, width, height }): [string, Json] => [
    name,
    { url: mediaUrl(call, `${key}/${name}`), width, height },
  ]);
  const thumbnails = Object.fromEntries(entries);
  call.tables.putBlob(key, media);
  call.tables.put(table, withValue(row, at, thumbnails));
  return {
    kind: 'json',
    body: { kind: textOption(options, 'kind'), etag: tagOf(JSON.stringify(thumbnails)), items: [thumbnails] },
  };
};
