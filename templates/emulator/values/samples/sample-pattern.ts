/** The state of parsing a pattern. */
interface Reader {
  readonly pattern: string;
  at: number;
  readonly next: () => number;
  /** Sampled strings of groups by number. */
  readonly groups: string[];
  /** Number of groups so far. */
  begun: number;
  readonly names: Map<string, number>;
}

/** Most repetitions beyond the least number, if the pattern sets no bound. */
const fewMore = 3;
const mostRepeats = 200;
const longest = 10_000;

/**
 * Samples a string that should match a regular expression: literals, classes, groups, alternatives, repetitions and back references.
 * With lookaround, the string may not match. Undefined if the pattern is invalid.
 */
export function samplePattern(pattern: string, next: () => number): string | undefined {
  const reader: Reader = { pattern, at: 0, next, groups: [], begun: 0, names: new Map() };
  const text = sampleAlternatives(reader);
  return reader.at === pattern.length ? text : undefined;
}

function sampleAlternatives(reader: Reader): string {
  const options = [sampleSequence(reader)];
  while (read(reader, /\|/y)) options.push(sampleSequence(reader));
  return options[reader.next() % options.length] ?? '';
}

function sampleSequence(reader: Reader): string {
  let text = '';
  while (reader.at < reader.pattern.length && !/[|)]/.test(reader.pattern[reader.at] ?? '')) {
    const { at: start, begun } = reader;
    const once = sampleAtom(reader);
    const end = reader.at;
    const count = countRepetitions(reader);
    const after = reader.at;
    text += count > 0 ? once : '';
    for (let index = 1; index < count && text.length < longest; index += 1)
      text += sampleAtom(Object.assign(reader, { at: start, begun }));
    reader.at = Math.max(after, end);
  }
  return text;
}

function sampleAtom(reader: Reader): string {
  const character = take(reader);
  if (character === '(') return sampleGroup(reader);
  if (character === '[') return pick(readClass(reader), reader.next);
  if (character === '.') return pick(letters, reader.next);
  if (character === '^' || character === '$') return '';
  return character === '\\' ? sampleEscape(reader) : character;
}

function sampleGroup(reader: Reader): string {
  const [prefix = ''] = read(reader, /\?(?:<?[=!]|:|<[^>]*>)/y) ?? [];
  const number = prefix === '' || prefix.endsWith('>') ? (reader.begun += 1) : 0;
  reader.names.set(prefix.slice(2, -1), number);
  const text = sampleAlternatives(reader);
  reader.groups[number] = text;
  read(reader, /\)/y);
  return /^\?<?[=!]$/.test(prefix) ? '' : text;
}

/** Reads a quantifier such as `+` or `{2,5}`, and chooses a number of repetitions; 1 if there is none. */
function countRepetitions(reader: Reader): number {
  const match = read(reader, /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y);
  if (match === undefined) return 1;
  const [, sign, least = sign === '+' ? '1' : '0', comma, most = ''] = match;
  const from = Number(least);
  let to = from + fewMore;
  if (sign === '?') to = 1;
  else if (most !== '') to = Number(most);
  else if (sign === undefined && comma === undefined) to = from;
  return Math.min(from + (reader.next() % (Math.min(to - from, fewMore) + 1)), mostRepeats);
}

const letters = 'abcdefghijklmnopqrstuvwxyz';

const ranges: Readonly<Record<string, string>> = {
  d: '0123456789',
  w: 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_',
  s: ' ',
  D: letters,
  W: '-',
  S: 'abcdefghijklmnopqrstuvwxyz0123456789',
};

const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v', b: '', B: '' };

function sampleEscape(reader: Reader): string {
  const reference = read(reader, /([1-9]\d?)|k<([^>]*)>/y);
  if (reference !== undefined) {
    const [, number, name = ''] = reference;
    return reader.groups[number === undefined ? (reader.names.get(name) ?? 0) : Number(number)] ?? '';
  }
  const set = readEscape(reader);
  return set.length > 1 ? pick(set, reader.next) : set;
}

/** Reads an escape after its backslash, and returns some of the characters that it matches: `d` → `0123456789`. */
function readEscape(reader: Reader): string {
  const code = read(reader, /u\{([0-9a-f]+)\}|u([0-9a-f]{4})|x([0-9a-f]{2})/iy);
  if (code !== undefined)
    return String.fromCodePoint(Number.parseInt(code[1] ?? code[2] ?? code[3] ?? '78', 16) % 0x110000);
  const property = read(reader, /[pP]\{(?:[^}]*=)?([^}=]*)\}/y);
  if (property !== undefined) return properties.find(([name]) => name.test(property[1] ?? ''))?.[1] ?? letters;
  const character = take(reader);
  return ranges[character] ?? controls[character] ?? character;
}

/** Some characters of the most common Unicode properties. */
const properties: readonly (readonly [RegExp, string])[] = [
  [/^(?:N|Number|Decimal)/, '0123456789'],
  [/^(?:Lu$|Upper)/, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
  [/^(?:P|Punctuation)$/, '!,.:;?'],
  [/^(?:Zs|Z|White_Space|Separator)/, ' '],
  [/^(?:Greek|Grek)$/, 'αβγδε'],
  [/^(?:Cyrillic|Cyrl)$/, 'абвгд'],
  [/^(?:Emoji|Extended_Pictographic)/, '😀🎈'],
];

/** Reads a class after its bracket, and returns its characters; of a negated class, ASCII characters that it does not contain. */
function readClass(reader: Reader): string {
  const isNegated = read(reader, /\^/y) !== undefined;
  const readMember = (): string => {
    const character = take(reader);
    return character === '\\' ? readEscape(reader) : character;
  };
  let set = '';
  while (reader.at < reader.pattern.length && reader.pattern[reader.at] !== ']') {
    const first = readMember();
    const isRange = first.length === 1 && read(reader, /-(?!\])/y) !== undefined;
    set += isRange ? listCharacters(first, readMember()) : first;
  }
  reader.at += 1;
  return isNegated ? [...(ranges['w'] ?? ''), '-', ' '].filter((character) => !set.includes(character)).join('') : set;
}

/** Lists the characters of a range, at most 256: `a`, `d` → `abcd`. */
function listCharacters(first: string, last: string): string {
  const [from, to] = [first.codePointAt(0) ?? 0, last.codePointAt(0) ?? 0];
  const length = Math.max(0, Math.min(to - from, 255)) + 1;
  return Array.from({ length }, (_, index) => String.fromCodePoint(from + index)).join('');
}

function pick(set: string, next: () => number): string {
  const characters = [...set];
  return characters[next() % Math.max(1, characters.length)] ?? '';
}

/** Reads what a sticky expression matches at the position of the reader, and moves on behind it. */
function read(reader: Reader, expression: RegExp): RegExpExecArray | undefined {
  expression.lastIndex = reader.at;
  const match = expression.exec(reader.pattern) ?? undefined;
  reader.at += match?.[0].length ?? 0;
  return match;
}

function take(reader: Reader): string {
  const character = reader.pattern[reader.at] ?? '';
  reader.at += 1;
  return character;
}
