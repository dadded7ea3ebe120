/** A regular expression as a tree; groups are only what they group. */
export type PatternNode =
  /** One character: `source` is a regular expression for just that character, `[a-z]` or `\d` or `x`. */
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

/** Most characters that a node can match; Infinity where nothing bounds them. */
export function longestMatch(node: PatternNode): number {
  switch (node.kind) {
    case 'set':
      return 1;
    case 'sequence':
      return node.parts.reduce((sum, part) => sum + longestMatch(part), 0);
    case 'choice':
      return node.parts.reduce((most, part) => Math.max(most, longestMatch(part)), 0);
    case 'repeat': {
      const one = longestMatch(node.of);
      return one === 0 || node.most === 0 ? 0 : one * node.most;
    }
    case 'backreference':
      return Infinity;
    default:
      return 0;
  }
}
