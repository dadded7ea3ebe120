import { ts } from 'ts-morph';
import { expect, test } from 'vitest';
import { committed, pages } from './pages.js';
import { filesBelow, handwritten, nodesOf, parse, textOf } from './sources.js';

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

/** Words in names that nobody else uses in this sense, as in `judgeWhole` or `settledRows`; `answer` only by itself. */
const unusualWord = /^(?:judg(?:e[sd]?|ing)|refusals?|dress(?:es|ed)?|lessons?|plants?|planted|settle[sd]?)$/;

/** The same in comments and messages. */
const unusualProse = /\b(?:un)?judged\b|\brefusals?\b|\bleads to\b|\bstands (?:at|in|for)\b|\bthe house\b/i;

/** Files with words that others rely on: a code of diagnostics, a word of the vocabulary, saved state. */
const publicWords: readonly string[] = [
  'generator/diagnostics/hints.ts',
  'templates/emulator/conformance/check-response.ts',
  'templates/emulator/conformance/check.ts',
  'templates/emulator/engine/uploads/upload-session.ts',
  'templates/runtime/tanstack/mutation-options.ts',
];

/** Files that still have such words. */
const exempt: readonly string[] = [
  ...publicWords,
  'generator/api/api.ts',
  'generator/commands/generate/generate.ts',
  'generator/commands/generate/make-release.ts',
  'generator/commands/generate/make-target.ts',
  'generator/commands/watch/watch-specs.ts',
  'generator/drift/compare-apis.ts',
  'generator/drift/known-differences.ts',
  'generator/emit/code/syntax/types.ts',
  'generator/output/prove/prove-inert.ts',
  'generator/spec/patterns/analyze-pattern.ts',
  'generator/spec/patterns/check-patterns.ts',
  'generator/spec/patterns/pattern-graph.ts',
  'templates/runtime/validators/check/collect-once.ts',
  'templates/runtime/validators/json-schema/schema-parts.ts',
  'templates/runtime/validators/json-schema/to-draft-07.ts',
  'templates/runtime/validators/json-schema/to-openapi-3-0.ts',
  'templates/runtime/validators/keywords/unions.ts',
];

function isUnusual(name: string): boolean {
  if (/^#?answers?$|^answerWith$|^objectTo$/.test(name)) return true;
  return name.split(/(?=[A-Z])|[^A-Za-z]/).some((word) => unusualWord.test(word.toLowerCase()));
}

/** Identifiers of a file that are declared or used in it, and each of its comments and strings. */
function unusualIn(path: string): readonly string[] {
  const nodes = [...nodesOf(parse(path))];
  const names = nodes.flatMap((node) => (ts.isIdentifier(node) || ts.isPrivateIdentifier(node) ? [node.text] : []));
  const strings = nodes.flatMap((node) => (ts.isStringLiteralLike(node) ? [node.text] : []));
  const comments = textOf(path).match(/\/\*\*[^]*?\*\/|^\s*\/\/ .*$/gm) ?? [];
  return [
    ...new Set([
      ...names.filter(isUnusual),
      ...[...strings, ...comments].filter((text) => unusualProse.test(text)).map((text) => text.trim()),
    ]),
  ];
}

test('code uses the same words in names, comments and messages', () => {
  const code = handwritten.filter((path) => !path.startsWith('specs/'));
  const found = code.map((path) => ({ path, words: unusualIn(path) })).filter(({ words }) => words.length > 0);
  expect(code.length).toBeGreaterThan(300);
  expect(found.filter(({ path }) => !exempt.includes(path))).toEqual([]);
  // A file that needs no exemption any more.
  expect(exempt.filter((path) => !found.some((one) => one.path === path))).toEqual([]);
});
