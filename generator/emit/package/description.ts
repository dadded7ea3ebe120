import { loadMarkdownIt, type MarkdownItLibrary } from '../../spec/read/libraries.js';
import { code, type Code } from '../code/templates.js';
import { cutText, MOST_CHARACTERS } from '../code/doc-comments.js';
import { escapeStart, markdownProse, escapeText, markdownSpan, tableRow } from './markdown.js';
import type { Token } from 'markdown-it';
import { replaceHidden, unicodeEscape } from '../code/literals.js';

/**
 * Prints a description of the spec, which is Markdown, as blocks of a page. Lists and tables are kept, headings become bold lines, HTML
 * becomes text, and pictures become links. Text after a block cannot become part of it. Only the beginning of a long description is
 * printed.
 */
export function descriptionBlocks(text: string): readonly MarkdownBlock[] {
  if (text.trim() === '') return [];
  if (isPlain(text)) return [{ kind: 'paragraph', text: text.trim() }];
  const printed = printBeginning(text, printBlocks, joinBlocks);
  if (printed === undefined) return [{ kind: 'paragraph', text: markdownProse(text).text }];
  return printed.isCut ? [...printed.result, { kind: 'paragraph', text: '…' }] : printed.result;
}

/** Puts words before blocks: into the first block if it is a paragraph, else as a paragraph of their own. */
export function leadBlocks(words: string, blocks: readonly MarkdownBlock[]): readonly MarkdownBlock[] {
  const [first, ...others] = blocks;
  if (first?.kind !== 'paragraph') return [{ kind: 'paragraph', text: words }, ...blocks];
  return [{ ...first, text: `${words} ${first.text}` }, ...others];
}

/** Prints a description on one line, for cells of tables and items of lists. Emphasis, code and links are kept; blocks are joined. */
export function descriptionLine(text: string): Code {
  if (isPlain(text)) return code(text.trim());
  const printed = printBeginning(
    text,
    (nodes) => escapeStart(printLine(nodes)),
    (line) => line,
  );
  return printed === undefined ? markdownProse(text) : code(`${printed.result}${printed.isCut ? ' …' : ''}`);
}

