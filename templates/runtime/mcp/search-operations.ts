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

/** Words that say nothing about what is wanted. */
const empty: ReadonlySet<string> = new Set([
  'a',
  'an',
  'and',
  'by',
  'for',
  'from',
  'in',
  'of',
  'on',
  'the',
  'to',
  'with',
]);

interface Field {
  /** What a word is worth that is found there. */
  readonly weight: number;
  /** What it is worth that nothing else is said there. */
  readonly cover: number;
  readonly words: ReadonlySet<string>;
}

const known = new WeakMap<Tool, readonly Field[]>();

/** Names, summaries, paths and descriptions of an operation as words. */
function fieldsOf(tool: Tool): readonly Field[] {
  const set = (text: string): ReadonlySet<string> => new Set(wordsOf(text).filter((word) => !empty.has(word)));
  const fields = known.get(tool) ?? [
    { weight: 5, cover: 6, words: set(`${tool.name} ${tool.operation.method}`) },
    { weight: 3, cover: 6, words: set(tool.summary) },
    { weight: 3, cover: 0, words: set(tool.operation.path) },
    { weight: 1, cover: 0, words: set(plainText(tool.description, 2_000)) },
  ];
  known.set(tool, fields);
  return fields;
}

function scoreOf(tool: Tool, words: readonly string[]): number {
  const fields = fieldsOf(tool);
  const wanted = words.filter((word) => !empty.has(word));
  const scores = wanted.map((word) => Math.max(...fields.map((field) => field.weight * fitOf(word, field))));
  const found = scores.reduce((sum, one) => sum + one, 0);
  if (found === 0) return 0;
  const covers = fields.map((field) => {
    const hits = wanted.filter((word) => fitOf(word, field) > 0).length;
    return field.words.size === 0 ? 0 : (field.cover * Math.min(hits, field.words.size)) / field.words.size;
  });
  return covers.reduce((sum, one) => sum + one, found);
}

/** Whether a field has a word, or half: one that it begins, or that begins it. */
function fitOf(word: string, { words }: Field): number {
  if (words.has(word)) return 1;
  if (word.length < 4) return 0;
  for (const one of words) if (one.startsWith(word) || (one.length > 3 && word.startsWith(one))) return 0.5;
  return 0;
}
