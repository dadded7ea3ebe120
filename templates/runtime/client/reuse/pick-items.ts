import { isJsonObject, type Json, type JsonObject } from '../../json.js';

/** Which items of an answer a caller gets. */
export interface Wanted {
  /** Property of the answer that holds the items. */
  readonly items: string;
  /** The ids that the caller asked for, each once. */
  readonly ids: readonly string[];
  /** Those that others asked for with it. */
  readonly others: ReadonlySet<string>;
}

/**
 * A caller's own answer out of answers to more ids: its items in the order of its ids, and without what only says
 * something of the whole. `undefined` where the items do not tell whose they are.
 */
export function pickItems(pages: readonly unknown[], { items, ids, others }: Wanted): JsonObject | undefined {
  const [first] = pages;
  const lists = pages.map((page) => (isJsonObject(page) ? page[items] : undefined));
  const all = lists.flatMap((list): readonly Json[] => (Array.isArray(list) ? list : []));
  const known = new Map<Json | undefined, Json>(all.map((item) => [isJsonObject(item) ? item['id'] : undefined, item]));
  const areNamed = known.size === all.length && !known.has(undefined) && lists.every(Array.isArray);
  if (!isJsonObject(first) || (others.size > 0 && !areNamed)) return undefined;
  const mine = !areNamed
    ? all
    : ids.flatMap((id) => {
        const item = known.get(id);
        return item === undefined ? [] : [others.has(id) ? structuredClone(item) : item];
      });
  return { ...ownRest(first, items, mine.length), [items]: mine };
}

/** Whatever stands beside the items, with the counts of the caller's own. */
function ownRest(page: JsonObject, items: string, count: number): JsonObject {
  const rest = Object.entries(page).filter(([name]) => name !== items && !/^etag$|page_?token$/i.test(name));
  return structuredClone(
    Object.fromEntries(rest.map(([name, value]) => [name, isJsonObject(value) ? withCounts(value, count) : value])),
  );
}

function withCounts(info: JsonObject, count: number): JsonObject {
  const counts = ['totalResults', 'resultsPerPage']
    .filter((name) => name in info)
    .map((name) => [name, count] as const);
  return { ...info, ...Object.fromEntries(counts) };
}