/** Returns true if a text certainly has no markup, so that it need not be parsed. */
function isPlain(text: string): boolean {
  return text.length <= MOST_CHARACTERS && /^[A-Za-z](?: ?[A-Za-z0-9,.;:'"()/?%$@-])*$/.test(text);
}

/** Reads the beginning of a text, without the markup of some tags. The text is cut before it is parsed, since parsing is slow. */
function readBeginning(text: string, dropped: ReadonlySet<string>): readonly MarkdownNode[] | undefined {
  if (text.length <= MOST_CHARACTERS) return readMarkdown(text, dropped);
  const lines = text.lastIndexOf('\n', MOST_CHARACTERS);
  const end = lines > MOST_CHARACTERS / 2 ? lines : undefined;
  const nodes = readMarkdown(end === undefined ? cutText(text) : text.slice(0, end), dropped);
  const last = nodes?.at(-1)?.token.type;
  // The last paragraph is complete if the cut is at an empty line.
  const isWhole =
    end !== undefined &&
    (/\n[ \t]*$/.test(text.slice(end - 80, end)) || /^\n[ \t]*\r?\n/.test(text.slice(end, end + 80)));
  const isHalf = (last === 'paragraph_open' || last === 'heading_open') && !isWhole;
  return isHalf && nodes !== undefined && nodes.length > 1 ? nodes.slice(0, -1) : nodes;
}

/** Largest growth of a text by printing, as a factor. */
const MOST_GROWTH = 4;

/**
 * Prints the beginning of a text, and checks that parsing the result and printing it again returns the same text. If not, it prints
 * without `*`, `**` and `~~`, whose meaning depends on adjacent letters. Returns `undefined` if that fails, too, if the text is nested
 * too deeply, or if its references repeat so often that the result is very long. `isCut`: the text is longer.
 */
function printBeginning<T>(
  text: string,
  print: (nodes: readonly MarkdownNode[]) => T,
  toText: (printed: T) => string,
): { readonly result: T; readonly isCut: boolean } | undefined {
  for (const dropped of [new Set<string>(), MARKS]) {
    const nodes = readBeginning(text, dropped);
    if (nodes === undefined) return undefined;
    const result = print(nodes);
    const printed = toText(result);
    if (printed.length > MOST_GROWTH * MOST_CHARACTERS) return undefined;
    const again = readMarkdown(printed, dropped);
    if (again && toText(print(again)) === printed) return { result, isCut: text.length > MOST_CHARACTERS };
  }
  return undefined;
}

/** Level of quotes and lists from which a text is printed without markup, and the level at which the parser drops content. */
const [DEEPEST, DROPPED] = [30, 40];

/** Most cells of tables in a text: each short line becomes a row with as many cells as its table has columns. */
const MOST_CELLS = 4000;

let parser: InstanceType<MarkdownItLibrary> | undefined;

/** Parses Markdown as CommonMark with tables and `~~`, without blocks of HTML; `undefined` if it is nested too deeply. */
function readMarkdown(text: string, dropped: ReadonlySet<string>): readonly MarkdownNode[] | undefined {
  const lines = text.split('\n');
  if (lines.length * Math.max(...lines.map((line) => line.split('|').length - 1)) > MOST_CELLS) return undefined;
  parser ??= new (loadMarkdownIt())({ html: true, maxNesting: DROPPED }).disable('html_block');
  const tokens = parser.parse(text, {});
  return tokens.some(({ level }) => level >= DEEPEST) ? undefined : nest(tokens, dropped);
}

/** Nests tokens. Drops the markup of some tags, markup inside markup of the same tag, and markup inside headings. */
function nest(tokens: readonly Token[], dropped: ReadonlySet<string>): readonly MarkdownNode[] {
  const top: MarkdownNode[] = [];
  const open = [{ nodes: top, dropped }];
  for (const token of tokens) {
    const around = open.at(-1);
    if (token.nesting < 0) open.pop();
    if (token.nesting < 0 || around === undefined) continue;
    const { nodes, dropped: outer } = around;
    // A picture is printed as a link.
    const tag = token.tag === 'img' ? 'a' : token.tag;
    const isHeading = token.type === 'heading_open';
    const inner = isHeading ? [...MARKS] : SPANS.has(tag) ? [tag] : [];
    const below = inner.length === 0 ? outer : new Set([...outer, ...inner]);
    const children = [...nest(token.children ?? [], below)];
    const isDropped = SPANS.has(tag) && outer.has(tag);
    if (isDropped) nodes.push(...children);
    else nodes.push({ token, children, isBold: isHeading && !outer.has('strong') });
    if (token.nesting > 0) open.push({ nodes: isDropped ? nodes : children, dropped: below });
  }
  return top;
}

/** A token of `markdown-it` with the nodes up to its closing token. */
interface MarkdownNode {
  readonly token: Token;
  readonly children: readonly MarkdownNode[];
  /** It is a heading that is printed as a bold line. */
  readonly isBold: boolean;
}

/** A block of a page as printed Markdown. */
interface MarkdownBlock {
  readonly kind: 'paragraph' | 'heading' | 'list' | 'code' | 'other';
  readonly text: string;
}

/** Tags of the markup `*`, `**` and `~~`. */
const MARKS: ReadonlySet<string> = new Set(['em', 'strong', 's']);

/** Tags of markup that must not be nested in itself. */
const SPANS: ReadonlySet<string> = new Set([...MARKS, 'a']);

/** Prints blocks so that following text cannot become part of them; headings are bold lines. */
function printBlocks(nodes: readonly MarkdownNode[], marker = '-'): readonly MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  for (const node of nodes) {
    const before = blocks.at(-1);
    // Two adjacent lists with the same marker would be read as one.
    const other = before?.kind === 'list' && /^(?:-|\d+\.)/.test(before.text) ? '*' : '-';
    const block = node.token.type.endsWith('_list_open')
      ? printList(node, before === undefined ? marker : other)
      : printBlock(node);
    if (block.text !== '') blocks.push(block);
  }
  return blocks;
}

/** Joins the blocks of a page with empty lines. */
export function joinBlocks(blocks: readonly MarkdownBlock[]): string {
  return blocks.map(({ text }) => text).join('\n\n');
}

function printBlock(node: MarkdownNode): MarkdownBlock {
  const { token, children } = node;
  switch (token.type) {
    case 'paragraph_open':
      return { kind: 'paragraph', text: printLines(children, true) };
    case 'heading_open':
      return { kind: 'heading', text: printHeading(node) };
    case 'blockquote_open':
      return { kind: 'other', text: prefixLines(joinBlocks(printBlocks(children)), '> ', '> ') };
    case 'fence':
    case 'code_block':
      return { kind: 'code', text: printFence(token.content, token.info) };
    case 'table_open':
      return { kind: 'other', text: printTable(children) };
    default:
      return { kind: 'other', text: token.type === 'hr' ? '___' : '' };
  }
}

function printHeading({ children, isBold }: MarkdownNode): string {
  const text = printLines(children, false);
  return text === '' || !isBold ? text : `**${text}**`;
}

/** Prints a list. A list at the start of an item gets the marker `+`, since `- - -` would be a horizontal rule. */
function printList({ token: own, children }: MarkdownNode, marker: string): MarkdownBlock {
  const start = own.type === 'ordered_list_open' ? Number(own.attrGet('start') ?? 1) : undefined;
  const items = children.map((item) => printBlocks(item.children, '+'));
  const paragraphs = children.flatMap((item) => item.children).filter(({ token }) => token.type === 'paragraph_open');
  const isTight = paragraphs.every(({ token }) => token.hidden) && items.every((item) => item.every(followsDirectly));
  const gap = isTight ? '\n' : '\n\n';
  const lines = items.map((item, index) => {
    const number = start === undefined ? undefined : Math.min(start + index, 999_999_999);
    const head = number === undefined ? `${marker} ` : `${number}${marker === '*' ? ')' : '.'} `;
    return prefixLines(item.map((block) => block.text).join(gap), head, ' '.repeat(head.length));
  });
  return { kind: 'list', text: lines.join(gap) };
}

/** Returns true if a block inside an item needs no empty line before it. */
function followsDirectly({ kind, text }: MarkdownBlock, index: number, item: readonly MarkdownBlock[]): boolean {
  if (index === 0) return true;
  const isAfterText = /^(?:paragraph|heading)$/.test(item[index - 1]?.kind ?? '');
  return isAfterText && (kind === 'code' || (kind === 'list' && /^(?:[-*+]|1[.)]) \S/.test(text)));
}

