import type { Tool } from '../tools/catalogue.js';
import { plainText } from './plain-text.js';

/** Most words of a query that count. */
const mostWords = 20;

/** An operation that was found. */
export interface FoundOperation {
  readonly operation: string;
  readonly request: string;
  readonly summary: string;
}

/** Finds operations by words: those whose names, paths and texts hold most of them, names first. */
export function searchOperations(tools: readonly Tool[], query: string, limit: number): readonly FoundOperation[] {
  const words = [...new Set(wordsOf(query.slice(0, 500)))].slice(0, mostWords);
  const scored = tools.map((tool) => ({ tool, score: scoreOf(tool, words) }));
  return scored
    .filter(({ score }) => score > 0 || words.length === 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, limit)
    .map(({ tool }) => ({
      operation: tool.name,
      request: `${tool.operation.method} ${plainText(tool.operation.path, 200)}`,
      summary: plainText(tool.summary || tool.description, 150),
    }));
}

/** Words in lower case, without the endings of the plural: `pullRequests` has two. */
function wordsOf(text: string): readonly string[] {
  const parts = text.replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2').toLowerCase();
  return [...parts.matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) =>
    word.length > 3 ? word.replace(/(?<!s)s$/, '') : word,
  );
}

const known = new WeakMap<Tool, readonly (readonly [weight: number, words: ReadonlySet<string>])[]>();

function scoreOf(tool: Tool, words: readonly string[]): number {
  const fields = known.get(tool) ?? [
    [5, new Set(wordsOf(`${tool.name} ${tool.operation.method}`))],
    [3, new Set(wordsOf(tool.summary))],
    [3, new Set(wordsOf(tool.operation.path))],
    [1, new Set(wordsOf(plainText(tool.description, 2_000)))],
  ];
  known.set(tool, fields);
  const own = fields[0]?.[1].size ?? 1;
  let score = 0;
  for (const word of words)
    for (const [weight, has] of fields) {
      if (has.has(word)) score += weight;
      else if ([...has].some((one) => word.length > 3 && one.startsWith(word))) score += weight / 2;
    }
  // Of two that fit as well, the one whose name says less else.
  return score === 0 ? 0 : score + 1 / own;
}
