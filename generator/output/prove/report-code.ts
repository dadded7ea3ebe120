import type { Diagnostics, Position } from '../../diagnostics.js';
import { isCompound, type Json } from '../../json.js';
import type { SpecDocument } from '../../spec/spec-document.js';
import type { Finding } from './prove-inert.js';

/** Options of `reportCode`. */
export interface ReportOptions {
  readonly diagnostics: Diagnostics;
  /** Finds the position in the spec of a text that is in the output as code. */
  readonly locate: (text: string) => Position | undefined;
}

/**
 * Reports code that comes from the spec, at its position there. Any other finding is a fault of speccast, and is thrown, unless its
 * file also has code of the spec: then the finding is probably a consequence of that.
 */
export function reportCode(findings: readonly Finding[], { diagnostics, locate }: ReportOptions): void {
  const located = findings.map((one) => ({ ...one, source: one.at ? undefined : locate(one.text) }));
  const broken = new Set(located.filter(({ source }) => source !== undefined).map(({ path }) => path));
  for (const { path, line, reason, text, at, source } of located) {
    const where = `${path}:${line}`;
    if (at !== undefined) diagnostics.error('invalid-capability', reason, at);
    else if (source !== undefined)
      diagnostics.error(
        'code-injection',
        `this text would run as code in ${where} (${reason}); please report it`,
        source,
      );
    else if (!broken.has(path)) throw new Error(`${where} ${reason}: ${text}`);
  }
}

/** Throws on paths that leave the package, differ only in case, or cannot exist on some system. */
export function checkPaths(paths: readonly string[]): void {
  const seen = new Map<string, string>();
  for (const path of paths) {
    if (!isOutputPath(path)) throw new Error(`Not a path for an output file: ${JSON.stringify(path)}`);
    const twin = seen.get(path.toLowerCase());
    if (twin !== undefined) throw new Error(`Two output files with one name: ${twin} and ${path}`);
    seen.set(path.toLowerCase(), path);
  }
}

/** Returns whether a file of a package can have this path on any system. */
export function isOutputPath(path: string): boolean {
  // Names of devices in Windows, where no file can have them.
  const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
  return path
    .split('/')
    .every((one) => /^[A-Za-z0-9._-]{1,200}$/.test(one) && !/^\.{1,2}$|\.$/.test(one) && !device.test(one));
}

/** Minimum length of code that is searched for in texts; shorter code is in many texts by chance. */
const SHORTEST = 3;

/** Minimum length of a part of the code that is searched for. */
const SHORTEST_PART = 5;

const LINE_END = /[\n\r\u2028\u2029]/;

/** Words without delimiters. They cannot escape from a literal, and are in code by chance, too. */
const PLAIN_WORDS = /^[\w .,:/-]*$/;

/** A key or a text of a spec. `essence` lacks the characters that escapers and printers change. */
interface SpecText {
  readonly text: string;
  readonly essence: string;
  readonly at: () => Position;
}

/**
 * Creates a function that finds the text of a spec that some code comes from. It looks for a key or text that contains the code,
 * apart from spaces and quotes; then for the longest line of a text that is in the code; then for a text with as much as possible of
 * the start or the end of the code, because emitters write something around the text.
 */
export function createTextLocator(document: SpecDocument): (code: string) => Position | undefined {
  let texts: readonly SpecText[] | undefined;
  return (code) => {
    texts ??= [...walkSpecTexts(document, document.root)];
    const bare = stripDelimiters(code);
    const containing = bare.length < SHORTEST ? undefined : texts.find(({ essence }) => essence.includes(bare));
    const found = containing ?? findLongestInside(texts, code) ?? findMostAlike(texts, bare);
    return found?.at();
  };
}

function findLongestInside(texts: readonly SpecText[], code: string): SpecText | undefined {
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

function findMostAlike(texts: readonly SpecText[], code: string): SpecText | undefined {
  for (let length = code.length - 1; length >= SHORTEST_PART; length--) {
    const [start, end] = [code.slice(0, length), code.slice(code.length - length)];
    const found = texts.find(({ essence }) => essence.includes(start) || essence.includes(end));
    if (found !== undefined) return found;
  }
  return undefined;
}

function* walkSpecTexts(document: SpecDocument, value: Json): Iterable<SpecText> {
  if (!isCompound(value)) return;
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