function prefixLines(text: string, first: string, others: string): string {
  const lines = text.split('\n').map((line, index) => {
    const prefix = index === 0 ? first : others;
    return line === '' ? prefix.trimEnd() : `${prefix}${line}`;
  });
  return lines.join('\n');
}

/** Prints code in a fence that is longer than any fence in the code. */
export function printFence(content: string, info: string): string {
  const lines = content.replaceAll('\t', '    ').split('\n');
  const text = lines.map((line) => replaceHidden(line, unicodeEscape)).join('\n');
  const [language = ''] = /^[\w.+#-]+/.exec(info.trim()) ?? [];
  const ticks = Array.from(text.matchAll(/`+/g), ([one]) => one.length);
  const fence = '`'.repeat(Math.max(2, ...ticks) + 1);
  return `${fence}${language}\n${text === '' || text.endsWith('\n') ? text : `${text}\n`}${fence}`;
}

function printTable(parts: readonly MarkdownNode[]): string {
  const [head, ...rows] = parts.flatMap((part) => part.children).map((row) => row.children);
  if (head === undefined) return '';
  const printCells = (row: readonly MarkdownNode[]): readonly string[] =>
    row.map((cell) => printLines(cell.children, false));
  // Empty cells at the end are dropped: a short line can become a row of a thousand cells.
  const shown = rows.map(printCells).map((cells) => {
    const last = cells.findLastIndex((cell) => cell !== '');
    return cells.slice(0, Math.max(1, last + 1));
  });
  const rules = head.map(({ token }) => alignments.get(String(token.attrGet('style'))) ?? '---');
  return [printCells(head), rules, ...shown].map((cells) => tableRow(cells).text).join('\n');
}

const alignments: ReadonlyMap<string, string> = new Map([
  ['text-align:left', ':---'],
  ['text-align:center', ':---:'],
  ['text-align:right', '---:'],
]);

/** Prints blocks on one line, joined by spaces, without markers of items, rows and blocks. */
function printLine(nodes: readonly MarkdownNode[]): string {
  return nodes
    .map(printInLine)
    .filter((text) => text !== '')
    .join(' ');
}

function printInLine(node: MarkdownNode): string {
  const { token, children } = node;
  switch (token.type) {
    case 'heading_open':
      return printHeading(node);
    case 'bullet_list_open':
      return children.map((item) => `• ${printLine(item.children)}`).join(' ');
    case 'ordered_list_open': {
      const start = Number(token.attrGet('start') ?? 1);
      return children.map((item, index) => `${start + index}. ${printLine(item.children)}`).join(' ');
    }
    case 'tr_open':
      return children.map((cell) => printLine(cell.children)).join(', ');
    case 'table_open':
      return children.flatMap((part) => part.children.map(printInLine)).join('; ');
    case 'fence':
    case 'code_block':
      return printSpan(token.content, false);
    case 'inline':
      return printText(children, false).trim();
    default:
      return printLine(children);
  }
}

/** Prints the lines of a paragraph, a cell or a heading, with escapes so that no line begins another block. */
function printLines(nodes: readonly MarkdownNode[], keepsLines: boolean): string {
  const inside = nodes.flatMap(({ children }) => children);
  return printText(inside, keepsLines)
    .split('\n')
    .map((line) => escapeStart(line.trim()))
    .filter((line) => line !== '')
    .join('\n');
}

function printText(nodes: readonly MarkdownNode[], keepsLines: boolean): string {
  let shown = '';
  for (const node of nodes) {
    const text = printNode(node, keepsLines);
    // Two adjacent code spans would become one, and `!` before a link would make it a picture.
    if (shown.endsWith('`') && text.startsWith('`')) shown += ' ';
    if (shown.endsWith('!') && text.startsWith('[')) shown = `${shown.slice(0, -1)}\\!`;
    shown += text;
  }
  return shown;
}

function printNode({ token, children }: MarkdownNode, keepsLines: boolean): string {
  const { type } = token;
  if (type === 'code_inline') return printSpan(token.content, keepsLines);
  if (type === 'softbreak') return keepsLines ? '\n' : ' ';
  if (type === 'hardbreak') return keepsLines ? '\\\n' : ' ';
  const text = printText(children, keepsLines);
  if (type === 'link_open') return printLink(token, 'href', text.trim());
  if (type === 'image') return printLink(token, 'src', text.trim());
  const mark = markup.get(type);
  if (mark === undefined) return escapeText(token.content);
  return text === '' ? '' : `${mark}${text}${mark}`;
}

const markup: ReadonlyMap<string, string> = new Map([
  ['em_open', '*'],
  ['strong_open', '**'],
  ['s_open', '~~'],
]);

/** Prints a code span; as text if it contains `\|` and is on one line, since a span in a cell of a table cannot contain that. */
function printSpan(content: string, keepsLines: boolean): string {
  return !keepsLines && content.includes('\\|') ? escapeText(content.trim()) : markdownSpan(content);
}

/** Allowed addresses of links: web, mail or the same page, without characters that would end the address or be markup. */
const ADDRESS = /^(?:https?:\/\/|mailto:|#)[\w!#$%&'*+,./:;=?@~-]+$/i;

/** Prints a link; as text if its address is relative or not allowed. A picture becomes a link, so that pages do not load it. */
function printLink(token: Token, attribute: 'href' | 'src', text: string): string {
  const href = String(token.attrGet(attribute) ?? '');
  const address = href.replaceAll('(', '%28').replaceAll(')', '%29');
  if (!ADDRESS.test(address)) return `${text} ${href && `(${escapeText(href)})`}`.trim();
  const escaped = escapeText(String(token.attrGet('title') ?? '')).trim();
  const title = escaped && ` "${escaped.replaceAll('"', '\\"')}"`;
  const target = address.replace(/&(?=#?\w+;)/g, '&amp;');
  return `[${text || escapeText(href)}](${target}${title})`;
}
