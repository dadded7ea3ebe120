import type { CST, Document, Lexer, YAMLError } from 'yaml';
import { Diagnostics } from '../../diagnostics.js';
import { reachable } from '../../iterables.js';
import { loadYaml, type YamlLibrary } from './libraries.js';
import { DEEPEST, type TreeContext } from './tree.js';

/** Maximum number of aliases of a file. Each takes some hundred bytes already when it is parsed. */
const MOST_ALIASES = 200_000;

/** The lexeme before the text of a scalar. This text may begin with `*` without being an alias. */
const SCALAR = '\u001F';

/** A YAML document, and whether it has aliases. */
export interface ParsedYaml {
  readonly document: Document.Parsed;
  readonly hasAliases: boolean;
}

/** Parses a file of one YAML document; reports mistakes and returns `undefined` then. */
export function parseYaml(context: TreeContext): ParsedYaml | undefined {
  const yaml = loadYaml();
  const strict = compose(context, yaml, new yaml.Lexer());
  if (strict === undefined) return undefined;
  const composed =
    isSound(strict) || context.diagnostics.strict ? strict : (composeTolerantly(context, yaml) ?? strict);
  if (reportErrors(context, composed)) return undefined;
  const [document, second] = composed.documents;
  if (document === undefined) throw new Error('the YAML composer returned no document');
  if (second === undefined) return { document, hasAliases: composed.aliases > 0 };
  const message = 'a file of a spec must be one YAML document, but a second one starts here';
  const offset = second.contents?.range[0] ?? second.range[0];
  context.diagnostics.error('several-documents', message, context.source.position(offset));
  return undefined;
}

/** The documents of a file, its tokens, and the number of its aliases. */
interface Composed {
  readonly documents: readonly Document.Parsed[];
  readonly tokens: readonly CST.Token[];
  readonly aliases: number;
}

/** Reads a file up to the end of the second document; reports it as soon as it exceeds a limit. */
function compose({ source, diagnostics }: TreeContext, yaml: YamlLibrary, lexer: Lexer): Composed | undefined {
  const parser = new yaml.Parser();
  const tokens: CST.Token[] = [];
  let [count, aliases, before] = [0, 0, ''];
  for (const lexeme of lexer.lex(source.text)) {
    const { offset } = parser;
    for (const token of parser.next(lexeme)) {
      tokens.push(token);
      if (token.type === 'document') count += 1;
    }
    if (count > 1) break;
    // The document itself is at the bottom of the stack.
    const deep = parser.stack[DEEPEST + 1];
    if (deep !== undefined && 'items' in deep) {
      diagnostics.error('too-deep', `values are nested more than ${DEEPEST} levels deep`, source.position(deep.offset));
      return undefined;
    }
    if (lexeme.startsWith('*') && before !== SCALAR && ++aliases > MOST_ALIASES) {
      const message = `a file of a spec has at most ${MOST_ALIASES} aliases`;
      diagnostics.error('too-many-aliases', message, source.position(offset));
      return undefined;
    }
    before = lexeme;
  }
  if (count < 2) tokens.push(...parser.end());
  const composer = new yaml.Composer({ schema: 'core', uniqueKeys: false, prettyErrors: false, logLevel: 'silent' });
  return { documents: [...composer.compose(tokens, true, source.text.length)], tokens, aliases };
}

function isSound({ documents }: Composed): boolean {
  return documents.every(({ errors }) => errors.length === 0);
}

/** Reads lines with too little indentation as other tools do, and reports them; `undefined` if there are further mistakes. */
function composeTolerantly(context: TreeContext, yaml: YamlLibrary): Composed | undefined {
  const { lexer, tolerated } = createTolerantLexer(yaml);
  // The strict reading has already reported limits that the file exceeds.
  const composed = compose({ ...context, diagnostics: new Diagnostics() }, yaml, lexer);
  if (composed === undefined || !isSound(composed)) return undefined;
  for (const { offset, message, done } of tolerated)
    context.diagnostics.repaired('nonstandard-yaml', message, context.source.position(offset), done);
  return composed;
}

/** Reports the first mistake only, because the others nearly always follow from it; returns whether there is one. */
function reportErrors({ source, diagnostics }: TreeContext, { documents, tokens }: Composed): boolean {
  const errors = documents.flatMap((document) => document.errors);
  const [first] = errors.toSorted((left, right) => left.pos[0] - right.pos[0]);
  if (first === undefined) return false;
  // The parser notices only at the end of the file that a quote or bracket is not closed.
  const { offset, message } = findUnclosed(tokens) ?? describeError(first, source.text);
  diagnostics.error('invalid-yaml', message, source.position(offset));
  return true;
}

/** A mistake in the text of a file. */
interface Mistake {
  readonly offset: number;
  readonly message: string;
}

