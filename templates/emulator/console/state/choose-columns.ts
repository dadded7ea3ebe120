import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { listLeaves } from '../parts/format.js';
import type { TableRules } from '../server/live.js';

/** Most names of a path. */
const deepest = 3;

/** Paths of members that are the same in every row, or internal. */
const dull = /(?:^|\.)(?:kind|etag|~[^.]*)(?:\.|$)/;

/** A column that a table can have. */
export interface ColumnPath {
  readonly path: string;
  readonly kind: 'text' | 'number' | 'date' | 'id' | 'flag';
}

/** Lists the paths of scalar members of rows, the most telling first: names, ids of other rows, states, numbers, times. */
export function choosePaths(rows: readonly JsonObject[], { key, references }: TableRules): readonly ColumnPath[] {
  const seen = new Map<string, Json[]>();
  for (const row of rows)
    for (const [path, value] of listLeaves(row, (one, depth) => isJsonObject(one) && depth < deepest)) {
      if (typeof value === 'object' || path === key || dull.test(path)) continue;
      seen.set(path, [...(seen.get(path) ?? []), value]);
    }
  const isReference = (path: string) => references.some((one) => one.path === path);
  const rank = (path: string, values: readonly Json[]) => {
    const names = path.split('.');
    const name = names.at(-1) ?? '';
    const rarity = 6 * (1 - values.length / rows.length);
    if (/^(?:title|name|displayName|label|subject|email|login)$/i.test(name)) return rarity;
    if (isReference(path)) return 3 + rarity;
    if (/status|state|type|role|kind$/i.test(name)) return 4 + rarity;
    const isSame = rows.length > 2 && new Set(values.map(String)).size === 1;
    return (/At$|date|time/i.test(name) ? 6 : 7 + names.length) + rarity + (isSame ? 3 : 0);
  };
  const readKind = (path: string, sample: Json | undefined): ColumnPath['kind'] => {
    if (isReference(path)) return 'id';
    if (typeof sample === 'number') return 'number';
    if (typeof sample === 'boolean') return 'flag';
    return /^\d{4}-\d\d-\d\dT/.test(String(sample)) ? 'date' : 'text';
  };
  return [...seen]
    .map(([path, values]) => ({ path, rank: rank(path, values), kind: readKind(path, values[0]) }))
    .toSorted((one, other) => one.rank - other.rank);
}
