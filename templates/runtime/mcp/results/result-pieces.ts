import { stringifyExact } from '../../codecs/exact-json.js';
import { isJsonObject } from '../../json.js';

/**
 * Cuts a result into pieces within a budget in characters: a list between its items, anything else where the budget ends. `items` are
 * the numbers of items of a list, in the first piece and in all.
 */
export function cutResult(
  value: unknown,
  itemsKey: string | undefined,
  budget: number,
): { readonly pieces: readonly string[]; readonly items?: { readonly first: number; readonly all: number } } {
  const print = (one: unknown): string => stringifyExact(one) ?? 'null';
  const text = typeof value === 'string' ? value : print(value);
  if (text.length <= budget) return { pieces: [text] };
  const page = isJsonObject(value) && itemsKey !== undefined ? value : undefined;
  const items: unknown = page ? page[itemsKey ?? ''] : value;
  if (!Array.isArray(items) || items.length === 0) return { pieces: sliceText(text, budget) };
  // The rest of the page goes around its first items: `{"etag":"a","items":` and `}`.
  const mark = crypto.randomUUID();
  const [before = '', after = ''] = page ? print({ ...page, [itemsKey ?? '']: mark }).split(`"${mark}"`) : [];
  const groups: string[][] = [[]];
  let room = budget - before.length - after.length - '[]'.length;
  for (const item of items) {
    const printed = print(item);
    if (printed.length + 1 > room && groups.at(-1)?.length) {
      groups.push([]);
      room = budget - '[]'.length;
    }
    groups.at(-1)?.push(printed);
    room -= printed.length + 1;
  }
  const lists = groups.map((group, index) => (index === 0 ? `${before}[${group}]${after}` : `[${group}]`));
  return {
    pieces: lists.flatMap((one) => sliceText(one, budget)),
    items: { first: groups[0]?.length ?? 0, all: items.length },
  };
}

/** Slices a text into parts of a size, but never between the two halves of a character. */
function sliceText(text: string, size: number): readonly string[] {
  const parts: string[] = [];
  for (let at = 0; at < text.length;) {
    let end = at + size;
    if (end < text.length && /[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end -= 1;
    parts.push(text.slice(at, end));
    at = end;
  }
  return parts;
}
