import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../commands/run-command.js';
import { root } from '../rules/sources.js';
import { writeTexts } from '../output/temporary-folder.js';
import { readRows } from '../rows.js';

// Inside the repository, so that imports are resolved.
const cwd = join(root, '.cache/custom');
const packageFolder = join(cwd, 'generated/shelf');

beforeAll(async () => {
  rmSync(cwd, { recursive: true, force: true });
  writeTexts(cwd, readRows(new URL('custom-code.yaml', import.meta.url)).data('project'));
  expect(await runCommand('generate', { args: [], cwd })).toMatchObject({ code: 0, err: '' });
  execFileSync(process.execPath, ['build.js'], { cwd: packageFolder, stdio: 'pipe' });
}, 60_000);

afterAll(() => rmSync(cwd, { recursive: true, force: true }));

/** Runs a program in the folder of the package and returns its output. */
function run(code: string): string {
  const args = ['--input-type=module', '--eval', code];
  return execFileSync(process.execPath, args, { cwd: packageFolder, encoding: 'utf8' }).trim();
}

test('a package is built with custom code: in the entry, under a subpath, and as a method of a resource', () => {
  const printed = run(`
    import { createShelf, isLong } from '@acme/shelf';
    import { isIsbn } from '@acme/shelf/custom/isbn';
    import { createEmulator } from '@acme/shelf/mocks';
    const client = createShelf({ fetch: createEmulator().fetch });
    await client.books.insert({ body: { title: 'Emma', pages: 512 } });
    const book = await client.books.first();
    console.log(book.title, isLong(book), isIsbn('9780141439587'));
  `);
  expect(printed).toBe('Emma true true');
  expect(readFileSync(join(packageFolder, 'dist/index.d.ts'), 'utf8')).toContain(
    'export declare function isLong(book: Book): boolean;',
  );
  expect(readFileSync(join(packageFolder, 'dist/custom/isbn.d.ts'), 'utf8')).toContain(
    '/** Returns whether a text is an ISBN. */',
  );
});

test('a bundle contains only custom code that it imports', async () => {
  const bundle = async (contents: string): Promise<string> => {
    const stdin = { contents, resolveDir: packageFolder };
    const { outputFiles } = await build({ stdin, bundle: true, format: 'esm', minify: true, write: false });
    return outputFiles[0]?.text ?? '';
  };
  const alone = await bundle("export { booksList } from '@acme/shelf/operations';");
  expect(alone).not.toMatch(/first|500|\\d\{13\}/);
  const client = await bundle("export { createShelf } from '@acme/shelf';");
  expect(client).toMatch(/\bfirst\(/);
  expect(client).not.toMatch(/>500|\\d\{13\}/);
});
