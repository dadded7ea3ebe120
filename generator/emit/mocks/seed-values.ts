import type { Api } from '../../api/api.js';
import { isJsonObject, type Json, type JsonObject } from '../../spec/json.js';

/** Rows of one table that fit one file. */
export interface SeedChunk {
  readonly table: string;
  readonly rows: readonly Json[];
}

/** The world as the seed describes it. */
export interface SeedValue {
  readonly world: JsonObject;
  readonly worldMedia: JsonObject;
  readonly caller: JsonObject;
  readonly callerMedia: JsonObject;
}

/** Most lines that the rows of one file take. */
const mostLines = 300;

/** Width at which the formatter breaks lines, less room for a key. */
const lineWidth = 100;

/** Reads `x-seed`: `tables` and `media` of the world, and under `caller` what each caller finds. */
export function seedValue(api: Api): SeedValue {
  const seed = objectAt(api.extensions, 'x-seed');
  const { media = {}, ...caller } = objectAt(seed, 'caller');
  return {
    world: objectAt(seed, 'tables'),
    worldMedia: objectAt(seed, 'media'),
    caller,
    callerMedia: isJsonObject(media) ? media : {},
  };
}

/** Cuts tables into files: small tables share one, large ones have several. */
export function chunkTables(tables: JsonObject): readonly (readonly SeedChunk[])[] {
  const files: SeedChunk[][] = [];
  let lines = mostLines;
  for (const chunk of Object.entries(tables).flatMap(chunkTable)) {
    const own = linesOf(chunk.rows);
    lines += own;
    if (lines > mostLines || files.at(-1)?.some(({ table }) => table === chunk.table) === true) {
      files.push([]);
      lines = own;
    }
    files.at(-1)?.push(chunk);
  }
  return files;
}

function chunkTable([table, rows]: readonly [string, Json]): readonly SeedChunk[] {
  const chunks: { table: string; rows: Json[] }[] = [];
  let lines = mostLines;
  for (const row of Array.isArray(rows) ? rows : []) {
    const own = linesOf([row]);
    lines += own;
    if (lines > mostLines) {
      chunks.push({ table, rows: [] });
      lines = own;
    }
    chunks.at(-1)?.rows.push(row);
  }
  return chunks;
}

/** Lines that the formatter needs for rows: what does not fit one line takes a line for each member. */
function linesOf(rows: readonly Json[]): number {
  return rows.reduce((sum: number, row) => sum + valueLines(row, 2), 0);
}

function valueLines(value: Json, indent: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  if (indent + JSON.stringify(value).length * 1.1 < lineWidth) return 1;
  return Object.values(value).reduce((sum: number, item: Json) => sum + valueLines(item, indent + 2), 2);
}

function objectAt(value: JsonObject, key: string): JsonObject {
  const inner = value[key];
  return isJsonObject(inner) ? inner : {};
}
