import { type Ambiguity, findCrowd, findDoubling, findSplit, lateIn, findSuffix } from './find-ambiguity.js';
import { PatternGraph, type Step, type Word } from './pattern-graph.js';
import { UnreadablePattern, regexFlags } from './read-pattern.js';

/** A string for which a pattern is slow. Each `pump` is repeated; each `before` and the `suffix` occur once. */
export interface Attack {
  readonly pumps: readonly { readonly before: string; readonly pump: string }[];
  readonly suffix: string;
}

/** The worst-case time of a backtracking matcher, by its growth with the length of the text. */
export type Verdict =
  | { readonly kind: 'linear' }
  /** Grows with the power `degree` of the length, times `weight`, which bounded repetitions contribute. */
  | { readonly kind: 'polynomial'; readonly degree: number; readonly weight: number; readonly attack: Attack }
  /** Doubles with every few characters, at most `bound` of them. */
  | { readonly kind: 'exponential'; readonly bound: number; readonly attack: Attack }
  | { readonly kind: 'unknown'; readonly reason: string };

/** Limits of harmless ambiguity: the number of ways to read a text without loops, and the length of a loop. */
const most = { ways: 100_000, characters: 16 };

/** Cache of verdicts by flags and pattern, because several stages analyse the same patterns. It is emptied when it is full. */
const verdicts = new Map<string, Verdict>();
const mostVerdicts = 10_000;

/** Analyses a pattern that JavaScript compiles with the flags. The result does not depend on the machine, as no time is measured. */
export function analyzePattern(pattern: string, flags: 'u' | ''): Verdict {
  const key = `${flags}/${pattern}`;
  const known = verdicts.get(key);
  if (known !== undefined) return known;
  let verdict: Verdict;
  try {
    verdict = judgeGraph(new PatternGraph(pattern, flags));
  } catch (error) {
    if (!(error instanceof UnreadablePattern)) throw error;
    verdict = { kind: 'unknown', reason: error.message };
  }
  if (verdicts.size >= mostVerdicts) verdicts.clear();
  verdicts.set(key, verdict);
  return verdict;
}

function judgeGraph(graph: PatternGraph): Verdict {
  for (const loop of graph.loops) {
    const bound = graph.measureLoop(loop);
    const doubling = bound > most.characters ? findDoubling(graph, loop) : undefined;
    if (doubling !== undefined) return { kind: 'exponential', bound, attack: buildAttack(graph, [doubling]) };
  }
  const crowd = findCrowd(graph, most.ways);
  if (crowd !== undefined) return { kind: 'exponential', bound: crowd.length, attack: buildAttack(graph, [crowd]) };
  const { degree, weight, splits } = findLongest(graph);
  if (splits.length === 0) return { kind: 'linear' };
  return { kind: 'polynomial', degree, weight, attack: buildAttack(graph, splits) };
}

/** A sequence of loops in a pattern, with the ambiguity between each loop and the next. */
interface Chain {
  readonly degree: number;
  readonly weight: number;
  readonly splits: readonly Ambiguity[];
}

const empty: Chain = { degree: 1, weight: 1, splits: [] };

/** Finds the chain that takes the most time. `graph.loops` lists a loop after the loops that can follow it. */
function findLongest(graph: PatternGraph): Chain {
  const chains = new Map<readonly number[], Chain>();
  for (const loop of graph.loops) {
    const reached = graph.reach(loop, 'forward');
    const later = [...chains].filter(([other]) => reached.has(other[0] ?? -1));
    const longer = later.flatMap(([other, chain]) => [chain, extend(graph, loop, other, chain)]);
    chains.set(loop, longer.reduce(heavier, empty));
  }
  return [...chains.values()].reduce(heavier, empty);
}

/** Puts a loop before a chain that begins with another loop. Returns the empty chain if no word can be split between the two. */
function extend(graph: PatternGraph, loop: readonly number[], other: readonly number[], chain: Chain): Chain {
  const split = findSplit(graph, loop, other);
  if (split === undefined) return empty;
  const { degree, weight, splits } = chain;
  const positions = Math.min(graph.measureLoop(loop), graph.measureLoop(other));
  const growth = positions === Infinity ? { degree: degree + 1, weight } : { degree, weight: weight * positions };
  return { ...growth, splits: [split, ...splits] };
}

function heavier(left: Chain, right: Chain): Chain {
  return right.degree > left.degree || (right.degree === left.degree && right.weight > left.weight) ? right : left;
}

function buildAttack(graph: PatternGraph, chain: readonly Ambiguity[]): Attack {
  const words: Word[] = [];
  const pumps = chain.map(({ from, word }, index) => {
    const before = findWay(graph, chain[index - 1]?.to, from);
    words.push(...(index === 0 ? [] : [before]), word);
    return { before: graph.print(before), pump: graph.print(word) };
  });
  const [{ from, to } = { from: 0, to: 0 }] = chain;
  const suffix = findSuffix(graph, {
    from,
    words: words.filter((word) => word.length > 0),
    late: lateIn(graph, from, to),
  });
  const last = 'matchedAt' in suffix ? (chain.at(-1)?.suffix ?? []) : suffix;
  return { pumps, suffix: graph.print(last) };
}

/** Finds the word that leads to a position, from the start of the text or from another position. */
function findWay(graph: PatternGraph, from: number | undefined, to: number): Word {
  if (to === 0 || from === to) return [];
  const outside = graph.size;
  const listSteps = (node: number): readonly Step[] =>
    Array.from<readonly [number, unknown], Step>(
      node === outside ? graph.loose.start : graph.listEdges(node),
      ([target]) => ({ to: target, letters: graph.readMask(target) }),
    );
  return graph.findWord(from ?? outside, to, listSteps) ?? [];
}

/** Returns whether validators check a pattern. A pattern that takes exponential time is not checked; a warning is reported elsewhere. */
export function isAsserted(pattern: string): boolean {
  const flags = regexFlags(pattern);
  return flags === undefined || analyzePattern(pattern, flags).kind !== 'exponential';
}
