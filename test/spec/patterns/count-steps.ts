import { type PatternNode, readPattern } from '../../../generator/spec/patterns/read-pattern.js';

/** The rest of the pattern: returns whether it matches from an index. */
type Rest = (index: number) => boolean;

/** Counts the characters that a plain backtracking matcher reads while it searches a text for a pattern. */
export function countSteps(pattern: string, text: string): number {
  const matcher = new Backtracker(text);
  const tree = readPattern(pattern, 'u');
  for (let start = 0; start <= text.length; start += 1) {
    if (matcher.match(tree, start, () => true)) break;
  }
  return matcher.steps;
}

class Backtracker {
  steps = 0;
  readonly #text: string;
  readonly #sets = new Map<string, RegExp>();

  constructor(text: string) {
    this.#text = text;
  }

  match(node: PatternNode, index: number, rest: Rest): boolean {
    switch (node.kind) {
      case 'set':
        return this.#reads(node.source, index) && rest(index + 1);
      case 'sequence':
        return node.parts.reduceRight<Rest>((next, part) => (at) => this.match(part, at, next), rest)(index);
      case 'choice':
        return node.parts.some((part) => this.match(part, index, rest));
      case 'repeat':
        return this.#repeat(node, index, rest);
      case 'anchor':
        return index === (node.at === 'start' ? 0 : this.#text.length) && rest(index);
      case 'look':
        return this.match(node.of, index, () => true) && rest(index);
      default:
        throw new Error(`${node.kind} is not counted`);
    }
  }

  #reads(source: string, index: number): boolean {
    this.steps += 1;
    const set = this.#sets.get(source) ?? new RegExp(`^(?:${source})$`, 'u');
    this.#sets.set(source, set);
    return set.test(this.#text[index] ?? '');
  }

  #repeat({ of, least, most }: PatternNode & { readonly kind: 'repeat' }, index: number, rest: Rest): boolean {
    const again: Rest = (end) =>
      (least > 0 || end > index) &&
      this.#repeat({ kind: 'repeat', of, least: Math.max(0, least - 1), most: most - 1 }, end, rest);
    return (most > 0 && this.match(of, index, again)) || (least === 0 && rest(index));
  }
}
