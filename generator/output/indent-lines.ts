import { hasManyObjects } from './break-data.js';
import { breakLine } from './break-line.js';
import { countUneven } from './data/data-node.js';
import { cut, indent, placeWhole } from './lines.js';
import type { Line, Room } from './lines.js';
import { remembered } from './remembered.js';
import { spreadUnions } from './spread-unions.js';

/** Longest line. */
const WIDTH = 120;

/**
 * Indents the lines of a statement by the brackets around them; `undefined` where that is not how prettier would write
 * it. `masked` is the same text with what stands in quotes or comments made harmless.
 */
export function indentLines(text: string, masked: string): string | undefined {
  return breakOpening({ line: text, code: masked }) ?? placeLines({ line: text, code: masked }, WIDTH);
}

function placeLines(whole: Line, width: number): string | undefined {
  const codes = whole.code.split('\n');
  const trimmed = whole.line.split('\n').map((raw, index) => withoutTrailing(raw.trim(), codes[index]?.trim() ?? ''));
  const levels: number[] = [];
  const lines: string[] = [];
  for (const row of spreadUnions(trimmed)) {
    const { line, code, piece, extra } = row;
    if (line === '' && isEdge(lines.at(-1))) continue;
    const depth = enter(levels, code) + extra;
    const placed = piece === undefined ? placeAny(row, { depth, width }) : placePiece(row, { depth, width });
    if (placed === undefined) return undefined;
    lines.push(placed);
    leave(levels, code, piece === 'type' ? depth + 1 : depth);
  }
  return lines.join('\n');
}

function placeAny(line: Line, room: Room): string | undefined {
  return line.code === '' ? placeComment(line.line, room.depth) : placeCode(line, room);
}

function placePiece(piece: Line, room: Room): string | undefined {
  return countUneven(piece.line) > 0 ? undefined : placeWhole(piece, room);
}

/** A constant that is made by `call({ … });`, where its first line is too long. */
function breakOpening({ line, code }: Line): string | undefined {
  const head = /^[^\S\n]*export const .*\(\{$/m.exec(code);
  if (head === null || !code.endsWith('\n});')) return undefined;
  const end = head.index + head[0].length;
  const first = withoutTrailing(line.slice(head.index, end).trim(), head[0].trim());
  if (first.line.length <= WIDTH) return undefined;
  const comment = line.slice(0, head.index).trim();
  const rest = { line: line.slice(end), code: code.slice(end) };
  const broken = first.line.length === WIDTH + 1 ? breakAtBrace(first, rest) : breakAtEquals(first, rest);
  return broken === undefined
    ? undefined
    : [...(comment === '' ? [] : [placeLines({ line: comment, code: '' }, WIDTH)]), broken].join('\n');
}

/** The brace alone is too much: it gets a line of its own. */
function breakAtBrace(first: Line, rest: Line): string | undefined {
  const split = (head: string, tail: string): string => `${head.slice(0, -1)}\n{${tail.slice(0, -3)}},\n);`;
  return placeLines({ line: split(first.line, rest.line), code: split(first.code, rest.code) }, WIDTH);
}

/** All that follows the equals sign goes to the next line, and one level further in. */
function breakAtEquals(first: Line, rest: Line): string | undefined {
  const equals = first.code.indexOf(' = ') + ' ='.length;
  return equals > WIDTH ? breakAtType(first, rest) : placeBelow(first, rest);
}

function placeBelow(first: Line, rest: Line): string | undefined {
  const equals = first.code.indexOf(' = ') + ' ='.length;
  const value = { line: first.line.slice(equals + 1) + rest.line, code: first.code.slice(equals + 1) + rest.code };
  const placed = placeLines(value, WIDTH - 2);
  return placed === undefined ? undefined : `${first.line.slice(0, equals)}\n${placed.replace(/^(?=.)/gm, '  ')}`;
}

/** What stands between `Type<` and `> =` gets a line of its own, unless it is a mere name. */
function breakAtType(first: Line, rest: Line): string | undefined {
  const start = /^export const \w+: \w+</.exec(first.code)?.[0].length ?? 0;
  const end = first.code.indexOf('> = ');
  const type = cut(first, start, end);
  if (/^\w+$/.test(type.code)) return placeBelow(first, rest);
  if (start === 0 || !/^(?:readonly \w+\[\]|\w+<[\w, ]+>)$/.test(type.code)) return undefined;
  if (start > WIDTH || type.line.length > WIDTH - 2) return undefined;
  const last = cut(first, end);
  const placed = placeLines({ line: last.line + rest.line, code: last.code + rest.code }, WIDTH);
  return placed === undefined ? undefined : `${first.line.slice(0, start)}\n  ${type.line}\n${placed}`;
}

/** `{ a, }` -> `{ a }`, and `{ a; }` likewise, where a line closes what it opens. */
function withoutTrailing(line: string, code: string): Line {
  const { at, length: trailing } = trailingOf(code);
  if (trailing === 0) return { line, code };
  const cut = (text: string): string => text.slice(0, at) + text.slice(at + trailing);
  return withoutTrailing(cut(line), cut(code));
}

const trailingOf = remembered((code) => {
  const found = /[^\s({[]([;,]?\s*) [)\]}]/.exec(code);
  return { at: (found?.index ?? 0) + 1, length: found?.[1]?.length ?? 0 };
});

/** Whether no empty line may follow: after another one, and where a block begins. */
function isEdge(line: string | undefined): boolean {
  return line === undefined || line === '' || /[([{]$/.test(line);
}

/** Depth of a line: that of the line whose bracket it closes, else one more than that of the last open bracket. */
function enter(levels: number[], code: string): number {
  const closing = /^[)\]}]+/.exec(code)?.[0].length ?? 0;
  let depth = levels.at(-1) ?? 0;
  for (let count = 0; count < closing; count++) depth = (levels.pop() ?? 1) - 1;
  return depth;
}

/** Opens and closes the brackets of a line after those it begins with. */
function leave(levels: number[], code: string, depth: number): void {
  for (const character of bracketsOf(code)) {
    if ('([{'.includes(character)) levels.push(depth + 1);
    else levels.pop();
  }
}

const bracketsOf = remembered((code) => code.replace(/^[)\]}]+|[^()[\]{}]+/g, ''));

