import { expect, test } from 'vitest';
import { readRows } from '../rows.js';
import { filesBelow, textOf } from './sources.js';

const { data } = readRows(import.meta.url);

/** Names of the two services of this repository, of the real ones, and words that mean something to one of them alone. */
const words =
  /video-?platform|ad-?reporting|admob|adsense|youtube|\bsbv\b|\bscc\b|\bttml\b|(?<!high)watermark|\bspam|\bbanners?\b|captions?\b|ad-?units?\b|mediation|channelsection|\bmaxres\b/gi;

/** Files that may say such a word, and why. */
const exempt = data<Readonly<Record<string, { readonly words: readonly string[]; readonly why: string }>>>('exempt');

// Pages show examples that are compiled and run, which takes packages that exist.
const files = ['generator', 'templates']
  .flatMap((folder) => filesBelow(folder, ''))
  .filter((path) => !path.endsWith('.md'));

/** The words in a file, in small letters, each once. */
function wordsIn(path: string): readonly string[] {
  return [...new Set(`${path}\n${textOf(path)}`.match(words)?.map((word) => word.toLowerCase()))];
}

test('there is something to look at', () => {
  expect(files.length).toBeGreaterThan(500);
});

test('what makes and runs packages of any service knows neither of the two in this repository', () => {
  const found = files.flatMap((path) =>
    wordsIn(path)
      .filter((word) => exempt[path]?.words.includes(word) !== true)
      .map((word) => `${path} says ${word}`),
  );
  expect(found).toEqual([]);
});

test.each(Object.entries(exempt))('%s says what it may say', (path, { words: allowed }) => {
  expect(wordsIn(path)).toEqual(expect.arrayContaining([...allowed]));
});
