import type { Tool } from '../tools/catalogue.js';
import { toPlainText } from './plain-text.js';

/** Finds the operations that match most words of a query, best first: `add pet` → `pets.create`. Lists all for an empty query. */
export function searchOperations(tools: readonly Tool[], query: string, limit: number): readonly object[] {
  const all = splitWords(query.slice(0, 500));
  const words = [...new Set(all)].slice(0, 20).filter((word) => !emptyWords.test(word));
  return tools
    .map((tool) => ({ tool, score: rate(tool, words) }))
    .filter(({ score }) => score > 0 || !all.length)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, limit)
    .map(({ tool }) => ({
      operation: tool.name,
      request: `${tool.operation.method} ${toPlainText(tool.operation.path, 200)}`,
      summary: toPlainText(tool.summary || tool.description, 150),
    }));
}

/** Splits a text into words in lower case, without the `s` of plurals: `pullRequests` → `pull`, `request`. */
function splitWords(text: string) {
  const parts = text.replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2').toLowerCase();
  return (parts.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => (word.length > 3 ? word.replace(/(?<!s)s$/, '') : word));
}

/** Matches words that occur in nearly every text. */
const emptyWords = /^(?:a|an|and|by|for|from|in|of|on|the|to|with)$/;

/**
 * Rates how well an operation matches words. A word adds the largest `weight` of the fields that contain it. A field adds its `cover` if
 * the words include all of its own, and a fraction of it if they include some.
 */
function rate({ name, operation, summary, description }: Tool, words: readonly string[]) {
  const fields = [
    { weight: 5, cover: 6, text: `${name} ${operation.method}` },
    { weight: 3, cover: 6, text: summary },
    { weight: 3, cover: 0, text: operation.path },
    { weight: 1, cover: 0, text: toPlainText(description, 2_000) },
  ].map(({ text, ...field }) => ({ ...field, own: splitWords(text).filter((word) => !emptyWords.test(word)) }));
  let score = 0;
  for (const word of words) score += Math.max(...fields.map(({ weight, own }) => weight * match(word, own)));
  if (score === 0) return 0;
  for (const { cover, own } of fields) {
    const { size } = new Set(own);
    const hits = words.filter((word) => match(word, own) > 0).length;
    if (size > 0) score += (cover * Math.min(hits, size)) / size;
  }
  return score;
}

/** Rates how well a word matches those of a field: 1 if it is one of them, 0.5 if one starts with the other (`list`, `listing`). */
function match(word: string, words: readonly string[]) {
  if (words.includes(word)) return 1;
  const isSimilar = (one: string) => one.startsWith(word) || (one.length > 3 && word.startsWith(one));
  return word.length > 3 && words.some(isSimilar) ? 0.5 : 0;
}
