import type { Json, JsonObject } from '@speccast/runtime';
import { isObject, readSchema } from '../parts/schemas.js';

const deepest = 3;

/** Members that are the same in every row, or internal. */
const dull = /^(?:kind|etag|~.*)$/;

/** A column that a table can have. */
export interface ColumnPath {
  readonly path: string;
  readonly kind: 'text' | 'number' | 'date' | 'id' | 'flag';
}

/** Lists the paths of scalar members of rows, the most telling first: names, ids of other rows, states, numbers, times. */
export function choosePaths(
  rows: readonly JsonObject[],
  schema: JsonObject,
  { key, references }: { readonly key: string; readonly references: readonly string[] },
): readonly ColumnPath[] {
  const seen = new Map<string, Json[]>();
  for (const row of rows)
    walk(row, '', (path, value) => {
      const values = seen.get(path) ?? [];
      values.push(value);
      seen.set(path, values);
    });
  if (rows.length === 0) for (const path of schemaPaths(schema)) seen.set(path, []);
  const rank = (path: string, values: readonly Json[]): number => {
    const name = path.split('.').at(-1) ?? '';
    const rarity = rows.length === 0 ? 0 : 6 * (1 - values.length / rows.length);
    if (/^(?:title|name|displayName|label|subject|email|login)$/i.test(name)) return rarity;
    if (references.includes(path)) return 3 + rarity;
    if (/status|state|type|role|kind$/i.test(name)) return 4 + rarity;
    const isSame = rows.length > 2 && new Set(values.map(String)).size === 1 ? 3 : 0;
    if (/At$|date|time/i.test(name)) return 6 + rarity + isSame;
    return 7 + path.split('.').length + rarity + isSame;
  };
  return [...seen]
    .filter(([path]) => path !== key)
    .map(([path, values], index) => ({ path, values, rank: rank(path, values) + index / 1000 }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ path, values: [sample = ''] }) => ({ path, kind: readKind(path, sample, references) }));
}

function readKind(path: string, sample: Json, references: readonly string[]): ColumnPath['kind'] {
  if (references.includes(path)) return 'id';
  if (typeof sample === 'number') return 'number';
  if (typeof sample === 'boolean') return 'flag';
  if (typeof sample === 'string' && /^\d{4}-\d\d-\d\dT/.test(sample)) return 'date';
  return 'text';
}

function walk(value: JsonObject, path: string, visit: (path: string, value: Json) => void, depth = 1): void {
  for (const [name, inner] of Object.entries(value)) {
    if (dull.test(name)) continue;
    const at = path === '' ? name : `${path}.${name}`;
    if (isObject(inner)) {
      if (depth < deepest) walk(inner, at, visit, depth + 1);
    } else if (!Array.isArray(inner) && inner !== null) visit(at, inner);
  }
}

function schemaPaths(root: JsonObject, schema: Json = root, path = '', depth = 1): readonly string[] {
  const { members = [] } = readSchema(schema, root);
  return members.flatMap(({ name, schema: inner }) => {
    if (dull.test(name)) return [];
    const at = path === '' ? name : `${path}.${name}`;
    const { kind } = readSchema(inner, root);
    if (kind === 'object') return depth < deepest ? schemaPaths(root, inner, at, depth + 1) : [];
    return kind === 'list' || kind === 'any' ? [] : [at];
  });
}
