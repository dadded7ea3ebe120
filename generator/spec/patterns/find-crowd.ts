import type { Ambiguity } from './find-ambiguity.js';
import { findSuffix } from './find-suffix.js';
import type { PatternGraph, Word } from './pattern-graph.js';

/**
 * A letter that positions outside loops read in more than some number of ways, when it is repeated: many optional
 * parts one after the other are as bad as a loop. The word is the letter as often as there are positions that read it.
 */
export function findCrowd(graph: PatternGraph, most: number): (Ambiguity & { readonly length: number }) | undefined {
  const outside = [...graph.loose.sources.keys()].filter((position) => graph.loopOf(position) === undefined);
  if (waysThrough(graph, new Set(outside)) <= most) return undefined;
  for (const letter of graph.letters.keys()) {
    const read = outside.filter((position) => (graph.maskOf(position) >> BigInt(letter)) & 1n);
    const first = read[0];
    if (first === undefined || waysThrough(graph, new Set(read)) <= most) continue;
    const word: Word = [letter];
    const suffix = findSuffix(graph, { from: first, words: [word] });
    if (!('matchedAt' in suffix)) return { from: first, to: first, word, suffix, length: read.length };
  }
  return undefined;
}

/** Most ways that lead to one of some positions from any other; positions outside loops lead to later ones only. */
function waysThrough(graph: PatternGraph, positions: ReadonlySet<number>): number {
  const ways = new Map([...positions].map((position) => [position, 1]));
  const arrived = new Map<number, number>();
  for (const position of positions) {
    const here = Math.max(1, arrived.get(position) ?? 0);
    ways.set(position, here);
    for (const [to, edge] of graph.edgesOf(position)) {
      if (positions.has(to)) arrived.set(to, (arrived.get(to) ?? 0) + here * edge.ways);
    }
  }
  return [...ways.values()].reduce((most, count) => Math.max(most, count), 0);
}
