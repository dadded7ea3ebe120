import { accepts, essenceOf } from '../../client/body/media.js';
import type { OperationContent } from '../../operation.js';

/** Whether a media type is JSON: `application/json`, or anything that ends in `+json`. */
export function isJsonType(type: string): boolean {
  return type === 'application/json' || type === 'text/json' || type.endsWith('+json');
}

/**
 * The declared media type that `Accept` prefers: of several equal ones the one that is named with its parameters
 * (`application/json;version=2`), else the first declared, as where none fits.
 */
export function chooseByAccept(
  contents: readonly OperationContent[],
  accept: string | undefined,
): OperationContent | undefined {
  if (contents.length < 2 || accept === undefined) return contents[0];
  const ranges = accept.split(',').map((text) => ({ range: essenceOf(text), weight: weightOf(text) }));
  const plain = (text: string): string => text.toLowerCase().replace(/[\s"]|;\s*q=[\d.]+/g, '');
  const named = accept.split(',').map(plain);
  // Less than any difference of weights, which have three digits.
  const weights = contents.map(
    ({ mediaType }) =>
      bestOf(mediaType, ranges) * (named.includes(plain(mediaType)) && mediaType.includes(';') ? 1.0001 : 1),
  );
  const best = Math.max(...weights);
  return best > 0 ? contents[weights.indexOf(best)] : contents[0];
}

interface Range {
  readonly range: string;
  readonly weight: number;
}

/** The most specific range counts. */
function bestOf(mediaType: string, ranges: readonly Range[]): number {
  const fitting = ranges.filter(({ range }) => accepts(range, mediaType));
  const exactness = ({ range }: Range): number => (range === '*/*' ? 0 : range.includes('*') ? 1 : 2);
  const [best] = [...fitting].sort((left, right) => exactness(right) - exactness(left));
  return best?.weight ?? 0;
}

function weightOf(text: string): number {
  const [, stated] = /;\s*q=([\d.]+)/i.exec(text) ?? [];
  const weight = stated === undefined ? 1 : Number(stated);
  return Number.isFinite(weight) ? weight : 0;
}
