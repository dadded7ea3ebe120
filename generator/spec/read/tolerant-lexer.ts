import type { Lexer } from 'yaml';
import type { YamlLibrary } from './libraries.js';

/** Something that is not quite YAML and was read all the same. */
export interface Tolerated {
  readonly offset: number;
  readonly message: string;
  /** The end of the message: `it is read as a part of the quoted string before it`. */
  readonly done: string;
}

/** The members of the lexer of the `yaml` library that are needed here; its types hide them. */
interface LexerState {
  readonly buffer: string;
  readonly pos: number;
  readonly flowLevel: number;
  /** Spaces that a line needs to belong to the value before it. */
  indentNext: number;
  parseQuotedScalar(): Generator<string, unknown>;
  parseFlowCollection(): Generator<string, unknown>;
}

/** The next line with text, after what is left of this one. */
const nextLine = /[ \t]*(?:#[^\n]*)?\r?\n(?:[ \t]*(?:#[^\n]*)?\r?\n)*( *)(?=[^\s#])/y;

/**
 * Makes a lexer that takes lines of quoted strings, lists and objects in brackets which are indented too little, as libyaml and
 * most tools that build on it do: the end of these values is plain without indentation. `tolerated` lists the lines that it took.
 */
export function createTolerantLexer(yaml: YamlLibrary): {
  readonly lexer: Lexer;
  readonly tolerated: readonly Tolerated[];
} {
  const lexer = new yaml.Lexer();
  // The library declares these members as private.
  const state = lexer as unknown as LexerState;
  const tolerated: Tolerated[] = [];
  const { parseQuotedScalar, parseFlowCollection } = state;
  let isTold = false;
  state.parseQuotedScalar = function* () {
    const { pos, indentNext } = state;
    const result = yield* withoutIndent(state, parseQuotedScalar);
    const quoted = state.buffer.slice(pos, state.pos);
    const line = [...quoted.matchAll(/\n( *)(?=[^\s])/g)].find(([, indent = '']) => indent.length < indentNext);
    const inBrackets = state.flowLevel > 0 && isTold;
    if (line !== undefined && !inBrackets)
      tolerated.push({ offset: pos + line.index + line[0].length, ...describe('quoted string') });
    return result;
  };
  state.parseFlowCollection = function* () {
    nextLine.lastIndex = state.pos;
    const line = nextLine.exec(state.buffer);
    const isEnd = state.flowLevel === 1 && /[\]}]/.test(state.buffer.charAt(nextLine.lastIndex));
    const needed = state.indentNext - (isEnd ? 1 : 0);
    if (line !== null && !isTold && (line[1] ?? '').length < needed) {
      tolerated.push({ offset: line.index + line[0].length, ...describe('value in brackets') });
      isTold = true;
    }
    const result = yield* withoutIndent(state, parseFlowCollection);
    if (state.flowLevel === 0) isTold = false;
    return result;
  };
  return { lexer, tolerated };
}

function describe(what: string): Omit<Tolerated, 'offset'> {
  const done = `it is read as a part of the ${what} before it`;
  return { message: 'this line is indented too little for YAML', done };
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
