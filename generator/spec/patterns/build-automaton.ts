import { type PatternNode, UnreadablePattern } from './read-pattern.js';

/** The number of ways to reach some positions without reading a character; 2 means two or more. */
type Ways = ReadonlyMap<number, number>;

/** A step from one position of a pattern to another. It reads a character of the set at the other position. */
export interface Edge {
  /** The number of ways in which a backtracking matcher can take the step; 2 means two or more. */
  readonly ways: number;
  /** If the step is the end of a repetition: the maximum number of characters that the repetition reads, possibly Infinity. Otherwise 0. */
  readonly bound: number;
}

/** The treatment of nodes that the automaton cannot represent exactly: they always match (`loose`), or never (`strict`). */
type Reading = 'loose' | 'strict';

/** Repetitions of up to this number are written out: `a{2}` → `aa`. Longer ones become loops with a bound. */
const shortest = 9;
/** Maximum number of positions for one repetition that is written out. */
const widest = 200;
/** Maximum number of positions and steps of a whole pattern. */
const largest = { positions: 60_000, edges: 400_000 };

/** The ways into a part of a pattern, or the ways out of it. */
interface End {
  readonly anywhere: Ways;
  /** Further positions that apply only at the start of the text, after `^`; or only at its end, before `$`. */
  readonly atEdge: Ways;
  /** Number of further ways to match the empty text, only there. */
  readonly none: number;
}

interface Part {
  readonly first: End;
  readonly last: End;
  /** Number of ways to match the empty text anywhere. */
  readonly none: number;
}

const nowhere: Ways = new Map();
const closed: End = { anywhere: nowhere, atEdge: nowhere, none: 0 };
const impossible: Part = { first: closed, last: closed, none: 0 };
const nothing: Part = { ...impossible, none: 1 };

/**
 * A pattern as a graph: each character set is a position, and steps lead to the positions that may follow. Position 0 is the search
 * for the start of a match. A step counts the ways in which a backtracking matcher can take it.
 */
export class Automaton {
  /** Source text of the set at each position; `undefined` for the search, which reads any character. */
  readonly sources: (string | undefined)[] = [undefined];
  /** Positions that may follow a position. */
  readonly edges: Map<number, Edge>[] = [new Map([[0, { ways: 1, bound: Infinity }]])];
  /** Positions that may be first at the start of the text. */
  readonly start: Ways;
  /** Positions after which the pattern has matched. */
  readonly done: Set<number> = new Set();
  /** Positions after which it has matched if the text ends there. */
  readonly doneAtEnd: Set<number> = new Set();
  readonly #reading: Reading;
  #size = 0;

  /** Builds the automaton of a pattern; throws {@link UnreadablePattern} for a pattern that it cannot represent, or that is too large. */
  constructor(tree: PatternNode, reading: Reading) {
    this.#reading = reading;
    const { first, last, none } = this.#finish(this.#add(tree));
    this.#connect(new Map([[0, 1]]), first.anywhere, 0);
    if (none > 0) this.done.add(0);
    if (last.none > 0) this.doneAtEnd.add(0);
    this.start = sum([first.anywhere, first.atEdge]);
  }

  #add(node: PatternNode): Part {
    switch (node.kind) {
      case 'set':
        return this.#addSet(node.source);
      case 'sequence':
        return node.parts.reduce((before, part) => this.#join(before, this.#add(part)), nothing);
      case 'choice':
        return either(node.parts.map((part) => this.#add(part)));
      case 'repeat':
        return this.#addRepeat(node);
      case 'anchor':
        return { ...impossible, [node.at === 'start' ? 'first' : 'last']: { ...closed, none: 1 } };
      case 'boundary':
        return this.#reading === 'loose' ? nothing : impossible;
      case 'look':
        return this.#addLook(node);
      case 'backreference':
        throw new UnreadablePattern('it refers back to a group');
    }
  }

  #addSet(source: string): Part {
    const position = this.sources.push(source) - 1;
    this.edges.push(new Map());
    if (position > largest.positions) throw new UnreadablePattern('it is too long');
    const end = { ...closed, anywhere: new Map([[position, 1]]) };
    return { first: end, last: end, none: 0 };
  }

  /** Adds a lookaround. Its characters are read again by the next part, so its own ways end with it. */
  #addLook({ of, behind }: PatternNode & { readonly kind: 'look' }): Part {
    if (behind && longestMatch(of) === Infinity) throw new UnreadablePattern('it looks behind without a bound');
    const { first } = behind ? nothing : this.#finish(this.#add(of));
    return this.#reading === 'strict' ? impossible : { ...nothing, first: { ...first, none: 0 } };
  }

