/** Chooses among the strings that match a pattern. */
export interface PatternStyle {
  /** Chooses one of the sampled alternatives `a|b`. */
  readonly pickAlternative: (texts: readonly string[]) => string | undefined;
  /** Returns a character that a class, an escape, a dot or a literal matches: `[a-z]` → `k`, `\d` → `4`, `x` → `x`. */
  readonly pickCharacter: (source: string) => string;
  /** Returns a number of repetitions, for example of `{2,5}`; `most` is Infinity if nothing bounds it. */
  readonly repeat: (least: number, most: number) => number;
}

/** The state of reading a pattern. */
interface Reader extends PatternStyle {
  readonly tokens: readonly string[];
  /** Index of the next token. */
  at: number;
  /** Sampled strings of groups by number. */
  readonly groups: string[];
  readonly names: Map<string, number>;
  /** Number of groups so far. */
  begun: number;
  /** Number of atoms so far. */
  atoms: number;
}

/** An escape, a class, the begin of a group, a quantifier, or one other character. */
const token =
  /\\(?:[up]\{[^}]*\}|u.{4}|x..|k<[^>]*>|[1-9]\d?|[^])|\[(?:\\[^]|[^\]\\])*\]|\((?:\?(?:<?[=!]|:|<[^>]*>))?|(?:[*+?]|\{\d+(?:,\d*)?\})\??|[^]/giu;

/** Groups nest no deeper than this. */
const mostGroups = 1000;

/** Atoms after which nothing is repeated. */
const mostAtoms = 10_000;

/**
 * Samples a string that should match a regular expression: literals, classes, groups, alternatives, repetitions and back references.
 * With lookaround, the string may not match. Undefined if the pattern is invalid or has more than 1000 groups.
 */
export function samplePattern(pattern: string, style: PatternStyle): string | undefined {
  const tokens = pattern.match(token) ?? [];
  if (tokens.filter((one) => one.startsWith('(')).length > mostGroups) return undefined;
  const reader: Reader = { ...style, tokens, at: 0, groups: [], names: new Map(), begun: 0, atoms: 0 };
  const text = sampleAlternatives(reader);
  return reader.at === tokens.length ? text : undefined;
}

function sampleAlternatives(reader: Reader): string {
  const texts = [sampleSequence(reader)];
  while (reader.tokens[reader.at] === '|') {
    reader.at += 1;
    texts.push(sampleSequence(reader));
  }
  return reader.pickAlternative(texts) ?? '';
}

function sampleSequence(reader: Reader): string {
  let text = '';
  while (!/^[|)]?$/.test(reader.tokens[reader.at] ?? '')) {
    const { at, begun } = reader;
    const once = sampleAtom(reader);
    const limits = readQuantifier(reader.tokens[reader.at] ?? '');
    const count = limits === undefined ? 1 : reader.repeat(...limits);
    const end = reader.at + (limits === undefined ? 0 : 1);
    text += count > 0 ? once : '';
    for (let index = 1; index < count && reader.atoms < mostAtoms; index += 1)
      text += sampleAtom(Object.assign(reader, { at, begun }));
    reader.at = end;
  }
  return text;
}

/** Reads the least and most repetitions of a quantifier: `+` → 1 and Infinity, `{2,5}` → 2 and 5. */
function readQuantifier(quantifier: string): readonly [least: number, most: number] | undefined {
  const [, least, comma, most] = /^\{(\d+)(,?)(\d*)\}/.exec(quantifier) ?? [];
  if (least !== undefined) return [Number(least), Number(most || (comma ? Infinity : least))];
  if (!/^[*+?]/.test(quantifier)) return undefined;
  return [quantifier.startsWith('+') ? 1 : 0, quantifier.startsWith('?') ? 1 : Infinity];
}

function sampleAtom(reader: Reader): string {
  const { groups, names, tokens } = reader;
  const source = tokens[reader.at] ?? '';
  reader.at += 1;
  reader.atoms += 1;
  if (/^(?:[$^]|\\b)$/i.test(source)) return '';
  const [reference, number, name = ''] = /^\\(?:([1-9]\d?)|k<(.*)>)$/.exec(source) ?? [];
  if (reference !== undefined) return groups[Number(number ?? names.get(name))] ?? '';
  if (!source.startsWith('(')) return reader.pickCharacter(source);
  const isCapturing = source === '(' || source.endsWith('>');
  const group = isCapturing ? (reader.begun += 1) : 0;
  names.set(source.slice(3, -1), group);
  const text = sampleAlternatives(reader);
  groups[group] = text;
  if (tokens[reader.at] === ')') reader.at += 1;
  return /[=!]$/.test(source) ? '' : text;
}
