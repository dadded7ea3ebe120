import type { CST } from 'yaml';
import { childrenOf } from './yaml-depth.js';

/** A quote or bracket that nothing closes. */
export interface Unclosed {
  readonly offset: number;
  /** The character: `'`, `"`, `[` or `{`. */
  readonly opening: string;
}

/**
 * What is never closed, in the order of the file: quotes, and only where all of them are closed, brackets. An open quote
 * swallows whatever closes the brackets around it.
 */
export function findUnclosed(tokens: readonly CST.Token[]): readonly Unclosed[] {
  const found: Unclosed[] = [];
  const pending = [...tokens];
  for (let token = pending.pop(); token !== undefined; token = pending.pop()) {
    const opening = openingOf(token);
    if (opening !== undefined) found.push({ offset: token.offset, opening });
    pending.push(...childrenOf(token));
  }
  const quotes = found.filter(({ opening }) => opening === "'" || opening === '"');
  return (quotes.length > 0 ? quotes : found).toSorted((left, right) => left.offset - right.offset);
}

function openingOf(token: CST.Token): string | undefined {
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
