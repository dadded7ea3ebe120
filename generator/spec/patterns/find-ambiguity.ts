import type { PatternGraph, Step, Word } from './pattern-graph.js';

/** A word whose repetition can be read in more and more ways. With the suffix, none of these ways matches, so a matcher tries them all. */
export interface Ambiguity {
  /** Position at which the word begins, and position at which its last reading ends. */
  readonly from: number;
  readonly to: number;
  readonly word: Word;
  readonly suffix: Word;
}

/** Finds a word that a loop reads in two ways, so that each repetition of it doubles their number. */
export function findDoubling(graph: PatternGraph, loop: readonly number[]): Ambiguity | undefined {
  const { size } = graph;
  for (const [index, position] of loop.entries()) {
    const start = (position * size + position) * 2;
    const find = (letters: bigint): Word | undefined =>
      graph.findWord(start, start + 1, (node) => listSteps(node, letters));
    // If the first position of the loop has no such word, no other position has one.
    if (index > 0 && find(graph.every) === undefined) continue;
    const found = pick(graph, [position, position], find);
    if (found !== undefined) return found;
  }
  return undefined;

  /** Follows two paths at the same time. The last bit of a node is 1 after the paths have differed. */
  function* listSteps(node: number, letters: bigint): Iterable<Step> {
    const pair = Math.floor(node / 2);
    const [left, right] = [Math.floor(pair / size), pair % size];
    for (const [one, { ways }] of graph.listEdges(left))
      for (const [other] of graph.listEdges(right)) {
        if (graph.findLoop(one) !== loop || graph.findLoop(other) !== loop) continue;
        const isApart = node % 2 === 1 || one !== other || (left === right && ways > 1);
        const to = (one * size + other) * 2 + Number(isApart);
        yield { to, letters: graph.readMask(one) & graph.readMask(other) & letters };
      }
  }
}

/** Finds a word that two successive loops can both read, so that a matcher can switch from one to the other after any repetition of it. */
export function findSplit(
  graph: PatternGraph,
  first: readonly number[],
  second: readonly number[],
): Ambiguity | undefined {
  const { size } = graph;
  const [reached, reaching] = [graph.reach(first, 'forward'), graph.reach(second, 'backward')];
  for (const from of first)
    for (const to of second) {
      const find = (letters: bigint): Word | undefined =>
        graph.findWord(toNode(from, from, to), toNode(from, to, to), (node) => listSteps(node, letters));
      const found = pick(graph, [from, to], find);
      if (found !== undefined) return found;
    }
  return undefined;

  function toNode(one: number, two: number, three: number): number {
    return (one * size + two) * size + three;
  }

  /** Follows three paths at the same time: round the first loop, from the first loop to the second, and round the second. */
  function* listSteps(node: number, letters: bigint): Iterable<Step> {
    const ends = [Math.floor(node / size / size), Math.floor(node / size) % size, node % size];
    const [ones = [], twos = [], threes = []] = ends.map((end) => Array.from(graph.listEdges(end), ([to]) => to));
    for (const one of ones)
      for (const three of threes) {
        const shared = graph.readMask(one) & graph.readMask(three) & letters;
        if (shared === 0n || graph.findLoop(one) !== first || graph.findLoop(three) !== second) continue;
        for (const two of twos)
          if (reached.has(two) && reaching.has(two))
            yield { to: toNode(one, two, three), letters: shared & graph.readMask(two) };
      }
  }
}

/** Returns the first word that does not lead to a match. If a word does, the letter at which it matches is excluded, and `find` is called again. */
function pick(
  graph: PatternGraph,
  [from, to]: readonly [number, number],
  find: (letters: bigint) => Word | undefined,
): Ambiguity | undefined {
  let letters = graph.every;
  for (let word = find(letters); word !== undefined; word = find(letters)) {
    const suffix = findSuffix(graph, { from, words: [word], late: lateIn(graph, from, to) });
    if (!('matchedAt' in suffix)) return { from, to, word, suffix };
    letters &= ~(1n << BigInt(suffix.matchedAt));
  }
  return undefined;
}

/** Returns `from` if matches from there come late: a matcher continues the search for a start, or a lazy repetition, only after all else failed. */
export function lateIn({ isLazy }: PatternGraph, from: number, to: number): number | undefined {
  return from !== to && (isLazy || from === 0) ? from : undefined;
}

