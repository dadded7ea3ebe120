import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root, readFromRoot } from './sources.js';

/** Lists the files that git would commit. */
export function committed(): readonly string[] {
  const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
  });
  // Git lists a removed file until the removal is committed.
  return list.split('\0').filter((path) => path !== '' && existsSync(join(root, path)));
}

/** Pages that people write or read: every Markdown file but expected output, changelogs and licences of others. */
export const pages: readonly string[] = committed().filter(
  (path) => path.endsWith('.md') && !/^test\/cases\/|CHANGELOG\.md$|THIRD-PARTY-LICENSES\.md$/.test(path),
);

/** Pages that npm shows, away from the repository. */
export const publishedPages = ['README.md', 'templates/runtime/README.md', 'templates/emulator/README.md'] as const;

/** Returns the code of the fences of a page in one language. */
export function readFences(page: string, language: string): readonly string[] {
  return codeIn(readFromRoot(page), language);
}

/** Returns the code of the fences of a text in one language. */
export function codeIn(text: string, language: string): readonly string[] {
  const fences = text.matchAll(/^```([a-z]*)\n([^]*?)^```$/gm);
  return [...fences].flatMap(([, name, code]) => (name === language && code !== undefined ? [code] : []));
}

/**
 * Returns the TypeScript code of a page as programs. On pages of packages, each program begins with the client of the first fence; on a
 * reference, all fences without imports are one program.
 */
export function programsIn(page: string, text: string): readonly string[] {
  const codes = codeIn(text, 'ts');
  const [preamble = '', ...samples] = codes;
  if (page.endsWith('api.md')) {
    const alone = samples.filter((code) => code.startsWith('import '));
    return [codes.filter((code) => !alone.includes(code)).join('\n'), ...alone];
  }
  if (!/generated\/[\w-]+\/README\.md$|(?:^|\/)SKILL\.md$/.test(page)) return codes;
  return codes.map((code) => (code.includes('const client =') ? code : `${preamble}\n${code}`));
}

/** Reads a page without its fences. */
export function readWithoutFences(page: string): string {
  return readFromRoot(page).replace(/^```[^]*?^```$/gm, '');
}
