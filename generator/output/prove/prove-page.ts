import { readBlocks, type PageBlock, type PlainFinding } from './page-blocks.js';

/** Addresses that a description may link to: nothing that runs, and nothing on the reader's machine. */
const OUTSIDE = /^(?:https?:\/\/|mailto:|#)[\w!#$%&'*+,./:;=?@~-]+$/i;

/** A file of the package, with or without an anchor or a JSON pointer in it, or an anchor of the page itself. */
const INSIDE = /^(?:[A-Za-z0-9_-]+(?:[./][A-Za-z0-9_-]+)*)?(?:#(?:[\p{L}\p{N}_-]+|\/[\w~%/.-]+))?$/u;

/** A line with a badge of ours: what package.json says, or what the registry has of a package of that name. */
const BADGE =
  /^\[!\[[A-Za-z0-9:. -]+\]\(https:\/\/img\.shields\.io\/(?:npm\/v|badge)\/[\w@%./-]+\)\]\((?:https:\/\/www\.npmjs\.com\/package\/[\w@./-]+|LICENSE|api\.md|package\.json)\)$/;

/** Marks of everything that can be found: a text without any is passed over. */
const SUSPECT = /<[A-Za-z/!?]|!\[|\]\((?!#[\w-]+\)|src(?:[./][\w-]+)+\))|\]:|~~~|```/;

/** Finds in a page of Markdown what may act: HTML, pictures other than badges, links that run or lead out of the package. */
export function provePage(page: string): readonly PlainFinding[] {
  const found: PlainFinding[] = [];
  for (const block of readBlocks(page, (finding) => found.push(finding))) {
    if (!SUSPECT.test(block.text)) continue;
    if (block.text.split('\n').every((line) => line === '' || BADGE.test(line))) continue;
    if (block.text.startsWith('|')) for (const cell of splitCells(block)) found.push(...proveInline(cell));
    else {
      const { text, start } = block;
      for (const [pattern, reason] of STARTS)
        for (const { index } of text.matchAll(pattern))
          found.push({ reason, text: lineFrom(text, index), start: start + index });
      found.push(...proveInline(block));
    }
  }
  return found;
}

/** Splits a row of a table: a bar without a backslash before it ends a cell, even in code. */
function* splitCells({ text, start }: PageBlock): Iterable<PageBlock> {
  let at = start;
  for (const cell of text.split(/(?<!\\)\|/)) {
    yield { text: cell, start: at };
    at += cell.length + 1;
  }
}

/** Marks at the start of a line, which count even where code seems to go on from the line before. */
const STARTS: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^[ \t>]*<(?!\/?code>)/gm, 'has HTML'],
  [/^[ \t>]*\[[^\][]*\]:/gm, 'defines a link'],
  [/^(?:[ \t>*+-]|\d+[.)])*(?:~~~|```[^`\n]*$)/gm, 'opens a fence'],
];

/** Most characters of a link behind its text. */
const LONGEST_LINK = 20_000;

/** Finds marks that count everywhere but in code and after a backslash. */
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
