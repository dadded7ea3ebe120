import { readImage, type ImageFacts } from '../domain/image-size.js';
import type { ImageRule } from '../behaviour.js';
import { Refusal, type Call, type ReceivedMedia } from '../plan.js';
import { missing } from '../rows.js';

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
  if (facts === undefined) throw unfit(image, 'The bytes are no image that is known here.');
  checkSize(image, facts);
  return { media: { ...media, mediaType: facts.type }, facts };
}

function checkSize(rule: ImageRule, { width, height }: ImageFacts): void {
  const { ratio, minWidth = 0, minHeight = 0 } = rule;
  const [across = 1, down = 1] = (ratio ?? '').split(':').map(Number);
  if (ratio !== undefined && width * down !== height * across)
    throw unfit(rule, `The image is ${width}x${height}; its aspect has to be ${ratio}.`);
  if (width < minWidth || height < minHeight)
    throw unfit(rule, `The image is ${width}x${height}; it has to be at least ${minWidth}x${minHeight}.`);
}

function unfit({ reason = 'invalidImage' }: ImageRule, message: string): Refusal {
  return new Refusal(400, reason, message, { location: 'media', locationType: 'body' });
}
