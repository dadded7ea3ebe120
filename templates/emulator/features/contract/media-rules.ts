import type { OperationPlan } from '../../plan/plan.js';
import type { RuleDrafts } from '../../plan/rule.js';

/** Lists the rules for uploaded bytes. */
export function mediaRules({ operation, behaviour: { media = {} } }: OperationPlan): RuleDrafts {
  const { maxBytes, image, required = operation.media?.required } = media;
  const { ratio, minWidth = 0, minHeight = 0, reason = 'invalidImage' } = image ?? {};
  const base = { kind: 'media', status: 400, location: 'media' } as const;
  const smallest = `${minWidth}x${minHeight}`;
  return [
    (image ?? required) && {
      ...base,
      name: 'media/required',
      reasons: [media.reason ?? 'mediaBodyRequired'],
      text: 'The request has bytes.',
      fix: 'Send the file as the body, or as a part of multipart/related beside its metadata.',
    },
    maxBytes !== undefined && {
      name: 'media/maxBytes',
      kind: 'media',
      status: 413,
      text: `The upload has at most ${maxBytes} bytes.`,
      fix: `Send at most ${maxBytes} bytes.`,
    },
    image && {
      ...base,
      name: 'media/image',
      reasons: [reason],
      text: 'The bytes are an image.',
      fix: 'Send a PNG, JPEG, GIF or WebP image.',
    },
    ratio !== undefined && {
      ...base,
      name: 'media/image/ratio',
      reasons: [reason],
      text: `The aspect of the image is ${ratio}.`,
      fix: `Send an image whose aspect is exactly ${ratio}.`,
    },
    minWidth + minHeight > 0 && {
      ...base,
      name: 'media/image/size',
      reasons: [reason],
      text: `The image has at least ${smallest} pixels.`,
      fix: `Send an image of ${smallest} pixels or more.`,
    },
  ];
}
