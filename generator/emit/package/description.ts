import { loadMarkdownIt, type MarkdownItLibrary } from '../../spec/read/libraries.js';
import { code, type Code } from '../code/templates.js';
import { cutText, MOST_CHARACTERS } from '../code/doc-comments.js';
import { escapeStart, markdownProse, escapeText, markdownSpan, tableRow } from './markdown.js';
import type { Token } from 'markdown-it';
import { replaceHidden, unicodeEscape } from '../code/literals.js';

/**
 * Prints a description of the spec, which is Markdown, as blocks of a page: a list stays a list and a table a table, headings
 * become bold lines, HTML becomes text, and pictures become links. No block goes on after its end. Only the beginning of a long
 * description is printed.
 */
export function descriptionBlocks(text: string): readonly MarkdownBlock[] {
  if (text.trim() === '') return [];
  if (isPlain(text)) return [{ kind: 'paragraph', text: text.trim() }];
  const { nodes, isCut } = readBeginning(text);
  const blocks = readBack(nodes, printBlocks, joinBlocks);
  if (blocks === undefined) return [{ kind: 'paragraph', text: markdownProse(text).text }];
  return isCut ? [...blocks, { kind: 'paragraph', text: '…' }] : blocks;
}

/** Puts words before blocks, in their first paragraph if they begin with one. */
export function leadBlocks(words: string, blocks: readonly MarkdownBlock[]): readonly MarkdownBlock[] {
  const [first, ...others] = blocks;
  if (first?.kind !== 'paragraph') return [{ kind: 'paragraph', text: words }, ...blocks];
  return [{ ...first, text: `${words} ${first.text}` }, ...others];
}

/** Prints a description on one line, for cells of tables and items of lists: emphasis, code and links stay, blocks are joined. */
export function descriptionLine(text: string): Code {
  if (isPlain(text)) return code(text.trim());
  const { nodes, isCut } = readBeginning(text);
  const print = (all: readonly MarkdownNode[], without: ReadonlySet<string>): string =>
    escapeStart(printLine(all, without));
  const line = readBack(nodes, print, (shown) => shown);
  return line === undefined ? markdownProse(text) : code(isCut ? `${line} …` : line);
}

