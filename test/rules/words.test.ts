import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow, root, textOf } from './sources.js';

/** Files of the repository as git would commit them. */
function committed(): readonly string[] {
  const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
  });
  // One that is removed is listed until that is committed.
  return list.split('\0').filter((path) => path !== '' && existsSync(join(root, path)));
}

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
