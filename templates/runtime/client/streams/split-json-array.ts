/** Most characters of one item; a longer one would fill the memory that reading piece by piece saves. */
const longestItem = 67_108_864;

/** Most levels of brackets in one item. */
const deepest = 1000;

const special = /["\\[\]{},]/g;
const space = /^[\t\n\r ]*$/;

/** Creates the error for a text; callers throw it. */
export type Fail = (message: string) => Error;

const notJson = 'an item of the response is not JSON';

/** Takes the items out of a JSON array that comes in pieces, each as soon as it is complete; rejects what `JSON.parse` rejects. */
export async function* splitJsonArray(
  texts: AsyncIterable<string>,
  fail: Fail,
  parse: (text: string) => unknown = JSON.parse,
): AsyncGenerator<unknown, void, undefined> {
  let item = '';
  let count = 0;
  /** The item was given at its closing bracket already. */
  let isTaken = false;
  /** Start of the item, counted in characters. */
  let itemAt = 0;
  /** Characters of the pieces before this one. */
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
      // The comma after an object may be long in coming.
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
  if (!offset) throw fail('the response is empty where JSON is declared');
  if (!array.isOver()) throw fail(`the response ends early, after character ${offset}`);
}

/** Follows the brackets and quotes of an array; rejects those that do not fit. */
function trackArray(invalid: Fail) {
  /** Of the array 0, of an object in it 1; absent outside of the array. */
  let depth: number | undefined;
  let isOver = false;
  let isQuoted = false;
  let isEscaped = false;
  return {
    isOver: () => isOver,
    /** Finds the next character that can matter. */
    find: (text: string, from: number) => {
      if (depth === undefined || isEscaped) return from;
      special.lastIndex = from;
      return special.test(text) ? special.lastIndex - 1 : text.length;
    },
    /** Reads a character: outside of the array, inside of an item, the last one of an object or array, or the one after an item. */
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
        else if (!space.test(character)) throw invalid('the response is not the JSON array that is declared');
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
