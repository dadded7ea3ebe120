import { type PatternNode, UnreadablePattern } from './read-pattern.js';

/** Ways to get to some positions without reading: more than one are told apart only as two. */
type Ways = ReadonlyMap<number, number>;

/** A step from one position of a pattern to another, which reads a character of the other's set. */
export interface Edge {
  /** In how many ways a backtracking matcher comes to take it; 2 means any number above one. */
  readonly ways: number;
  /** Most characters that the repetition which leads back here reads; Infinity where nothing bounds it, 0 where it is none. */
  readonly bound: number;
}

/** The characters of a pattern as positions, and which may follow which. Position 0 is the search for a start. */
export interface Automaton {
  /** Source of the set that a position reads; `undefined` for the search, which reads any character. */
  readonly sources: readonly (string | undefined)[];
  /** Positions that may follow a position. */
  readonly edges: readonly ReadonlyMap<number, Edge>[];
  /** Positions that may come first when the text begins. */
  readonly start: Ways;
  /** Positions after which the pattern has matched, whatever follows. */
  readonly done: ReadonlySet<number>;
  /** Positions after which it has matched where the text ends. */
  readonly doneAtEnd: ReadonlySet<number>;
}

/** The two readings of nodes that the automaton cannot tell exactly: they can always match (`loose`), or never (`strict`). */
export type Reading = 'loose' | 'strict';

/** Repetitions up to this many are written out; longer ones become loops with a bound. */
const shortest = 9;
/** Most positions that one repetition is written out to. */
const widest = 200;
/** Most positions and steps of a whole pattern. */
const largest = { positions: 60_000, edges: 400_000 };

/** The ways into, out of and past a part of a pattern. */
interface Part {
  readonly first: Ways;
  /** Further positions that may come first only where the text begins, behind `^`. */
  readonly firstAtStart: Ways;
  readonly last: Ways;
  /** Further positions that may come last only where the text ends, before `$`. */
  readonly lastAtEnd: Ways;
  /** Ways to match nothing: anywhere, only where the text begins, only where it ends. */
  readonly none: number;
  readonly noneAtStart: number;
  readonly noneAtEnd: number;
}

const nowhere: Ways = new Map();
const nothing: Part = {
  first: nowhere,
  firstAtStart: nowhere,
  last: nowhere,
  lastAtEnd: nowhere,
  none: 1,
  noneAtStart: 0,
  noneAtEnd: 0,
};

/** Makes the position automaton of a pattern; steps count the ways in which a backtracking matcher takes them. */
export function buildAutomaton(tree: PatternNode, reading: Reading): Automaton {
  return new AutomatonBuilder(reading).build(tree);
}

class AutomatonBuilder {
  readonly #reading: Reading;
  readonly #sources: (string | undefined)[] = [undefined];
  readonly #edges: Map<number, Edge>[] = [new Map([[0, { ways: 1, bound: Infinity }]])];
  readonly #done = new Set<number>();
  readonly #doneAtEnd = new Set<number>();
  #size = 0;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  build(tree: PatternNode): Automaton {
    const whole = this.#add(tree);
    this.#connect(new Map([[0, 1]]), whole.first, 0);
    this.#finish(whole);
    if (whole.none > 0) this.#done.add(0);
    if (whole.noneAtEnd > 0) this.#doneAtEnd.add(0);
    const start = sum(whole.first, whole.firstAtStart);
    return { sources: this.#sources, edges: this.#edges, start, done: this.#done, doneAtEnd: this.#doneAtEnd };
  }

  #add(node: PatternNode): Part {
    switch (node.kind) {
      case 'set':
        return this.#addSet(node.source);
      case 'sequence':
        return node.parts.reduce<Part>((before, part) => this.#join(before, this.#add(part)), nothing);
      case 'choice':
        return node.parts.map((part) => this.#add(part)).reduce(either);
      case 'repeat':
        return this.#addRepeat(node);
      case 'anchor':
        return { ...nothing, none: 0, ...(node.at === 'start' ? { noneAtStart: 1 } : { noneAtEnd: 1 }) };
      case 'boundary':
        return this.#reading === 'loose' ? nothing : { ...nothing, none: 0 };
      case 'look':
        return this.#addLook(node);
      case 'backreference':
        throw new UnreadablePattern('it repeats what a group has matched');
    }
  }

  #addSet(source: string): Part {
    const position = this.#sources.push(source) - 1;
    this.#edges.push(new Map());
    if (position > largest.positions) throw new UnreadablePattern('it is too long');
    const ways = new Map([[position, 1]]);
    return { ...nothing, first: ways, last: ways, none: 0 };
  }

  /** Adds a look. Its match is read again by what follows it: its own ways end with it. */
  #addLook({ of, behind }: PatternNode & { readonly kind: 'look' }): Part {
    if (behind && longestMatch(of) === Infinity) throw new UnreadablePattern('it looks behind without a bound');
    if (behind) return this.#reading === 'loose' ? nothing : { ...nothing, none: 0 };
    const part = this.#add(of);
    this.#finish(part);
    if (this.#reading === 'strict') return { ...nothing, none: 0 };
    return { ...nothing, first: part.first, firstAtStart: part.firstAtStart };
  }

