import { readImage, type ImageFacts } from '../engine/domain/image-size.js';
import type { ImageRule } from '../engine/behaviour.js';
import { Refusal, type Call, type ReceivedMedia, type RefusalDetails } from '../engine/plan.js';
import { objectTo } from '../engine/profiles/object-to.js';
import { missing } from '../engine/rows.js';

/** An uploaded image and what is known of it. */
export interface UploadedImage {
  readonly media: ReceivedMedia;
  readonly facts: ImageFacts;
}

/** The uploaded image; refuses (400) where there is none, it is no image, or not as the operation's `x-media` asks. */
export function requireImage(call: Call): UploadedImage {
  const { reason = 'mediaBodyRequired', image = {} } = call.plan.behaviour.media ?? {};
  const { media } = call;
  if (media === undefined || media.bytes.length === 0) throw missing('media', reason, 'body');
  const facts = readImage(media.bytes);
  if (facts === undefined)
    throw unfit(image, 'The bytes are no image that is known here.', { rule: 'media/image', got: media.mediaType });
  checkSize(call, image, facts);
  return { media: { ...media, mediaType: facts.type }, facts };
}

function checkSize(call: Call, rule: ImageRule, { width, height }: ImageFacts): void {
  const { ratio, minWidth = 0, minHeight = 0 } = rule;
  const got = `${width}x${height}`;
  const [across = 1, down = 1] = (ratio ?? '').split(':').map(Number);
  if (ratio !== undefined && width * down !== height * across)
    objectTo(
      call,
      unfit(rule, `The image is ${got}; its aspect has to be ${ratio}.`, { rule: 'media/image/ratio', got }),
    );
  if (width < minWidth || height < minHeight)
    objectTo(
      call,
      unfit(rule, `The image is ${got}; it has to be at least ${minWidth}x${minHeight}.`, {
        rule: 'media/image/size',
        got,
      }),
    );
}

function unfit({ reason = 'invalidImage' }: ImageRule, message: string, broken: RefusalDetails): Refusal {
  return new Refusal(400, reason, message, { location: 'media', locationType: 'body', ...broken });
}