function placeComment(line: string, depth: number): string {
  if (line === '') return '';
  return `${indent(depth)}${line.startsWith('*') ? ' ' : ''}${line}`;
}

function placeCode(whole: Line, room: Room): string | undefined {
  const { line, code } = whole;
  if (isRough(code)) return undefined;
  const placed = `${indent(room.depth)}${line}`;
  const uneven = countUneven(line);
  if (uneven > 0 && placed.length + uneven > room.width) return undefined;
  const fits = placed.length <= room.width || ONE_NAME.test(code);
  return fits && !hasManyObjects(code) ? placed : breakLine(whole, room);
}

/** An import or export of one name takes one line, however long. */
const ONE_NAME = /^(?:im|ex)port (?:type )?\{ [^,{}]* \}(?: from q+)?;$/;

/** Lines that go on in the next one, hold more than one statement or odd spaces, or are laid out in ways of their own. */
const isRough = remembered((code) => {
  const goesOn = !/[;{([,}\])]$/.test(code) || /^(?:case|default(?!: [[{])|\.(?!\.\.)|-(?!\d)|[?:|&+])/.test(code);
  const several = /\{[^{}]*\b(?:return|if|for|const|let|throw)\b.*\}|;\s+(?:return|if|for|const|let|throw)\b/.test(
    code,
  );
  return (
    goesOn ||
    several ||
    isSpread(code) ||
    / {2}|[([] | [)\],;]|\{\S*[^\s{}]|[^\s{]\}|`/.test(code.replaceAll('{}', 'q'))
  );
});

/** A type in braces among alternatives, in another, or behind parameters that may break. */
function isSpread(code: string): boolean {
  if (code.startsWith('}')) return code.includes(' | ') && !/^\} \| null(?:\)\[\])?;$/.test(code);
  // A line without it can be long, and full of bars.
  if (!code.endsWith('{')) return false;
  const spread = code.replace(/<[^<>{}]*>/g, '');
  if (spread.includes(' | ') || /^(?:readonly|export) [^=(]*<.*, \{$/.test(spread)) return true;
  return /\{ [^}]*\{$|<(?:.* & |readonly )\{$|(?:\(\w+|, .*)\): \w+ is \{$/.test(code);
}
