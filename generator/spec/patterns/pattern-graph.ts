import { makeAlphabet } from './alphabet.js';
import { type Automaton, buildAutomaton, type Edge } from './build-automaton.js';
import { loopsOf } from './find-loops.js';
import { readPattern, UnreadablePattern } from './read-pattern.js';

/** Steps that the analysis of one pattern may take: the same on every machine, some tenths of a second. */
const effort = 500_000;

/** Letters of a word, by their index in the alphabet. */
export type Word = readonly number[];

/** A step to a node that reads one of some letters. */
export interface Step {
  readonly to: number;
  readonly letters: bigint;
}

/** Letters of an alphabet, and the bits of those that each position reads. */
interface Reading {
  readonly letters: readonly string[];
  readonly masks: readonly bigint[];
}

function readLetters(sources: Automaton['sources'], flags: 'u' | ''): Reading {
  const { letters, masks } = makeAlphabet(new Set(sources.filter((source) => source !== undefined)), flags);
  const every = (1n << BigInt(letters.length)) - 1n;
  return { letters, masks: sources.map((source) => (source === undefined ? every : (masks.get(source) ?? 0n))) };
}

/** A pattern as what its ambiguity is searched in. */
export class PatternGraph {
  /** With what is not exact taken as matching. */
  readonly loose: Automaton;
  /** With what is not exact taken as not matching. */
  readonly strict: Automaton;
  /** Loops, inner ones and later ones first. */
  readonly loops: readonly (readonly number[])[];
  /** Whether any repetition is lazy. */
  readonly isLazy: boolean;
  readonly #flags: 'u' | '';
  readonly #loopOf = new Map<number, readonly number[]>();
  readonly #reached = {
    forward: new Map<readonly number[], ReadonlySet<number>>(),
    backward: new Map<readonly number[], ReadonlySet<number>>(),
  };
  #before: readonly (readonly number[])[] | undefined;
  #read: Reading | undefined;
  #left = effort;

  constructor(pattern: string, flags: 'u' | '') {
    const tree = readPattern(pattern, flags);
    this.isLazy = /[*+?}]\?/.test(pattern);
    this.loose = buildAutomaton(tree, 'loose');
    this.strict = buildAutomaton(tree, 'strict');
    this.#flags = flags;
    this.loops = loopsOf(this.size, this.loose.edges);
    for (const loop of this.loops) for (const position of loop) this.#loopOf.set(position, loop);
  }

  /** How many positions there are. */
  get size(): number {
    return this.loose.sources.length;
  }

  /** A character for each letter. */
  get letters(): readonly string[] {
    return this.#reading.letters;
  }

  /** All letters. */
  get every(): bigint {
    return (1n << BigInt(this.letters.length)) - 1n;
  }

  /** Letters that a position reads. */
  maskOf(position: number): bigint {
    return this.#reading.masks[position] ?? 0n;
  }

  /** Most patterns need no alphabet. */
  get #reading(): Reading {
    this.#read ??= readLetters(this.loose.sources, this.#flags);
    return this.#read;
  }

  /** The loop that a position is part of. */
  loopOf(position: number): readonly number[] | undefined {
    return this.#loopOf.get(position);
  }

  edgesOf(position: number): Iterable<[number, Edge]> {
    return this.loose.edges[position] ?? [];
  }

  /** Most characters that a loop reads; Infinity where nothing bounds it. */
  boundOf(loop: readonly number[]): number {
    const bounds = loop.flatMap((position) =>
      [...this.edgesOf(position)].filter(([to]) => this.loopOf(to) === loop).map(([, { bound }]) => bound),
    );
    return bounds.reduce((most, bound) => Math.max(most, bound), 0);
  }

  /** Positions that a loop leads to, or that lead to it; its own are among them. */
  reach(loop: readonly number[], way: 'forward' | 'backward'): ReadonlySet<number> {
    const known = this.#reached[way].get(loop);
    if (known !== undefined) return known;
    const found = new Set(loop);
    for (const position of found) {
      this.spend();
      for (const to of way === 'forward' ? this.#targets(position) : this.#origins(position)) found.add(to);
    }
    this.#reached[way].set(loop, found);
    return found;
  }

  #targets(position: number): Iterable<number> {
    return this.loose.edges[position]?.keys() ?? [];
  }

  #origins(position: number): Iterable<number> {
    this.#before ??= reverse(this.loose.edges);
    return this.#before[position] ?? [];
  }

  /** Shortest word that leads from a node to one that is wanted, by at least one step. */
  findWord(
    from: Iterable<number>,
    isWanted: (node: number) => boolean,
    next: (node: number) => Iterable<Step>,
  ): Word | undefined {
    const before = new Map<number, Arrival | undefined>([...from].map((node) => [node, undefined]));
    const open = [...before.keys()];
    for (let index = 0; index < open.length; index += 1) {
      const node = open[index] ?? 0;
      for (const { to, letters } of next(node)) {
        this.spend();
        if (letters === 0n) continue;
        const letter = lowest(letters);
        if (isWanted(to)) return [...wordTo(node, before), letter];
        if (before.has(to)) continue;
        before.set(to, { node, letter });
        open.push(to);
      }
    }
    return undefined;
  }

  /** Counts a step of the search; gives up where there were too many. */
  spend(): void {
    this.#left -= 1;
    if (this.#left < 0) throw new UnreadablePattern('it is too large');
  }

  /** The string of a word. */
  print(word: Word): string {
    return word.map((letter) => this.letters[letter] ?? '').join('');
  }
}

/** Index of the lowest bit of a mask. */
function lowest(mask: bigint): number {
  let index = 0;
  for (let rest = mask; rest !== 0n && (rest & 1n) === 0n; rest >>= 1n) index += 1;
  return index;
}

function reverse(edges: Automaton['edges']): readonly (readonly number[])[] {
  const origins = edges.map((): number[] => []);
  for (const [from, targets] of edges.entries()) for (const to of targets.keys()) origins[to]?.push(from);
  return origins;
}

/** Where a search came from, and the letter it read. */
interface Arrival {
  readonly node: number;
  readonly letter: number;
}

function wordTo(end: number, before: ReadonlyMap<number, Arrival | undefined>): Word {
  const word: number[] = [];
  for (let step = before.get(end); step !== undefined; step = before.get(step.node)) word.push(step.letter);
  return word.toReversed();
}
