import { replaceHidden, unicodeEscape } from '../code/literals.js';
import { code, type Code } from '../code/templates.js';
import { shorten, sourceName } from '../code/doc-comments.js';
import type { PrintCode } from '../code/operation-sentences.js';

/** Prints any text as one line of Markdown that shows exactly this text: markup, HTML and bars of tables are escaped. */
export function markdownText(text: string): Code {
  return code(escapeStart(escapeInline(visible(text))));
}

/** Prints any text like `markdownText`, but keeps code in backquotes, and shortens a very long text. */
export function markdownProse(text: string): Code {
  const whole = visible(shorten(text));
  if (!whole.includes('`')) return code(escapeStart(escapeInline(whole)));
  let [shown, done] = ['', 0];
  for (const { 0: span, 2: inner = '', index } of whole.matchAll(codeInProse)) {
    shown += escapeInline(whole.slice(done, index)) + codeSpan(inner).text;
    done = index + span.length;
  }
  return code(escapeStart(shown + escapeInline(whole.slice(done))));
}

/** Text between two equally long runs of backquotes. */
const codeInProse = /(?<![\\`])(`+)([^`]|[^`].*?[^`])\1(?!`)/g;

/** Prints any text as a code span. */
export function codeSpan(text: string): Code {
  const shown = visible(text);
  // In a table, `\|` inside a code span would end the cell, even with another backslash.
  if (shown.includes('\\|')) return code(`<code>${escapeInline(shown).replaceAll('\\|', '&#124;')}</code>`);
  return code(markdownSpan(shown));
}

/** Prints any text as a code span outside tables. */
export function markdownSpan(text: string): string {
  const shown = visible(text);
  if (/^[^`]+$/.test(shown)) return `\`${shown}\``;
  const fence = '`'.repeat(Math.max(0, ...[...shown.matchAll(/`+/g)].map(([ticks]) => ticks.length)) + 1);
  const space = /^`|^$|`$/.test(shown) ? ' ' : '';
  return `${fence}${space}${shown}${shown === '' ? '' : space}${fence}`;
}

/** Prints a row of a table; the cells are Markdown. */
export function tableRow(cells: readonly string[]): Code {
  return code(`| ${cells.map((cell) => cell.replace(/(?<!\\)\|/g, '\\|')).join(' | ')} |`);
}

/** Prints the lines of a table with its head; none if it has no rows. */
export function printTableRows(head: readonly string[], rows: readonly (readonly string[])[]): readonly Code[] {
  return rows.length === 0 ? [] : [head, head.map(() => '---'), ...rows].map(tableRow);
}

/** Prints the source of a fact as a cell; empty if there is none. */
export function sourceCell(source: string | undefined): string {
  return source === undefined ? '' : markdownProse(sourceName(source)).text;
}

/** Prints code in a sentence of a page. */
export const markdownCode: PrintCode = (value) => codeSpan(value).text;

/** Entities for characters that could form an HTML tag even after a backslash. */
const entities: ReadonlyMap<string, string> = new Map([
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['&', '&amp;'],
]);

/** Escapes text inside a line of Markdown; keeps spaces at its ends. */
export function escapeText(text: string): string {
  return escapeInline(replaceHidden(text.replace(/\s+/g, ' '), unicodeEscape));
}

/** Escapes the markup in a text. An underscore inside a word is no markup: `AD_UNIT`. */
function escapeInline(text: string): string {
  return text
    .replace(/[\\`*[\]|~]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, '\\$&')
    .replace(/[<>&]/g, (found) => entities.get(found) ?? found);
}

/** Escapes the start of a line that would begin a heading, a list, a rule, or the separator of a table. */
export function escapeStart(text: string): string {
  return text.replace(/^(?:[#+=-]|:(?=-))/, '\\$&').replace(/^(\d+)([.)])/, '$1\\$2');
}

function visible(text: string): string {
  if (!/[^ -~]| {2}/.test(text)) return text.trim();
  return replaceHidden(text.replace(/\s+/g, ' ').trim(), unicodeEscape);
}

/** Returns the anchors of headings on GitHub and npm: `['Get a pet', 'Get a pet!']` → `['get-a-pet', 'get-a-pet-1']`. */
export function makeAnchors(headings: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  return headings.map((heading) => {
    const plain = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-');
    const count = counts.get(plain) ?? 0;
    counts.set(plain, count + 1);
    return count === 0 ? plain : `${plain}-${count}`;
  });
}