/** Tells whether a text certainly has no markup, as most have none. */
function isPlain(text: string): boolean {
  return text.length <= MOST_CHARACTERS && /^[A-Za-z](?: ?[A-Za-z0-9,.;:'"()/?%$@-])*$/.test(text);
}

/** The nodes of the beginning of a text, `undefined` where some of it would be lost. `isCut`: there is more of the text. */
interface Beginning {
  readonly nodes: readonly MarkdownNode[] | undefined;
  readonly isCut: boolean;
}

/** Reads the beginning of a text. It is cut before it is parsed, which takes time. */
function readBeginning(text: string): Beginning {
  if (text.length <= MOST_CHARACTERS) return { nodes: readMarkdown(text), isCut: false };
  const lines = text.lastIndexOf('\n', MOST_CHARACTERS);
  const end = lines > MOST_CHARACTERS / 2 ? lines : undefined;
  const nodes = readMarkdown(end === undefined ? cutText(text) : text.slice(0, end));
  const last = nodes?.at(-1)?.token.type;
  // The text is cut at an empty line, or before one.
  const isWhole =
    end !== undefined &&
    (/\n[ \t]*$/.test(text.slice(end - 80, end)) || /^\n[ \t]*\r?\n/.test(text.slice(end, end + 80)));
  const isHalf = (last === 'paragraph_open' || last === 'heading_open') && !isWhole;
  return { nodes: isHalf && nodes !== undefined && nodes.length > 1 ? nodes.slice(0, -1) : nodes, isCut: true };
}

type Print<T> = (nodes: readonly MarkdownNode[], without: ReadonlySet<string>) => T;

/** Largest growth of a text by printing, as a factor. */
const MOST_GROWTH = 4;

/**
 * Prints nodes so that they read back as printed; without `*`, `**` and `~~` where these do not, which depends on the letters
 * around them. Returns `undefined` where nothing reads back, or where a short text would print a very long one, by repeated
 * references.
 */
function readBack<T>(
  nodes: readonly MarkdownNode[] | undefined,
  print: Print<T>,
  textOf: (printed: T) => string,
): T | undefined {
  if (nodes === undefined) return undefined;
  for (const without of [new Set<string>(), MARKS]) {
    const printed = print(nodes, without);
    const text = textOf(printed);
    if (text.length > MOST_GROWTH * MOST_CHARACTERS) return undefined;
    const again = readMarkdown(text);
    if (again !== undefined && textOf(print(again, without)) === text) return printed;
  }
  return undefined;
}

/** Levels of quotes and lists from which on all is text: the parser drops what is still deeper. */
const [DEEPEST, DROPPED] = [30, 40];

/** Most cells that a text may have: a short line is a row as long as its table is wide. */
const MOST_CELLS = 4000;

let parser: InstanceType<MarkdownItLibrary> | undefined;

/** Reads Markdown as CommonMark with tables and `~~`, HTML within the text; `undefined` where it is nested too deeply. */
function readMarkdown(text: string): readonly MarkdownNode[] | undefined {
  const lines = text.split('\n');
  if (lines.length * Math.max(...lines.map((line) => line.split('|').length - 1)) > MOST_CELLS) return undefined;
  parser ??= new (loadMarkdownIt())({ html: true, maxNesting: DROPPED }).disable('html_block');
  const tokens = parser.parse(text, {});
  return tokens.some(({ level }) => level >= DEEPEST) ? undefined : nest(tokens);
}

type Tokens = readonly MarkdownNode['token'][];

function nest(tokens: Tokens): readonly MarkdownNode[] {
  const top: MarkdownNode[] = [];
  const open = [top];
  for (const token of tokens) {
    if (token.nesting < 0) {
      open.pop();
      continue;
    }
    const children: MarkdownNode[] = token.children === null ? [] : [...nest(token.children)];
    open.at(-1)?.push({ token, children });
    if (token.nesting > 0) open.push(children);
  }
  return top;
}

/** A token of `markdown-it` with what is between it and the token that closes it. */
export interface MarkdownNode {
  readonly token: Token;
  readonly children: readonly MarkdownNode[];
}

/** A block as text, of one line or several. */
export interface MarkdownBlock {
  readonly kind: 'paragraph' | 'heading' | 'list' | 'code' | 'other';
  readonly text: string;
}

/** Options of printing text within a line. */
interface Manner {
  /** True where line ends stay. */
  readonly lines: boolean;
  /** Tags of the markup to leave out, and of the markup around the text. */
  readonly without: ReadonlySet<string>;
}

/** Tags of the markup that `*`, `**` and `~~` make. */
const MARKS: ReadonlySet<string> = new Set(['em', 'strong', 's']);

/** Prints blocks so that none of them can go on after its end, whatever follows; headings are bold lines. */
function printBlocks(
  nodes: readonly MarkdownNode[],
  without: ReadonlySet<string>,
  marker = '-',
): readonly MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  for (const node of nodes) {
    const before = blocks.at(-1);
    // A list right after another one needs another marker.
    const other = before?.kind === 'list' && /^(?:-|\d+\.)/.test(before.text) ? '*' : '-';
    const block = node.token.type.endsWith('_list_open')
      ? printList(node, without, before === undefined ? marker : other)
      : printBlock(node, without);
    if (block.text !== '') blocks.push(block);
  }
  return blocks;
}

/** Joins the blocks of a page, an empty line between two. */
export function joinBlocks(blocks: readonly MarkdownBlock[]): string {
  return blocks.map(({ text }) => text).join('\n\n');
}

function printBlock({ token, children }: MarkdownNode, without: ReadonlySet<string>): MarkdownBlock {
  switch (token.type) {
    case 'paragraph_open':
      return { kind: 'paragraph', text: printLines(children, { lines: true, without }) };
    case 'heading_open':
      return { kind: 'heading', text: printHeading(children, without) };
    case 'blockquote_open':
      return { kind: 'other', text: prefixLines(joinBlocks(printBlocks(children, without)), '> ', '> ') };
    case 'fence':
    case 'code_block':
      return { kind: 'code', text: printFence(token.content, token.info) };
    case 'table_open':
      return { kind: 'other', text: printTable(children, without) };
    default:
      return { kind: 'other', text: token.type === 'hr' ? '___' : '' };
  }
}

function printHeading(children: readonly MarkdownNode[], without: ReadonlySet<string>): string {
  const text = printLines(children, { lines: false, without: new Set([...without, ...MARKS]) });
  return text === '' || without.has('strong') ? text : `**${text}**`;
}

/** Prints a list. A list within an item, on the line of its marker, gets the marker `+`: `- - -` would be a rule. */
function printList(
  { token: own, children }: MarkdownNode,
  without: ReadonlySet<string>,
  marker: string,
): MarkdownBlock {
  const start = own.type === 'ordered_list_open' ? Number(own.attrGet('start') ?? 1) : undefined;
  const items = children.map((item) => printBlocks(item.children, without, '+'));
  const paragraphs = children.flatMap((item) => item.children).filter(({ token }) => token.type === 'paragraph_open');
  const isTight = paragraphs.every(({ token }) => token.hidden) && items.every((item) => item.every(followsDirectly));
  const lines = items.map((item, index) => {
    const number = start === undefined ? undefined : Math.min(start + index, 999_999_999);
    const head = number === undefined ? `${marker} ` : `${number}${marker === '*' ? ')' : '.'} `;
    const text = item.map((block) => block.text).join(isTight ? '\n' : '\n\n');
    return prefixLines(text, head, ' '.repeat(head.length));
  });
  return { kind: 'list', text: lines.join(isTight ? '\n' : '\n\n') };
}

/** Tells whether a block of an item needs no empty line before it. */
function followsDirectly({ kind, text }: MarkdownBlock, index: number, item: readonly MarkdownBlock[]): boolean {
  const before = item[index - 1];
  if (before === undefined) return true;
  if (before.kind !== 'paragraph' && before.kind !== 'heading') return false;
  return kind === 'code' || (kind === 'list' && /^(?:[-*+]|1[.)]) \S/.test(text));
}

