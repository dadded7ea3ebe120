import { expect, test } from 'vitest';
import { committed, pages } from './pages.js';
import { filesBelow, textOf } from './sources.js';

/** Places and people that mean nothing to a reader of this repository. */
const foreign = [
  /\/work\//,
  /\/tmp\/brief/,
  /\bthe brief\b/i,
  /\bbehaviours\.md\b/,
  /\bdesign\.md\b/,
  /\b(?:helper|session) [A-H]\b/,
  /\bAI\b/,
  /\bLLM\b/,
];

test('no file mentions where it was written', () => {
  const self = 'test/rules/words.test.ts';
  const texts = committed().filter(
    (path) => path !== self && /\.(?:ts|md|ya?ml|json|hbs|txt)$|\.ci\/run$/.test(path) && path !== 'package-lock.json',
  );
  const mentions = texts.flatMap((path) => {
    const text = textOf(path);
    return foreign.filter((pattern) => pattern.test(text)).map((pattern) => `${path}: ${pattern.source}`);
  });
  expect(texts.length).toBeGreaterThan(100);
  expect(mentions).toEqual([]);
});

test('text files have LF line ends and end with a line', () => {
  const files = ['generator', 'templates', 'test', 'specs', 'generated'].flatMap((folder) => filesBelow(folder, '.ts'));
  expect(files.filter((path) => textOf(path).includes('\r') || !textOf(path).endsWith('\n'))).toEqual([]);
});

/** Words that nobody else uses in this sense, and the usual ones. */
const unusual: readonly (readonly [pattern: RegExp, better: string])[] = [
  [/\b(?:un)?judg(?:e[sd]?|ing)\b/i, 'validate'],
  [/\brefusals?\b|\brefuse[sd]?\b/i, 'error, reject'],
  [/\b(?:an|the|an?other|each|every|all|its|whose|of) answers?\b|\banswers (?:are|that)\b/i, 'response'],
  [/\btexts\b/i, 'strings'],
  [/\b(?:in|at|by) (?:its|their|the|this|that|one) places?\b|\bplaces? of\b/i, 'position, location, instead of'],
  [/\b(?:leads?|leading|led) (?:to|nowhere|back|out)\b/i, 'resolves to, points to'],
  [/\bstands? (?:in|at|under|beside|before|behind|below|above|there|where|once|twice)\b/i, 'is'],
  [/\bdress(?:es|ed)?\b|\blessons?\b|\bsettle[sd]?\b|\bcasts\b/i, 'the plain verb for what it does'],
  [/\bthe house\b|\bcannot bear\b|\bliberties\b|\bmerely\b|\bwhatever else\b|\bgoes by\b/i, 'plain words'],
];

/** What a page says in its own words: no code, and no rows that quote the tables of codes or the names of tests. */
function wordsOf(page: string): string {
  const text = textOf(page).replace(/^```[^]*?^```$|^\|.*\| (?:yes|\*\*no\*\*|–) +\|$/gm, '');
  const own = page === 'specs/README.md' ? text.slice(0, text.indexOf('\n## Codes\n')) : text;
  return own.replace(/\{\{.*?\}\}|`[^`\n]*`|\]\([^)]*\)/g, '');
}

test('pages use the words of OpenAPI, JSON Schema, TypeScript and Node', () => {
  // Those below generated/ are made from the template.
  const written = [...pages.filter((page) => !page.startsWith('generated/')), 'templates/package/readme.hbs'];
  const found = written.flatMap((page) =>
    wordsOf(page)
      .split('\n')
      .flatMap((line) =>
        unusual
          .filter(([pattern]) => pattern.test(line))
          .map(([pattern, better]) => `${page}: "${pattern.exec(line)?.[0]}", better: ${better}: ${line.trim()}`),
      ),
  );
  expect(found).toEqual([]);
});
