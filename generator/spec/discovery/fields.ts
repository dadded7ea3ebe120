import type { Diagnostics } from '../../diagnostics.js';
import type { Positions } from '../references/positions.js';
import { typeName } from '../check/check-value.js';
import { isJsonObject, type Json, type JsonObject } from '../read/json.js';

/** What the conversion of one Discovery document shares. */
export interface DiscoveryContext {
  readonly positions: Positions;
  readonly diagnostics: Diagnostics;
  /** Name of the API, which the ids of its methods begin with: `books`. */
  readonly name: string | undefined;
  /** Names that a `$ref` may use. */
  readonly schemas: ReadonlySet<string>;
}

/** An object of the Discovery document, or the value under one of its keys: what a made value was made from. */
export interface Origin {
  readonly node: object;
  readonly key?: string;
}

type Context = Pick<DiscoveryContext, 'positions' | 'diagnostics'>;

/** The string under a key; anything else is reported. */
export function stringAt(context: Context, node: JsonObject, key: string): string | undefined {
  const value = node[key];
  if (value === undefined || typeof value === 'string') return value;
  return reject(context, node, key, 'a string');
}

/** The string under a key where it is not blank. */
export function filledStringAt(context: Context, node: JsonObject, key: string): string | undefined {
  const text = stringAt(context, node, key);
  return text === undefined || text.trim() === '' ? undefined : text;
}

/** Whether a flag is set; anything but true and false is reported. */
export function flagAt(context: Context, node: JsonObject, key: string): boolean {
  const value = node[key];
  if (value !== undefined && typeof value !== 'boolean') reject(context, node, key, 'true or false');
  return value === true;
}

/** The object under a key; anything else is reported. */
export function objectAt(context: Context, node: JsonObject, key: string): JsonObject | undefined {
  const value = node[key];
  if (value === undefined || isJsonObject(value)) return value;
  return reject(context, node, key, 'an object');
}

/** The members of the object under a key, which are objects themselves; others are reported. */
export function membersAt(context: Context, node: JsonObject, key: string): readonly (readonly [string, JsonObject])[] {
  const map = objectAt(context, node, key);
  return Object.keys(map ?? {}).flatMap((name) => {
    const member = map === undefined ? undefined : objectAt(context, map, name);
    return member === undefined ? [] : [[name, member] as const];
  });
}

/** The list under a key; empty where there is none, or where it is something else, which is reported. */
export function itemsAt(context: Context, node: JsonObject, key: string): readonly Json[] {
  const value = node[key];
  if (isJsonArray(value)) return value;
  if (value !== undefined) reject(context, node, key, 'an array');
  return [];
}

/** The strings in the list under a key; other items are reported. */
export function stringsAt(context: Context, node: JsonObject, key: string): readonly string[] {
  const items = itemsAt(context, node, key);
  return items.flatMap((item, index) => {
    if (typeof item === 'string') return [item];
    const message = `"${key}[${index}]" must be a string, not ${typeName(item)}`;
    context.diagnostics.error('wrong-type', message, context.positions.ofValue(items, index));
    return [];
  });
}

/** Reports that the value under a key is of the wrong type. */
export function reject({ positions, diagnostics }: Context, node: JsonObject, key: string, wanted: string): undefined {
  const message = `${JSON.stringify(key)} must be ${wanted}, not ${typeName(node[key] ?? null)}`;
  diagnostics.error('wrong-type', message, positions.ofValue(node, key));
}

function isJsonArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** Id of a method without the name of its API: `books.volumes.list` -> `volumes.list`. */
export function shortId({ name }: Pick<DiscoveryContext, 'name'>, id: string): string {
  const prefix = `${name ?? ''}.`;
  return prefix.length > 1 && id.startsWith(prefix) && id.length > prefix.length ? id.slice(prefix.length) : id;
}
