import { type Ambiguity, findCrowd, findDoubling, findSplit, lateIn, findSuffix } from './find-ambiguity.js';
import { PatternGraph, type Step, type Word } from './pattern-graph.js';
import { UnreadablePattern, regexFlags } from './read-pattern.js';

/** A string on which a pattern is slow: `pumps` are repeated, `before` and `suffix` occur once. */
export interface Attack {
  readonly pumps: readonly { readonly before: string; readonly pump: string }[];
  readonly suffix: string;
}

/** The growth of the time that a backtracking matcher needs at worst with the length of the text. */
export type Verdict =
  | { readonly kind: 'linear' }
  /** Grows with the power `degree` of the length, times `weight`, which bounded repetitions contribute. */
  | { readonly kind: 'polynomial'; readonly degree: number; readonly weight: number; readonly attack: Attack }
  /** Doubles with every few characters, at most `bound` of them. */
  | { readonly kind: 'exponential'; readonly bound: number; readonly attack: Attack }
  | { readonly kind: 'unknown'; readonly reason: string };

/** More ways than this to read a text without any loop are too many; loops of so few characters do not matter. */
const most = { ways: 100_000, characters: 16 };

/** Verdicts that later stages ask for again, by flags and pattern; forgotten when there are many. */
const verdicts = new Map<string, Verdict>();
const mostVerdicts = 10_000;

/** Analyses a pattern that JavaScript compiles with the flags; the same on every machine, without a clock. */
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

/** Changes from loop to loop on the way through a pattern. */
interface Chain {
  readonly degree: number;
  readonly weight: number;
  readonly splits: readonly Ambiguity[];
}

const empty: Chain = { degree: 1, weight: 1, splits: [] };

/** Finds the chain that costs most; loops come after those they lead to. */
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

/** Puts a loop before a chain that begins with another one; the empty chain where no word changes between them. */
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
    const before = wayTo(graph, chain[index - 1]?.to, from);
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
function wayTo(graph: PatternGraph, from: number | undefined, to: number): Word {
  if (to === 0 || from === to) return [];
  const outside = graph.size;
  const listSteps = (node: number): readonly Step[] =>
    Array.from<readonly [number, unknown], Step>(
      node === outside ? graph.loose.start : graph.listEdges(node),
      ([target]) => ({ to: target, letters: graph.readMask(target) }),
    );
  return graph.findWord(from ?? outside, to, listSteps) ?? [];
}

/** Says whether validators match texts with a pattern: one that takes exponential time is left to the server, with a warning. */
export function isAsserted(pattern: string): boolean {
  const flags = regexFlags(pattern);
  return flags === undefined || analyzePattern(pattern, flags).kind !== 'exponential';
}
