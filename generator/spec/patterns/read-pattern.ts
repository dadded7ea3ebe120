import type { AST } from '@eslint-community/regexpp';
import { loadRegexpp } from '../read/libraries.js';

/** Returns whether a pattern is a regular expression, in Unicode mode or else in the older one. */
export function isRegex(pattern: string): boolean {
  return regexFlags(pattern) !== undefined;
}

/**
 * Returns the flags with which a pattern is a regular expression: `u`, or else none; `undefined` if it is none in both modes. The
 * result is the same on every engine: syntax that is newer than ES2022, the target of packages, is always rejected.
 */
export function regexFlags(pattern: string): 'u' | '' | undefined {
  if (isTooNew(pattern)) return undefined;
  if (compiles(pattern, 'u')) return 'u';
  return compiles(pattern, '') ? '' : undefined;
}

function compiles(pattern: string, flags: string): boolean {
  try {
    return new RegExp(pattern, flags) instanceof RegExp;
  } catch {
    return false;
  }
}

/** Returns whether a pattern has a group that changes flags, or two groups with the same name. Both are newer than ES2022. */
function isTooNew(pattern: string): boolean {
  if (!pattern.includes('(?')) return false;
  const groups = pattern.replace(/\\.|\[(?:\\.|[^\]\\])*\]/gsu, '');
  const names = [...groups.matchAll(/\(\?<([^=!>][^>]*)>/gu)].map(([, name]) => name);
  return /\(\?[ims]*(?:-[ims]*)?:/u.test(groups.replaceAll('(?:', '')) || new Set(names).size < names.length;
}

/** A regular expression as a tree. A group is represented by its content. */
export type PatternNode =
  /** One character: `source` is a regular expression for exactly this character, `[a-z]` or `\d` or `x`. */
  | { readonly kind: 'set'; readonly source: string }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly parts: readonly PatternNode[] }
  /** `most` is Infinity where nothing bounds it. */
  | { readonly kind: 'repeat'; readonly of: PatternNode; readonly least: number; readonly most: number }
  /** `^` or `$`. */
  | { readonly kind: 'anchor'; readonly at: 'start' | 'end' }
  /** `\b` or `\B`. */
  | { readonly kind: 'boundary' }
  /** A look ahead or behind, whether it has to match or must not. */
  | { readonly kind: 'look'; readonly of: PatternNode; readonly behind: boolean }
  | { readonly kind: 'backreference' };

/** Maximum depth of groups. The functions that walk the tree are recursive. */
const deepest = 200;

/** Thrown for a pattern that cannot be analysed; the message states the reason. */
export class UnreadablePattern extends Error {}

/** Reads a pattern that JavaScript compiles with the flags; throws {@link UnreadablePattern} if groups are nested too deeply. */
export function readPattern(pattern: string, flags: 'u' | ''): PatternNode {
  if (measureDepth(pattern) >= deepest) throw new UnreadablePattern('it nests too many groups');
  // Loaded by the first pattern: a run in which nothing changed reads none.
  const { RegExpParser } = loadRegexpp();
  const parser = new RegExpParser({ ecmaVersion: 2022 });
  return readChoice(parser.parsePattern(pattern, 0, pattern.length, { unicode: flags === 'u' }).alternatives);
}

function measureDepth(pattern: string): number {
  let [depth, most] = [0, 0];
  for (const [token] of pattern.matchAll(/\\[^]|\[(?:[^\]\\]|\\[^])*\]|[()]/g)) {
    if (token === '(') most = Math.max(most, ++depth);
    if (token === ')') depth--;
  }
  return most;
}

function readChoice(alternatives: readonly AST.Alternative[]): PatternNode {
  const parts = alternatives.map(({ elements }): PatternNode => ({
    kind: 'sequence',
    parts: elements.map(readElement),
  }));
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : { kind: 'choice', parts };
}

function readElement(node: AST.Element): PatternNode {
  switch (node.type) {
    case 'Group':
    case 'CapturingGroup':
      return readChoice(node.alternatives);
    case 'Quantifier':
      return { kind: 'repeat', of: readElement(node.element), least: node.min, most: node.max };
    case 'Assertion':
      return readAssertion(node);
    case 'Backreference':
      return { kind: 'backreference' };
    default:
      return { kind: 'set', source: node.raw };
  }
}

function readAssertion(node: AST.Assertion): PatternNode {
  switch (node.kind) {
    case 'start':
    case 'end':
      return { kind: 'anchor', at: node.kind };
    case 'word':
      return { kind: 'boundary' };
    default:
      return { kind: 'look', of: readChoice(node.alternatives), behind: node.kind === 'lookbehind' };
  }
}
