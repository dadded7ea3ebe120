import type { Position } from '../../diagnostics.js';
import type { Setting, SettingEntry } from './setting.js';

/** A key of the old configuration without a counterpart, and advice on it. */
export interface Leftover {
  /** Path of the key: `client_settings.opts.api_key.read_env`. */
  readonly key: string;
  readonly message: string;
  readonly at: Position;
}

/** Messages by the paths of keys: `*` is any one step, `**` any number. The longest path that fits counts. */
export type Advice = readonly (readonly [path: string, message: string])[];

/** State that all sections of one configuration share. */
interface Book {
  readonly advice: Advice;
  readonly leftovers: Leftover[];
}

/**
 * A mapping of another tool's configuration. It remembers which of its keys were read; `finish` lists all others as leftovers,
 * so that no key is lost silently.
 */
export class Section {
  readonly #path: readonly string[];
  readonly #entries: ReadonlyMap<string, SettingEntry>;
  readonly #book: Book;
  readonly #read = new Set<string>();
  readonly #below: Section[] = [];
  readonly #sections = new Map<string, Section>();
  /** Position of the mapping. */
  readonly at: Position;

  constructor(setting: Setting, advice: Advice | Book, path: readonly string[] = []) {
    this.#path = path;
    this.#entries = setting.kind === 'map' ? setting.entries : new Map();
    this.#book = 'leftovers' in advice ? advice : { advice, leftovers: [] };
    this.at = setting.at;
  }

  /** Keys in the order of the file. */
  get keys(): readonly string[] {
    return [...this.#entries.keys()];
  }

  /** Returns whether there is a key. */
  has(key: string): boolean {
    return this.#entries.has(key);
  }

  /** Position of a key; that of the mapping where the key is absent. */
  atKey(key: string): Position {
    return this.#entries.get(key)?.at ?? this.at;
  }

  /** The value of a key, which counts as read. */
  take(key: string): Setting | undefined {
    this.#read.add(key);
    return this.#entries.get(key)?.value;
  }

  /** The value of a key, which does not count as read. */
  peek(key: string): Setting | undefined {
    return this.#entries.get(key)?.value;
  }

  /** The string under a key; what is no string is left over. */
  string(key: string): string | undefined {
    const value = this.peek(key);
    if (value?.kind !== 'value' || typeof value.value !== 'string') return undefined;
    this.#read.add(key);
    return value.value;
  }

  /** The boolean under a key; what is no boolean is left over. */
  boolean(key: string): boolean | undefined {
    const value = this.peek(key);
    if (value?.kind !== 'value' || typeof value.value !== 'boolean') return undefined;
    this.#read.add(key);
    return value.value;
  }

  /** One of some strings under a key; what is none of them is left over. */
  choice<Choice extends string>(key: string, choices: readonly Choice[]): Choice | undefined {
    const value = this.peek(key);
    const found = choices.find((one) => value?.kind === 'value' && value.value === one);
    if (found !== undefined) this.#read.add(key);
    return found;
  }

  /** Takes a key whose value says what is so here, too; any other value is left over. */
  expect(key: string, ...values: readonly (string | boolean)[]): void {
    const value = this.peek(key);
    if (value?.kind === 'value' && values.some((one) => one === value.value)) this.#read.add(key);
  }

  /** The mapping under a key, whose own keys are looked after from now on; `undefined` where there is none. */
  section(key: string): Section | undefined {
    const value = this.peek(key);
    if (value?.kind !== 'map') return undefined;
    this.#read.add(key);
    const found = this.#sections.get(key) ?? this.child(value, key);
    this.#sections.set(key, found);
    return found;
  }

  /** A mapping that is not a direct value of this one, such as an item of a list. */
  child(value: Setting, ...steps: readonly string[]): Section {
    const below = new Section(value, this.#book, [...this.#path, ...steps]);
    this.#below.push(below);
    return below;
  }

  /** Says that a key has no counterpart, in words of its own. */
  leave(key: string, message: string, at: Position = this.atKey(key)): void {
    this.#read.add(key);
    this.#book.leftovers.push({ key: [...this.#path, key].join('.'), message, at });
  }

  /** Says later of a key that was read what of it has no counterpart. */
  leaver(key: string): (message: string) => void {
    const at = this.atKey(key);
    return (message) => this.leave(key, message, at);
  }

  /** All that has no counterpart, in the order of the file: what was said so, and every key that was not read. */
  finish(): readonly Leftover[] {
    this.#close();
    return this.#book.leftovers.toSorted(
      (left, right) => left.at.line - right.at.line || left.at.column - right.at.column,
    );
  }

  #close(): void {
    for (const [key, { value, at }] of this.#entries) {
      const path = [...this.#path, key];
      if (this.#read.has(key)) {
        if (value.kind === 'value' && value.instead !== undefined)
          this.#book.leftovers.push({
            key: path.join('.'),
            message: `${value.instead} is not read; its default is taken`,
            at,
          });
        continue;
      }
      this.#book.leftovers.push({ key: path.join('.'), message: this.#messageOf(path, value), at });
    }
    for (const one of this.#below) one.#close();
  }

  #messageOf(path: readonly string[], value: Setting): string {
    const fits = this.#book.advice.filter(([pattern]) => isBelow(path, pattern.split('.')));
    const weight = (pattern: string): number => 2 * pattern.split('.').length - (pattern.includes('*') ? 1 : 0);
    const [found] = fits.toSorted(([left], [right]) => weight(right) - weight(left));
    if (value.kind !== 'code') return found?.[1] ?? 'this has no counterpart';
    // What is said of a key above does not help here.
    const isAbout = found !== undefined && found[0].split('.').length === path.length && !found[0].includes('*');
    return `this is ${value.what}${isAbout ? `; ${found[1]}` : ', which only running the configuration would tell'}`;
  }
}

function isBelow(path: readonly string[], pattern: readonly string[]): boolean {
  const gap = pattern.indexOf('**');
  if (gap === -1) return begins(path, pattern);
  if (!begins(path, pattern.slice(0, gap))) return false;
  const rest = pattern.slice(gap + 1);
  return path.some((_, index) => index >= gap && begins(path.slice(index), rest));
}

function begins(path: readonly string[], pattern: readonly string[]): boolean {
  return pattern.length <= path.length && pattern.every((step, index) => step === '*' || step === path[index]);
}
