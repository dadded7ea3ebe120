import { accepts } from '../../client/body/media.js';
import type { OperationContent } from '../../operation.js';

/**
 * Chooses the declared content that `Accept` prefers. Of several with the same weight, it is one that `Accept` names with its parameters
 * (`application/json;version=2`), or else the first. If none is accepted, it is also the first.
 */
export function chooseByAccept(contents: readonly OperationContent[], accept = ''): OperationContent | undefined {
  const normalize = (text: string) => text.toLowerCase().replace(/[\s"]|;\s*q=[\d.]+/g, '');
  // The most specific range determines the weight: `image/png`, then `image/*`, then `*/*`.
  const ranges = accept.split(',').toSorted((one, other) => one.split('*').length - other.split('*').length);
  const weigh = ({ mediaType }: OperationContent) => {
    const range = ranges.find((one) => accepts(one, mediaType)) ?? ';q=0';
    const weight = Number(/;\s*q=([\d.]+)/i.exec(range)?.[1] ?? 1) || 0;
    const isNamed = mediaType.includes(';') && ranges.some((one) => normalize(one) === normalize(mediaType));
    // Smaller than any difference of weights, which have three decimal places.
    return isNamed ? weight * 1.0001 : weight;
  };
  return contents.toSorted((one, other) => weigh(other) - weigh(one))[0];
}
