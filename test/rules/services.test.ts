import { expect, test } from 'vitest';
import { readRows } from '../rows.js';
import { filesBelow, readFromRoot } from './sources.js';

const { data } = readRows(import.meta.url);

/** Names of the two services of this repository and of the real services, and words that are specific to one of them. */
const words =
  /video-?platform|ad-?reporting|admob|adsense|youtube|\bsbv\b|\bscc\b|\bttml\b|(?<!high)watermark|\bspam|\bbanners?\b|captions?\b|ad-?units?\b|mediation|channelsection|\bmaxres\b/gi;

/** Files that may contain some of these words, with the reason. */
const exempt = data<Readonly<Record<string, { readonly words: readonly string[]; readonly why: string }>>>('exempt');

// Pages show examples that are compiled and run, which takes packages that exist.
const files = ['generator', 'templates']
  .flatMap((folder) => filesBelow(folder, ''))
  .filter((path) => !path.endsWith('.md'));

/** Returns the words in a file, in lower case, each once. */
function findWords(path: string): readonly string[] {
  return [...new Set(`${path}\n${readFromRoot(path)}`.match(words)?.map((word) => word.toLowerCase()))];
}

test('there are files to check', () => {
  expect(files.length).toBeGreaterThan(500);
});

test('generator and templates do not mention the two services of this repository', () => {
  const found = files.flatMap((path) =>
    findWords(path)
      .filter((word) => exempt[path]?.words.includes(word) !== true)
      .map((word) => `${path} contains ${word}`),
  );
  expect(found).toEqual([]);
});

test.each(Object.entries(exempt))('%s contains all words that it may contain', (path, { words: allowed }) => {
  expect(findWords(path)).toEqual(expect.arrayContaining([...allowed]));
});
