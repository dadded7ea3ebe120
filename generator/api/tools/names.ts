import { parsePointer } from '../../spec/read/pointer.js';
import { readInner } from '../../json.js';
import type { SpecDocument } from '../../spec/spec-document.js';
import { compareStrings } from '../../iterables.js';

/** Most characters of a generated identifier, so that a hostile spec cannot make code unreadable. */
const LONGEST_NAME = 128;

/** Converts a string to PascalCase; capitals are kept: `simple_user` -> `SimpleUser`, `APIKey` -> `APIKey`, `仓库` -> `仓库`. */
export function pascalCase(text: string, fallback: string): string {
  return cut(startWithLetter(joinIntoName(splitIdentifier(text).map(capitalize)), capitalize(fallback)), LONGEST_NAME);
}

/** Converts a string to camelCase: `get-content` -> `getContent`, `APIKey` -> `apiKey`, `Züge` -> `züge`. */
export function camelCase(text: string, fallback: string): string {
  const words = splitIdentifier(text).map((word, index) => (index === 0 ? lowerStart(word) : capitalize(word)));
  return cut(startWithLetter(joinIntoName(words), lowerStart(fallback)), LONGEST_NAME);
}

/** Converts a string to a file stem in kebab-case ASCII: `shops.smallPets` -> `shops-small-pets`, `Züge` -> `zuge`, `仓` -> `u4ed3`. */
export function kebabCase(text: string, fallback: string): string {
  const ascii = text
    .slice(0, 4 * LONGEST_NAME)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/\P{ASCII}/gu, (char) => (/[\p{L}\p{N}]/u.test(char) ? `u${char.codePointAt(0)?.toString(16)}` : ' '));
  const words = splitIdentifier(ascii).flatMap(splitWords);
  // File names have length limits.
  return cut(words.join('-').toLowerCase(), 60).replace(/-+$/, '') || fallback;
}

function splitIdentifier(text: string): readonly string[] {
  const start = text.slice(0, 4 * LONGEST_NAME).normalize('NFC');
  const words = start.match(IDENTIFIER_PARTS) ?? [];
  const isShouted = words.length > 1 && !/\p{Ll}/u.test(words.join(''));
  return isShouted ? words.map((word) => word.toLowerCase()) : words;
}

/** Splits a name into words, at capitals and signs: `listAPIKeys` -> `list`, `API`, `Keys`; `reel-in` -> `reel`, `in`. */
export function splitWords(name: string): readonly string[] {
  return name.match(IDENTIFIER_PARTS)?.flatMap((part) => part.split(BETWEEN_WORDS)) ?? [];
}