  #finish(part: Part): Part {
    const { anywhere, atEdge } = part.last;
    for (const position of anywhere.keys()) this.done.add(position);
    for (const position of [...anywhere.keys(), ...atEdge.keys()]) this.doneAtEnd.add(position);
    return part;
  }

  /** Adds a repetition: the required rounds are written out, the optional ones become a loop, or are written out if they are few. */
  #addRepeat({ of, least, most }: PatternNode & { readonly kind: 'repeat' }): Part {
    if (most === 0) return nothing;
    const size = countSets(of);
    if (least > 1 && least * size > widest) return this.#addLoop(of, least, most);
    const isEndless = most === Infinity;
    const copies = isEndless ? Math.max(0, least - 1) : least;
    let part = nothing;
    for (let copy = 0; copy < copies; copy += 1) part = this.#join(part, this.#add(of));
    const further = most - copies;
    if (isEndless || (further > 1 && (further > shortest || further * size > widest)))
      return this.#join(part, this.#addLoop(of, least - copies, further));
    const optional = Array.from({ length: further }, () => this.#add(of));
    const rest = optional.reduceRight((after, copy) => ({ ...this.#join(copy, after), none: 1 }), nothing);
    return this.#join(part, rest);
  }

  /**
   * Adds a repetition as a loop. A matcher stops at an optional round that matches the empty text, but not at a required one. In the
   * strict reading, a loop with a bound matches only the empty text, if anything.
   */
  #addLoop(of: PatternNode, least: number, most: number): Part {
    const part = this.#add(of);
    const { anywhere } = part.first;
    this.#connect(part.last.anywhere, anywhere, most === Infinity ? most : longestMatch(of) * most);
    if (this.#reading === 'strict' && most !== Infinity) return least === 0 ? nothing : impossible;
    if (least === 0) return { ...part, none: 1 };
    return { ...part, first: { ...part.first, anywhere: scale(anywhere, 1 + part.none) } };
  }

  #join(left: Part, right: Part): Part {
    this.#connect(left.last.anywhere, right.first.anywhere, 0);
    return {
      first: joinEnds(left, right, 'first'),
      last: joinEnds(right, left, 'last'),
      none: cap(left.none * right.none),
    };
  }

  #connect(from: Ways, to: Ways, bound: number): void {
    this.#size += from.size * to.size;
    if (this.#size > largest.edges) throw new UnreadablePattern('it is too long');
    for (const [left, leftWays] of from) {
      const edges = this.edges[left];
      for (const [right, rightWays] of to) {
        const known = edges?.get(right) ?? { ways: 0, bound: 0 };
        edges?.set(right, { ways: cap(known.ways + leftWays * rightWays), bound: Math.max(known.bound, bound) });
      }
    }
  }
}

/** Joins the ends of two parts in sequence: the end of the outer part, and if that can match the empty text, also the end of the inner one. */
function joinEnds(outer: Part, inner: Part, side: 'first' | 'last'): End {
  const { anywhere, atEdge, none } = outer[side];
  const next = inner[side];
  return {
    anywhere: sum([anywhere, scale(next.anywhere, outer.none)]),
    atEdge: sum([atEdge, scale(sum([next.anywhere, next.atEdge]), none), scale(next.atEdge, outer.none)]),
    none: cap(none * (inner.none + next.none) + outer.none * next.none),
  };
}

function either(parts: readonly Part[]): Part {
  const unite = (ends: readonly End[]): End => ({
    anywhere: sum(ends.map(({ anywhere }) => anywhere)),
    atEdge: sum(ends.map(({ atEdge }) => atEdge)),
    none: cap(add(ends, ({ none }) => none)),
  });
  return {
    first: unite(parts.map(({ first }) => first)),
    last: unite(parts.map(({ last }) => last)),
    none: cap(add(parts, ({ none }) => none)),
  };
}

/** Counts the positions of a node, with all repetitions written out. */
function countSets(node: PatternNode): number {
  switch (node.kind) {
    case 'set':
      return 1;
    case 'sequence':
    case 'choice':
      return add(node.parts, countSets);
    case 'repeat': {
      const { of, least, most } = node;
      const copies = most - least > shortest ? least + 1 : most;
      return countSets(of) * (most === Infinity ? Math.max(1, least) : copies);
    }
    case 'look':
      return countSets(node.of);
    default:
      return 0;
  }
}

/** Returns the maximum number of characters that a node can match; Infinity if there is no bound. */
function longestMatch(node: PatternNode): number {
  switch (node.kind) {
    case 'set':
      return 1;
    case 'sequence':
      return add(node.parts, longestMatch);
    case 'choice':
      return node.parts.reduce((most, part) => Math.max(most, longestMatch(part)), 0);
    case 'repeat': {
      const one = longestMatch(node.of);
      return one === 0 || node.most === 0 ? 0 : one * node.most;
    }
    case 'backreference':
      return Infinity;
    default:
      return 0;
  }
}

function add<T>(items: readonly T[], measure: (item: T) => number): number {
  return items.reduce((total, item) => total + measure(item), 0);
}

function cap(ways: number): number {
  return Math.min(2, ways);
}

function scale(ways: Ways, factor: number): Ways {
  if (factor === 0) return nowhere;
  return factor === 1 ? ways : new Map([...ways].map(([position, count]) => [position, cap(count * factor)]));
}

function sum(all: readonly Ways[]): Ways {
  const [first = nowhere, ...others] = all.filter((ways) => ways.size > 0);
  // Saves a copy: in a long sequence, the ways of the first part would be copied at each step.
  if (others.length === 0) return first;
  const total = new Map(first);
  for (const [position, count] of others.flatMap((ways) => [...ways]))
    total.set(position, cap((total.get(position) ?? 0) + count));
  return total;
}
