/** The state of parsing a pattern. */
interface Reader {
  readonly pattern: string;
  at: number;
  readonly next: () => number;
  /** The sampled strings of groups by number. */
  readonly groups: string[];
  /** Number of groups so far. */
  begun: number;
  readonly names: Map<string, number>;
}

/** Maximum number of repetitions, if the pattern sets no bound. */
const fewMore = 3;
const mostRepeats = 200;
const longest = 10_000;

/**
 * A string that should match a regular expression: literals, classes, groups, alternatives, repetitions and back references.
 * With lookaround, the string may not match. Undefined if the pattern is invalid.
 */
export function samplePattern(pattern: string, next: () => number): string | undefined {
  const reader: Reader = { pattern, at: 0, next, groups: [], begun: 0, names: new Map() };
  const text = alternatives(reader);
  return reader.at === pattern.length ? text : undefined;
}

function alternatives(reader: Reader): string {
  const options = [sequence(reader)];
  while (peek(reader) === '|') {
    reader.at += 1;
    options.push(sequence(reader));
  }
  return options[reader.next() % options.length] ?? '';
}

function sequence(reader: Reader): string {
  let text = '';
  while (reader.at < reader.pattern.length && peek(reader) !== '|' && peek(reader) !== ')') {
    const { at: start, begun } = reader;
    const once = atom(reader);
    const end = reader.at;
    const count = repetitions(reader);
    const after = reader.at;
    text += count > 0 ? once : '';
    for (let index = 1; index < count && text.length < longest; index += 1)
      text += atom(Object.assign(reader, { at: start, begun }));
    reader.at = Math.max(after, end);
  }
  return text;
}

function atom(reader: Reader): string {
  const character = take(reader);
  if (character === '(') return group(reader);
  if (character === '[') return one(classOf(reader), reader.next);
  if (character === '.') return one('abcdefghijklmnopqrstuvwxyz', reader.next);
  if (character === '^' || character === '$') return '';
  return character === '\\' ? escaped(reader) : character;
}

function group(reader: Reader): string {
  const prefix = /^\?(?:<?[=!]|:|<[^>]*>)/.exec(reader.pattern.slice(reader.at))?.[0] ?? '';
  reader.at += prefix.length;
  const number = prefix === '' || prefix.endsWith('>') ? (reader.begun += 1) : 0;
  reader.names.set(prefix.slice(2, -1), number);
  const text = alternatives(reader);
  reader.groups[number] = text;
  if (peek(reader) === ')') reader.at += 1;
  return /^\?<?[=!]$/.test(prefix) ? '' : text;
}

function repetitions(reader: Reader): number {
  const match = /^(?:[*+?]|\{(\d+)(,(\d*))?\})/.exec(reader.pattern.slice(reader.at));
  if (match === null) return 1;
  const [sign, least = sign === '+' ? '1' : '0', open, most] = match;
  reader.at += sign.length + (reader.pattern[reader.at + sign.length] === '?' ? 1 : 0);
  const from = Number(least);
  const to =
    sign === '?'
      ? 1
      : match[1] !== undefined && open === undefined
        ? from
        : most === undefined || most === ''
          ? from + fewMore
          : Number(most);
  return Math.min(from + (reader.next() % (Math.min(to - from, fewMore) + 1)), mostRepeats);
}

const ranges: Readonly<Record<string, string>> = {
  d: '0123456789',
  w: 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_',
  s: ' ',
  D: 'abcdefghijklmnopqrstuvwxyz',
  W: '-',
  S: 'abcdefghijklmnopqrstuvwxyz0123456789',
};

const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v', b: '', B: '' };

function escaped(reader: Reader): string {
  const [back, number, name = ''] = /^(?:([1-9]\d?)|k<([^>]*)>)/.exec(reader.pattern.slice(reader.at)) ?? [];
  if (back !== undefined) {
    reader.at += back.length;
    return reader.groups[number === undefined ? (reader.names.get(name) ?? 0) : Number(number)] ?? '';
  }
  const set = escapedSet(reader);
  return set.length > 1 ? one(set, reader.next) : set;
}

function escapedSet(reader: Reader): string {
  const character = take(reader);
  const code = /^(?:u\{([0-9a-f]+)\}|u([0-9a-f]{4})|x([0-9a-f]{2}))/i.exec(character + reader.pattern.slice(reader.at));
  if (code !== null) {
    reader.at += code[0].length - 1;
    return String.fromCodePoint(Number.parseInt(code[1] ?? code[2] ?? code[3] ?? '78', 16) % 0x110000);
  }
  const property = /^[pP]\{([^}]*)\}/.exec(character + reader.pattern.slice(reader.at));
  if (property !== null) {
    reader.at += property[0].length - 1;
    return charactersOf(property[1] ?? '');
  }
  return ranges[character] ?? controls[character] ?? character;
}

/** Some characters of the most common Unicode properties. */
function charactersOf(property: string): string {
  const name = property.replace(/^.*=/, '');
  const found = properties.find(([pattern]) => pattern.test(name));
  return found?.[1] ?? 'abcdefghijklmnopqrstuvwxyz';
}

const properties: readonly (readonly [RegExp, string])[] = [
  [/^(?:N|Number|Decimal)/, '0123456789'],
  [/^(?:Lu$|Upper)/, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
  [/^(?:P|Punctuation)$/, '!,.:;?'],
  [/^(?:Zs|Z|White_Space|Separator)/, ' '],
  [/^(?:Greek|Grek)$/, 'αβγδε'],
  [/^(?:Cyrillic|Cyrl)$/, 'абвгд'],
  [/^(?:Emoji|Extended_Pictographic)/, '😀🎈'],
];

/** The characters of a class; of a negated class, ASCII characters that it does not contain. */
function classOf(reader: Reader): string {
  const negated = peek(reader) === '^';
  if (negated) reader.at += 1;
  let set = '';
  while (reader.at < reader.pattern.length && peek(reader) !== ']') {
    const first = member(reader);
    if (peek(reader) === '-' && reader.pattern[reader.at + 1] !== ']' && first.length === 1) {
      reader.at += 1;
      set += between(first, member(reader));
    } else set += first;
  }
  reader.at += 1;
  return negated ? [...(ranges['w'] ?? ''), '-', ' '].filter((character) => !set.includes(character)).join('') : set;
}

function member(reader: Reader): string {
  const character = take(reader);
  return character === '\\' ? escapedSet(reader) : character;
}

function between(first: string, last: string): string {
  const [from, to] = [first.codePointAt(0) ?? 0, last.codePointAt(0) ?? 0];
  return Array.from({ length: Math.max(0, Math.min(to - from, 255)) + 1 }, (_item, index) =>
    String.fromCodePoint(from + index),
  ).join('');
}

function one(set: string, next: () => number): string {
  const characters = [...set];
  return characters[next() % Math.max(1, characters.length)] ?? '';
}

function peek({ pattern, at }: Reader): string | undefined {
  return pattern[at];
}

function take(reader: Reader): string {
  const character = reader.pattern[reader.at] ?? '';
  reader.at += 1;
  return character;
}
