import type { Position } from '../../diagnostics.js';
import { isJsonObject, type Json } from '../../json.js';
import type { Positions } from '../../spec/read/positions.js';

/** A value of another tool's configuration, whatever language it is written in. */
export type Setting =
  | ValueSetting
  | { readonly kind: 'list'; readonly items: readonly Setting[]; readonly at: Position }
  | { readonly kind: 'map'; readonly entries: ReadonlyMap<string, SettingEntry>; readonly at: Position }
  | CodeSetting;

/** A string, number, boolean or null. */
export interface ValueSetting {
  readonly kind: 'value';
  readonly value: string | number | boolean | null;
  /** Description of the expression whose default this is: `process.env.API` in `process.env.API ?? 'a.yaml'`. */
  readonly instead?: string;
  readonly at: Position;
}

/** An expression whose value is not known without running the configuration. */
export interface CodeSetting {
  readonly kind: 'code';
  /** Its description in messages: "a function", "the expression `process.env.API`". */
  readonly what: string;
  /** The name, if it is an identifier that the module does not declare: `defaultPlugins`. */
  readonly name?: string;
  /** The source text, if it is a regular expression. */
  readonly pattern?: string;
  readonly at: Position;
}

/** A key with its value. */
export interface SettingEntry {
  readonly value: Setting;
  /** Position of the key. */
  readonly at: Position;
}

/** Converts the values of a YAML or JSON file to settings. */
export function toSetting(root: Json, positions: Positions, start: Position): Setting {
  if (typeof root !== 'object' || root === null) return { kind: 'value', value: root, at: start };
  if (!isJsonObject(root)) {
    const items = root.map((item, index) => toSetting(item, positions, positions.ofValue(root, index)));
    return { kind: 'list', items, at: positions.of(root) };
  }
  const entries = Object.keys(root).map((key): readonly [string, SettingEntry] => {
    const value = toSetting(root[key] ?? null, positions, positions.ofValue(root, key));
    return [key, { value, at: positions.ofKey(root, key) }];
  });
  return { kind: 'map', entries: new Map(entries), at: positions.of(root) };
}

/** Returns the value under a key of a mapping; `undefined` if there is none, or the setting is no mapping. */
export function getEntry(setting: Setting | undefined, key: string): Setting | undefined {
  return setting?.kind === 'map' ? setting.entries.get(key)?.value : undefined;
}

/** Returns the value of a setting; `undefined` for lists, mappings and code. */
export function readValue(setting: Setting | undefined): ValueSetting['value'] | undefined {
  return setting?.kind === 'value' ? setting.value : undefined;
}

/** Returns the text of a setting; `undefined` if it is anything but a string. */
export function readText(setting: Setting | undefined): string | undefined {
  const value = readValue(setting);
  return typeof value === 'string' ? value : undefined;
}

/** Returns the entries of a mapping; none for any other setting. */
export function listEntries(setting: Setting | undefined): readonly (readonly [key: string, entry: SettingEntry])[] {
  return setting?.kind === 'map' ? [...setting.entries] : [];
}

/** Converts a setting to JSON; code in it is left out. */
export function settingToJson(setting: Setting | undefined): Json | undefined {
  if (setting?.kind === 'list') return setting.items.map(settingToJson).filter((item) => item !== undefined);
  if (setting?.kind !== 'map') return readValue(setting);
  const members = [...setting.entries].map(([key, { value }]) => [key, settingToJson(value)] as const);
  return Object.fromEntries(members.filter((member): member is readonly [string, Json] => member[1] !== undefined));
}
