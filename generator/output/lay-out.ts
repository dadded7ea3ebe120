import type { ts as types } from 'ts-morph';
import { indentLines } from './indent-lines.js';
import { requote } from './requote.js';
import { ts } from './typescript.js';

/** A piece of a file: laid out as it should be, or rough, so that prettier has to do it. */
export interface Part {
  readonly text: string;
  readonly rough: boolean;
}

/**
 * Lays out the statements of a parsed file. Emitters write a statement to a line, and then indenting is nearly all there
 * is to do: it takes a twentieth of the time that prettier takes and comes out the same, which a test looks after. A
 * statement that needs more is left to prettier. `constants` were set aside, by the offset of their
 * value.
 */
export function layOut(file: types.SourceFile, constants: ReadonlyMap<number, string> = new Map()): readonly Part[] {
  const quoted = quotedRanges(file);
  return file.statements.map((statement, index) => {
    const full = file.text.slice(statement.getFullStart(), statement.getEnd());
    const text = full.trimStart();
    const start = statement.getEnd() - text.length;
    const gap = index > 0 && /^[^\S\n]*\n\s*\n/.test(full) ? '\n' : '';
    const constant = constants.get(startOfValue(statement) ?? -1);
    if (constant !== undefined)
      return { text: `${gap}${file.text.slice(start, statement.getStart(file))}${constant};\n`, rough: false };
    const { code, masked } = maskStatement(text, start, quoted);
    const laidOut = indentLines(code, masked);
    return { text: `${gap}${laidOut ?? text}\n`, rough: laidOut === undefined };
  });
}

/** Offset of the value of a constant that is a list. */
export function startOfValue(statement: types.Statement): number | undefined {
  if (!ts.isVariableStatement(statement)) return undefined;
  const value = statement.declarationList.declarations[0]?.initializer;
  return value !== undefined && ts.isArrayLiteralExpression(value) ? value.getStart() : undefined;
}

/** Start and end of everything in quotes, templates and regular expressions included, in order. */
type Ranges = readonly (readonly [start: number, end: number])[];

function quotedRanges(file: types.SourceFile): Ranges {
  const ranges: (readonly [number, number])[] = [];
  const visit = (node: types.Node): void => {
    const quoted = ts.isLiteralExpression(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
    if (quoted && !ts.isNumericLiteral(node)) ranges.push([node.getStart(file), node.getEnd()]);
    else ts.forEachChild(node, visit);
  };
  visit(file);
  return ranges;
}

interface Masked {
  /** The statement with its texts in the quotes that prettier would choose. */
  readonly code: string;
  /** The same with every character in quotes replaced by `q` and every one in a comment by a space; lines stay lines. */
  readonly masked: string;
}

function maskStatement(text: string, start: number, quoted: Ranges): Masked {
  let [code, masked, done] = ['', '', 0];
  for (const [from, to] of within(quoted, start, start + text.length)) {
    const between = text.slice(done, from - start);
    const literal = requote(text.slice(from - start, to - start));
    code += between + literal;
    masked += blankComments(between) + literal.replace(/[^\n]/g, 'q');
    done = to - start;
  }
  return { code: code + text.slice(done), masked: masked + blankComments(text.slice(done)) };
}

function within(ranges: Ranges, start: number, end: number): Ranges {
  const first = lowerBound(ranges, start);
  return ranges.slice(first, lowerBound(ranges, end));
}

/** Index of the first range that starts at or after a position. */
function lowerBound(ranges: Ranges, position: number): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ranges[middle]?.[0] ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A comment inside a line takes its place there; one of its own line leaves the line empty. */
function blankComments(code: string): string {
  return code.replace(/([^\s;{}][^\S\n]*)?(\/\*[^]*?\*\/|\/\/.*)/g, (_, before: string | undefined, comment: string) =>
    before === undefined ? comment.replace(/[^\n]/g, ' ') : before + comment.replace(/[^\n]/g, 'q'),
  );
}
