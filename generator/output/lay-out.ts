import type { Directive, Node, Statement } from 'oxc-parser';
import { indentLines } from './indent-lines.js';
import { childrenOf } from './parse-typescript.js';
import type { ParsedFile } from './parse-typescript.js';
import { requote } from './requote.js';

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
export function layOut(file: ParsedFile, constants: ReadonlyMap<number, string> = new Map()): readonly Part[] {
  const { text: whole, statements } = file;
  return statements.map((statement, index) => {
    const full = whole.slice(statements[index - 1]?.end ?? 0, statement.end);
    const text = full.trimStart();
    const start = statement.end - text.length;
    const gap = index > 0 && /^[^\S\n]*\n\s*\n/.test(full) ? '\n' : '';
    const constant = constants.get(startOfValue(statement) ?? -1);
    if (constant !== undefined)
      return { text: `${gap}${whole.slice(start, statement.start)}${constant};\n`, rough: false };
    const { code, masked } = maskStatement(text, start, quotedRanges(statement));
    const laidOut = indentLines(code, masked);
    return { text: `${gap}${laidOut ?? text}\n`, rough: laidOut === undefined };
  });
}

/** Offset of the value of an exported constant that is a list. */
export function startOfValue(statement: Directive | Statement): number | undefined {
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : undefined;
  const value = declared?.type === 'VariableDeclaration' ? declared.declarations[0]?.init : undefined;
  return value?.type === 'ArrayExpression' ? value.start : undefined;
}

/** Start and end of everything in quotes, templates and regular expressions included, in order. */
type Ranges = readonly (readonly [start: number, end: number])[];

function quotedRanges(statement: Node): Ranges {
  const ranges: (readonly [number, number])[] = [];
  const visit = (node: Node): void => {
    if (isQuoted(node)) ranges.push([node.start, node.end]);
    else childrenOf(node).forEach(visit);
  };
  visit(statement);
  return ranges.toSorted(([left], [right]) => left - right);
}

function isQuoted(node: Node): boolean {
  if (node.type === 'TemplateElement') return true;
  return node.type === 'Literal' && (typeof node.value === 'string' || 'regex' in node);
}

interface Masked {
  /** The statement with its texts in the quotes that prettier would choose. */
  readonly code: string;
  /** The same with every character in quotes replaced by `q` and every one in a comment by a space; lines stay lines. */
  readonly masked: string;
}

function maskStatement(text: string, start: number, quoted: Ranges): Masked {
  let [code, masked, done] = ['', '', 0];
  for (const [from, to] of quoted) {
    const between = text.slice(done, from - start);
    const literal = requote(text.slice(from - start, to - start));
    code += between + literal;
    masked += blankComments(between) + blank(literal, 'q');
    done = to - start;
  }
  return { code: code + text.slice(done), masked: masked + blankComments(text.slice(done)) };
}

/** A comment inside a line takes its place there; one of its own line leaves the line empty. */
function blankComments(code: string): string {
  if (!code.includes('/')) return code;
  return code.replace(/([^\s;{}][^\S\n]*)?(\/\*[^]*?\*\/|\/\/.*)/g, (_, before: string | undefined, comment: string) =>
    before === undefined ? blank(comment, ' ') : before + blank(comment, 'q'),
  );
}

/** The same lines, all of one character. */
function blank(text: string, character: string): string {
  return text.replace(/[^\n]+/g, (line) => character.repeat(line.length));
}
