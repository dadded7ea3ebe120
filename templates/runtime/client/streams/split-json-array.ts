/** Most characters of one item; a longer one would fill the memory that reading piece by piece saves. */
const longestItem = 67_108_864;

/** Most levels of brackets in one item. */
const deepest = 1000;

const special = /["\\[\]{},]/g;
const space = /^[\t\n\r ]*$/;

/** Creates the error for a text; callers throw it. */
export type Fail = (message: string) => Error;

/** The items of a JSON array whose text comes in pieces, each as soon as it is complete; what `JSON.parse` rejects is rejected. */
export async function* splitJsonArray(
  texts: AsyncIterable<string>,
  fail: Fail,
  parse: (text: string) => unknown = JSON.parse,
): AsyncGenerator<unknown, void, undefined> {
  const splitter = new Splitter(fail, parse);
  for await (const text of texts) yield* splitter.push(text);
  splitter.end();
}

class Splitter {
  readonly #fail: Fail;
  readonly #parse: (text: string) => unknown;
  #position: 'before' | 'inside' | 'after' = 'before';
  /** Characters of the pieces before this one. */
  #offset = 0;
  /** What is known of the item that is being read. */
  #item = '';
  #itemAt = 0;
  #items = 0;
  #depth = 0;
  /** Whether the item has been given already, at its closing bracket. */
  #taken = false;
  #quoted = false;
  #escaped = false;

  constructor(fail: Fail, parse: (text: string) => unknown) {
    this.#fail = fail;
    this.#parse = parse;
  }

  *push(text: string): Generator<unknown, void, undefined> {
    let from = 0;
    for (let index = this.#next(text, 0); index < text.length; index = this.#next(text, index + 1)) {
      const character = text.charAt(index);
      if (this.#position !== 'inside') {
        this.#outside(character, index);
        from = index + 1;
      } else if (this.#ends(character)) {
        this.#item += text.slice(from, index);
        if (character === ']') this.#position = 'after';
        if (this.#taken) this.#refuseRest();
        else if (character === ',' || this.#items > 0 || !space.test(this.#item)) yield this.#take();
        this.#taken = false;
        this.#itemAt = this.#offset + index + 1;
        from = index + 1;
      } else if (this.#closes(character)) {
        // What follows it may be long in coming.
        this.#item += text.slice(from, index + 1);
        yield this.#take();
        this.#taken = true;
        from = index + 1;
      }
    }
    if (this.#position === 'inside') this.#item += text.slice(from);
    if (this.#item.length > longestItem) throw this.#invalid(`an item is longer than ${longestItem} characters`);
    this.#offset += text.length;
  }

  end(): void {
    if (this.#offset === 0) throw this.#fail('the response is empty where JSON is declared');
    if (this.#position !== 'after') throw this.#fail(`the response ends early, after character ${this.#offset}`);
  }

  /** Where the next character stands that can matter. */
  #next(text: string, from: number): number {
    if (this.#position !== 'inside' || this.#escaped) return from;
    special.lastIndex = from;
    return special.test(text) ? special.lastIndex - 1 : text.length;
  }

  /** Around the array stands nothing but space. */
  #outside(character: string, index: number): void {
    this.#itemAt = this.#offset + index + 1;
    if (this.#position === 'before' && character === '[') this.#position = 'inside';
    else if (!space.test(character)) {
      this.#itemAt -= 1;
      throw this.#invalid('the response is not the JSON array that is declared');
    }
  }

  /** Whether a character stands after an item; keeps count of quotes and brackets. */
  #ends(character: string): boolean {
    if (this.#quoted) {
      if (this.#escaped) this.#escaped = false;
      else if (character === '\\') this.#escaped = true;
      else this.#quoted = character !== '"';
      return false;
    }
    if (this.#depth === 0 && (character === ',' || character === ']')) return true;
    if (character === '"') this.#quoted = true;
    else if (character === '[' || character === '{') this.#depth += 1;
    else if (character === ']' || character === '}') this.#depth -= 1;
    if (this.#depth < 0) throw this.#invalid('an item of the response is not JSON');
    if (this.#depth > deepest) throw this.#invalid(`an item is nested more than ${deepest} levels deep`);
    return false;
  }

  /** Whether a character, which has been counted, is the end of an object or an array that is an item. */
  #closes(character: string): boolean {
    return this.#depth === 0 && !this.#quoted && !this.#taken && (character === '}' || character === ']');
  }

  /** Between an item and the comma after it stands nothing but space. */
  #refuseRest(): void {
    if (!space.test(this.#item)) throw this.#invalid('an item of the response is not JSON');
    this.#item = '';
  }

  #take(): unknown {
    const item = this.#item;
    this.#item = '';
    this.#items += 1;
    try {
      return this.#parse(item);
    } catch {
      throw this.#invalid('an item of the response is not JSON');
    }
  }

  /** Names the position where the item begins, or what wraps the array. */
  #invalid(message: string): Error {
    return this.#fail(`${message}, at character ${this.#itemAt}`);
  }
}
