import { stringifyExact } from '../../codecs/exact-json.js';
import { isJsonObject } from '../../json.js';

/**
 * Cuts a result into pieces within a budget in characters: a list between its items, anything else where the budget ends. `held` says how
 * many items of a list are in the first piece: `, with 3 of its 50 items`.
 */
export function cutResult(
  value: unknown,
  budget: number,
  itemsKey: string = '',
): { readonly pieces: readonly string[]; readonly held: string } {
  const print = (one: unknown) => stringifyExact(one) ?? 'null';
  const text = typeof value === 'string' ? value : print(value);
  const items: unknown = isJsonObject(value) ? value[itemsKey] : value;
  if (text.length <= budget || !Array.isArray(items) || items.length === 0)
    return { pieces: sliceText(text, budget), held: '' };
  // The rest of the page goes around its first items: `{"etag":"a","items":` and `}`.
  const mark = crypto.randomUUID();
  const around = isJsonObject(value) ? { ...value, [itemsKey]: mark } : mark;
  const [before = '', after = ''] = print(around).split(`"${mark}"`);
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
    held: `, with ${groups[0]?.length} of its ${items.length} items`,
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
