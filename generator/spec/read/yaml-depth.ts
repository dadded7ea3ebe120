import type { CST } from 'yaml';

interface Level {
  readonly token: CST.Token;
  readonly depth: number;
}

/** Offset of the first collection nested deeper than `limit`, found without recursion; `undefined` where there is none. */
export function findDeep(tokens: readonly CST.Token[], limit: number): number | undefined {
  const pending: Level[] = tokens.map((token) => ({ token, depth: 0 }));
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.depth > limit) return next.token.offset;
    for (const token of childrenOf(next.token)) pending.push({ token, depth: next.depth + depthOf(token) });
  }
  return undefined;
}

function depthOf(token: CST.Token): number {
  return 'items' in token ? 1 : 0;
}

/** The tokens that stand in a token. */
export function childrenOf(token: CST.Token): readonly CST.Token[] {
  if (token.type === 'document') return token.value === undefined ? [] : [token.value];
  if (!('items' in token)) return [];
  return token.items.flatMap((item) => [item.key, item.value].filter((one) => one !== undefined && one !== null));
}
