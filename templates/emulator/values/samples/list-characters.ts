const letters = 'abcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';
const wordCharacters = `${letters}${letters.toUpperCase()}${digits}_`;

/** Some of the characters that escapes match. */
const escapes: Readonly<Record<string, string>> = {
  d: digits,
  w: wordCharacters,
  s: ' ',
  D: letters,
  W: '-',
  S: letters + digits,
  n: '\n',
  r: '\r',
  t: '\t',
  f: '\f',
  v: '\v',
  b: '\b',
};

/** Some characters of the most common Unicode properties. */
const properties: readonly (readonly [RegExp, string])[] = [
  [/^(?:N|Number|Decimal)/, digits],
  [/^(?:Lu$|Upper)/, letters.toUpperCase()],
  [/^(?:P|Punctuation)$/, '!,.:;?'],
  [/^(?:Zs|Z|White_Space|Separator)/, ' '],
  [/^(?:Greek|Grek)$/, 'αβγδε'],
  [/^(?:Cyrillic|Cyrl)$/, 'абвгд'],
  [/^(?:Emoji|Extended_Pictographic)/, '😀🎈'],
];

const member = String.raw`(\\(?:[upP]\{[^}]*\}|u.{4}|x..|.)|.)`;

/** A member of a class, or a range of two. */
const members = new RegExp(`${member}(?:-${member})?`, 'gsu');

/** Lists characters that a class, an escape, a dot or a literal of a pattern matches: `[a-c\d]` → `abc0123456789`. */
export function listCharacters(source: string): readonly string[] {
  if (source === '.') return [...letters];
  if (!/^\[.*\]$/s.test(source)) return listEscaped(source);
  const isNegated = source[1] === '^';
  const set = [...source.slice(isNegated ? 2 : 1, -1).matchAll(members)].flatMap(([, first = '', last]) => {
    const own = listEscaped(first);
    if (last === undefined) return own;
    return own.length === 1 ? listRange(own[0] ?? '', listEscaped(last)[0] ?? '') : [...own, '-', ...last];
  });
  return isNegated ? [...wordCharacters, '-', ' '].filter((character) => !set.includes(character)) : set;
}

/** Lists the characters of a range, at most 256. */
function listRange(first: string, last: string): readonly string[] {
  const [from, to] = [first.codePointAt(0) ?? 0, last.codePointAt(0) ?? 0];
  const length = Math.max(0, Math.min(to - from, 255)) + 1;
  return Array.from({ length }, (_, index) => String.fromCodePoint(from + index));
}

function listEscaped(source: string): readonly string[] {
  if (!source.startsWith('\\')) return [...source];
  const [, code, property] = /^.(?:[ux]\{?([\da-f]+)\}?|p\{(?:.*=)?(.*)\})$/i.exec(source) ?? [];
  if (code !== undefined) return [String.fromCodePoint(Number.parseInt(code, 16) % 0x110000)];
  if (property !== undefined) return [...(properties.find(([name]) => name.test(property))?.[1] ?? letters)];
  return [...(escapes[source.slice(1)] ?? source.slice(1))];
}