/** Describes a mistake and the offset at which to correct the text; the offset of the library is where it noticed the mistake. */
function describeError({ code, message, pos: [offset] }: YAMLError, text: string): Mistake {
  const rest = matchAt(/[^\n]*/y, text, offset);
  switch (code) {
    case 'TAB_AS_INDENT':
      return { offset, message: 'a tab cannot indent YAML; use spaces' };
    case 'BAD_INDENT':
      if (!message.startsWith('All ')) break;
      return {
        offset: offset + matchAt(/ */y, rest).length,
        message: 'this line is not indented like any line above it',
      };
    case 'BLOCK_AS_IMPLICIT_KEY': {
      if (/:\s*$|: /.test(rest)) return { offset, message: 'a value with a colon and a space in it needs quotes' };
      const end = offset + rest.length;
      const next = matchAt(/\n(?:[ \t]*(?:#[^\n]*)?\r?\n)* */y, text, end);
      return { offset: end + next.length, message: 'this line is indented too far' };
    }
    case 'MULTILINE_IMPLICIT_KEY':
    case 'MISSING_CHAR':
      if (!message.startsWith('Implicit ')) break;
      return {
        offset,
        message: 'a ":" is missing after this; or the line belongs to the value before it, and is indented too little',
      };
  }
  return { offset, message };
}

/** Returns the text that a sticky expression matches at an offset, or an empty text. */
function matchAt(sticky: RegExp, text: string, offset = 0): string {
  sticky.lastIndex = offset;
  return sticky.exec(text)?.[0] ?? '';
}

/**
 * Finds a quote that is never closed, or else the innermost open bracket. The quote comes first because its text contains the
 * closing brackets.
 */
function findUnclosed(tokens: readonly CST.Token[]): Mistake | undefined {
  const listInner = (token: CST.Token): readonly (CST.Token | undefined)[] => {
    const inner: readonly { key?: CST.Token | null; value?: CST.Token }[] =
      'items' in token ? token.items : token.type === 'document' ? [token] : [];
    return inner.flatMap(({ key, value }) => [key ?? undefined, value]);
  };
  const found = Array.from(reachable(tokens, listInner), (token) => ({
    offset: token.offset,
    opening: findUnclosedOpening(token) ?? '',
  }))
    .filter(({ opening }) => opening !== '')
    .toSorted((left, right) => left.offset - right.offset);
  const first = found.find(({ opening }) => opening === "'" || opening === '"') ?? found.at(-1);
  return first && { offset: first.offset, message: `this ${first.opening} is not closed` };
}

/** Returns the quote or bracket that a token begins with, if nothing closes it. */
function findUnclosedOpening(token: CST.Token): string | undefined {
  switch (token.type) {
    case 'single-quoted-scalar':
      return /^'(?:[^']|'')*'$/.test(token.source) ? undefined : "'";
    case 'double-quoted-scalar':
      return /^"(?:[^"\\]|\\[^])*"$/.test(token.source) ? undefined : '"';
    case 'flow-collection':
      return token.end.some(({ type }) => type === 'flow-seq-end' || type === 'flow-map-end')
        ? undefined
        : token.start.source;
    default:
      return undefined;
  }
}

/** Text that is not valid YAML, but is read nevertheless. */
interface Tolerated extends Mistake {
  /** The end of the message: `it is read as a part of the quoted string before it`. */
  readonly done: string;
}

/** Private members of the lexer of the `yaml` library that are used here. */
interface LexerState {
  readonly buffer: string;
  readonly pos: number;
  readonly flowLevel: number;
  /** Number of spaces with which the next line still belongs to the value before it. */
  indentNext: number;
  parseQuotedScalar(): Generator<string, unknown>;
  parseFlowCollection(): Generator<string, unknown>;
}

/** The rest of this line and all empty lines and comments up to the next line with text. */
const nextLine = /[ \t]*(?:#[^\n]*)?\r?\n(?:[ \t]*(?:#[^\n]*)?\r?\n)*( *)(?=[^\s#])/y;

/**
 * Creates a lexer that accepts lines with too little indentation inside quoted strings, lists and objects in brackets, like
 * libyaml and most tools that use it: the end of these values is clear without indentation. `tolerated` lists these lines.
 */
function createTolerantLexer(yaml: YamlLibrary): {
  readonly lexer: Lexer;
  readonly tolerated: readonly Tolerated[];
} {
  const lexer = new yaml.Lexer();
  // The library declares these members as private.
  const state = lexer as unknown as LexerState;
  const tolerated: Tolerated[] = [];
  const { parseQuotedScalar, parseFlowCollection } = state;
  let isReported = false;
  const tolerate = (offset: number, what: string): void => {
    const done = `it is read as a part of the ${what} before it`;
    tolerated.push({ offset, message: 'this line is indented too little for YAML', done });
  };
  state.parseQuotedScalar = function* () {
    const { pos, indentNext } = state;
    const result = yield* withoutIndent(state, parseQuotedScalar);
    const quoted = state.buffer.slice(pos, state.pos);
    const line = [...quoted.matchAll(/\n( *)(?=[^\s])/g)].find(([, indent = '']) => indent.length < indentNext);
    const inBrackets = state.flowLevel > 0 && isReported;
    if (line !== undefined && !inBrackets) tolerate(pos + line.index + line[0].length, 'quoted string');
    return result;
  };
  state.parseFlowCollection = function* () {
    nextLine.lastIndex = state.pos;
    const line = nextLine.exec(state.buffer);
    const isEnd = state.flowLevel === 1 && /[\]}]/.test(state.buffer.charAt(nextLine.lastIndex));
    const needed = state.indentNext - (isEnd ? 1 : 0);
    if (line !== null && !isReported && (line[1] ?? '').length < needed) {
      tolerate(line.index + line[0].length, 'value in brackets');
      isReported = true;
    }
    const result = yield* withoutIndent(state, parseFlowCollection);
    if (state.flowLevel === 0) isReported = false;
    return result;
  };
  return { lexer, tolerated };
}

/** Lets the lexer read a value as if it were at the start of its line. */
function* withoutIndent(state: LexerState, parse: () => Generator<string, unknown>): Generator<string, unknown> {
  const { indentNext } = state;
  state.indentNext = 0;
  try {
    return yield* parse.call(state);
  } finally {
    state.indentNext = indentNext;
  }
}