const BETWEEN_WORDS = /(?<=[\p{Ll}\p{Nd}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/** Joins words into one name, with `_` between adjacent numbers: `item`, `1`, `2` -> `item1_2`. */
export function joinIntoName(words: readonly string[]): string {
  return words.reduce(
    (name, word) => (/\p{N}$/u.test(name) && /^\p{N}/u.test(word) ? `${name}_${word}` : name + word),
    '',
  );
}

function startWithLetter(name: string, fallback: string): string {
  return /^\p{ID_Start}/u.test(name) ? name : `${fallback}${name}`;
}

/** Changes the first letter of a word to a capital: `pet` -> `Pet`. */
export function capitalize(word: string): string {
  return word.replace(/^./u, (start) => start.toUpperCase());
}

/** Changes the first word of a name to lower case, even if it is an acronym: `HTTPServer` -> `httpServer`, `ID` -> `id`. */
function lowerStart(name: string): string {
  return name.replace(/^\p{Lu}+(?=\p{Lu}\p{Ll}|[^\p{Lu}\p{Ll}]|$)|^\p{Lu}/u, (start) => start.toLowerCase());
}

/** Shortens a name without cutting a surrogate pair. Composes letters first, since some capitals are two characters. */
function cut(name: string, length: number): string {
  return name
    .normalize('NFC')
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '');
}

/** Names in the order of preference. */
export type Candidates = readonly [string, ...string[]];

/** Lists all names that a candidate needs: `Pet` -> `Pet`, `isPet`. */
type Takes = (name: string) => readonly string[];

/** A set of names that must differ. The first claim of a name gets it, and it never changes afterwards. */
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
   * Claims the first candidate that is free, else the last one with the first free number: `Pet`, `PetModel`, `PetModel2`. `takes`
   * lists all names that a candidate needs; all of them must be free.
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

  /** Returns true if a name is free, together with all names that it needs. */
  isFree(name: string, takes: Takes = itself): boolean {
    return takes(name).every((one) => !this.#taken.has(this.#fold(one)));
  }

  /** Claims a name for each item, in their order. All free first candidates are claimed before any further candidate. */
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

/** Sorts items by a key, so that names do not depend on the order of the spec. */
export function sortByKey<T>(items: readonly T[], readKey: (item: T) => string): readonly T[] {
  return items.toSorted((left, right) => compareStrings(readKey(left), readKey(right)));
}

/** Returns the steps of an id after its file: `#/components/schemas/Video` -> `['components', 'schemas', 'Video']`. */
export function parseId(id: string): readonly string[] {
  return parsePointer(id.slice(id.indexOf('#') + 1)) ?? [];
}

/** Reads the file of an id relative to the root's folder; empty for the root file itself. */
export function readIdFile(id: string): string {
  return id.slice(0, Math.max(id.indexOf('#'), 0));
}

/** Returns the last step of an id: `#/components/schemas/Video` -> `Video`; empty for a whole file. */
export function readLastStep(id: string): string {
  return parseId(id).at(-1) ?? '';
}

/** Returns the name of the service in a package's name: `@acme/pet-store` -> `pet-store`. */
export function serviceName(packageName: string): string {
  return toServiceName(packageName.slice(packageName.lastIndexOf('/') + 1));
}

/** Returns the default name of a package: the title of its spec in kebab-case. */
export function nameFromTitle({ root }: SpecDocument): string {
  const { title } = readInner(root, 'info');
  return toServiceName(typeof title === 'string' ? title : '');
}

/** Returns true if npm accepts a name for a package. */
export function isPackageName(name: string): boolean {
  return (
    name.length <= 214 &&
    /^(?!(?:node_modules|favicon\.ico)$)(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/.test(name)
  );
}

/** Converts a title to the name of a service: `PetStore` -> `pet-store`. It begins with a letter: `3D` -> `api-3-d`. */
export function toServiceName(title: string): string {
  const name = kebabCase(title, 'api');
  return /^[a-z]/.test(name) ? name : `api-${name}`;
}

/**
 * Letters of Unicode 16 and 17, for character classes. They are excluded from names: TypeScript does not accept them yet, and only some
 * versions of Node do, but names must not depend on the version of Node.
 */
const NEWER = [
  String.raw`\u088f\u0897\u0c5c\u0cdc\u1acf-\u1add\u1ae0-\u1aeb\u1c89\u1c8a\ua7cb-\ua7cf\ua7d2\ua7d4\ua7da-\ua7dc\ua7f1`,
  String.raw`\u{105c0}-\u{105ff}\u{10940}-\u{1095f}\u{10d40}-\u{10d8f}\u{10ec2}-\u{10ec7}\u{10efa}-\u{10efc}\u{11380}-\u{113ff}`,
  String.raw`\u{116d0}-\u{116ff}\u{11b60}-\u{11b67}\u{11bc0}-\u{11bff}\u{11db0}-\u{11dff}\u{11f5a}\u{13460}-\u{143ff}\u{16100}-\u{1613f}`,
  String.raw`\u{16d40}-\u{16d7f}\u{16ea0}-\u{16eff}\u{16ff2}-\u{16ff6}\u{187f8}-\u{187ff}\u{18cff}\u{18d09}-\u{18dff}\u{1ccf0}-\u{1ccf9}`,
  String.raw`\u{1e5d0}-\u{1e5ff}\u{1e6c0}-\u{1e6ff}\u{2b73a}-\u{2b73f}\u{2cea2}-\u{2cead}\u{323b0}-\u{3347f}`,
].join('');

/** A visible character of identifiers: fillers and variation selectors (`\p{DI}`) are excluded although JavaScript allows them. */
const PART = String.raw`(?:(?![${NEWER}\p{DI}])\p{ID_Continue})`;

const IDENTIFIER = new RegExp(String.raw`^(?:[$_]|(?=\p{ID_Start})${PART})(?:${PART}|\$)*$`, 'u');

/** Parts of a string between signs and `_`; each part is allowed in identifiers. */
const IDENTIFIER_PARTS: RegExp = new RegExp(String.raw`(?:(?!\p{Pc})${PART})+`, 'gu');

/**
 * Returns true if a string has the form of an identifier, in any script; reserved words such as `class` count, too. Strings that are
 * not in normalization form NFC do not count, since tools change them.
 */
export function isIdentifierText(text: string): boolean {
  // The test for ASCII is much faster, and most names pass it.
  return /^[A-Za-z_$][\w$]*$/.test(text) || (IDENTIFIER.test(text) && text.normalize('NFC') === text);
}
