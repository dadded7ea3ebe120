import type { OperationContent } from '@speccast/runtime';
import { matchesMediaType, mediaTypeOf } from '../values/media-type.js';

/** The declared media type that a caller prefers by `Accept`; of several that are as good, and where none is, the first declared one. */
export function chooseByAccept(
  contents: readonly OperationContent[],
  accept: string | undefined,
): OperationContent | undefined {
  if (contents.length < 2 || accept === undefined) return contents[0];
  const ranges = accept.split(',').map((text) => ({ range: mediaTypeOf(text), weight: weightOf(text) }));
  const weights = contents.map(({ mediaType }) => bestOf(mediaType, ranges));
  const best = Math.max(...weights);
  return best > 0 ? contents[weights.indexOf(best)] : contents[0];
}

interface Range {
  readonly range: string;
  readonly weight: number;
}

/** The range that says most counts. */
function bestOf(mediaType: string, ranges: readonly Range[]): number {
  const fitting = ranges.filter(({ range }) => matchesMediaType(mediaTypeOf(mediaType), range));
  const exactness = ({ range }: Range): number => (range === '*/*' ? 0 : range.endsWith('/*') ? 1 : 2);
  const [best] = [...fitting].sort((left, right) => exactness(right) - exactness(left));
  return best?.weight ?? 0;
}

function weightOf(text: string): number {
  const [, stated] = /;\s*q=([\d.]+)/i.exec(text) ?? [];
  const weight = stated === undefined ? 1 : Number(stated);
  return Number.isFinite(weight) ? weight : 0;
}
