import type { Doc } from '../../api/types/schema.js';
import { splitNotes } from '../../api/schemas/doc.js';
import { replaceHidden, unicodeEscape } from './literals.js';

/** Most characters of a comment on one line. */
const longestLine = 100;

/** Further sentences of a doc comment. */
export interface FurtherDocs {
  /** Sentences of a paragraph after the texts of the doc. */
  readonly facts?: readonly string[];
  /** Items of a list at the end. */
  readonly items?: readonly string[];
}

/**
 * Returns the lines of a doc comment, in this order: the texts of the doc, `facts`, `notes` (facts that types cannot express), the source
 * if the options ask for sources, the list of items, `@deprecated`. A short comment has one line, else each of them is a paragraph.
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
    // Text that was cut inside a block of code needs the end of the block.
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

/** Prints the source of a fact: `pets.md:63`, or `public facts` for `public`. */
export function sourceName(source: string): string {
  return source === 'public' ? 'public facts' : source;
}

/** Lists summary and description; only the description if it begins with the summary. */
export function listDocTexts({ summary = '', description = '' }: Doc): readonly string[] {
  const short = summary.trim();
  const long = description.trim();
  return long.startsWith(short) ? [long] : [short, long];
}

/** Most characters of a text in comments and pages; `openapi.json` has the whole text. */
export const MOST_CHARACTERS = 4000;

/** Returns a text, or its beginning and `…` if it is longer than `MOST_CHARACTERS`. */
export function shorten(text: string): string {
  return text.length <= MOST_CHARACTERS ? text : `${cutText(text)} …`;
}

/** Cuts a text after `MOST_CHARACTERS`, at a space if there is one near the end. */
export function cutText(text: string): string {
  // The cut may divide a surrogate pair.
  const cut = text.slice(0, MOST_CHARACTERS).replace(/[\uD800-\uDBFF]$/, '');
  return /^[^]*\s(?=\S{0,200}$)/.exec(cut)?.[0].trimEnd() ?? cut;
}

/** Widest line of prose in a comment, in characters. */
const width = 110;

/** Breaks long lines of prose at spaces; code, tables and indented lines stay unchanged. */
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

/** Breaks a line at spaces. A word that is longer than a line gets its own line; several spaces inside a line are kept. */
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

/** A block tag such as `@deprecated` or `@example`; its text may come from the spec. */
export interface DocTag {
  readonly tag: 'deprecated' | 'throws' | 'example';
  readonly text: string;
}

/** A line or paragraph of a doc comment, which may come from the spec, or a block tag. */
export type DocLine = string | DocTag;

/**
 * Prints the inside of a doc comment, without `/**` and stars, for the `docs` of ts-morph structures. Texts are escaped so that they
 * cannot end the comment, start a tag or hide characters; nothing is removed.
 */
export function docText(lines: readonly DocLine[]): string {
  return lines.flatMap(printLine).join('\n');
}

/** Prints a whole doc comment, with one line on one line; an empty string for no lines. */
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
 * The sign before a directive that compilers, bundlers or debuggers follow anywhere in a comment: `@ts-ignore`, `@jsxImportSource`,
 * `@__PURE__`, `# sourceMappingURL`.
 */
const DIRECTIVE = /[@#](?=ts-|jsx|__[A-Z]|\s*source(?:Mapping)?URL)/gi;

/** Splits a text into lines and escapes ends of comments, tags and directives. U+0085, U+2028 and U+2029 end lines, as in some tools. */
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
