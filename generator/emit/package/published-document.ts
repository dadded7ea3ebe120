import { createHash } from 'node:crypto';
import type { Json, JsonObject } from '../../spec/json.js';
import { isJsonObject } from '../../spec/json.js';

/** The document as the package shows it: all of it but the seed and the checks, which have places of their own in the package. */
export function publishedDocument(document: JsonObject): JsonObject {
  const { 'x-seed': _seed, 'x-conformance': _conformance, ...published } = document;
  return published;
}

/** Hashes of the seed and the checks, where the document has some, so that a release can tell whether they changed. */
export function hashData(document: JsonObject): Readonly<Record<string, string>> {
  const found = ['x-seed', 'x-conformance'].filter((key) => Object.hasOwn(document, key));
  return Object.fromEntries(found.map((key) => [key, documentHash({ [key]: document[key] ?? null })]));
}

/** SHA-256, in hex, of a JSON value written without spaces and with sorted keys: the same for every order of keys. */
export function documentHash(document: JsonObject): string {
  const writer = new CanonicalWriter();
  writer.write(document);
  return writer.digest();
}

/** Longest text that waits to be hashed. */
const CHUNK = 65_536;

class CanonicalWriter {
  readonly #hash = createHash('sha256');
  #text = '';

  write(value: Json): void {
    if (Array.isArray(value)) this.#writeList(value);
    else if (isJsonObject(value)) this.#writeObject(value);
    else this.#text += JSON.stringify(value);
  }

  digest(): string {
    return this.#hash.update(this.#text).digest('hex');
  }

  #writeList(items: readonly Json[]): void {
    let mark = '[';
    for (const item of items) {
      this.#text += mark;
      this.write(item);
      mark = ',';
    }
    this.#text += items.length === 0 ? '[]' : ']';
  }

  #writeObject(value: JsonObject): void {
    const keys = Object.keys(value).toSorted();
    let mark = '{';
    for (const key of keys) {
      this.#text += `${mark}${JSON.stringify(key)}:`;
      this.write(value[key] ?? null);
      mark = ',';
    }
    this.#text += keys.length === 0 ? '{}' : '}';
    if (this.#text.length < CHUNK) return;
    this.#hash.update(this.#text);
    this.#text = '';
  }
}
