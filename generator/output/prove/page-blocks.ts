/** A fault of a file that is no TypeScript. */
export interface PlainFinding {
  readonly reason: string;
  readonly text: string;
  /** Offset in the file. */
  readonly start: number;
}

/** A paragraph, a heading or a row of a table, without the marks of the quotes and lists that it is in on its first line. */
export interface PageBlock {
  readonly text: string;
  /** Offset in the page. */
  readonly start: number;
}

/** A quote, or an item of a list, whose further lines are indented. */
type Container = 'quote' | number;

interface Fence {
  readonly ticks: string;
  readonly inside: readonly Container[];
  readonly line: PageBlock;
}

/** Containers, block and fence that are open after a line. */
interface Open {
  inside: readonly Container[];
  block: PageBlock | undefined;
  fence: Fence | undefined;
}

type Report = (finding: PlainFinding) => void;

/**
 * Reads the blocks of a page, also those in quotes and lists, as CommonMark does; the inside of a fence is no block. Reports
 * fences that end otherwise than with their last line: they hide more or less than they seem to.
 */
export function* readBlocks(page: string, report: Report): Iterable<PageBlock> {
  const open: Open = { inside: [], block: undefined, fence: undefined };
  let start = 0;
  for (const text of page.split('\n')) {
    const line = { text, start };
    start += text.length + 1;
    if (open.fence === undefined || !isInFence(line, open.fence, open, report)) yield* readLine(line, open, report);
  }
  if (open.block !== undefined) yield open.block;
  if (open.fence !== undefined) report({ reason: 'has a fence without an end', ...open.fence.line });
}

/** Returns whether a line is inside a fence or its end. A line that leaves the quote or list of the fence ends it, and is reported. */
function isInFence({ text, start }: PageBlock, fence: Fence, open: Open, report: Report): boolean {
  const { count, length } = matchContainers(text, fence.inside);
  if (count < fence.inside.length) {
    report({ reason: 'leaves a fence', text, start });
    open.fence = undefined;
    return false;
  }
  const [, ticks = ''] = /^ {0,3}(`{3,})[ \t]*$/.exec(text.slice(length)) ?? [];
  if (ticks.startsWith(fence.ticks)) open.fence = undefined;
  return true;
}

/** Lines that belong to no paragraph before them. */
const APART = /^ {0,3}(?:#{1,6}(?: |$)|\||=+ *$|-+ *$|(?:[*_-] *){3,}$|$)/;

/** Reads a line outside fences; returns the blocks that end with it. */
function readLine({ text, start }: PageBlock, open: Open, report: Report): readonly PageBlock[] {
  const { block } = open;
  const kept = matchContainers(text, open.inside);
  const isWithin = block !== undefined && kept.count === open.inside.length;
  const added = addedContainers(text.slice(kept.length), isWithin);
  const at = kept.length + added.length;
  const line = { text: text.slice(at), start: start + at };
  const isBlank = line.text.trim() === '';
  const [, ticks] = /^(`{3,})[^`]*$/.exec(line.text) ?? [];
  if (block !== undefined && added.inside.length === 0 && ticks === undefined && !isBlank && !APART.test(line.text)) {
    open.block = { ...block, text: `${block.text}\n${line.text}` };
    return [];
  }
  open.inside = [...open.inside.slice(0, kept.count), ...added.inside];
  open.block = undefined;
  if (line.text.startsWith('|') && isWithin && !block.text.startsWith('|'))
    report({ reason: 'has a table within a paragraph', ...line });
  const ended = block === undefined ? [] : [block];
  if (ticks !== undefined) open.fence = { ticks, inside: open.inside, line };
  // Indented code goes on in no line but its own.
  else if (line.text.startsWith('    ')) return [...ended, line];
  else if (!isBlank) open.block = line;
  return ended;
}

/** Counts the open containers that a line is in, and the length of their marks: `> - a` in a quote and a list → 2, 4. */
function matchContainers(
  text: string,
  inside: readonly Container[],
): { readonly count: number; readonly length: number } {
  let [count, length] = [0, 0];
  for (const container of inside) {
    const rest = text.slice(length);
    const mark =
      container === 'quote'
        ? /^ {0,3}> ?/.exec(rest)?.[0]
        : rest.trim() === ''
          ? ' '.repeat(Math.min(container, rest.length))
          : /^ */.exec(rest)?.[0].slice(0, container);
    if (mark === undefined || (typeof container === 'number' && mark.length < container && rest.trim() !== '')) break;
    count++;
    length += mark.length;
  }
  return { count, length };
}

const MARKER = /^ {0,3}(?:>|([-*+]|\d{1,9}[.)])(?= |$)) ?/;

const RULE = /^ {0,3}([-*_])(?: *\1){2,} *$/;

/** Finds the containers that a line begins. Within a paragraph, an item begins only with text, and a numbered one only with `1`. */
function addedContainers(
  text: string,
  isWithin: boolean,
): { readonly inside: readonly Container[]; readonly length: number } {
  const inside: Container[] = [];
  let length = 0;
  for (;;) {
    const rest = text.slice(length);
    const [mark = '', marker] = RULE.test(rest) ? [] : (MARKER.exec(rest) ?? []);
    const after = rest.slice(mark.length);
    const isText = isWithin && inside.length === 0 && marker !== undefined;
    if (mark === '' || (isText && (after.trim() === '' || /^(?!1[.)]$)\d/.test(marker)))) return { inside, length };
    // Up to four spaces after a marker belong to it; more make code.
    const spaces = marker === undefined || after.trim() === '' ? '' : (/^ {1,3}(?! )/.exec(after)?.[0] ?? '');
    inside.push(marker === undefined ? 'quote' : mark.length + spaces.length + (mark.endsWith(' ') ? 0 : 1));
    length += mark.length + spaces.length;
  }
}
