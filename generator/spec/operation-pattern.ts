import type { Position } from '../diagnostics.js';
import { reachable } from '../iterables.js';

/** A pattern that selects operations: an operation must match all of its fields. */
export interface OperationPattern {
  /** A tag of the operation. In this and the other strings, `*` matches any text without `/`, and `**` matches any text. */
  readonly tag?: string;
  /** Its `operationId`; for an operation without one, method and path: `GET /books/{id}`. */
  readonly operationId?: string;
  /** Its path template: `/books/{id}`. A pattern that ends in `/**` also matches the path before that. */
  readonly path?: string;
  /** Its method, in upper or lower case. */
  readonly method?: string;
  /** True if it is deprecated. */
  readonly deprecated?: boolean;
  /** The name of a webhook; allowed in `exclude` only. */
  readonly webhook?: string;
}

/** A pattern with its position. */
export interface LocatedPattern extends OperationPattern {
  /** Default: the start of the spec. */
  readonly at?: Position;
}

/** The operations of a document that are generated. Parts that only other operations need are left out. */
export interface OperationSubset {
  /** Patterns of the operations that are generated. Default: all. Has no effect on webhooks. */
  readonly include?: readonly LocatedPattern[];
  /** Patterns of operations and webhooks that are left out, even if they are included. Default: none. */
  readonly exclude?: readonly LocatedPattern[];
  /** True if a pattern may match nothing, because the document is not the one that it was written for. Default: false. */
  readonly isLenient?: boolean;
}

/** The fields of a pattern that are strings. */
export const PATTERN_STRINGS = ['tag', 'operationId', 'path', 'method', 'webhook'] as const;

/** One of `PATTERN_STRINGS`. */
export type PatternString = (typeof PATTERN_STRINGS)[number];

/** Names of these fields on a command line. */
const SHORT_NAMES: Readonly<Record<PatternString, string>> = {
  tag: 'tag',
  operationId: 'id',
  path: 'path',
  method: 'method',
  webhook: 'webhook',
};

/** Prints a pattern for a command line: `path:/books/**,method:get`. */
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
  // Names may have commas, so only a comma before a further key separates.
  for (const part of text.split(/,(?=(?:tag|id|path|method|webhook):|deprecated(?:,|:false|$))/)) {
    const [, name, value = ''] = /^([a-z]+)(?::(.+))?$/s.exec(part) ?? [];
    const key = PATTERN_STRINGS.find((one) => SHORT_NAMES[one] === name);
    if (name === 'deprecated' && (value === '' || value === 'false')) pattern.deprecated = value === '';
    else if (key === undefined || value === '' || pattern[key] !== undefined) return undefined;
    else pattern[key] = value;
  }
  return pattern;
}

/** Returns whether a glob matches a text, in time that is at most the product of their lengths. */
export function matchesGlob(glob: string, text: string): boolean {
  if (!glob.includes('*')) return glob === text;
  if (glob.endsWith('/**') && matchesGlob(glob.slice(0, -'/**'.length), text)) return true;
  const tokens = glob.match(/\*\*|[^]/g) ?? [];
  // Indexes of the tokens that may match next.
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

/** Adds the states after stars, because a star also matches the empty text. */
function skipStars(tokens: readonly string[], states: readonly number[]): ReadonlySet<number> {
  const isStar = (state: number): boolean => tokens[state] === '*' || tokens[state] === '**';
  return new Set(reachable(states, (state) => (isStar(state) ? [state + 1] : [])));
}
