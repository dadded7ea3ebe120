import { isJsonObject, type Json } from '@speccast/runtime';
import { parseValue } from './compare.js';

/** A path that rows are sorted by. */
export interface Sort {
  readonly path: string;
  readonly isReversed: boolean;
}

const direction = /^(?:asc|desc)\w*$/i;

const form = /^(?:(asc|desc)\((.+)\)|([-+!]?)(.+?)(?:[\s:.|_/-]+(asc|desc)\w*(?:[\s.]+nulls.*)?)?)$/i;

/**
 * Reads what a parameter sorts by: `-age`, `age desc`, `age:desc`, `desc(age)`, `age,desc` (Spring), several of these with
 * commas, `["age","desc"]` or `{ age: 'desc' }`. `directions` are those of other parameters, by position. A direction alone, and
 * `newest` or `oldest`, are about `usual`.
 */
export function readSorts(value: Json, directions: readonly string[] = [], usual?: string): readonly Sort[] {
  // A list was split at the commas of JSON.
  const texts = listTexts(parseValue(Array.isArray(value) && String(value[0]).startsWith('[') ? value.join() : value));
  // Each of several values has a direction of its own: `sort=age,desc&sort=name`.
  const groups = texts.some((text) => text.includes(',')) ? texts.map((text) => text.split(',')) : [texts];
  const sorts: { path: string; order: string | undefined }[] = [];
  for (const group of groups) {
    const start = sorts.length;
    for (const text of group) {
      const trimmed = text.trim();
      const newest = /^(?:(?:newest|latest|recent)|(oldest|earliest))(?:first)?$/i.exec(trimmed);
      if (newest !== null && usual !== undefined) sorts.push({ path: usual, order: newest[1] ? 'asc' : 'desc' });
      else if (direction.test(trimmed)) {
        const before = sorts.slice(start).filter(({ order }) => order === undefined);
        for (const one of before) one.order = trimmed;
        if (sorts.length === start && usual !== undefined) sorts.push({ path: usual, order: trimmed });
      } else {
        const [, wrapped, inside, sign, path = inside ?? '', order = wrapped] = form.exec(trimmed) ?? [];
        if (path !== '') sorts.push({ path, order: sign === '-' || sign === '!' ? 'desc' : order });
      }
    }
  }
  return sorts.map(({ path, order }, index) => ({
    path,
    isReversed: /^-|^desc/i.test(order ?? directions[index] ?? directions.at(-1) ?? ''),
  }));
}

function listTexts(value: Json): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one: Json) => listTexts(one));
  if (isJsonObject(value)) return Object.entries(value).map(([name, order]) => `${name} ${String(order)}`);
  return [String(value)];
}
