import { HttpError, type HttpErrorDetails } from '@speccast/runtime/requests';
import { type ImageFacts, readImage } from '../values/pictures/image-size.js';
import { rejectOrWarn } from '../plan/notes.js';
import { missing } from '../act/rows/rows.js';
import type { Call } from '../plan/plan.js';
import { getContent, countBytes, createMedia, type ReceivedMedia } from '../store/media.js';

/** An uploaded image, its kind and its size. */
export interface UploadedImage {
  readonly media: ReceivedMedia;
  readonly facts: ImageFacts;
}

/** Returns the uploaded image. Rejects the request (400) without an image, or with one that the operation's `x-media` excludes. */
export function requireImage(call: Call): UploadedImage {
  const { reason = 'mediaBodyRequired', image = {} } = call.plan.behaviour.media ?? {};
  const { media } = call;
  if (!media || countBytes(media) === 0) throw missing('media', reason, 'body');
  const fail = (message: string, broken: HttpErrorDetails): HttpError =>
    new HttpError(400, image.reason ?? 'invalidImage', message, { location: 'media', locationType: 'body', ...broken });
  const facts = readImage(media.bytes);
  if (!facts)
    throw fail('The bytes are not a PNG, JPEG, GIF or WebP image.', { rule: 'media/image', got: media.mediaType });
  const { width, height, type: mediaType } = facts;
  const { ratio, minWidth = 0, minHeight = 0 } = image;
  const got = `${width}x${height}`;
  const [across = 1, down = 1] = ratio?.split(':').map(Number) ?? [];
  if (ratio !== undefined && width * down !== height * across)
    rejectOrWarn(call, fail(`The image is ${got}; its ratio has to be ${ratio}.`, { rule: 'media/image/ratio', got }));
  if (width < minWidth || height < minHeight) {
    const message = `The image is ${got}; it has to be at least ${minWidth}x${minHeight}.`;
    rejectOrWarn(call, fail(message, { rule: 'media/image/size', got }));
  }
  return { media: createMedia(getContent(media), { mediaType, fileName: media.fileName }), facts };
}
