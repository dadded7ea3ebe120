import { HttpError, type HttpErrorDetails } from '@speccast/runtime/requests';
import { readImage } from '../values/pictures/image-size.js';
import type { ImageFacts } from '../values/pictures/image-size.js';
import type { MediaRule } from '../plan/behaviour.js';
import { rejectOrWarn } from '../plan/notes.js';
import { missing } from '../act/rows/rows.js';
import type { Call } from '../plan/plan.js';
import { getContent, countBytes, createMedia } from '../store/media.js';
import type { ReceivedMedia } from '../store/tables.js';

type ImageRule = NonNullable<MediaRule['image']>;

/** An uploaded image and what is known of it. */
export interface UploadedImage {
  readonly media: ReceivedMedia;
  readonly facts: ImageFacts;
}

/** The uploaded image; rejects the request (400) where there is none, it is no image, or not as the operation's `x-media` asks. */
export function requireImage(call: Call): UploadedImage {
  const { reason = 'mediaBodyRequired', image = {} } = call.plan.behaviour.media ?? {};
  const { media } = call;
  if (media === undefined || countBytes(media) === 0) throw missing('media', reason, 'body');
  const facts = readImage(media.bytes);
  if (facts === undefined)
    throw unfit(image, 'The bytes are no image that is known here.', { rule: 'media/image', got: media.mediaType });
  checkSize(call, image, facts);
  const { fileName } = media;
  return {
    media: createMedia(getContent(media), { mediaType: facts.type, ...(fileName !== undefined && { fileName }) }),
    facts,
  };
}

function checkSize(call: Call, rule: ImageRule, { width, height }: ImageFacts): void {
  const { ratio, minWidth = 0, minHeight = 0 } = rule;
  const got = `${width}x${height}`;
  const [across = 1, down = 1] = (ratio ?? '').split(':').map(Number);
  if (ratio !== undefined && width * down !== height * across)
    rejectOrWarn(
      call,
      unfit(rule, `The image is ${got}; its aspect has to be ${ratio}.`, { rule: 'media/image/ratio', got }),
    );
  if (width < minWidth || height < minHeight)
    rejectOrWarn(
      call,
      unfit(rule, `The image is ${got}; it has to be at least ${minWidth}x${minHeight}.`, {
        rule: 'media/image/size',
        got,
      }),
    );
}

function unfit({ reason = 'invalidImage' }: ImageRule, message: string, broken: HttpErrorDetails): HttpError {
  return new HttpError(400, reason, message, { location: 'media', locationType: 'body', ...broken });
}
