import { parsePointer } from '../../spec/read/pointer.js';
import { readInner } from '../../json.js';
import type { SpecDocument } from '../../spec/spec-document.js';
import { compareStrings } from '../../iterables.js';

/** Longest identifier made, so that hostile names cannot make unreadable code. */
const LONGEST_NAME = 128;

/** PascalCase identifier of a string, its own capitals kept: `simple_user` -> `SimpleUser`, `APIKey` -> `APIKey`, `仓库` -> `仓库`. */
export function pascalCase(text: string, fallback: string): string {
  return cut(startWithLetter(joinIntoName(splitIdentifier(text).map(capitalize)), capitalize(fallback)), LONGEST_NAME);
}

/** camelCase identifier of a string: `get-content` -> `getContent`, `APIKey` -> `apiKey`, `Züge` -> `züge`. */
export function camelCase(text: string, fallback: string): string {
  const words = splitIdentifier(text).map((word, index) => (index === 0 ? lowerStart(word) : capitalize(word)));
  return cut(startWithLetter(joinIntoName(words), lowerStart(fallback)), LONGEST_NAME);
}

/** kebab-case file stem of a string, lower-case ASCII only: `shops.smallPets` -> `shops-small-pets`, `Züge` -> `zuge`, `仓` -> `u4ed3`. */
export function kebabCase(text: string, fallback: string): string {
  const ascii = text
    .slice(0, 4 * LONGEST_NAME)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/\P{ASCII}/gu, (char) => (/[\p{L}\p{N}]/u.test(char) ? `u${char.codePointAt(0)?.toString(16)}` : ' '));
  const words = splitIdentifier(ascii).flatMap(wordsIn);
  // Longer stems are cut.
  return cut(words.join('-').toLowerCase(), 60).replace(/-+$/, '') || fallback;
}

function splitIdentifier(text: string): readonly string[] {
  const start = text.slice(0, 4 * LONGEST_NAME).normalize('NFC');
  const words = start.match(IDENTIFIER_PARTS) ?? [];
  const isShouted = words.length > 1 && !/\p{Ll}/u.test(words.join(''));
  return isShouted ? words.map((word) => word.toLowerCase()) : words;
}

/** Words of a name, each beginning with a capital or after a sign: `listAPIKeys` -> `list`, `API`, `Keys`; `reel-in` -> `reel`, `in`. */
export function wordsIn(name: string): readonly string[] {
  return name.match(IDENTIFIER_PARTS)?.flatMap((part) => part.split(BETWEEN_WORDS)) ?? [];
}

