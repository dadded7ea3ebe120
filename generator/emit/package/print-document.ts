import { isJsonObject, type Json, type JsonObject } from '../../spec/json.js';

/** Longest line of `openapi.json`; the runtime counts on it to find positions (`documentPlaces`). */
const width = 240;

/** Length of an empty object or array, which takes one line wherever it stands. */
const SHORTEST = 2;

/** JSON as `openapi.json` has it: an object or array takes one line without blanks where it fits, else one line a member, one space in. */
export function printDocument(document: Json): string {
  const printer = new DocumentPrinter();
  printer.print(document, '', 0);
  return printer.finish();
}

/** What JSON writes otherwise, or may. */
const ESCAPED = /["\\\p{Cc}\p{Surrogate}]/u;

/** Half a surrogate pair, which not every reader of JSON takes, becomes the character that replaces it. */
function printText(value: Json): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return ESCAPED.test(value) ? JSON.stringify(value.replace(/\p{Surrogate}/gu, '\uFFFD')) : `"${value}"`;
}

class DocumentPrinter {
  readonly #pieces: string[] = [];
  /** Printed keys: a document has few of them, many times. */
  readonly #labels = new Map<string, string>();

  /** `before` is how much of the line is taken: by the indentation, a key, and the comma that follows. */
  print(value: Json, indent: string, before: number): void {
    const flat = this.#flat(value, Math.max(width - before, SHORTEST));
    if (flat !== undefined) this.#pieces.push(flat);
    else if (Array.isArray(value)) this.#printList(value, indent);
    else if (isJsonObject(value)) this.#printObject(value, indent);
    else this.#pieces.push(printText(value));
  }

  finish(): string {
    return `${this.#pieces.join('')}\n`;
  }

  #printList(items: readonly Json[], indent: string): void {
    const deeper = `${indent} `;
    items.forEach((item, index) => {
      this.#pieces.push(index === 0 ? '[\n' : ',\n', deeper);
      this.print(item, deeper, deeper.length + (index === items.length - 1 ? 0 : 1));
    });
    this.#pieces.push('\n', indent, ']');
  }

  #printObject(value: JsonObject, indent: string): void {
    const deeper = `${indent} `;
    const keys = Object.keys(value);
    keys.forEach((key, index) => {
      const label = this.#label(key);
      this.#pieces.push(index === 0 ? '{\n' : ',\n', deeper, label);
      this.print(value[key] ?? null, deeper, deeper.length + label.length + (index === keys.length - 1 ? 0 : 1));
    });
    this.#pieces.push('\n', indent, '}');
  }

  /** The value on one line; `undefined` where that takes more than so many characters. */
  #flat(value: Json, room: number): string | undefined {
    // What is escaped only gets longer.
    if (typeof value === 'string' && value.length + 2 > room) return undefined;
    const isList = Array.isArray(value);
    const text = isList
      ? this.#flatList(value, room)
      : isJsonObject(value)
        ? this.#flatObject(value, room)
        : printText(value);
    return text === undefined || text.length > room ? undefined : text;
  }

  #flatList(items: readonly Json[], room: number): string | undefined {
    let line = '[';
    for (const item of items) {
      if (line.length > 1) line += ',';
      const text = this.#flat(item, room - line.length - 1);
      if (text === undefined) return undefined;
      line += text;
    }
    return `${line}]`;
  }

  #flatObject(value: JsonObject, room: number): string | undefined {
    let line = '{';
    for (const key of Object.keys(value)) {
      line += `${line.length > 1 ? ',' : ''}${this.#label(key)}`;
      const text = this.#flat(value[key] ?? null, room - line.length - 1);
      if (text === undefined) return undefined;
      line += text;
    }
    return `${line}}`;
  }

  #label(key: string): string {
    const known = this.#labels.get(key);
    if (known !== undefined) return known;
    const label = `${printText(key)}:`;
    this.#labels.set(key, label);
    return label;
  }
}
