/** Addresses outside the package that a page may link to: no scripts, and no files of the reader's machine. */
const OUTSIDE = /^(?:https?:\/\/|mailto:|#)[\w!#$%&'*+,./:;=?@~-]+$/i;

/** A file of the package, with or without an anchor or a JSON pointer in it, or an anchor of the page itself. */
const INSIDE = /^(?:[A-Za-z0-9_-]+(?:[./][A-Za-z0-9_-]+)*)?(?:#(?:[\p{L}\p{N}_-]+|\/[\w~%/.-]+))?$/u;

/** A line with one of speccast's own badges. */
const BADGE =
  /^\[!\[[A-Za-z0-9:. -]+\]\(https:\/\/img\.shields\.io\/(?:npm\/v|badge)\/[\w@%./-]+\)\]\((?:https:\/\/www\.npmjs\.com\/package\/[\w@./-]+|LICENSE|api\.md|package\.json)\)$/;

/** Finds dangerous parts of a Markdown page: HTML, pictures other than badges, and links that are not allowed. */
export function provePage(page: string): readonly PlainFinding[] {
  const found: PlainFinding[] = [];
  for (const block of readBlocks(page, (finding) => found.push(finding))) {
    if (block.text.split('\n').every((line) => line === '' || BADGE.test(line))) continue;
    const { text, start } = block;
    if (text.startsWith('|')) {
      let at = start;
      // A bar without a backslash before it ends a cell, even in code.
      for (const cell of text.split(/(?<!\\)\|/)) {
        found.push(...proveInline({ text: cell, start: at }));
        at += cell.length + 1;
      }
    } else {
      for (const [pattern, reason] of STARTS)
        for (const { index } of text.matchAll(pattern))
          found.push({ reason, text: lineFrom(text, index), start: start + index });
      found.push(...proveInline(block));
    }
  }
  return found;
}

/** Marks at the start of a line. They are also found inside a code span of several lines, as a parser may end the span there. */
const STARTS: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^[ \t>]*<(?!\/?code>)/gm, 'has HTML'],
  [/^[ \t>]*\[[^\][]*\]:/gm, 'defines a link'],
  [/^(?:[ \t>*+-]|\d+[.)])*(?:~~~|```[^`\n]*$)/gm, 'opens a fence'],
];

/** Maximum length of a link after its text, in characters. */
const LONGEST_LINK = 20_000;