const BETWEEN_WORDS = /(?<=[\p{Ll}\p{Nd}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/** Joins words to one name, in which numbers side by side stay apart: `item`, `1`, `2` -> `item1_2`. */
export function joinIntoName(words: readonly string[]): string {
  return words.reduce(
    (name, word) => (/\p{N}$/u.test(name) && /^\p{N}/u.test(word) ? `${name}_${word}` : name + word),
    '',
  );
}

function startWithLetter(name: string, fallback: string): string {
  return /^\p{ID_Start}/u.test(name) ? name : `${fallback}${name}`;
}

/** Begins a word with a capital. */
export function capitalize(word: string): string {
  return word.replace(/^./u, (start) => start.toUpperCase());
}

/** Lowers a leading word, be it an acronym: `HTTPServer` -> `httpServer`, `ID` -> `id`. */
function lowerStart(name: string): string {
  return name.replace(/^\p{Lu}+(?=\p{Lu}\p{Ll}|[^\p{Lu}\p{Ll}]|$)|^\p{Lu}/u, (start) => start.toLowerCase());
}

/** Cuts a name, but no character in two; capitals of some letters are not composed. */
function cut(name: string, length: number): string {
  return name
    .normalize('NFC')
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '');
}

/** Names in the order of preference. */
export type Candidates = readonly [string, ...string[]];

/** All the names that come with a candidate: `Pet` -> `Pet`, `isPet`. */
type Takes = (name: string) => readonly string[];

/** Names that must differ from each other; the first to claim a name has it, and a claimed name never moves. */
export class NameScope {
  readonly #taken: Set<string>;
  readonly #counters = new Map<string, number>();
  readonly #fold: (name: string) => string;

  /** With `ignoreCase`, names that differ in case only are the same name, as file names are on some disks. */
  constructor({ reserved = [], ignoreCase = false }: { reserved?: Iterable<string>; ignoreCase?: boolean } = {}) {
    this.#fold = (name) => (ignoreCase ? name.toLowerCase() : name);
    this.#taken = new Set(Array.from(reserved, this.#fold));
  }

  /**
   * Takes the first candidate that is free, else the last one with the first free number.
   * `takes` lists all the names that come with a candidate; every one of them has to be free.
   */
  claim(candidates: Candidates, takes: Takes = itself): string {
    const base = candidates.at(-1) ?? '';
    let free = candidates.find((name) => this.isFree(name, takes));
    for (let number = this.#counters.get(base) ?? 2; free === undefined; number += 1) {
      this.#counters.set(base, number + 1);
      const numbered = `${base}${/\d$/.test(base) ? '_' : ''}${number}`;
      if (this.isFree(numbered, takes)) free = numbered;
    }
    for (const name of takes(free)) this.#taken.add(this.#fold(name));
    return free;
  }

  /** Returns true if a name is free, and those that come with it. */
  isFree(name: string, takes: Takes = itself): boolean {
    return takes(name).every((one) => !this.#taken.has(this.#fold(one)));
  }

  /** Names every item, in their order; whoever can have its first candidate has it before anyone is moved. */
  claimAll<T>(
    items: Iterable<T>,
    listCandidates: (item: T) => Candidates,
    takes: Takes = itself,
  ): readonly (readonly [T, string])[] {
    const kept = Array.from(items, (item) => {
      const candidates = listCandidates(item);
      const [first] = candidates;
      return { item, candidates, name: this.isFree(first, takes) ? this.claim([first], takes) : undefined };
    });
    return kept.map(({ item, candidates, name }) => [item, name ?? this.claim(candidates, takes)]);
  }
}

function itself(name: string): readonly string[] {
  return [name];
}

/** Items sorted by a key, so that moving something in the spec renames nothing. */
export function inFixedOrder<T>(items: readonly T[], textOf: (item: T) => string): readonly T[] {
  return items.toSorted((left, right) => compareStrings(textOf(left), textOf(right)));
}

/** Returns the steps of an id after its file: `#/components/schemas/Video` -> `['components', 'schemas', 'Video']`. */
export function parseId(id: string): readonly string[] {
  return parsePointer(id.slice(id.indexOf('#') + 1)) ?? [];
}

/** Reads the file of an id relative to the root's folder; empty for the root file itself. */
export function readIdFile(id: string): string {
  return id.slice(0, Math.max(id.indexOf('#'), 0));
}

/** Returns the name an id ends in: `Video`; empty where it is a whole file. */
export function lastStep(id: string): string {
  return parseId(id).at(-1) ?? '';
}

/** Name of the service inside a package's name: `@acme/pet-store` -> `pet-store`. */
export function serviceName(packageName: string): string {
  return toServiceName(packageName.slice(packageName.lastIndexOf('/') + 1));
}

/** Name for a package that was given none: its spec's title in kebab-case. */
export function nameFromTitle({ root }: SpecDocument): string {
  const { title } = readInner(root, 'info');
  return toServiceName(typeof title === 'string' ? title : '');
}

/** Returns true if npm takes a name for a package. */
export function isPackageName(name: string): boolean {
  return (
    name.length <= 214 &&
    /^(?!(?:node_modules|favicon\.ico)$)(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/.test(name)
  );
}

/** Name of a service with a title, in kebab-case: `PetStore` -> `pet-store`. It begins with a letter. */
export function toServiceName(title: string): string {
  const name = kebabCase(title, 'api');
  return /^[a-z]/.test(name) ? name : `api-${name}`;
}

/**
 * Characters of Unicode 16 and 17, in character classes. Some versions of Node know them as letters, TypeScript does not yet, and the
 * same document has the same names everywhere.
 */
const NEWER = [
  String.raw`\u088f\u0897\u0c5c\u0cdc\u1acf-\u1add\u1ae0-\u1aeb\u1c89\u1c8a\ua7cb-\ua7cf\ua7d2\ua7d4\ua7da-\ua7dc\ua7f1`,
  String.raw`\u{105c0}-\u{105ff}\u{10940}-\u{1095f}\u{10d40}-\u{10d8f}\u{10ec2}-\u{10ec7}\u{10efa}-\u{10efc}\u{11380}-\u{113ff}`,
  String.raw`\u{116d0}-\u{116ff}\u{11b60}-\u{11b67}\u{11bc0}-\u{11bff}\u{11db0}-\u{11dff}\u{11f5a}\u{13460}-\u{143ff}\u{16100}-\u{1613f}`,
  String.raw`\u{16d40}-\u{16d7f}\u{16ea0}-\u{16eff}\u{16ff2}-\u{16ff6}\u{187f8}-\u{187ff}\u{18cff}\u{18d09}-\u{18dff}\u{1ccf0}-\u{1ccf9}`,
  String.raw`\u{1e5d0}-\u{1e5ff}\u{1e6c0}-\u{1e6ff}\u{2b73a}-\u{2b73f}\u{2cea2}-\u{2cead}\u{323b0}-\u{3347f}`,
].join('');

/** A character of identifiers that readers can see: fillers and variation selectors are letters and marks, too. */
const PART = String.raw`(?:(?![${NEWER}\p{DI}])\p{ID_Continue})`;

const IDENTIFIER = new RegExp(String.raw`^(?:[$_]|(?=\p{ID_Start})${PART})(?:${PART}|\$)*$`, 'u');

/** Parts of a text that identifiers can hold; all other characters separate them, as does `_`. */
const IDENTIFIER_PARTS: RegExp = new RegExp(String.raw`(?:(?!\p{Pc})${PART})+`, 'gu');

/**
 * Returns true if a text has the form of an identifier, in any script; words of the language count, too. Texts that NFC would
 * change do not, since tools change them.
 */
export function isIdentifierText(text: string): boolean {
  // Most are ASCII, which is told much sooner.
  return /^[A-Za-z_$][\w$]*$/.test(text) || (IDENTIFIER.test(text) && text.normalize('NFC') === text);
}
