import type { PatternNode } from './pattern-tree.js';

/** Groups deeper than this are not read: what walks the tree recurses. */
const deepest = 200;

/** Thrown for syntax that is not known here; the message says what. */
export class UnreadablePattern extends Error {}

/** Reads a pattern that JavaScript compiles with the flags; throws {@link UnreadablePattern} for what it does not know. */
export function readPattern(pattern: string, flags: 'u' | ''): PatternNode {
  return new PatternReader(pattern, flags === 'u').read();
}

const quantifier = /(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/y;
const openings = /\((?:\?(?:(?<kind>:|=|!|<=|<!)|<[^>]*>)|(?!\?))/y;
const classes = /\[(?:[^\]\\]|\\[\s\S])*\]/y;
const references = /\\(?:[1-9]\d*|k<[^>]*>)/y;
/** Escapes for one character, by whether the flag `u` is set; octal numbers are of the older syntax only. */
const escapes = {
  unicode:
    /\\(?:u\{[0-9a-fA-F]+\}|u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|[pP]\{[^}]*\}|[\s\S])/uy,
  older: /\\(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|[0-3][0-7]{0,2}|[4-7][0-7]?|[\s\S])/y,
};
const characters = { unicode: /[\s\S]/uy, older: /[\s\S]/y };

class PatternReader {
  readonly #text: string;
  readonly #syntax: 'unicode' | 'older';
  readonly #groups: number;
  readonly #hasNames: boolean;
  #at = 0;
  #depth = 0;

  constructor(text: string, isUnicode: boolean) {
    this.#text = text;
    this.#syntax = isUnicode ? 'unicode' : 'older';
    const plain = text.replaceAll(/\\[\s\S]|\[(?:[^\]\\]|\\[\s\S])*\]/g, '');
    this.#groups = plain.match(/\((?!\?(?!<[^=!]))/g)?.length ?? 0;
    this.#hasNames = /\(\?<[^=!]/.test(plain);
  }

  read(): PatternNode {
    const tree = this.#readChoice();
    if (this.#at < this.#text.length) throw new UnreadablePattern('a parenthesis is not known');
    return tree;
  }

  #eat(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#text);
    if (found === null) return undefined;
    this.#at += found[0].length;
    return found;
  }

  #readChoice(): PatternNode {
    this.#depth += 1;
    if (this.#depth > deepest) throw new UnreadablePattern('it nests too many groups');
    const parts = [this.#readSequence()];
    while (this.#text[this.#at] === '|') {
      this.#at += 1;
      parts.push(this.#readSequence());
    }
    this.#depth -= 1;
    const [only] = parts;
    return parts.length === 1 && only !== undefined ? only : { kind: 'choice', parts };
  }

  #readSequence(): PatternNode {
    const parts: PatternNode[] = [];
    while (this.#at < this.#text.length && !'|)'.includes(this.#text[this.#at] ?? '')) {
      parts.push(this.#readQuantified(this.#readTerm()));
    }
    return { kind: 'sequence', parts };
  }

  #readQuantified(of: PatternNode): PatternNode {
    const found = this.#eat(quantifier);
    if (found === undefined) return of;
    const [text, least, comma, most] = found;
    if (least === undefined) return { kind: 'repeat', of, ...boundsOf(text) };
    const low = Number(least);
    return { kind: 'repeat', of, least: low, most: comma === undefined ? low : most === '' ? Infinity : Number(most) };
  }

  #readTerm(): PatternNode {
    switch (this.#text[this.#at]) {
      case '^':
        this.#at += 1;
        return { kind: 'anchor', at: 'start' };
      case '$':
        this.#at += 1;
        return { kind: 'anchor', at: 'end' };
      case '(':
        return this.#readGroup();
      case '[':
        return this.#readSet(classes);
      case '\\':
        return this.#readEscape();
      default:
        return this.#readSet(characters[this.#syntax]);
    }
  }

  #readSet(expression: RegExp): PatternNode {
    const found = this.#eat(expression);
    if (found === undefined) throw new UnreadablePattern('a character class is not known');
    return { kind: 'set', source: found[0] };
  }

  #readGroup(): PatternNode {
    const opening = this.#eat(openings);
    if (opening === undefined) throw new UnreadablePattern('the kind of a group is not known');
    const of = this.#readChoice();
    this.#at += 1;
    const kind = opening.groups?.['kind'];
    if (kind === undefined || kind === ':') return of;
    return { kind: 'look', of, behind: kind.startsWith('<') };
  }

  #readEscape(): PatternNode {
    const next = this.#text[this.#at + 1] ?? '';
    if (next === 'b' || next === 'B') {
      this.#at += 2;
      return { kind: 'boundary' };
    }
    const start = this.#at;
    const reference = this.#eat(references)?.[0];
    if (reference !== undefined && this.#isReference(reference)) return { kind: 'backreference' };
    this.#at = start;
    return this.#readSet(escapes[this.#syntax]);
  }

  /** In the older syntax, a number without such a group and `\k` without names are characters. */
  #isReference(text: string): boolean {
    if (this.#syntax === 'unicode') return true;
    return text.startsWith('\\k') ? this.#hasNames : Number(text.slice(1)) <= this.#groups;
  }
}

function boundsOf(sign: string): { readonly least: number; readonly most: number } {
  return { least: sign.startsWith('+') ? 1 : 0, most: sign.startsWith('?') ? 1 : Infinity };
}
