/** What goes against a file that is no TypeScript, and where in it. */
export interface PlainFinding {
  readonly reason: string;
  readonly text: string;
  /** Offset in the file. */
  readonly start: number;
}

/** Addresses outside the package that pages link to. */
const OURS: ReadonlySet<string> = new Set([
  'https://mswjs.io',
  'https://standardschema.dev',
  'https://github.com/speccast/speccast/blob/main/templates/runtime/README.md',
  'https://github.com/speccast/speccast/blob/main/templates/emulator/README.md',
]);

/** A file of the package, with or without an anchor in it, or an anchor of the page itself. */
const INSIDE = /^(?:[A-Za-z0-9_-]+(?:[./][A-Za-z0-9_-]+)*)?(?:#[\p{L}\p{N}_-]+)?$/u;

/** A line with a badge of ours: what package.json says, or what the registry has of a package of that name. */
const BADGE =
  /^\[!\[[A-Za-z0-9:. -]+\]\(https:\/\/img\.shields\.io\/(?:npm\/v|badge)\/[\w@%./-]+\)\]\((?:https:\/\/www\.npmjs\.com\/package\/[\w@./-]+|LICENSE|api\.md|package\.json)\)$/;

/** Lines that belong to no paragraph before them. */
const APART = /^ {0,3}(?:#{1,6}(?: |$)|[-*+](?: |$)|\d{1,9}[.)] |[>|]|=+ *$|-+ *$|(?:[*_] *){3,}$|$)/;

/** Without any of these a text has nothing to find; most of them are in code, or link to an anchor of the page. */
const SUSPECT = /<[A-Za-z/!?]|!\[|\]\((?!#[\w-]+\)|src(?:[./][\w-]+)+\))|\]:|~~~|^ +```/m;

interface Block {
  readonly text: string;
  /** Offset in the page. */
  readonly start: number;
}

/** What in a page of Markdown is neither text nor a link of ours: HTML, pictures other than badges, links elsewhere. */
export function provePage(page: string): readonly PlainFinding[] {
  const found: PlainFinding[] = [];
  for (const block of blocksOf(page)) {
    if (!SUSPECT.test(block.text) || hasBadgesOnly(block.text)) continue;
    if (block.text.startsWith('|')) for (const cell of cellsOf(block)) found.push(...proveInline(cell));
    else found.push(...proveStarts(block), ...proveInline(block));
  }
  return found;
}

function hasBadgesOnly(text: string): boolean {
  return text.split('\n').every((line) => line === '' || BADGE.test(line));
}

/** Paragraphs, rows of tables and the like; what is in a fence is text. */
function* blocksOf(page: string): Iterable<Block> {
  let fence: string | undefined;
  let block: Block | undefined;
  for (const line of linesOf(page)) {
    const [, ticks, info = ''] = line.text.startsWith('```') ? (/^(`{3,})([^`]*)$/.exec(line.text) ?? []) : [];
    if (fence === undefined && ticks === undefined) {
      const joins = block !== undefined && !APART.test(line.text);
      if (block !== undefined && !joins) yield block;
      block = block !== undefined && joins ? { ...block, text: `${block.text}\n${line.text}` } : line;
      continue;
    }
    if (block !== undefined) yield block;
    block = undefined;
    if (fence === undefined) fence = ticks;
    else if (ticks !== undefined && info.trim() === '' && ticks.startsWith(fence)) fence = undefined;
  }
  if (block !== undefined) yield block;
}

function* linesOf(page: string): Iterable<Block> {
  let start = 0;
  for (const text of page.split('\n')) {
    yield { text, start };
    start += text.length + 1;
  }
}

/** A bar without a backslash before it ends a cell, even in code. */
function* cellsOf({ text, start }: Block): Iterable<Block> {
  let at = start;
  for (const cell of text.split(/(?<!\\)\|/)) {
    yield { text: cell, start: at };
    at += cell.length + 1;
  }
}

/** What counts at the start of a line, even where code seems to go on from the line before. */
const STARTS: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^[ >]*<(?!\/?code>)/gm, 'has HTML'],
  [/^[ >]*\[[^\][]*\]:/gm, 'defines a link'],
  [/^[ >]*~~~|^[ >]+```[^`\n]*$/gm, 'opens a fence'],
];

function proveStarts({ text, start }: Block): readonly PlainFinding[] {
  return STARTS.flatMap(([pattern, reason]) =>
    [...text.matchAll(pattern)].map(({ index }) => ({ reason, text: lineFrom(text, index), start: start + index })),
  );
}

/** What counts everywhere but in code and after a backslash. */
function proveInline({ text, start }: Block): readonly PlainFinding[] {
  const found: PlainFinding[] = [];
  const marks = /\\[!-/:-@[-`{-~]|`+|<(?=[A-Za-z/!?])|!\[|\]\(/g;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    const { 0: what, index } = mark;
    if (what.startsWith('`')) marks.lastIndex = endOfSpan(text, what, marks.lastIndex) ?? marks.lastIndex;
    const reason = reasonAgainst(what, text.slice(index, index + 200));
    if (reason !== undefined) found.push({ reason, text: lineFrom(text, index), start: start + index });
  }
  return found;
}

function reasonAgainst(what: string, text: string): string | undefined {
  if (what === '<') return /^<\/?code>/.test(text) ? undefined : 'has HTML';
  if (what === '![') return 'has a picture';
  return what === '](' && !isOurs(text.slice(2)) ? 'has a link to elsewhere' : undefined;
}

/** Where a code span ends: after the next run of as many back-ticks. */
function endOfSpan(text: string, ticks: string, from: number): number | undefined {
  for (const { 0: run, index } of text.slice(from).matchAll(/`+/g))
    if (run.length === ticks.length) return from + index + run.length;
  return undefined;
}

function isOurs(text: string): boolean {
  const target = text.slice(0, text.indexOf(')'));
  return OURS.has(target) || (target !== '' && INSIDE.test(target));
}

function lineFrom(text: string, at: number): string {
  const end = text.indexOf('\n', at);
  return text.slice(at, end === -1 ? undefined : end);
}
