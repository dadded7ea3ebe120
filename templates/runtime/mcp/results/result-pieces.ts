import { stringifyExact } from '../../codecs/exact-json.js';
import { isJsonObject } from '../../json.js';

/** A result in pieces, each within the budget. */
export interface ResultPieces {
  readonly pieces: readonly string[];
  /** How many items the first piece holds, of how many, where the result is a list. */
  readonly items?: { readonly shown: number; readonly all: number };
}

/** Cuts a result to a budget in characters: a list between its items, anything else where the budget ends. */
export function cutResult(value: unknown, itemsKey: string | undefined, budget: number): ResultPieces {
  const text = typeof value === 'string' ? value : (stringifyExact(value) ?? 'null');
  if (text.length <= budget) return { pieces: [text] };
  const items = Array.isArray(value)
    ? value
    : isJsonObject(value) && itemsKey !== undefined
      ? value[itemsKey]
      : undefined;
  if (!Array.isArray(items) || items.length === 0) return { pieces: slices(text, budget) };
  const around = Array.isArray(value) ? '[]' : (stringifyExact({ ...Object(value), [itemsKey ?? '']: [] }) ?? '');
  const groups = groupItems(items, budget, around.length);
  const pieces = groups.map((group, index) => {
    const list = `[${group.join()}]`;
    // The rest of the page comes with its first items.
    return index > 0 || Array.isArray(value) ? list : withItems(Object(value), itemsKey ?? '', list);
  });
  return {
    pieces: pieces.flatMap((one) => slices(one, budget)),
    items: { shown: groups[0]?.length ?? 0, all: items.length },
  };
}

function groupItems(items: readonly unknown[], budget: number, around: number): readonly (readonly string[])[] {
  const groups: string[][] = [[]];
  let room = budget - around;
  for (const item of items) {
    const text = stringifyExact(item) ?? 'null';
    if (text.length + 1 > room && (groups.at(-1)?.length ?? 0) > 0) {
      groups.push([]);
      room = budget - '[]'.length;
    }
    groups.at(-1)?.push(text);
    room -= text.length + 1;
  }
  return groups;
}

function withItems(page: object, key: string, list: string): string {
  const members = Object.entries(page).flatMap(([name, one]) => {
    const text = name === key ? list : stringifyExact(one);
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
  });
  return `{${members.join()}}`;
}

/** Parts of a text, none of which ends in half a character. */
function slices(text: string, size: number): readonly string[] {
  const parts: string[] = [];
  for (let at = 0; at < text.length;) {
    let end = at + size;
    if (end < text.length && /[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end -= 1;
    parts.push(text.slice(at, end));
    at = end;
  }
  return parts;
}
