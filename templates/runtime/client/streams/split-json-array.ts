/** Maximum number of characters in an item, so that an endless item does not fill the memory. */
const longestItem = 67_108_864;

/** Maximum number of levels of brackets in an item. */
const deepest = 1000;

const special = /["\\[\]{},]/g;
const space = /^[\t\n\r ]*$/;

/** Creates the error for invalid text, for callers to throw. */
export type Fail = (message: string) => Error;

const notJson = 'an item of the response is not JSON';

/** Splits a JSON array that arrives in pieces into its items, each as soon as it is complete. Throws errors of `fail` for invalid JSON. */
export async function* splitJsonArray(
  texts: AsyncIterable<string>,
  fail: Fail,
  parse: (text: string) => unknown = JSON.parse,
): AsyncGenerator<unknown, void, undefined> {
  let item = '';
  let count = 0;
  /** True if the item was already yielded at its closing bracket. */
  let isTaken = false;
  /** Start of the item in characters of the response. */
  let itemAt = 0;
  /** Number of characters in earlier pieces. */
  let offset = 0;
  const invalid: Fail = (message) => fail(`${message}, at character ${itemAt}`);
  const array = trackArray(invalid);
  const take = () => {
    const text = item;
    item = '';
    count += 1;
    try {
      return parse(text);
    } catch {
      throw invalid(notJson);
    }
  };
  for await (const text of texts) {
    let from = 0;
    for (let index = array.find(text, 0); index < text.length; index = array.find(text, index + 1)) {
      const character = text.charAt(index);
      const place = array.read(character);
      if (place === 'inside' || (place === 'last' && isTaken)) continue;
      item += text.slice(from, place === 'last' ? index + 1 : index);
      if (isTaken && !space.test(item)) throw invalid(notJson);
      if (isTaken) item = '';
      // At its closing bracket: the comma after it may arrive much later.
      else if (place === 'last') yield take();
      else if (place === 'after' && (character === ',' || count || !space.test(item))) yield take();
      isTaken = place === 'last';
      from = index + 1;
      if (!isTaken) itemAt = offset + from;
    }
    item += text.slice(from);
    if (item.length > longestItem) throw invalid(`an item is longer than ${longestItem} characters`);
    offset += text.length;
  }
  if (!offset) throw fail('the response is empty, but JSON is declared');
  if (!array.isOver()) throw fail(`the response ends early, after character ${offset}`);
}

/** Tracks the brackets and quotes of an array; throws an error of `invalid` if they do not match. */
function trackArray(invalid: Fail) {
  /** Number of open brackets inside the array; `undefined` outside it. */
  let depth: number | undefined;
  let isOver = false;
  let isQuoted = false;
  let isEscaped = false;
  return {
    isOver: () => isOver,
    /** Finds the next bracket, quote, comma or backslash. */
    find: (text: string, from: number) => {
      if (depth === undefined || isEscaped) return from;
      special.lastIndex = from;
      return special.test(text) ? special.lastIndex - 1 : text.length;
    },
    /** Reads a character; returns its position: `outside` the array, `inside` an item, its closing bracket (`last`), or `after` an item. */
    read: (character: string) => {
      if (isQuoted) {
        if (isEscaped) isEscaped = false;
        else if (character === '\\') isEscaped = true;
        else isQuoted = character !== '"';
        return 'inside';
      }
      const closes = character === ']' || character === '}';
      if (depth === undefined) {
        if (character === '[' && !isOver) depth = 0;
        else if (!space.test(character)) throw invalid('the response is not a JSON array, which is declared');
        return 'outside';
      }
      if (!depth && (character === ',' || character === ']')) {
        if (closes) [depth, isOver] = [undefined, true];
        return 'after';
      }
      if (character === '"') isQuoted = true;
      else if (character === '[' || character === '{') depth += 1;
      else if (closes) depth -= 1;
      if (depth < 0) throw invalid(notJson);
      if (depth > deepest) throw invalid(`an item is nested more than ${deepest} levels deep`);
      return closes && !depth ? 'last' : 'inside';
    },
  };
}
