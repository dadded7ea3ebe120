import type { Doc } from '../../api/types/schema.js';
import { splitNotes } from '../../api/schemas/doc.js';
import { replaceHidden, unicodeEscape } from './literals.js';

/** Longest text that a comment keeps on one line, in characters. */
const longestLine = 100;

/** Further sentences of a doc comment. */
export interface FurtherDocs {
  /** A paragraph after the texts. */
  readonly facts?: readonly string[];
  /** A list at the end. */
  readonly items?: readonly string[];
}

/**
 * Returns the doc comment of a node: its texts; `facts`; `notes` (what types cannot say); its source, if the config
 * asks for sources; the list; `@deprecated`. All on one line where that is short, else a paragraph each.
 */
export function docLines(
  doc: Doc,
  notes: readonly string[] = [],
  { facts = [], items: further = [] }: FurtherDocs = {},
): readonly DocLine[] {
  const cited = doc.cited === true && doc.source !== undefined ? `Source: ${sourceName(doc.source)}.` : '';
  const { sentences, items: values } = splitNotes(notes);
  const texts = listDocTexts(doc).map((text) => {
    const shown = shorten(text);
    // A block of code that was cut ends there.
    const fences = shown === text ? [] : [...shown.matchAll(/^ *(```+|~~~+)/gm)].map(([, fence = '']) => fence);
    return fences.length % 2 === 0 ? shown : [shown, ...fences.slice(-1)].join('\n');
  });
  const paragraphs = [...texts, facts.join(' '), sentences.join(' '), cited].filter((text) => text !== '');
  const line = paragraphs.join(' ');
  const areSentences = paragraphs.every((one, index) => index === paragraphs.length - 1 || /[.!?]$/.test(one));
  const items = [...values, ...further].map((one) => `- ${wrapLine(one).replaceAll('\n', '\n  ')}`);
  const isShort = items.length === 0 && areSentences && line.length <= longestLine && !/[\n\r]/.test(line);
  const lines = [...(isShort ? [line] : paragraphs.map(wrapText)), items.join('\n')].filter((one) => one !== '');
  const tags: DocLine[] = doc.deprecated === true ? [{ tag: 'deprecated', text: '' }] : [];
  return [...lines, ...tags].flatMap((one, index) => (index === 0 ? [one] : ['', one]));
}

/** A line of a document, or what is publicly known. */
export function sourceName(source: string): string {
  return source === 'public' ? 'public facts' : source;
}

/** Summary and description, or one of them where the other repeats it. */
export function listDocTexts({ summary = '', description = '' }: Doc): readonly string[] {
  const short = summary.trim();
  const long = description.trim();
  return long.startsWith(short) ? [long] : [short, long];
}

/** Most characters of a text that comments and pages show: what is longer is read in `openapi.json`. */
export const MOST_CHARACTERS = 4000;

/** The beginning of a text that would fill pages. */
export function shorten(text: string): string {
  return text.length <= MOST_CHARACTERS ? text : `${cutText(text)} …`;
}

/** As many characters as are shown, cut at a space, where there is one near the end. */
export function cutText(text: string): string {
  // Half of a pair of surrogates is no character.
  const cut = text.slice(0, MOST_CHARACTERS).replace(/[\uD800-\uDBFF]$/, '');
  return /^[^]*\s(?=\S{0,200}$)/.exec(cut)?.[0].trimEnd() ?? cut;
}

/** Widest line of prose in a comment, in characters. */
const width = 110;

/** Breaks long lines of prose at spaces; code, tables and whatever is indented stay as they are. */
export function wrapText(text: string): string {
  let fenced = false;
  const lines = text.split('\n').map((line) => {
    const fence = /^\s*(```|~~~)/.test(line);
    const wrapped = fenced || fence || /^[\s|]/.test(line) ? line : wrapLine(line);
    fenced = fence ? !fenced : fenced;
    return wrapped;
  });
  return lines.join('\n');
}

/** A word that is longer than a line is on its own line; a run of spaces is kept where it does not end a line. */
function wrapLine(line: string): string {
  if (line.length <= width) return line;
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (longer.length > width && current !== '') {
      lines.push(current);
      current = word;
    } else {
      current = longer;
    }
  }
  return [...lines, current].join('\n');
}

/** A block tag of our own: `@deprecated`, `@example`; its text comes from anywhere. */
export interface DocTag {
  readonly tag: 'deprecated' | 'throws' | 'example';
  readonly text: string;
}

/** Text of a doc comment: paragraphs and lines of any origin, and tags of ours. */
export type DocLine = string | DocTag;

/**
 * Prints the inside of a doc comment, without `/**` and stars: for the `docs` of ts-morph structures.
 * Spec text cannot end the comment, start a tag or hide characters; nothing of it is dropped.
 */
export function docText(lines: readonly DocLine[]): string {
  return lines.flatMap(printLine).join('\n');
}

/** A whole doc comment, on one line where it fits; empty string where there is nothing to say. */
export function docComment(lines: readonly DocLine[]): string {
  const printed = lines.flatMap(printLine);
  if (printed.length === 0) return '';
  if (printed.length === 1) return `/** ${printed[0]} */`;
  return ['/**', ...printed.map((line) => (line === '' ? ' *' : ` * ${line}`)), ' */'].join('\n');
}

function printLine(line: DocLine): readonly string[] {
  if (typeof line === 'string') return inertLines(line);
  const [first = '', ...rest] = inertLines(line.text);
  return [`@${line.tag} ${first}`.trimEnd(), ...rest];
}

/**
 * The sign before a word that compilers, bundlers or debuggers obey anywhere in a comment: `@ts-ignore`,
 * `@jsxImportSource`, `@__PURE__`, `# sourceMappingURL`.
 */
const DIRECTIVE = /[@#](?=ts-|jsx|__[A-Z]|\s*source(?:Mapping)?URL)/gi;

/** Splits a text into lines without power. U+0085, U+2028 and U+2029 end lines in some readers, so they do here. */
function inertLines(text: string): readonly string[] {
  return text.split(/\r\n|[\n\r\u0085\u2028\u2029]/).map((line) =>
    replaceHidden(line, (code) => (code === 9 ? '\t' : unicodeEscape(code)))
      .replace(/\*(?=\/)/g, '*\\')
      .replace(DIRECTIVE, '$&\\')
      .replace(/^([\s*/]*)@/, '$1\\@')
      .replace(/\{(?=@)/g, '{\\')
      .trimEnd(),
  );
}
