import { expect } from 'vitest';
import { head, read } from './read-text.js';
import { readRows } from '../rows.js';

const { table } = readRows(import.meta.url);

/** Lists the codes of the messages about a pattern. */
function listCodes(pattern: string): readonly string[] {
  const { messages } = read(
    `${head}components: { schemas: { A: { pattern: ${JSON.stringify(pattern)}, maxLength: 9 } } }`,
  );
  return messages.map((message) => /(?:error|warning) ([a-z-]+)/.exec(message)?.[1] ?? message);
}

table('a pattern is a regular expression of Unicode mode: %s', (_: string, pattern: string) => {
  expect(listCodes(pattern)).toEqual([]);
});

table('a pattern is a regular expression of the older mode: %s', (_: string, pattern: string) => {
  expect(listCodes(pattern)).toEqual(['non-unicode-pattern']);
});

// Node 24 could compile most of them, Node 20 none.
table('a pattern is not a regular expression: %s', (_: string, pattern: string) => {
  expect(listCodes(pattern)).toEqual(['invalid-value']);
});