function prefixLines(text: string, first: string, others: string): string {
  return text
    .split('\n')
    .map((line, index) => {
      const prefix = index === 0 ? first : others;
      return line === '' ? prefix.trimEnd() : `${prefix}${line}`;
    })
    .join('\n');
}

/** Prints code in a fence that is longer than any in the code. */
export function printFence(content: string, info: string): string {
  const text = content
    .replaceAll('\t', '    ')
    .split('\n')
    .map((line) => replaceHidden(line, unicodeEscape))
    .join('\n');
  const [language = ''] = /^[\w.+#-]+/.exec(info.trim()) ?? [];
  const fence = '`'.repeat(Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length)) + 1);
  return `${fence}${language}\n${text === '' || text.endsWith('\n') ? text : `${text}\n`}${fence}`;
}

function printTable(parts: readonly MarkdownNode[], without: ReadonlySet<string>): string {
  const [head, ...rows] = parts.flatMap((part) => part.children).map((row) => row.children);
  if (head === undefined) return '';
  const manner = { lines: false, without };
  const printCells = (row: readonly MarkdownNode[]): readonly string[] =>
    row.map((cell) => printLines(cell.children, manner));
  // Empty cells at the end go: a short line may stand for a row of a thousand of them.
  const printRow = (row: readonly MarkdownNode[]): readonly string[] => {
    const cells = printCells(row);
    return cells.slice(0, Math.max(1, cells.findLastIndex((cell) => cell !== '') + 1));
  };
  const rules = head.map(({ token }) => alignments.get(String(token.attrGet('style'))) ?? '---');
  const lines = [printCells(head), rules, ...rows.map(printRow)];
  return lines.map((cells) => tableRow(cells).text).join('\n');
}

const alignments: ReadonlyMap<string, string> = new Map([
  ['text-align:left', ':---'],
  ['text-align:center', ':---:'],
  ['text-align:right', '---:'],
]);

/** Prints blocks in one line, joined by spaces, without what makes an item, a row or a block of its own. */
function printLine(nodes: readonly MarkdownNode[], without: ReadonlySet<string>): string {
  return nodes
    .map((node) => printInLine(node, without))
    .filter((text) => text !== '')
    .join(' ');
}

