import { isRegex, regexFlags } from '../regex.js';

/** A pattern that JavaScript reads as something else than its author meant. */
export interface ForeignPattern {
  /** What is wrong, after `"pattern"`. */
  readonly fault: string;
  /** The same for JavaScript; absent where it has no such expression. */
  readonly meant?: string;
}

/** A literal of JavaScript or Perl: with an anchor next to a slash, nothing could match it as it is. */
const literal = /^\/(\^[^]*|[^]*[^\\]\$)\/([a-z]*)$/;

/** A class of characters by a name. */
const named = /\\[pP]\{/;

/** What a pattern in the syntax of another language means; `undefined` where it is one of JavaScript's. */
export function readForeignPattern(pattern: string): ForeignPattern | undefined {
  const [, inner, flags = ''] = literal.exec(pattern) ?? [];
  if (inner !== undefined) {
    const fault = `is written with slashes${flags === '' ? '' : ' and flags'}, which belong to it in JSON Schema`;
    return meaning(fault, /^[gu]*$/.test(flags) ? inner : undefined);
  }
  // In Unicode mode neither is allowed.
  if (regexFlags(pattern) !== '') return undefined;
  const anchored = pattern.replace(/\\[^]/g, (escape) => anchors.get(escape) ?? escape);
  if (anchored !== pattern) {
    const used = [...anchors.keys()].filter((one) => pattern.includes(one)).map((one) => `"${one}"`);
    return meaning(`has ${used.join(' and ')}, which JavaScript takes for letters`, anchored);
  }
  return named.test(pattern) ? meaning('has a class of characters that JavaScript does not know') : undefined;
}

/** The beginning and the end of a text in Perl, Ruby, Python, Java and .NET. */
const anchors: ReadonlyMap<string, string> = new Map([
  ['\\A', '^'],
  ['\\Z', '$'],
  ['\\z', '$'],
]);

function meaning(fault: string, meant?: string): ForeignPattern {
  const isKnown = meant !== undefined && isRegex(meant) && (regexFlags(meant) === 'u' || !named.test(meant));
  return isKnown ? { fault, meant } : { fault };
}
