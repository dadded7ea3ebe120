import { ts } from 'ts-morph';
import { expect, test } from 'vitest';
import { readRows } from '../rows.js';
import { committed, pages } from './pages.js';
import { filesBelow, handwritten, listAllNodes, parse, readFromRoot } from './sources.js';

const { data } = readRows(import.meta.url);

/** Paths and names that readers of this repository do not know. */
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

test('no file mentions paths or names from outside the repository', () => {
  const self = 'test/rules/words.test.ts';
  const texts = committed().filter(
    (path) => path !== self && /\.(?:ts|md|ya?ml|json|hbs|txt)$|\.ci\/run$/.test(path) && path !== 'package-lock.json',
  );
  const mentions = texts.flatMap((path) => {
    const text = readFromRoot(path);
    return foreign.filter((pattern) => pattern.test(text)).map((pattern) => `${path}: ${pattern.source}`);
  });
  expect(texts.length).toBeGreaterThan(100);
  expect(mentions).toEqual([]);
});

test('text files have LF line ends and end with a line', () => {
  const files = ['generator', 'templates', 'test', 'specs', 'generated'].flatMap((folder) => filesBelow(folder, '.ts'));
  expect(files.filter((path) => readFromRoot(path).includes('\r') || !readFromRoot(path).endsWith('\n'))).toEqual([]);
});

/** Patterns of unusual words, each with a usual word. */
const unusual = Object.entries(data<Readonly<Record<string, string>>>('unusual')).map(
  ([pattern, better]) => [new RegExp(pattern, 'i'), better] as const,
);

/** Reads the prose of a page, without code, the tables of codes, and tables with names of tests. */
function readProse(page: string): string {
  const text = readFromRoot(page).replace(/^```[^]*?^```$|^\|.*\| (?:yes|\*\*no\*\*|–) +\|$/gm, '');
  return text
    .split(/^## (?:Codes|Kinds of changes)$/m, 1)
    .join('')
    .replace(/\{\{.*?\}\}|`[^`\n]*`|\]\([^)]*\)/g, '');
}

test('pages use the words of OpenAPI, JSON Schema, TypeScript and Node', () => {
  // Pages below generated/ come from the template.
  const written = [...pages.filter((page) => !page.startsWith('generated/')), 'templates/package/readme.hbs'];
  const found = written.flatMap((page) =>
    readProse(page)
      .split('\n')
      .flatMap((line) =>
        unusual
          .filter(([pattern]) => pattern.test(line))
          .map(([pattern, better]) => `${page}: "${pattern.exec(line)?.[0]}", better: ${better}: ${line.trim()}`),
      ),
  );
  expect(found).toEqual([]);
});

/** Unusual words in names such as `judgeWhole` or `settledRows`. `answer` is unusual only as a whole name. */
const unusualWord = /^(?:judg(?:e[sd]?|ing)|refusals?|dress(?:es|ed)?|lessons?|plants?|planted|settle[sd]?)$/;

/** Unusual words in comments and messages. */
const unusualProse = /\b(?:un)?judged\b|\brefusals?\b|\bleads to\b|\bstands (?:at|in|for)\b|\bthe house\b/i;

/** Files with such words in a public interface: a code of diagnostics, a word of the vocabulary, saved state. */
const publicWords = data<readonly string[]>('publicWords');

/** Files that may contain unusual words. */
const exempt = [...publicWords, ...data<readonly string[]>('exempt')];

function isUnusual(name: string): boolean {
  if (/^#?answers?$|^answerWith$|^objectTo$/.test(name)) return true;
  return name.split(/(?=[A-Z])|[^A-Za-z]/).some((word) => unusualWord.test(word.toLowerCase()));
}

/** Lists the identifiers, comments and strings of a file that contain unusual words. */
function findUnusual(path: string): readonly string[] {
  const nodes = listAllNodes(parse(path));
  const names = nodes.flatMap((node) => (ts.isIdentifier(node) || ts.isPrivateIdentifier(node) ? [node.text] : []));
  const strings = nodes.flatMap((node) => (ts.isStringLiteralLike(node) ? [node.text] : []));
  const comments = readFromRoot(path).match(/\/\*\*[^]*?\*\/|^\s*\/\/ .*$/gm) ?? [];
  return [
    ...new Set([
      ...names.filter(isUnusual),
      ...[...strings, ...comments].filter((text) => unusualProse.test(text)).map((text) => text.trim()),
    ]),
  ];
}

test('code has no unusual words in names, comments and messages', () => {
  const code = handwritten.filter((path) => !path.startsWith('specs/'));
  const found = code.map((path) => ({ path, words: findUnusual(path) })).filter(({ words }) => words.length > 0);
  expect(code.length).toBeGreaterThan(300);
  expect(found.filter(({ path }) => !exempt.includes(path))).toEqual([]);
  // A file without unusual words needs no exemption.
  expect(exempt.filter((path) => !found.some((one) => one.path === path))).toEqual([]);
});
