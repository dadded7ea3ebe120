import type { Position } from '../diagnostics.js';
import { reachable } from '../iterables.js';

/** Which operations are meant: those of which all that is stated holds. */
export interface OperationPattern {
  /** A tag of the operation. In this and the other strings, `*` is any text without `/`, and `**` any text. */
  readonly tag?: string;
  /** Its `operationId`; one that has none goes by method and path, as in `GET /books/{id}`. */
  readonly operationId?: string;
  /** Its path as the document has it: `/books/{id}`. What ends in `/**` also means the path before that. */
  readonly path?: string;
  /** Its method, in upper or lower case. */
  readonly method?: string;
  /** True if it is deprecated. */
  readonly deprecated?: boolean;
  /** The name of a webhook; only `exclude` knows it. */
  readonly webhook?: string;
}

/** A pattern, and where it is written. */
export interface LocatedPattern extends OperationPattern {
  /** Default: the start of the spec. */
  readonly at?: Position;
}

/** The operations of a document that are generated, and nothing that only others need. */
export interface OperationSubset {
  /** Operations that one of these selects; default: all. Webhooks stay, whatever is here. */
  readonly include?: readonly LocatedPattern[];
  /** Operations and webhooks that one of these selects are left out, even if they are included. Default: none. */
  readonly exclude?: readonly LocatedPattern[];
  /** True if a pattern may select nothing, as in another document than it was written for. Default: false. */
  readonly isLenient?: boolean;
}

/** The strings that a pattern may state. */
export const PATTERN_STRINGS = ['tag', 'operationId', 'path', 'method', 'webhook'] as const;

/** One of them. */
export type PatternString = (typeof PATTERN_STRINGS)[number];

/** Their names on a command line. */
const SHORT_NAMES: Readonly<Record<PatternString, string>> = {
  tag: 'tag',
  operationId: 'id',
  path: 'path',
  method: 'method',
  webhook: 'webhook',
};

/** Prints a pattern as a command line has it: `path:/books/**,method:get`. */
export function printPattern(pattern: OperationPattern): string {
  const strings = PATTERN_STRINGS.flatMap((key) => {
    const value = pattern[key];
    return value === undefined ? [] : [`${SHORT_NAMES[key]}:${value}`];
  });
  const { deprecated } = pattern;
  return [...strings, ...(deprecated === undefined ? [] : [deprecated ? 'deprecated' : 'deprecated:false'])].join(',');
}

/** Reads a pattern of a command line; `undefined` for other text. */
export function parsePattern(text: string): OperationPattern | undefined {
  const pattern: { -readonly [Key in keyof OperationPattern]: OperationPattern[Key] } = {};
  // Names may have commas: only one before a further key divides.
  for (const part of text.split(/,(?=(?:tag|id|path|method|webhook):|deprecated(?:,|:false|$))/)) {
    const [, name, value = ''] = /^([a-z]+)(?::(.+))?$/s.exec(part) ?? [];
    const key = PATTERN_STRINGS.find((one) => SHORT_NAMES[one] === name);
    if (name === 'deprecated' && (value === '' || value === 'false')) pattern.deprecated = value === '';
    else if (key === undefined || value === '' || pattern[key] !== undefined) return undefined;
    else pattern[key] = value;
  }
  return pattern;
}

/** Says whether a text is as a pattern says, in time that grows with both alone: neither can make the other slow. */
export function matchesGlob(glob: string, text: string): boolean {
  if (!glob.includes('*')) return glob === text;
  if (glob.endsWith('/**') && matchesGlob(glob.slice(0, -'/**'.length), text)) return true;
  const tokens = glob.match(/\*\*|[^]/g) ?? [];
  // The tokens that may come next, as many as there are ways to read the text so far.
  let states = skipStars(tokens, [0]);
  for (let index = 0; index < text.length && states.size > 0; index++) {
    const char = text.charAt(index);
    const next = [...states].flatMap((state) => {
      const token = tokens[state];
      if (token === '**' || (token === '*' && char !== '/')) return [state];
      return token === char ? [state + 1] : [];
    });
    states = skipStars(tokens, next);
  }
  return states.has(tokens.length);
}

/** Adds the states behind stars, which may stand for nothing. */
function skipStars(tokens: readonly string[], states: readonly number[]): ReadonlySet<number> {
  const isStar = (state: number): boolean => tokens[state] === '*' || tokens[state] === '**';
  return new Set(reachable(states, (state) => (isStar(state) ? [state + 1] : [])));
}
