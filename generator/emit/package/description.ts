import { loadMarkdownIt, type MarkdownItLibrary } from '../../spec/read/libraries.js';
import { code } from '../code/templates/templates.js';
import type { Code } from '../code/templates/templates.js';
import { cutText, MOST_CHARACTERS } from '../code/docs/doc-lines.js';
import { escapeStart, markdownProse } from './markdown.js';
import { joinBlocks, type MarkdownBlock, type MarkdownNode, MARKS, printBlocks, printLine } from './print-markdown.js';

/**
 * A description of the spec, which is Markdown, as blocks of a page: a list stays a list and a table a table, headings become
 * bold lines, HTML becomes text, and pictures become links. None can go on after its end. Of a long one the beginning is shown.
 */
export function descriptionBlocks(text: string): readonly MarkdownBlock[] {
  if (text.trim() === '') return [];
  if (isPlain(text)) return [{ kind: 'paragraph', text: text.trim() }];
  const { nodes, isCut } = readBeginning(text);
  const blocks = readBack(nodes, printBlocks, joinBlocks);
  if (blocks === undefined) return [{ kind: 'paragraph', text: markdownProse(text).text }];
  return isCut ? [...blocks, { kind: 'paragraph', text: '…' }] : blocks;
}

/** Blocks with words before them, in their first paragraph if they begin with one. */
export function leadBlocks(words: string, blocks: readonly MarkdownBlock[]): readonly MarkdownBlock[] {
  const [first, ...others] = blocks;
  if (first?.kind !== 'paragraph') return [{ kind: 'paragraph', text: words }, ...blocks];
  return [{ ...first, text: `${words} ${first.text}` }, ...others];
}

/** The same in one line, for cells of tables and items of lists: emphasis, code and links stay, blocks are joined. */
export function descriptionLine(text: string): Code {
  if (isPlain(text)) return code(text.trim());
  const { nodes, isCut } = readBeginning(text);
  const print = (all: readonly MarkdownNode[], without: ReadonlySet<string>): string =>
    escapeStart(printLine(all, without));
  const line = readBack(nodes, print, (shown) => shown);
  return line === undefined ? markdownProse(text) : code(isCut ? `${line} …` : line);
}

/** Most texts have no markup at all. */
function isPlain(text: string): boolean {
  return text.length <= MOST_CHARACTERS && /^[A-Za-z](?: ?[A-Za-z0-9,.;:'"()/?%$@-])*$/.test(text);
}

/** The nodes of a text, `undefined` where some of it would be lost, and whether there is more of it. */
interface Beginning {
  readonly nodes: readonly MarkdownNode[] | undefined;
  readonly isCut: boolean;
}

/** Cut before it is read: what is read takes its time. */
function readBeginning(text: string): Beginning {
  if (text.length <= MOST_CHARACTERS) return { nodes: readMarkdown(text), isCut: false };
  const lines = text.lastIndexOf('\n', MOST_CHARACTERS);
  const end = lines > MOST_CHARACTERS / 2 ? lines : undefined;
  const nodes = readMarkdown(end === undefined ? cutText(text) : text.slice(0, end));
  const last = nodes?.at(-1)?.token.type;
  const isHalf = (last === 'paragraph_open' || last === 'heading_open') && (end === undefined || !isEmptyAt(text, end));
  return { nodes: isHalf && nodes !== undefined && nodes.length > 1 ? nodes.slice(0, -1) : nodes, isCut: true };
}

/** Whether a line end is that of an empty line, or of the line before one. */
function isEmptyAt(text: string, end: number): boolean {
  return /\n[ \t]*$/.test(text.slice(end - 80, end)) || /^\n[ \t]*\r?\n/.test(text.slice(end, end + 80));
}

type Print<T> = (nodes: readonly MarkdownNode[], without: ReadonlySet<string>) => T;

/** Most times as long as what it is read from that the text of a page may be. */
const MOST_GROWTH = 4;

/**
 * Prints nodes; without marks, where these do not read back as they are printed, which depends on the letters around them.
 * Returns `undefined` where nothing does, or where a short text would print a long one, by references that it repeats.
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
