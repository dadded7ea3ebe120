import type { Position } from '../../diagnostics.js';
import { listEntries, readText, readValue, type Setting, type SettingEntry, type ValueSetting } from './setting.js';

/** A key of the old configuration without a counterpart, and advice on it. */
export interface Leftover {
  /** Path of the key: `client_settings.opts.api_key.read_env`. */
  readonly key: string;
  readonly message: string;
  readonly at: Position;
}

/** Messages by the paths of keys: `*` is one step, `**` any number of steps. If several paths match, the longest is used. */
export type Advice = Readonly<Record<string, string>>;

/** Keys whose settings speccast follows anyway, with the value of each, or a list of such values. */
export type Same = Readonly<Record<string, string | boolean | readonly (string | boolean)[]>>;

/**
 * A mapping of another tool's configuration. It remembers which of its keys were read; `finish` lists all others as leftovers,
 * so that no key is lost silently.
 */
export class Section {
  readonly #path: readonly string[];
  readonly #entries: ReadonlyMap<string, SettingEntry>;
  readonly #advice: Advice;
  /** Shared by all sections of one configuration. */
  readonly #leftovers: Leftover[];
  readonly #read = new Set<string>();
  readonly #below: Section[] = [];
  readonly #sections = new Map<string, Section>();
  /** Position of the mapping. */
  readonly at: Position;

  constructor(setting: Setting, advice: Advice, path: readonly string[] = [], leftovers: Leftover[] = []) {
    this.#path = path;
    this.#entries = new Map(listEntries(setting));
    this.#advice = advice;
    this.#leftovers = leftovers;
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

  /** Returns the position of a key, or else that of the mapping. */
  atKey(key: string): Position {
    return this.#entries.get(key)?.at ?? this.at;
  }

  /** Returns the value of a key, and marks the key as read. */
  take(key: string): Setting | undefined {
    this.#read.add(key);
    return this.peek(key);
  }

  /** Returns the value of a key without marking the key as read. */
  peek(key: string): Setting | undefined {
    return this.#entries.get(key)?.value;
  }

  /** Returns the string under a key; any other value is left over. */
  string(key: string): string | undefined {
    return this.#accept(key, readText(this.peek(key)));
  }

  /** Returns the boolean under a key; any other value is left over. */
  boolean(key: string): boolean | undefined {
    return this.choice(key, [true, false]);
  }

  /** Returns one of some values under a key; any other value is left over. */
  choice<Choice extends ValueSetting['value']>(key: string, choices: readonly Choice[]): Choice | undefined {
    const value = readValue(this.peek(key));
    return this.#accept(
      key,
      choices.find((one) => one === value),
    );
  }

  /** Marks keys as read if they have these values. A key with any other value is left over. */
  expect(same: Same): void {
    for (const [key, values] of Object.entries(same)) this.choice(key, [values].flat());
  }

  #accept<Value>(key: string, value: Value | undefined): Value | undefined {
    if (value !== undefined) this.#read.add(key);
    return value;
  }

  /** Returns whether there is a mapping under a key. */
  hasSection(key: string): boolean {
    return this.peek(key)?.kind === 'map';
  }

  /** Returns the mapping under a key; `finish` then also lists the keys in it that were not read. Returns an empty section if there is none. */
  section(key: string): Section {
    const known = this.#sections.get(key);
    if (known !== undefined) return known;
    if (this.hasSection(key)) this.#read.add(key);
    const found = this.child(this.peek(key) ?? { kind: 'map', entries: new Map(), at: this.at }, key);
    this.#sections.set(key, found);
    return found;
  }

  /** Adds a mapping that is not a direct value of this one, such as an item of a list. */
  child(value: Setting, ...steps: readonly string[]): Section {
    const below = new Section(value, this.#advice, [...this.#path, ...steps], this.#leftovers);
    this.#below.push(below);
    return below;
  }

  /** Adds a leftover with a message other than the advice on the key. */
  leave(key: string, message: string, at: Position = this.atKey(key)): void {
    this.#read.add(key);
    this.#leftovers.push({ key: [...this.#path, key].join('.'), message, at });
  }

  /** Returns a function that calls `leave` for a key later, after the document has shown that the key has no counterpart. */
  leaver(key: string): (message: string) => void {
    const at = this.atKey(key);
    return (message) => this.leave(key, message, at);
  }

  /** Lists the keys without a counterpart, in the order of the file: those that were left, and those that were not read. */
  finish(): readonly Leftover[] {
    this.#close();
    return this.#leftovers.toSorted((left, right) => left.at.line - right.at.line || left.at.column - right.at.column);
  }

  #close(): void {
    for (const [key, { value, at }] of this.#entries) {
      const path = [...this.#path, key];
      let message: string | undefined;
      if (!this.#read.has(key)) message = this.#adviseOn(path, value);
      else if (value.kind === 'value' && value.instead !== undefined)
        message = `${value.instead} is not read; its default is used`;
      if (message !== undefined) this.#leftovers.push({ key: path.join('.'), message, at });
    }
    for (const one of this.#below) one.#close();
  }

  #adviseOn(path: readonly string[], value: Setting): string {
    const fits = Object.entries(this.#advice).filter(([pattern]) => {
      const steps = pattern.split('.');
      const gap = steps.indexOf('**');
      if (gap === -1) return begins(path, steps);
      const rest = steps.slice(gap + 1);
      const isBelow = path.some((_, index) => index >= gap && begins(path.slice(index), rest));
      return begins(path, steps.slice(0, gap)) && isBelow;
    });
    const weight = (pattern: string): number => 2 * pattern.split('.').length - (pattern.includes('*') ? 1 : 0);
    const [found] = fits.toSorted(([left], [right]) => weight(right) - weight(left));
    if (value.kind !== 'code') return found?.[1] ?? 'this has no counterpart';
    // Advice on a parent key does not help with an expression.
    const isAbout = found !== undefined && found[0].split('.').length === path.length && !found[0].includes('*');
    return `this is ${value.what}; ${isAbout ? found[1] : 'its value is not known without running the configuration'}`;
  }
}

function begins(path: readonly string[], pattern: readonly string[]): boolean {
  return pattern.length <= path.length && pattern.every((step, index) => step === '*' || step === path[index]);
}
