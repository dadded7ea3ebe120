import { reachable } from '../../iterables.js';
import { Automaton, type Edge } from './build-automaton.js';
import { findLoops } from './find-loops.js';
import { readPattern, UnreadablePattern } from './read-pattern.js';

/**
 * Maximum number of steps of the analysis of one pattern, some tenths of a second. A number of steps, not a time, has the same
 * result on every machine.
 */
const effort = 500_000;

/** Letters of a word, by their index in the alphabet. */
export type Word = readonly number[];

/** A step to a node, and the letters that it may read. */
export interface Step {
  readonly to: number;
  readonly letters: bigint;
}

/** The graph of a pattern, which is searched for ambiguity. */
export class PatternGraph {
  /** The pattern, in which each part that is only approximated (such as a lookahead) matches. */
  readonly loose: Automaton;
  /** The pattern, in which no part that is only approximated matches. */
  readonly strict: Automaton;
  /** Loops; inner loops come before outer ones. */
  readonly loops: readonly (readonly number[])[];
  /** True if any repetition is lazy. */
  readonly isLazy: boolean;
  readonly #flags: 'u' | '';
  readonly #loopOf = new Map<number, readonly number[]>();
  readonly #reached = {
    forward: new Map<readonly number[], ReadonlySet<number>>(),
    backward: new Map<readonly number[], ReadonlySet<number>>(),
  };
  #before: readonly number[][] | undefined;
  #known: Alphabet | undefined;
  #left = effort;

  constructor(pattern: string, flags: 'u' | '') {
    const tree = readPattern(pattern, flags);
    this.isLazy = /[*+?}]\?/.test(pattern);
    this.loose = new Automaton(tree, 'loose');
    this.strict = new Automaton(tree, 'strict');
    this.#flags = flags;
    this.loops = findLoops(this.size, this.loose.edges);
    for (const loop of this.loops) for (const position of loop) this.#loopOf.set(position, loop);
  }

  /** The number of positions. */
  get size(): number {
    return this.loose.sources.length;
  }

  /** A character for each letter. */
  get letters(): readonly string[] {
    return this.#alphabet.letters;
  }

  /** All letters. */
  get every(): bigint {
    return (1n << BigInt(this.letters.length)) - 1n;
  }

  /** Letters that a position reads. */
  readMask(position: number): bigint {
    return this.#alphabet.masks[position] ?? 0n;
  }

  /** The alphabet, created when it is first needed: most patterns need none. */
  get #alphabet(): Alphabet {
    this.#known ??= makeAlphabet(this.loose.sources, this.#flags);
    return this.#known;
  }

  /** Finds the loop that a position is part of. */
  findLoop(position: number): readonly number[] | undefined {
    return this.#loopOf.get(position);
  }

  listEdges(position: number): Iterable<[number, Edge]> {
    return this.loose.edges[position] ?? [];
  }

  /** Returns the maximum number of characters that a loop reads, or `Infinity`. */
  measureLoop(loop: readonly number[]): number {
    let most = 0;
    for (const position of loop)
      for (const [to, { bound }] of this.listEdges(position))
        if (this.findLoop(to) === loop) most = Math.max(most, bound);
    return most;
  }

  /** Lists the positions that are reachable from a loop (`forward`), or from which it is reachable (`backward`), including its own. */
  reach(loop: readonly number[], way: 'forward' | 'backward'): ReadonlySet<number> {
    const known = this.#reached[way];
    const listNext = (position: number): Iterable<number> => {
      this.spend();
      return (way === 'forward' ? this.loose.edges[position]?.keys() : this.#listSources()[position]) ?? [];
    };
    const found = known.get(loop) ?? new Set(reachable(loop, listNext));
    known.set(loop, found);
    return found;
  }

  /** Lists the positions with an edge to each position. */
  #listSources(): readonly number[][] {
    const { edges } = this.loose;
    if (this.#before !== undefined) return this.#before;
    const before = edges.map((): number[] => []);
    for (const [from, targets] of edges.entries()) for (const to of targets.keys()) before[to]?.push(from);
    this.#before = before;
    return before;
  }

  /** Finds the shortest word on a path of at least one step between two nodes. */
  findWord(from: number, target: number, listSteps: (node: number) => Iterable<Step>): Word | undefined {
    // The node before each node on its shortest path, and the letter that was read there.
    const before = new Map<number, { readonly node: number; readonly letter: number } | undefined>([[from, undefined]]);
    // Iterating a map includes the entries that are added meanwhile.
    for (const node of before.keys())
      for (const { to, letters } of listSteps(node)) {
        this.spend();
        if (letters === 0n || (to !== target && before.has(to))) continue;
        let letter = 0;
        for (let rest = letters; (rest & 1n) === 0n; rest >>= 1n) letter += 1;
        if (to !== target) {
          before.set(to, { node, letter });
          continue;
        }
        const word = [letter];
        for (let step = before.get(node); step !== undefined; step = before.get(step.node)) word.push(step.letter);
        return word.toReversed();
      }
    return undefined;
  }

  /** Counts a step of the search; throws if there were too many. */
  spend(): void {
    this.#left -= 1;
    if (this.#left < 0) throw new UnreadablePattern('it is too large');
  }

  /** Prints the string of a word. */
  print(word: Word): string {
    return word.map((letter) => this.letters[letter] ?? '').join('');
  }
}

/** One character for each kind of characters that a pattern distinguishes, and the ones that each position reads. */
interface Alphabet {
  /** One character for each kind; those that are easy to read come first. */
  readonly letters: readonly string[];
  /** Bits of the letters that a position reads. */
  readonly masks: readonly bigint[];
}

/** Returns the alphabet of a pattern: two characters are of the same kind if each set of the pattern contains both or neither. */
function makeAlphabet(sources: Automaton['sources'], flags: 'u' | ''): Alphabet {
  const sets = new Set(sources.filter((source) => source !== undefined));
  const tests = new Map<string | undefined, RegExp>([[undefined, /[^]/]]);
  for (const source of sets) tests.set(source, new RegExp(`^(?:${source})$`, flags));
  const kinds = new Map<string, string>();
  for (const letter of candidates(sets, flags)) {
    const kind = Array.from(tests.values(), (test) => Number(test.test(letter))).join('');
    if (!kinds.has(kind)) kinds.set(kind, letter);
  }
  const letters = [...kinds.values()];
  const masks = new Map<string | undefined, bigint>();
  for (const [source, test] of tests)
    for (const [index, letter] of letters.entries())
      if (test.test(letter)) masks.set(source, (masks.get(source) ?? 0n) | (1n << BigInt(index)));
  return { letters, masks: sources.map((source) => masks.get(source) ?? 0n) };
}

/** Characters at which sets begin or end: the ends of `\s` beyond ASCII, line ends, and letters of some other scripts. */
const landmarks = [
  0x85, 0xa0, 0xe9, 0x1680, 0x2000, 0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0x4e2d, 0xfeff, 0x1f600,
];

/** Blocks of 256 characters that are tried: those with assigned characters, and one block each of unassigned and private ones. */
const blocks = [...range(0, 0xd7), ...range(0xe0, 0x3ff), 0x400, 0xe00, 0xe01, 0xf00];

/** All characters of those blocks, listed when a pattern first needs them. */
let every: string | undefined;

const readable = 'abcxyzABC019!#-_. ,/:';

/** Returns characters that include one of every kind: a set can only begin or end next to a character that it mentions. */
function candidates(sources: ReadonlySet<string>, flags: 'u' | ''): readonly string[] {
  const edges = [...landmarks, ...[...sources].flatMap((source) => listBorders(source, flags))];
  const near = edges.flatMap((point) => [point, point - 1, point + 1]);
  const points = [...codePoints(readable), ...range(0x21, 0x7e), 0x0a, 0x09, 0x20, ...range(0, 0x7f), ...near];
  const last = flags === 'u' ? 0x10ffff : 0xffff;
  const possible = points.filter((point) => point >= 0 && point <= last);
  return Array.from(new Set(possible), (point) => String.fromCodePoint(point));
}

function listBorders(source: string, flags: 'u' | ''): readonly number[] {
  if (flags === 'u' && /\\p/i.test(source)) {
    // Found by trying: where properties of Unicode change; unpaired surrogates are left out.
    every ??= blocks.map((block) => String.fromCodePoint(...range(block * 256, block * 256 + 255))).join('');
    return Array.from(every.matchAll(new RegExp(`(?:${source})+`, 'gu')), ([run]) => run.codePointAt(0) ?? 0);
  }
  // Two escapes of one character are next to each other, and become one.
  const text = source.replaceAll(/\\(?:u\{(\w+)\}|u(\w{4})|x(\w{2}))/g, (escape, braced, four, two) => {
    const point = Number.parseInt(braced ?? four ?? two, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : escape;
  });
  return codePoints(flags === 'u' ? text : text.split(''));
}

function codePoints(letters: Iterable<string>): readonly number[] {
  return Array.from(letters, (letter) => letter.codePointAt(0) ?? 0);
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}
