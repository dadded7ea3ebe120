import type { OperationPlan } from '../../plan/plan.js';
import type { RuleDraft } from '../../plan/rule.js';

/** The rules for uploaded bytes. */
export function mediaRules({ operation, behaviour: { media = {} } }: OperationPlan): readonly RuleDraft[] {
  const takesImage = media.image !== undefined;
  const isRequired = takesImage || (media.required ?? operation.media?.required ?? false);
  const required: RuleDraft = {
    name: 'media/required',
    kind: 'media',
    status: 400,
    reasons: [media.reason ?? 'mediaBodyRequired'],
    location: 'media',
    text: 'The request has bytes.',
    fix: 'Send the file as the body, or as a part of multipart/related beside its metadata.',
  };
  const { maxBytes } = media;
  const size: RuleDraft = {
    name: 'media/maxBytes',
    kind: 'media',
    status: 413,
    text: `The upload has at most ${maxBytes} bytes.`,
    fix: `Send at most ${maxBytes} bytes.`,
  };
  return [
    ...(isRequired ? [required] : []),
    ...(maxBytes === undefined ? [] : [size]),
    ...(takesImage ? imageRules(media.image) : []),
  ];
}

function imageRules(
  image: NonNullable<NonNullable<OperationPlan['behaviour']['media']>['image']> = {},
): readonly RuleDraft[] {
  const { ratio, minWidth = 0, minHeight = 0, reason = 'invalidImage' } = image;
  const base = { kind: 'media', status: 400, reasons: [reason], location: 'media' } as const;
  const least = `${minWidth}x${minHeight}`;
  return [
    { ...base, name: 'media/image', text: 'The bytes are an image.', fix: 'Send a PNG, JPEG, GIF or WebP image.' },
    ...(ratio === undefined
      ? []
      : [
          {
            ...base,
            name: 'media/image/ratio',
            text: `The aspect of the image is ${ratio}.`,
            fix: `Send an image whose aspect is exactly ${ratio}.`,
          },
        ]),
    ...(minWidth + minHeight === 0
      ? []
      : [
          {
            ...base,
            name: 'media/image/size',
            text: `The image has at least ${least} pixels.`,
            fix: `Send an image of ${least} pixels or more.`,
          },
        ]),
  ];
}
