import { cut, operandsOf, wrap } from './lines.js';
import type { Line } from './lines.js';

/** A line of a statement, or a piece of one whose union takes a line for each of its types. */
export interface Row extends Line {
  /** Such a piece is neither broken nor looked at any further; a `type` has its bar, and what it opens stands behind it. */
  readonly piece?: 'head' | 'type' | 'end';
  /** Levels beyond those of the brackets around it. */
  readonly extra: number;
}

/** What has such a union as its type, and the bracket where it is one of the elements of a list. */
const HEAD = /^(?:readonly (?:\w+|q+)\??:|export type \w+ =) (?:readonly \((?!string & ))?/;

/** A type that stands on its line whatever it is. */
const SIMPLE = /^(?:-?[\w$.]+|\(string & \{\}\)|(?:readonly )?\w+\[\])$/;

/** Gives each type of a union with objects of several lines a line of its own, as prettier does. */
export function spreadUnions(lines: readonly Line[]): readonly Row[] {
  if (!lines.some(({ code }) => /^\}.* \| |\| (?:readonly )?\{$/.test(code))) return lines.map(asRow);
  const closings = findClosings(lines);
  const spread = new Map<number, readonly Row[]>();
  for (const [index, { code }] of lines.entries()) {
    const head = code.endsWith('{') ? (HEAD.exec(code)?.[0] ?? '') : '';
    if (head !== '')
      for (const [at, rows] of spreadUnion(lines, chainFrom(index, lines, closings), head.length)) spread.set(at, rows);
  }
  return lines.flatMap((line, index) => spread.get(index) ?? asRow(line));
}

function asRow(line: Line): Row {
  return { ...line, extra: 0 };
}

/** Which line closes the brace that another one ends with. */
function findClosings(lines: readonly Line[]): ReadonlyMap<number, number> {
  const closings = new Map<number, number>();
  const open: number[] = [];
  for (const [index, { code }] of lines.entries()) {
    const opening = code.startsWith('}') ? open.pop() : undefined;
    if (opening !== undefined) closings.set(opening, index);
    if (code.endsWith('{')) open.push(index);
  }
  return closings;
}

/** A line that ends with a brace, the one that closes it, and so on while that opens another. */
function chainFrom(first: number, lines: readonly Line[], closings: ReadonlyMap<number, number>): readonly number[] {
  const chain = [first];
  for (let at = closings.get(first); at !== undefined; at = closings.get(at)) {
    chain.push(at);
    if (lines[at]?.code.endsWith('{') !== true) break;
  }
  return chain;
}

type Spread = readonly (readonly [line: number, rows: readonly Row[]])[];

function spreadUnion(lines: readonly Line[], chain: readonly number[], head: number): Spread {
  const last = chain.length - 1;
  const inBrackets = lines[chain[0] ?? 0]?.code[head - 1] === '(';
  const after = inBrackets ? ')[];' : ';';
  const pieces: { readonly at: number; readonly before: Line; readonly types: readonly Line[] }[] = [];
  for (const [index, at] of chain.entries()) {
    const whole = lines[at] ?? { line: '', code: '' };
    const start = index === 0 ? head : (/^\}(?:\[\])*/.exec(whole.code)?.[0].length ?? 0);
    if (index === last && !whole.code.endsWith(after)) return [];
    const rest = cut(whole, start, index === last ? -after.length : undefined);
    const types = index === 0 ? operandsOf(rest, '|') : typesAfter(rest);
    if (types === undefined) return [];
    pieces.push({ at, before: cut(whole, 0, start), types });
  }
  if (!isSpread(pieces.flatMap(({ types }) => types))) return [];
  const extra = inBrackets ? 0 : 1;
  return pieces.map(({ at, before, types }, index) => {
    const end = index === last ? after : '';
    const rows: Row[] = [
      index === 0
        ? { line: before.line.trimEnd(), code: before.code.trimEnd(), piece: 'head', extra: 0 }
        : { ...before, piece: 'end', extra: 0 },
      ...types.map((type): Row => ({ ...wrap('| ', type, ''), piece: 'type', extra })),
    ];
    return [at, endWith(rows, end)];
  });
}

/** `;` goes to the last line, `)[];` gets one of its own. */
function endWith(rows: readonly Row[], end: string): readonly Row[] {
  if (end === '') return rows;
  if (end !== ';') return [...rows, { line: end, code: end, piece: 'end', extra: 0 }];
  return rows.map((row, index) => (index < rows.length - 1 ? row : { ...row, ...wrap('', row, end) }));
}

/** What follows an object in a union. */
function typesAfter(rest: Line): readonly Line[] | undefined {
  if (rest.code === '') return [];
  return rest.code.startsWith(' | ') ? operandsOf(cut(rest, ' | '.length), '|') : undefined;
}

/** Whether a union has lines of its own: not where it is but an object and `null`, nor with types that may break. */
function isSpread(types: readonly Line[]): boolean {
  const others = types.filter(({ code }) => !/^(?:readonly )?\{$/.test(code));
  const isPlain =
    types.length - others.length === 1 &&
    others.every(({ code }) => code === 'null') &&
    types.some(({ code }) => code === '{');
  return types.length > 1 && !isPlain && others.every(({ code }) => SIMPLE.test(code));
}