/** Finds dangerous marks inside a line, except in code spans and after a backslash. */
function proveInline({ text, start }: PageBlock): readonly PlainFinding[] {
  const found: PlainFinding[] = [];
  const marks = /\\[!-/:-@[-`{-~]|`+|<(?=[A-Za-z/!?])|!\[|\]\(/g;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    const { 0: what, index } = mark;
    if (what.startsWith('`')) {
      // A code span ends after the next run of as many backquotes.
      const { lastIndex } = marks;
      const end = [...text.slice(lastIndex).matchAll(/`+/g)].find(({ 0: run }) => run.length === what.length);
      if (end !== undefined) marks.lastIndex = lastIndex + end.index + what.length;
    }
    const reason = describeMark(what, text.slice(index, index + LONGEST_LINK));
    if (reason !== undefined) found.push({ reason, text: lineFrom(text, index), start: start + index });
  }
  return found;
}

function describeMark(what: string, text: string): string | undefined {
  if (what === '<') return /^<\/?code>/.test(text) ? undefined : 'has HTML';
  if (what === '![') return 'has a picture';
  if (what !== '](') return undefined;
  // An address without spaces, perhaps with a title: `](api.md "All operations")`.
  const [, target = ''] = /^\]\(([^\s()]*)(?: "(?:[^"\\\n]|\\.)*")?\)/.exec(text) ?? [];
  const isAllowed = target !== '' && (OUTSIDE.test(target) || INSIDE.test(target));
  return isAllowed ? undefined : 'has a link to elsewhere';
}

function lineFrom(text: string, at: number): string {
  const end = text.indexOf('\n', at);
  return text.slice(at, end === -1 ? undefined : end);
}

/** A fault of a file that is no TypeScript. */
export interface PlainFinding {
  readonly reason: string;
  readonly text: string;
  /** Offset in the file. */
  readonly start: number;
}

/** A paragraph, a heading or a row of a table, without the marks of the quotes and lists that it is in on its first line. */
interface PageBlock {
  readonly text: string;
  /** Offset in the page. */
  readonly start: number;
}

/** Matches the start of each further line of a quote or of an item of a list. */
type Container = RegExp;

const QUOTE: Container = /^ {0,3}> ?/;

interface Fence {
  readonly ticks: string;
  readonly inside: readonly Container[];
  readonly line: PageBlock;
}

/** Lines that belong to no paragraph before them. */
const APART = /^ {0,3}(?:#{1,6}(?: |$)|\||=+ *$|-+ *$|(?:[*_-] *){3,}$|$)/;

/**
 * Yields the blocks of a page by the rules of CommonMark, also those in quotes and lists, but not the code in fences. Reports fences
 * that have no closing line, or end earlier: readers could not tell which text is code.
 */
function* readBlocks(page: string, report: (finding: PlainFinding) => void): Iterable<PageBlock> {
  let inside: readonly Container[] = [];
  let block: PageBlock | undefined;
  let fence: Fence | undefined;
  let next = 0;
  for (const text of page.split('\n')) {
    const start = next;
    next += text.length + 1;
    if (fence !== undefined) {
      const { count, length } = matchContainers(text, fence.inside);
      const [, ticks = ''] = /^ {0,3}(`{3,})[ \t]*$/.exec(text.slice(length)) ?? [];
      const isInside = count === fence.inside.length;
      // A line that leaves the quote or list of the fence ends it.
      if (!isInside) report({ reason: 'leaves a fence', text, start });
      if (!isInside || ticks.startsWith(fence.ticks)) fence = undefined;
      if (isInside) continue;
    }
    const kept = matchContainers(text, inside);
    const isWithin = block !== undefined && kept.count === inside.length;
    const added = addedContainers(text.slice(kept.length), isWithin);
    const at = kept.length + added.length;
    const line = { text: text.slice(at), start: start + at };
    const isBlank = line.text.trim() === '';
    const [, ticks] = /^(`{3,})[^`]*$/.exec(line.text) ?? [];
    if (block !== undefined && added.inside.length === 0 && ticks === undefined && !isBlank && !APART.test(line.text)) {
      block = { ...block, text: `${block.text}\n${line.text}` };
      continue;
    }
    inside = [...inside.slice(0, kept.count), ...added.inside];
    if (line.text.startsWith('|') && isWithin && block?.text.startsWith('|') === false)
      report({ reason: 'has a table within a paragraph', ...line });
    if (block !== undefined) yield block;
    block = undefined;
    if (ticks !== undefined) fence = { ticks, inside, line };
    // A line of indented code is a block of its own.
    else if (line.text.startsWith('    ')) yield line;
    else if (!isBlank) block = line;
  }
  if (block !== undefined) yield block;
  if (fence !== undefined) report({ reason: 'has a fence without an end', ...fence.line });
}

/** Counts the open containers that a line continues, and the length of their marks: `> - a` in a quote and a list → 2, 4. */
function matchContainers(
  text: string,
  inside: readonly Container[],
): { readonly count: number; readonly length: number } {
  let [count, length] = [0, 0];
  for (const container of inside) {
    const [mark] = container.exec(text.slice(length)) ?? [];
    if (mark === undefined) break;
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
    // Up to four spaces after a marker belong to the marker; more of them begin indented code.
    const spaces = marker === undefined || after.trim() === '' ? '' : (/^ {1,3}(?! )/.exec(after)?.[0] ?? '');
    const width = mark.length + spaces.length + (mark.endsWith(' ') ? 0 : 1);
    // A further line of an item is indented or empty.
    inside.push(marker === undefined ? QUOTE : new RegExp(`^(?: {${width}}|\\s{0,${width}}(?=\\s*$))`));
    length += mark.length + spaces.length;
  }
}
