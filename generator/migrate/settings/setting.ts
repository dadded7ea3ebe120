import type { Position } from '../../diagnostics.js';
import { isJsonObject, type Json, type JsonObject } from '../../json.js';
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

/** A value that only running the configuration would tell. */
export interface CodeSetting {
  readonly kind: 'code';
  /** Its description in messages: "a function", "the expression `process.env.API`". */
  readonly what: string;
  /** The name, where it is one that nothing in the module declares: `defaultPlugins`. */
  readonly name?: string;
  /** The source of a regular expression, where it is one. */
  readonly pattern?: string;
  readonly at: Position;
}

/** A key with its value. */
export interface SettingEntry {
  readonly value: Setting;
  /** Position of the key. */
  readonly at: Position;
}

/** The values of a YAML or JSON file as settings. */
export function toSetting(root: Json, positions: Positions, start: Position): Setting {
  if (Array.isArray(root)) return toListSetting(root, positions);
  if (isJsonObject(root)) return toMapSetting(root, positions);
  return { kind: 'value', value: toScalar(root), at: start };
}

function toListSetting(list: readonly Json[], positions: Positions): Setting {
  const items = list.map((item, index) => toSetting(item, positions, positions.ofValue(list, index)));
  return { kind: 'list', items, at: positions.of(list) };
}

function toMapSetting(object: JsonObject, positions: Positions): Setting {
  const entries = Object.keys(object).map((key): readonly [string, SettingEntry] => {
    const value = toSetting(object[key] ?? null, positions, positions.ofValue(object, key));
    return [key, { value, at: positions.ofKey(object, key) }];
  });
  return { kind: 'map', entries: new Map(entries), at: positions.of(object) };
}

function toScalar(value: Json): string | number | boolean | null {
  return typeof value === 'object' ? null : value;
}

/** A setting as JSON; code in it is left out. */
export function settingToJson(setting: Setting): Json | undefined {
  if (setting.kind === 'value') return setting.value;
  if (setting.kind === 'list') return setting.items.map(settingToJson).filter((item) => item !== undefined);
  if (setting.kind === 'code') return undefined;
  const members = [...setting.entries].flatMap(([key, { value }]) => {
    const json = settingToJson(value);
    return json === undefined ? [] : [[key, json] as const];
  });
  return Object.fromEntries(members);
}