/**
 * Finds a letter whose repetition can be read in more than `most` ways by positions outside loops, because many optional parts in
 * sequence (`a?a?a?…`) are as bad as a loop. The result has the number of positions that read the letter.
 */
export function findCrowd(graph: PatternGraph, most: number): (Ambiguity & { readonly length: number }) | undefined {
  const outside = [...graph.loose.sources.keys()].filter((position) => graph.findLoop(position) === undefined);
  if (countWays(graph, new Set(outside)) <= most) return undefined;
  for (const letter of graph.letters.keys()) {
    const read = outside.filter((position) => (graph.readMask(position) >> BigInt(letter)) & 1n);
    const [from] = read;
    if (from === undefined || countWays(graph, new Set(read)) <= most) continue;
    const word = [letter];
    const suffix = findSuffix(graph, { from, words: [word] });
    if (!('matchedAt' in suffix)) return { from, to: from, word, suffix, length: read.length };
  }
  return undefined;
}

/** Counts the ways that lead to each of some positions, and returns the maximum. Positions outside loops have steps to later positions only. */
function countWays(graph: PatternGraph, positions: ReadonlySet<number>): number {
  const arrived = new Map<number, number>();
  let most = 0;
  for (const position of positions) {
    const here = Math.max(1, arrived.get(position) ?? 0);
    most = Math.max(most, here);
    for (const [to, { ways }] of graph.listEdges(position))
      if (positions.has(to)) arrived.set(to, (arrived.get(to) ?? 0) + here * ways);
  }
  return most;
}

/** Maximum number of sets of positions that are searched for a suffix. */
const widest = 300;
/** Maximum number of repetitions of a word that are simulated. */
const longest = 12;

/** The letter after which a run has certainly matched, so that a matcher does not try further ways. */
interface Match {
  readonly matchedAt: number;
}

/** Words that are read in sequence, each of them repeatedly. */
interface Run {
  /** Position at which the run begins. */
  readonly from: number;
  readonly words: readonly Word[];
  /** Position from which matches come too late to stop the matcher from trying other ways. */
  readonly late?: number | undefined;
}

/**
 * Finds a suffix with which a run does not match, so that a matcher tries all ways to read it. If there is none, returns the letter
 * after which the run has certainly matched.
 */
export function findSuffix(graph: PatternGraph, { from, words, late }: Run): Word | Match {
  let now: ReadonlySet<number> = new Set([from]);
  for (const word of words) {
    const seen = new Set<string>();
    for (let round = 0; round < longest && !seen.has(printPositionSet(now)); round += 1) {
      seen.add(printPositionSet(now));
      for (const letter of word) {
        now = advance(graph, now, letter);
        if (isDone(graph, now)) return { matchedAt: letter };
      }
    }
  }
  const timely = new Set([...now].filter((position) => position !== late));
  return findRejection(graph, timely) ?? { matchedAt: words.at(-1)?.[0] ?? 0 };
}

/** Finds the shortest word after which none of some positions has matched; the empty one where there are too many to tell. */
function findRejection(graph: PatternGraph, from: ReadonlySet<number>): Word | undefined {
  // Words to sets of positions, by the names of these; a map hands out what is added while it is being walked.
  const open = new Map<string, readonly [now: ReadonlySet<number>, word: Word]>([[printPositionSet(from), [from, []]]]);
  for (const [now, word] of open.values()) {
    if (isDone(graph, now)) continue;
    if (![...now].some((position) => graph.strict.doneAtEnd.has(position))) return word;
    if (open.size > widest) return [];
    for (const letter of graph.letters.keys()) {
      const next = advance(graph, now, letter);
      const name = printPositionSet(next);
      if (!open.has(name)) open.set(name, [next, [...word, letter]]);
    }
  }
  return undefined;
}

function advance(graph: PatternGraph, from: ReadonlySet<number>, letter: number): ReadonlySet<number> {
  const next = new Set<number>();
  for (const position of from) {
    for (const to of graph.strict.edges[position]?.keys() ?? []) {
      graph.spend();
      if ((graph.readMask(to) >> BigInt(letter)) & 1n) next.add(to);
    }
  }
  return next;
}

function isDone({ strict }: PatternGraph, positions: ReadonlySet<number>): boolean {
  return [...positions].some((position) => strict.done.has(position));
}

function printPositionSet(positions: ReadonlySet<number>): string {
  return [...positions].toSorted((left, right) => left - right).join(' ');
}
