import type { Position } from '../../diagnostics.js';
import { isJsonObject, type Json } from '../../spec/read/json.js';
import type { SpecDocument } from '../../spec/spec-document.js';

/** Shorter code is in many texts by chance. */
const SHORTEST = 3;

/** Less of a piece of code is in many texts by chance. */
const SHORTEST_PART = 5;

const LINE_END = /[\n\r\u2028\u2029]/;

/** What cannot get out of anything is in code by chance, too. */
const PLAIN_WORDS = /^[\w .,:/-]*$/;

/** A key or a text of a spec, without what escapers and printers change. */
interface SpecText {
  readonly text: string;
  readonly essence: string;
  readonly at: () => Position;
}

/**
 * Makes a function that finds the position of code in a spec: the first key or text that contains it, whatever its spaces and
 * quotes; else the longest one that is in it as it is and is no plain words; else one that contains most of its
 * start or of its end, for what an emitter wrote around the text is code, too.
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
