import type { Diagnostics, Position } from '../../diagnostics.js';
import { isJsonObject, type Json } from '../../spec/read/json.js';
import type { SpecDocument } from '../../spec/spec-document.js';
import type { Finding } from './prove-inert.js';

/** Where findings are reported. */
export interface ReportOptions {
  readonly diagnostics: Diagnostics;
  /** Finds the position in the spec of a text that is in the output as code. */
  readonly locate: (text: string) => Position | undefined;
}

/**
 * Reports code that is in the spec at its position there; any other is a mistake of ours and thrown, unless it is in a
 * file beside such code: it is what an emitter wrote around it.
 */
export function reportCode(findings: readonly Finding[], { diagnostics, locate }: ReportOptions): void {
  for (const { at, reason } of findings) if (at !== undefined) diagnostics.error('invalid-capability', reason, at);
  const others = findings.filter(({ at }) => at === undefined);
  const located = others.map((finding) => ({ finding, at: locate(finding.text) }));
  const broken = new Set(located.flatMap(({ finding, at }) => (at === undefined ? [] : [finding.path])));
  for (const { finding, at } of located) {
    const { path, line, reason, text } = finding;
    const where = `${path}:${line}`;
    if (at === undefined && broken.has(path)) continue;
    if (at === undefined) throw new Error(`${where} ${reason}: ${text}`);
    diagnostics.error('text-became-code', `This text would run as code in ${where} (${reason}); please report it`, at);
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

/** Whether a file of a package can have this path on any system. */
export function isOutputPath(path: string): boolean {
  return path.split('/').every(isSafeSegment);
}

function isSafeSegment(segment: string): boolean {
  const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
  return /^[A-Za-z0-9._-]{1,200}$/.test(segment) && !/^\.{1,2}$|\.$/.test(segment) && !device.test(segment);
}

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
    texts ??= [...textsOf(document, document.root)];
    const wanted = essenceOf(code);
    const containing = wanted.length < SHORTEST ? undefined : texts.find(({ essence }) => essence.includes(wanted));
    const found = containing ?? longestWithin(texts, code) ?? mostOf(texts, wanted);
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

function mostOf(texts: readonly SpecText[], wanted: string): SpecText | undefined {
  for (let length = wanted.length - 1; length >= SHORTEST_PART; length--) {
    const [start, end] = [wanted.slice(0, length), wanted.slice(wanted.length - length)];
    const found = texts.find(({ essence }) => essence.includes(start) || essence.includes(end));
    if (found !== undefined) return found;
  }
  return undefined;
}

function* textsOf(document: SpecDocument, value: Json): Iterable<SpecText> {
  if (!isJsonObject(value) && !Array.isArray(value)) return;
  for (const [key, item] of Object.entries(value)) {
    yield { text: key, essence: essenceOf(key), at: () => document.positions.ofKey(value, key) };
    if (typeof item === 'string')
      yield { text: item, essence: essenceOf(item), at: () => document.positions.ofValue(value, key) };
    yield* textsOf(document, item);
  }
}

function essenceOf(text: string): string {
  return text.replace(/[\s'"`\\;]/g, '');
}
