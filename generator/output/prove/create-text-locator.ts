import type { Position } from '../../diagnostics.js';
import { isJsonObject, type Json } from '../../json.js';
import type { SpecDocument } from '../../spec/spec-document.js';

/** Fewest characters of code that are looked for in texts: fewer are in many by chance. */
const SHORTEST = 3;

/** Fewest characters of a part of the code that are looked for. */
const SHORTEST_PART = 5;

const LINE_END = /[\n\r\u2028\u2029]/;

/** Words without a delimiter: they cannot get out of a literal, and are in code by chance, too. */
const PLAIN_WORDS = /^[\w .,:/-]*$/;

/** A key or a text of a spec. `essence` lacks the characters that escapers and printers change. */
interface SpecText {
  readonly text: string;
  readonly essence: string;
  readonly at: () => Position;
}

/**
 * Creates a function that finds the position of code in a spec. It looks for a key or text that contains the code, apart from
 * spaces and quotes; then for the longest line of a text that the code contains; then for a text with most of the start or
 * the end of the code, since an emitter wrote something around the text.
 */
export function createTextLocator(document: SpecDocument): (code: string) => Position | undefined {
  let texts: readonly SpecText[] | undefined;
  return (code) => {
    texts ??= [...walkSpecTexts(document, document.root)];
    const wanted = stripDelimiters(code);
    const containing = wanted.length < SHORTEST ? undefined : texts.find(({ essence }) => essence.includes(wanted));
    const found = containing ?? longestWithin(texts, code) ?? findMostAlike(texts, wanted);
    return found?.at();
  };
}

function longestWithin(texts: readonly SpecText[], code: string): SpecText | undefined {
  let longest: SpecText | undefined;
  let length = 1;
  for (const one of texts) {
    for (const line of one.text.split(LINE_END).map((part) => part.trim())) {
      if (line.length <= length || PLAIN_WORDS.test(line) || !code.includes(line)) continue;
      longest = one;
      length = line.length;
    }
  }
  return longest;
}

function findMostAlike(texts: readonly SpecText[], wanted: string): SpecText | undefined {
  for (let length = wanted.length - 1; length >= SHORTEST_PART; length--) {
    const [start, end] = [wanted.slice(0, length), wanted.slice(wanted.length - length)];
    const found = texts.find(({ essence }) => essence.includes(start) || essence.includes(end));
    if (found !== undefined) return found;
  }
  return undefined;
}

function* walkSpecTexts(document: SpecDocument, value: Json): Iterable<SpecText> {
  if (!isJsonObject(value) && !Array.isArray(value)) return;
  for (const [key, item] of Object.entries(value)) {
    yield { text: key, essence: stripDelimiters(key), at: () => document.positions.ofKey(value, key) };
    if (typeof item === 'string')
      yield { text: item, essence: stripDelimiters(item), at: () => document.positions.ofValue(value, key) };
    yield* walkSpecTexts(document, item);
  }
}

function stripDelimiters(text: string): string {
  return text.replace(/[\s'"`\\;]/g, '');
}
