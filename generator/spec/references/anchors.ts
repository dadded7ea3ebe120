import { isJsonObject, type Json, type JsonObject } from '../read/json.js';

/** Keys whose values are data, not schemas. */
const literals = new Set(['example', 'examples', 'default', 'enum', 'const', 'value']);

/** Keys whose values map free names to schemas. */
const maps = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'schemas']);

interface Level {
  readonly value: Json;
  readonly base: string;
  /** The keys of the value are free names. */
  readonly names: boolean;
}

/** The schemas of a file that have a URI of their own, by URI: `$id` as it resolves, `$anchor` behind a `#`. */
export function findAnchors(root: Json, base: string): ReadonlyMap<string, JsonObject> {
  const found = new Map<string, JsonObject>();
  const pending: Level[] = [{ value: root, base, names: false }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (isJsonObject(next.value)) pending.push(...enterObject(found, next.value, next));
    else if (Array.isArray(next.value)) for (const value of next.value) pending.push({ ...next, value, names: false });
  }
  return found;
}

function enterObject(found: Map<string, JsonObject>, value: JsonObject, level: Level): readonly Level[] {
  const base = level.names ? level.base : resolveUri(value['$id'], level.base);
  if (!level.names) record(found, value, base);
  return Object.keys(value)
    .filter((key) => level.names || !(literals.has(key) || key.startsWith('x-')))
    .map((key) => ({ value: value[key] ?? null, base, names: !level.names && maps.has(key) }));
}

function record(found: Map<string, JsonObject>, value: JsonObject, base: string): void {
  if (typeof value['$id'] === 'string') found.set(base, value);
  for (const name of [value['$anchor'], value['$dynamicAnchor']]) {
    if (typeof name === 'string') found.set(`${base}#${name}`, value);
  }
}

/** A URI relative to another; the other where it is not one. */
export function resolveUri(uri: Json | undefined, base: string): string {
  return typeof uri === 'string' && URL.canParse(uri, base) ? new URL(uri, base).href.replace(/#$/, '') : base;
}
