import type { PatternGraph, Word } from './pattern-graph.js';

/** Most sets of positions looked at in search of a text that does not match. */
const widest = 300;
/** Most repetitions of a word before its effect is taken as known. */
const longest = 12;

/** Why a word does not make a matcher try everything: it has matched once it has read the letter. */
export interface Match {
  readonly matchedAt: number;
}

/** Some words, each read again and again, one after the other. */
export interface Run {
  /** Position at which the run begins. */
  readonly from: number;
  readonly words: readonly Word[];
  /** Position whose own matches come too late to stop the matcher from trying the others. */
  readonly late?: number | undefined;
}

/**
 * A word after which nothing of a run matches, so that a matcher tries all ways of reading it. Where something has
 * matched by then, the letter at which that becomes sure.
 */
export function findSuffix(graph: PatternGraph, { from, words, late }: Run): Word | Match {
  let now: ReadonlySet<number> = new Set([from]);
  for (const word of words) {
    const read = repeat(graph, now, word);
    if ('matchedAt' in read) return read;
    now = read.now;
  }
  const timely = new Set([...now].filter((position) => position !== late));
  return findRejection(graph, timely) ?? { matchedAt: words.at(-1)?.[0] ?? 0 };
}

function repeat(
  graph: PatternGraph,
  from: ReadonlySet<number>,
  word: Word,
): { readonly now: ReadonlySet<number> } | Match {
  let now = from;
  const seen = new Set<string>();
  for (let round = 0; round < longest && !seen.has(keyOf(now)); round += 1) {
    seen.add(keyOf(now));
    for (const letter of word) {
      now = advance(graph, now, letter);
      if (isDone(graph, now)) return { matchedAt: letter };
    }
  }
  return { now };
}

/** Shortest word after which none of some positions has matched; the empty one where there are too many to tell. */
function findRejection(graph: PatternGraph, from: ReadonlySet<number>): Word | undefined {
  const open: { readonly now: ReadonlySet<number>; readonly word: Word }[] = [{ now: from, word: [] }];
  const seen = new Set([keyOf(from)]);
  for (const { now, word } of open) {
    if (isDone(graph, now)) continue;
    if (![...now].some((position) => graph.strict.doneAtEnd.has(position))) return word;
    if (seen.size > widest) return [];
    for (const letter of graph.letters.keys()) {
      const next = advance(graph, now, letter);
      if (seen.has(keyOf(next))) continue;
      seen.add(keyOf(next));
      open.push({ now: next, word: [...word, letter] });
    }
  }
  return undefined;
}

function advance(graph: PatternGraph, from: ReadonlySet<number>, letter: number): ReadonlySet<number> {
  const next = new Set<number>();
  for (const position of from) {
    for (const to of graph.strict.edges[position]?.keys() ?? []) {
      graph.spend();
      if ((graph.maskOf(to) >> BigInt(letter)) & 1n) next.add(to);
    }
  }
  return next;
}

function isDone({ strict }: PatternGraph, positions: ReadonlySet<number>): boolean {
  return [...positions].some((position) => strict.done.has(position));
}

function keyOf(positions: ReadonlySet<number>): string {
  return [...positions].toSorted((left, right) => left - right).join(' ');
}
