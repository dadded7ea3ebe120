import { isRegex, regexFlags } from './read-pattern.js';

/** A pattern in the syntax of another language, which JavaScript rejects or reads differently. */
export interface ForeignPattern {
  /** The end of the message, after `"pattern"`. */
  readonly fault: string;
  /** The pattern in the syntax of JavaScript; absent if JavaScript cannot express it. */
  readonly meant?: string;
}

/** A literal of JavaScript or Perl, `/^a/i`: as a pattern it would match nothing, because of the anchor after or before a slash. */
const literal = /^\/(\^[^]*|[^]*[^\\]\$)\/([a-z]*)$/;

/** A named class of characters: `\p{Alpha}`, `[:alpha:]`. */
const named = /\\[pP]\{|\[:\^?\w+:\]/;

/** The flag `(?i)` at the beginning of an expression, as in Perl and Python. */
const insensitive = /^(\^|\\A)?\(\?i\)/;

/** Recognizes and translates a pattern in the syntax of another language; `undefined` for a pattern of JavaScript. */
export function readForeignPattern(pattern: string): ForeignPattern | undefined {
  const [, inner, flags = ''] = literal.exec(pattern) ?? [];
  if (inner !== undefined) {
    const fault = `is written with slashes${flags === '' ? '' : ' and flags'}, which belong to it in JSON Schema`;
    return meaning(fault, /^[giu]*$/.test(flags) ? translate(inner, flags.includes('i')) : undefined);
  }
  const own = regexFlags(pattern);
  // In Unicode mode none of these is allowed.
  if (own === 'u') return undefined;
  const isInsensitive = insensitive.test(pattern);
  const meant = translate(pattern.replace(insensitive, '$1'), isInsensitive);
  const used = [...anchors.keys()].filter((one) => pattern.includes(one)).map((one) => `"${one}"`);
  const fault = [
    used.length > 0 && meant !== pattern && `has ${used.join(' and ')}, which JavaScript reads as letters`,
    isInsensitive && 'has "(?i)", which JavaScript does not know',
    named.test(pattern) && 'has a class of characters that JavaScript does not know',
  ].find((one) => one !== false);
  if (fault === undefined) return undefined;
  const foreign = meaning(fault, meant);
  return own === undefined && foreign.meant === undefined ? undefined : foreign;
}

/** Anchors for the beginning and the end of a text in Perl, Ruby, Python, Java and .NET, with those of JavaScript. */
const anchors: ReadonlyMap<string, string> = new Map([
  ['\\A', '^'],
  ['\\Z', '$'],
  ['\\z', '$'],
]);

/** The characters of the classes of POSIX, `[:alpha:]`, and of Java, `\p{Alpha}`: ASCII only, as in RE2, PCRE and the locale "POSIX". */
const classes: ReadonlyMap<string, string> = new Map([
  ['alnum', 'A-Za-z0-9'],
  ['alpha', 'A-Za-z'],
  ['ascii', '\\x00-\\x7f'],
  ['blank', ' \\t'],
  ['cntrl', '\\x00-\\x1f\\x7f'],
  ['digit', '0-9'],
  ['graph', '!-~'],
  ['lower', 'a-z'],
  ['print', ' -~'],
  ['punct', '!-\\/:-@\\[-`\\{-~'],
  ['space', ' \\t-\\r'],
  ['upper', 'A-Z'],
  ['word', '\\w'],
  ['xdigit', 'A-Fa-f0-9'],
]);

const escape = String.raw`\\(?:[pP]\{\w+\}|u\{\w+\}|u\w{4}|x\w{2}|c[A-Za-z]|k<\w+>|[^])`;

/** An escape, the beginning of a group with a name, a class, or any other character. */
const token = new RegExp(String.raw`${escape}|\(\?P?<\w+>|\[(?:\[:\^?\w+:\]|\\[^]|[^\]\\])*\]|[^]`, 'gu');

/** A range, or a character, or an escape of a class. */
const member = new RegExp(String.raw`${escape}|[^\\]-[^\\]|[^]`, 'gu');

/** Writes a pattern for JavaScript: `\A[[:digit:]-]+\z` → `^[0-9-]+$`; with `anyCase` also `ab` → `[aA][bB]`. */
function translate(pattern: string, anyCase: boolean): string {
  // The members of a class in the other case: `a-z_` → `A-Z`.
  const readCases = (text: string): string => {
    const members = (anyCase && text.match(member)) || [];
    const cases = members
      .filter((one) => !one.startsWith('\\'))
      .flatMap((one) =>
        [one.toLowerCase(), one.toUpperCase()].filter((other) => other !== one && other.length === one.length),
      );
    return cases.join('');
  };
  return pattern.replace(token, (text) => {
    const [, sign, java = ''] = /^\\([pP])\{(\w+)\}$/.exec(text) ?? [];
    const ranges = classes.get(java.toLowerCase());
    if (ranges !== undefined) return `[${sign === 'P' ? '^' : ''}${ranges}]`;
    if (text.startsWith('\\')) return anchors.get(text) ?? text;
    if (text.startsWith('(?')) return text.replace('?P<', '?<');
    if (!/^\[./u.test(text)) return readCases(text) === '' ? text : `[${text}${readCases(text)}]`;
    const [, outer, name = ''] = /^\[(\^?)\[:\^(\w+):\]\]$/.exec(text) ?? [];
    const negated = classes.get(name);
    if (negated !== undefined) return `[${outer === '' ? '^' : ''}${negated}]`;
    const inside = text
      .slice(1, -1)
      .replace(
        /\[:(\w+):\]|\\p\{(\w+)\}/g,
        (one, posix = '', named = '') => classes.get(posix || named.toLowerCase()) ?? one,
      );
    return `[${inside}${readCases(inside)}]`;
  });
}

/** Returns a finding; it has the translation only if JavaScript accepts that. */
function meaning(fault: string, meant?: string): ForeignPattern {
  const isKnown = meant !== undefined && isRegex(meant) && (regexFlags(meant) === 'u' || !named.test(meant));
  return isKnown ? { fault, meant } : { fault };
}
