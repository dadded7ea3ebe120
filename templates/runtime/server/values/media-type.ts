import { accepts, readEssence } from '../../client/body/media.js';
import type { OperationContent } from '../../operation.js';

/**
 * Chooses the declared media type that `Accept` prefers. Of several with the same weight, one that is named with its parameters
 * (`application/json;version=2`) comes first, else the first declared; that is also chosen if none fits.
 */
export function chooseByAccept(
  contents: readonly OperationContent[],
  accept: string | undefined,
): OperationContent | undefined {
  if (contents.length < 2 || accept === undefined) return contents[0];
  const normalize = (text: string) => text.toLowerCase().replace(/[\s"]|;\s*q=[\d.]+/g, '');
  const ranges = accept.split(',').map((text) => ({
    range: readEssence(text),
    whole: normalize(text),
    weight: Number(/;\s*q=([\d.]+)/i.exec(text)?.[1] ?? 1) || 0,
  }));
  // The most specific range counts: `image/png`, then `image/*`, then `*/*`.
  ranges.sort((one, other) => one.range.split('*').length - other.range.split('*').length);
  const weights = contents.map(({ mediaType }) => {
    const weight = ranges.find(({ range }) => accepts(range, mediaType))?.weight ?? 0;
    const isNamed = mediaType.includes(';') && ranges.some(({ whole }) => whole === normalize(mediaType));
    // The difference is less than any difference of weights, which have three digits.
    return isNamed ? weight * 1.0001 : weight;
  });
  const best = Math.max(...weights);
  return best > 0 ? contents[weights.indexOf(best)] : contents[0];
}