  #finish({ last, lastAtEnd }: Part): void {
    for (const position of last.keys()) this.#done.add(position);
    for (const position of [...last.keys(), ...lastAtEnd.keys()]) this.#doneAtEnd.add(position);
  }

  /** Repetitions that must be are written out; those that may be are a loop, or written out where they are few. */
  #addRepeat({ of, least, most }: PatternNode & { readonly kind: 'repeat' }): Part {
    if (most === 0) return nothing;
    const size = countSets(of);
    if (least > 1 && least * size > widest) return this.#addLong(of, least, most);
    const copies = most === Infinity ? Math.max(0, least - 1) : least;
    let before = nothing;
    for (let copy = 0; copy < copies; copy += 1) before = this.#join(before, this.#add(of));
    return this.#join(before, this.#addRest(of, { least: least - copies, most: most - copies, size }));
  }

  #addRest(
    of: PatternNode,
    { least, most, size }: { readonly least: number; readonly most: number; readonly size: number },
  ): Part {
    if (most === 0) return nothing;
    if (most === Infinity) return this.#addLoop(of, least, Infinity);
    if (most > 1 && (most > shortest || most * size > widest)) return this.#addLong(of, least, most);
    const copies = Array.from({ length: most }, () => this.#add(of));
    return copies.reduceRight((after, copy) => optional(this.#join(copy, after)), nothing);
  }

  /** Adds a long repetition as a loop. Strictly, only that it may match nothing is known of it. */
  #addLong(of: PatternNode, least: number, most: number): Part {
    const part = this.#addLoop(of, Math.min(least, 1), longestMatch(of) * most);
    if (this.#reading === 'loose' || most === Infinity) return part;
    return { ...nothing, none: least === 0 ? 1 : 0 };
  }

  /** Adds a loop. A matcher gives up a further round that matches nothing, but not the first of the required ones. */
  #addLoop(of: PatternNode, least: number, bound: number): Part {
    const part = this.#add(of);
    this.#connect(part.last, part.first, bound);
    if (least === 0) return optional(part);
    return { ...part, first: scale(part.first, 1 + part.none) };
  }

  #join(left: Part, right: Part): Part {
    this.#connect(left.last, right.first, 0);
    return {
      first: sum(left.first, scale(right.first, left.none)),
      firstAtStart: sum(
        left.firstAtStart,
        scale(sum(right.first, right.firstAtStart), left.noneAtStart),
        scale(right.firstAtStart, left.none),
      ),
      last: sum(right.last, scale(left.last, right.none)),
      lastAtEnd: sum(
        right.lastAtEnd,
        scale(sum(left.last, left.lastAtEnd), right.noneAtEnd),
        scale(left.lastAtEnd, right.none),
      ),
      none: cap(left.none * right.none),
      noneAtStart: cap(left.noneAtStart * (right.none + right.noneAtStart) + left.none * right.noneAtStart),
      noneAtEnd: cap(right.noneAtEnd * (left.none + left.noneAtEnd) + right.none * left.noneAtEnd),
    };
  }

  #connect(from: Ways, to: Ways, bound: number): void {
    this.#size += from.size * to.size;
    if (this.#size > largest.edges) throw new UnreadablePattern('it is too long');
    for (const [left, leftWays] of from) {
      const edges = this.#edges[left];
      for (const [right, rightWays] of to) {
        const known = edges?.get(right) ?? { ways: 0, bound: 0 };
        edges?.set(right, { ways: cap(known.ways + leftWays * rightWays), bound: Math.max(known.bound, bound) });
      }
    }
  }
}

/** Counts the positions that a node makes, if every repetition may be written out. */
function countSets(node: PatternNode): number {
  switch (node.kind) {
    case 'set':
      return 1;
    case 'sequence':
    case 'choice':
      return node.parts.reduce((count, part) => count + countSets(part), 0);
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

/** Measures the most characters that a node can match; Infinity where nothing bounds them. */
function longestMatch(node: PatternNode): number {
  switch (node.kind) {
    case 'set':
      return 1;
    case 'sequence':
      return node.parts.reduce((sum, part) => sum + longestMatch(part), 0);
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

function either(left: Part, right: Part): Part {
  return {
    first: sum(left.first, right.first),
    firstAtStart: sum(left.firstAtStart, right.firstAtStart),
    last: sum(left.last, right.last),
    lastAtEnd: sum(left.lastAtEnd, right.lastAtEnd),
    none: cap(left.none + right.none),
    noneAtStart: cap(left.noneAtStart + right.noneAtStart),
    noneAtEnd: cap(left.noneAtEnd + right.noneAtEnd),
  };
}

function optional(part: Part): Part {
  return { ...part, none: 1 };
}

function cap(ways: number): number {
  return Math.min(2, ways);
}

function scale(ways: Ways, factor: number): Ways {
  if (factor === 0) return nowhere;
  return factor === 1 ? ways : new Map([...ways].map(([position, count]) => [position, cap(count * factor)]));
}

function sum(...all: readonly Ways[]): Ways {
  const [first = nowhere, second = nowhere] = all.filter((ways) => ways.size > 0);
  if (second.size === 0) return first;
  const total = new Map<number, number>();
  for (const ways of all)
    for (const [position, count] of ways) total.set(position, cap((total.get(position) ?? 0) + count));
  return total;
}