function printInLine({ token, children }: MarkdownNode, without: ReadonlySet<string>): string {
  switch (token.type) {
    case 'heading_open':
      return printHeading(children, without);
    case 'bullet_list_open':
      return children.map((item) => `• ${printLine(item.children, without)}`).join(' ');
    case 'ordered_list_open': {
      const start = Number(token.attrGet('start') ?? 1);
      return children.map((item, index) => `${start + index}. ${printLine(item.children, without)}`).join(' ');
    }
    case 'tr_open':
      return children.map((cell) => printLine(cell.children, without)).join(', ');
    case 'table_open':
      return children.flatMap((part) => part.children.map((row) => printInLine(row, without))).join('; ');
    case 'fence':
    case 'code_block':
      return printSpan(token.content, false);
    case 'inline':
      return printText(children, { lines: false, without }).trim();
    default:
      return printLine(children, without);
  }
}

/** Prints the lines of a paragraph, a cell or a heading, escaped so that none begins another block. */
function printLines(nodes: readonly MarkdownNode[], manner: Manner): string {
  const text = printText(
    nodes.flatMap(({ children }) => children),
    manner,
  );
  return text
    .split('\n')
    .map((line) => escapeStart(line.trim()))
    .filter((line) => line !== '')
    .join('\n');
}

function printText(nodes: readonly MarkdownNode[], manner: Manner): string {
  let shown = '';
  for (const node of nodes) {
    const text = printNode(node, manner);
    // Two spans of code would be one, and a link a picture.
    if (shown.endsWith('`') && text.startsWith('`')) shown += ' ';
    if (shown.endsWith('!') && text.startsWith('[')) shown = `${shown.slice(0, -1)}\\!`;
    shown += text;
  }
  return shown;
}

function printNode({ token, children }: MarkdownNode, manner: Manner): string {
  switch (token.type) {
    case 'code_inline':
      return printSpan(token.content, manner.lines);
    case 'softbreak':
      return manner.lines ? '\n' : ' ';
    case 'hardbreak':
      return manner.lines ? '\\\n' : ' ';
    case 'em_open':
    case 'strong_open':
    case 's_open': {
      if (manner.without.has(token.tag)) return printText(children, manner);
      const text = printText(children, within(token.tag, manner));
      const mark = token.type === 'em_open' ? '*' : token.type === 's_open' ? '~~' : '**';
      return text === '' ? '' : `${mark}${text}${mark}`;
    }
    case 'link_open':
      return printLink(String(token.attrGet('href') ?? ''), { token, children }, manner);
    case 'image':
      return printLink(String(token.attrGet('src') ?? ''), { token, children }, manner);
    default:
      return escapeText(token.content);
  }
}

function within(tag: string, manner: Manner): Manner {
  return { ...manner, without: new Set([...manner.without, tag]) };
}

/** Prints a code span; as text on one line where it has `\|`, which no span in a cell can hold. */
function printSpan(content: string, lines: boolean): string {
  return !lines && content.includes('\\|') ? escapeText(content.trim()) : markdownSpan(content);
}

/** Addresses that a link may have: of the web, mail or the page, without characters that would end the address or be markup. */
const ADDRESS = /^(?:https?:\/\/|mailto:|#)[\w!#$%&'*+,./:;=?@~-]+$/i;

/** Prints a link, as text where a reader cannot follow it from the page. A picture becomes a link, so that it is not loaded. */
function printLink(href: string, { token, children }: MarkdownNode, manner: Manner): string {
  const text = printText(children, within('a', manner)).trim();
  if (manner.without.has('a')) return text;
  const address = href.replaceAll('(', '%28').replaceAll(')', '%29');
  if (!ADDRESS.test(address)) return [text, href === '' ? '' : `(${escapeText(href)})`].join(' ').trim();
  const said = escapeText(String(token.attrGet('title') ?? '')).trim();
  const title = said === '' ? '' : ` "${said.replaceAll('"', '\\"')}"`;
  const target = address.replace(/&(?=#?\w+;)/g, '&amp;');
  return `[${text === '' ? escapeText(href) : text}](${target}${title})`;
}
