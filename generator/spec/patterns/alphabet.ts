/** The characters that a pattern tells apart, one for each kind, and which of them each set holds. */
interface Alphabet {
  /** One character for each kind; those that are easy to read come first. */
  readonly letters: readonly string[];
  /** Bits of the letters that a set holds, by the source of the set. */
  readonly masks: ReadonlyMap<string, bigint>;
}

/** Makes the alphabet of some sets of a pattern: two characters are of one kind when every set holds both or neither. */
export function makeAlphabet(sources: ReadonlySet<string>, flags: 'u' | ''): Alphabet {
  const tests = [...sources].map((source) => ({ source, regex: new RegExp(`^(?:${source})$`, flags) }));
  const kinds = new Map<string, string>();
  for (const letter of candidates(sources, flags)) {
    const kind = tests.map(({ regex }) => (regex.test(letter) ? '1' : '0')).join('');
    if (!kinds.has(kind)) kinds.set(kind, letter);
  }
  const rows = [...kinds.keys()];
  const masks = tests.map(({ source }, column): [string, bigint] => [source, maskOf(rows, column)]);
  return { letters: [...kinds.values()], masks: new Map(masks) };
}

function maskOf(rows: readonly string[], column: number): bigint {
  return rows.reduce((mask, row, index) => (row[column] === '1' ? mask | (1n << BigInt(index)) : mask), 0n);
}

/** Where `\s` begins and ends beyond ASCII, line ends, and a letter each of some other scripts. */
const landmarks = [
  0x85, 0xa0, 0xe9, 0x1680, 0x2000, 0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0x4e2d, 0xfeff, 0x1f600,
];

/** Blocks of 256 characters: the planes that have any assigned, and one block of unassigned and of private ones. */
const blocks = [...range(0, 0xd7), ...range(0xe0, 0x3ff), 0x400, 0xe00, 0xe01, 0xf00];

const readable = 'abcxyzABC019!#-_. ,/:';

/** Characters among which every kind is found: sets change only next to a character that they mention. */
function candidates(sources: ReadonlySet<string>, flags: 'u' | ''): readonly string[] {
  const printable = range(0x21, 0x7e);
  const rest = [0x0a, 0x09, 0x20, ...range(0, 0x7f)];
  const edges = [...landmarks, ...[...sources].flatMap((source) => edgesOf(source, flags))];
  const near = edges.flatMap((point) => [point, point - 1, point + 1]);
  const points = [...codePoints(readable), ...printable, ...rest, ...near];
  const last = flags === 'u' ? 0x10ffff : 0xffff;
  return [...new Set(points)]
    .filter((point) => point >= 0 && point <= last)
    .map((point) => String.fromCodePoint(point));
}

function edgesOf(source: string, flags: 'u' | ''): readonly number[] {
  if (flags === 'u' && /\\p/i.test(source)) return edgesOfProperties(source);
  const escaped = [...source.matchAll(/\\(?:u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2}))/g)];
  const pairs = [...source.matchAll(/\\u(d[89ab]..)\\u(d[c-f]..)/gi)].map(([, high = '', low = '']) =>
    String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16)),
  );
  const written = flags === 'u' ? codePoints(source) : range(0, source.length - 1).map((at) => source.charCodeAt(at));
  return [
    ...written,
    ...codePoints(pairs.join('')),
    ...escaped.map(([, braced, four, two]) => Number.parseInt(braced ?? four ?? two ?? '', 16)),
  ];
}

/** Where properties of Unicode change is found by trying; unpaired surrogates are left out. */
function edgesOfProperties(source: string): readonly number[] {
  const runs = new RegExp(`(?:${source})+`, 'gu');
  return [...everything().matchAll(runs)].map(([run]) => run.codePointAt(0) ?? 0);
}

let all: string | undefined;

function everything(): string {
  all ??= blocks.map((block) => String.fromCodePoint(...range(block * 256, block * 256 + 255))).join('');
  return all;
}

function codePoints(text: string): readonly number[] {
  return Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}
