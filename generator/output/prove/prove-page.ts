import { readBlocks, type PageBlock, type PlainFinding } from './page-blocks.js';

/** Where a description may link to: nothing that runs, and nothing on the reader's machine. */
const OUTSIDE = /^(?:https?:\/\/|mailto:|#)[\w!#$%&'*+,./:;=?@~-]+$/i;

/** A file of the package, with or without an anchor or a JSON pointer in it, or an anchor of the page itself. */
const INSIDE = /^(?:[A-Za-z0-9_-]+(?:[./][A-Za-z0-9_-]+)*)?(?:#(?:[\p{L}\p{N}_-]+|\/[\w~%/.-]+))?$/u;

/** A line with a badge of ours: what package.json says, or what the registry has of a package of that name. */
const BADGE =
  /^\[!\[[A-Za-z0-9:. -]+\]\(https:\/\/img\.shields\.io\/(?:npm\/v|badge)\/[\w@%./-]+\)\]\((?:https:\/\/www\.npmjs\.com\/package\/[\w@./-]+|LICENSE|api\.md|package\.json)\)$/;

/** Without any of these a text has nothing to find; most of them are in code, or link to an anchor of the page. */
const SUSPECT = /<[A-Za-z/!?]|!\[|\]\((?!#[\w-]+\)|src(?:[./][\w-]+)+\))|\]:|~~~|```/;

/** What in a page of Markdown is neither text nor a link: HTML, pictures other than badges, links that run or lead to files. */
export function provePage(page: string): readonly PlainFinding[] {
  const found: PlainFinding[] = [];
  for (const block of readBlocks(page, (finding) => found.push(finding))) {
    if (!SUSPECT.test(block.text) || hasBadgesOnly(block.text)) continue;
    if (block.text.startsWith('|')) for (const cell of splitCells(block)) found.push(...proveInline(cell));
    else found.push(...proveStarts(block), ...proveInline(block));
  }
  return found;
}

function hasBadgesOnly(text: string): boolean {
  return text.split('\n').every((line) => line === '' || BADGE.test(line));
}

/** A bar without a backslash before it ends a cell, even in code. */
function* splitCells({ text, start }: PageBlock): Iterable<PageBlock> {
  let at = start;
  for (const cell of text.split(/(?<!\\)\|/)) {
    yield { text: cell, start: at };
    at += cell.length + 1;
  }
}

/** What counts at the start of a line, even where code seems to go on from the line before. */
const STARTS: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^[ \t>]*<(?!\/?code>)/gm, 'has HTML'],
  [/^[ \t>]*\[[^\][]*\]:/gm, 'defines a link'],
  [/^(?:[ \t>*+-]|\d+[.)])*(?:~~~|```[^`\n]*$)/gm, 'opens a fence'],
];

function proveStarts({ text, start }: PageBlock): readonly PlainFinding[] {
  return STARTS.flatMap(([pattern, reason]) =>
    [...text.matchAll(pattern)].map(({ index }) => ({ reason, text: lineFrom(text, index), start: start + index })),
  );
}

/** Most characters of a link behind its text. */
const LONGEST_LINK = 20_000;

/** What counts everywhere but in code and after a backslash. */
function proveInline({ text, start }: PageBlock): readonly PlainFinding[] {
  const found: PlainFinding[] = [];
  const marks = /\\[!-/:-@[-`{-~]|`+|<(?=[A-Za-z/!?])|!\[|\]\(/g;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    const { 0: what, index } = mark;
    if (what.startsWith('`')) marks.lastIndex = endOfSpan(text, what, marks.lastIndex) ?? marks.lastIndex;
    const reason = reasonAgainst(what, text.slice(index, index + LONGEST_LINK));
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

/** An address without spaces, and words about it in quotes, if there are any. */
function isOurs(text: string): boolean {
  const [, target = ''] = /^([^\s()]*)(?: "(?:[^"\\\n]|\\.)*")?\)/.exec(text) ?? [];
  return target !== '' && (OUTSIDE.test(target) || INSIDE.test(target));
}

function lineFrom(text: string, at: number): string {
  const end = text.indexOf('\n', at);
  return text.slice(at, end === -1 ? undefined : end);
}
