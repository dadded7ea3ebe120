/** The choices that select one of the strings that match a pattern. */
export interface PatternStyle {
  /** Chooses one of the sampled alternatives `a|b`. */
  readonly pickAlternative: (texts: readonly string[]) => string | undefined;
  /** Returns a character that a class, an escape, a dot or a literal matches: `[a-z]` → `k`, `\d` → `4`, `x` → `x`. */
  readonly pickCharacter: (source: string) => string;
  /** Returns a number of repetitions: `{2,5}` → 2 to 5. `most` is Infinity for `*`, `+` and `{2,}`. */
  readonly repeat: (least: number, most: number) => number;
}

/** Matches an escape, a class, the start of a group, a quantifier, or one other character. */
const token =
  /\\(?:[up]\{[^}]*\}|u.{4}|x..|k<[^>]*>|[1-9]\d?|[^])|\[(?:\\[^]|[^\]\\])*\]|\((?:\?(?:<?[=!]|:|<[^>]*>))?|(?:[*+?]|\{\d+(?:,\d*)?\})\??|[^]/giu;

/** Maximum number of groups of a pattern. */
const mostGroups = 1000;

/** Number of atoms after which nothing is repeated any more. */
const mostAtoms = 10_000;

/**
 * Samples a string that should match a regular expression: literals, classes, groups, alternatives, repetitions and back references.
 * With lookaround, the string may not match. Returns `undefined` if the pattern is invalid or has more than 1000 groups.
 */
export function samplePattern(pattern: string, style: PatternStyle): string | undefined {
  const tokens = pattern.match(token) ?? [];
  if (tokens.filter((one) => one.startsWith('(')).length > mostGroups) return undefined;
  const groups = new Map<string, string>();
  let [at, groupCount, atomCount] = [0, 0, 0];

  function sampleAlternatives(): string {
    const texts = [sampleSequence()];
    for (; tokens[at] === '|'; texts.push(sampleSequence())) at += 1;
    return style.pickAlternative(texts) ?? '';
  }

  function sampleSequence() {
    let text = '';
    while (!/^[|)]?$/.test(tokens[at] ?? '')) {
      const start = [at, groupCount] as const;
      const once = sampleAtom();
      const limits = readQuantifier(tokens[at] ?? '');
      const count = limits ? style.repeat(...limits) : 1;
      const end = limits ? at + 1 : at;
      if (count > 0) text += once;
      for (let index = 1; index < count && atomCount < mostAtoms; index += 1) {
        [at, groupCount] = start;
        text += sampleAtom();
      }
      at = end;
    }
    return text;
  }

  function sampleAtom() {
    const source = tokens[at] ?? '';
    at += 1;
    atomCount += 1;
    if (/^(?:[$^]|\\b)$/i.test(source)) return '';
    const [, number, name = number] = /^\\(?:([1-9]\d?)|k<(.*)>)$/.exec(source) ?? [];
    if (name !== undefined) return groups.get(name) ?? '';
    if (!source.startsWith('(')) return style.pickCharacter(source);
    const isCapturing = source === '(' || source.endsWith('>');
    if (isCapturing) groupCount += 1;
    const names = isCapturing ? [String(groupCount), source.slice(3, -1)] : [];
    const text = sampleAlternatives();
    for (const one of names) groups.set(one, text);
    if (tokens[at] === ')') at += 1;
    return /[=!]$/.test(source) ? '' : text;
  }

  const text = sampleAlternatives();
  return at === tokens.length ? text : undefined;
}

/** Returns the minimum and maximum of a quantifier: `+` → `[1, Infinity]`, `{2,5}` → `[2, 5]`. */
function readQuantifier(quantifier: string): readonly [least: number, most: number] | undefined {
  const [, least, comma, most] = /^\{(\d+)(,?)(\d*)\}/.exec(quantifier) ?? [];
  if (least !== undefined) return [Number(least), Number(most || (comma ? Infinity : least))];
  if (!/^[*+?]/.test(quantifier)) return undefined;
  return [quantifier.startsWith('+') ? 1 : 0, quantifier.startsWith('?') ? 1 : Infinity];
}
