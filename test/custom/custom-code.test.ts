import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCommand, type Ran } from '../commands/run-command.js';
import { startWatching } from '../commands/watching.js';
import { readTexts, temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { custom, folder, shelf, writeShelf } from './shelf.js';

function project(more: Readonly<Record<string, string>> = {}): string {
  const cwd = temporaryFolder();
  writeShelf(cwd, more);
  return cwd;
}

function generate(cwd: string, ...args: readonly string[]): Promise<Ran> {
  return runCommand('generate', { args, cwd });
}

/** The files of the folder that is the user's own. */
function own(cwd: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(readTexts(join(cwd, folder))).map(([path, text]) => [`${folder}/${path}`, text]),
  );
}

describe('the folder custom of a package', () => {
  test('is exported from the entry and by subpaths, and stays as it is', async () => {
    const cwd = project();
    expect(await generate(cwd)).toMatchObject({ code: 0, err: '' });
    const files = readTexts(join(cwd, 'generated/shelf'));
    expect(files['src/index.ts']).toMatch(/\nexport \* from '\.\/custom\/index\.js';\n$/);
    expect(JSON.parse(files['package.json'] ?? '').exports).toMatchObject({
      './custom/isbn': { types: './dist/custom/isbn.d.ts', default: './dist/custom/isbn.js' },
    });
    expect(files['src/client/client.ts']).toContain("import { BooksResource } from '../custom/client/books.js';");
    expect(own(cwd)).toEqual(custom);
    expect(files['.speccast.json']).not.toContain('custom');
    expect(await generate(cwd, '--check')).toMatchObject({ code: 0 });
    expect(await generate(cwd, '--release')).toMatchObject({ code: 0 });
    expect(own(cwd)).toEqual(custom);
  });

  test('makes the package again where its files come, go and change, which are inputs', async () => {
    const cwd = project();
    const { inputs } = JSON.parse((await generate(cwd, '--json')).out);
    expect(inputs).toEqual(expect.arrayContaining([`${folder}/index.ts`, `${folder}/client/books.ts`]));
    expect(inputs).not.toContain(`${folder}/`);
    writeTexts(cwd, { [`${folder}/more.ts`]: 'export const one: number = 1;\n' });
    expect((await generate(cwd, '--check')).out).toContain('+    "./custom/more"');
    await generate(cwd);
    expect((await generate(cwd, '--check')).code).toBe(0);
    writeTexts(cwd, { [`${folder}/more.ts`]: 'export const one: number = "1";\n' });
    expect((await generate(cwd)).err).toContain(`${folder}/more.ts:1:14 error broken-custom-code`);
    rmSync(join(cwd, folder), { recursive: true });
    expect(await generate(cwd)).toMatchObject({ code: 0, err: '' });
    expect(readTexts(join(cwd, 'generated/shelf'))['src/index.ts']).not.toContain('custom');
  });

  test('says at which line a change of the spec breaks it, and nothing is written', async () => {
    const cwd = project();
    await generate(cwd, '--release');
    const spec = shelf['specs/shelf.yaml'].replace('pages:', 'pageCount:');
    writeFileSync(join(cwd, 'specs/shelf.yaml'), spec);
    const before = readTexts(join(cwd, 'generated'));
    const message = `${folder}/index.ts:5:16 error broken-custom-code: Property 'pages' does not exist on type 'Book'. (TS2339)`;
    for (const args of [[], ['--release']]) {
      expect(await generate(cwd, ...args)).toMatchObject({ code: 1, err: expect.stringContaining(message) });
      expect(readTexts(join(cwd, 'generated'))).toEqual(before);
    }
    expect(await generate(cwd, '--check')).toMatchObject({ code: 1, err: expect.stringContaining(message) });
    const { files, diagnostics } = JSON.parse((await generate(cwd, '--json')).out);
    expect({ files, diagnostics }).toMatchObject({
      files: [],
      diagnostics: [{ severity: 'error', code: 'broken-custom-code', file: `${folder}/index.ts`, line: 5, column: 16 }],
    });
    const text = custom[`${folder}/index.ts`]?.replace('.pages', '.pageCount') ?? '';
    writeFileSync(join(cwd, `${folder}/index.ts`), text);
    expect(await generate(cwd)).toMatchObject({ code: 0 });
  });

  test('says so where a resource is gone that it extends', async () => {
    const cwd = project();
    const spec = shelf['specs/shelf.yaml']
      .replaceAll('books.list', 'tomes.list')
      .replaceAll('books.insert', 'tomes.add');
    writeFileSync(join(cwd, 'specs/shelf.yaml'), spec);
    expect((await generate(cwd)).err).toContain(
      `${folder}/client/books.ts:1:1 error invalid-custom-code: the client has no resource that this could extend`,
    );
  });

  test('is neither replaced nor removed, whatever a manifest says', async () => {
    const cwd = project();
    await generate(cwd);
    const path = join(cwd, 'generated/shelf/.speccast.json');
    const manifest = JSON.parse(readFileSync(path, 'utf8'));
    for (const name of ['index.ts', 'isbn.ts', 'notes.md']) manifest.files[`src/custom/${name}`] = '';
    writeFileSync(path, JSON.stringify(manifest));
    expect(await generate(cwd)).toMatchObject({ code: 0 });
    expect(own(cwd)).toEqual(custom);
  });

  test('is watched: what is broken is said, and new files are noticed', async () => {
    const cwd = project();
    const watching = startWatching(cwd);
    expect(await watching.round()).toMatch(/^shelf +written/m);
    const index = custom[`${folder}/index.ts`] ?? '';
    writeFileSync(join(cwd, `${folder}/index.ts`), index.replace('pages', 'leaves'));
    expect(await watching.round()).toContain(`${folder}/index.ts:5:16 error broken-custom-code`);
    writeFileSync(join(cwd, `${folder}/index.ts`), index);
    expect(await watching.round()).toMatch(/^shelf +up to date/m);
    writeFileSync(join(cwd, `${folder}/more.ts`), 'export const one: number = 1;\n');
    expect(await watching.round()).toMatch(/^shelf +written/m);
    writeFileSync(join(cwd, `${folder}/.more.ts.swp`), 'x');
    expect(await watching.isQuiet(300)).toBe(true);
  });

  test('is below the folder of plain source, and checked with the options of the application', async () => {
    const cwd = temporaryFolder();
    const config = `services:\n  shelf: { spec: shelf.yaml, out: ../src/api, output: source }\n`;
    const texts = Object.fromEntries(
      Object.entries(custom).map(([path, text]) => [path.replace('generated/shelf/src', 'src/api'), text]),
    );
    writeTexts(cwd, { ...shelf, ...texts, 'specs/speccast.yaml': config });
    expect(await generate(cwd)).toMatchObject({ code: 0, err: '' });
    const { 'index.ts': index, ...files } = readTexts(join(cwd, 'src/api'));
    expect(index).toMatch(/export \* from '\.\/custom\/index\.js';\n$/);
    expect(files).toMatchObject({ 'custom/isbn.ts': custom[`${folder}/isbn.ts`] });
    writeTexts(cwd, { 'src/api/custom/loose.ts': 'export function loose(x) { return x; }\n' });
    expect((await generate(cwd)).err).toContain('src/api/custom/loose.ts:1:23 error broken-custom-code');
    writeTexts(cwd, {
      'tsconfig.json': '{ "compilerOptions": { "strict": false, "module": "ESNext", "moduleResolution": "Bundler" } }',
    });
    writeTexts(cwd, { 'src/api/custom/loose.ts': 'export function loose(x, y) { return [x, y]; }\n' });
    expect(await generate(cwd)).toMatchObject({ code: 0, err: '' });
  });

  test('belongs to a package that is made without a configuration, too', async () => {
    const cwd = project();
    const { code } = await generate(cwd, '--spec', 'specs/shelf.yaml', '--out', 'generated/shelf', '--name', 'shelf');
    expect(code).toBe(0);
    expect(readTexts(join(cwd, 'generated/shelf'))['src/index.ts']).toContain('./custom/index.js');
    expect(own(cwd)).toEqual(custom);
  });
});

const books = 'client/books.ts';
const classOf = (text: string): Readonly<Record<string, string>> => ({
  [books]: `import { BooksResource as Generated } from '../../client/books.js';\n${text}`,
});
const wrongClass =
  'this file has to export a class "BooksResource" that extends the generated one and is made of the same';

test.each<[string, Readonly<Record<string, string>>, at: string, message: string]>([
  [
    'a name with a space',
    { 'my file.ts': 'export {};\n' },
    'my file.ts:1:1',
    'invalid-custom-code: a module here is named with letters, digits, "-" and "_"',
  ],
  [
    'a resource that there is not',
    { 'client/book.ts': 'export {};\n' },
    'client/book.ts:1:1',
    'invalid-custom-code: the client has no resource that this could extend; did you mean "client/books.ts"?',
  ],
  ['no class', { [books]: 'export const a: number = 1;\n' }, `${books}:1:1`, `invalid-custom-code: ${wrongClass}`],
  [
    'a class of its own',
    { [books]: '/** Mine. */\nexport class BooksResource {}\n' },
    `${books}:2:14`,
    `invalid-custom-code: ${wrongClass}`,
  ],
  [
    'the generated class',
    { [books]: "export { BooksResource } from '../../client/books.js';\n" },
    `${books}:1:1`,
    `invalid-custom-code: ${wrongClass}`,
  ],
  [
    'a class that is made of something else',
    classOf(
      'export class BooksResource extends Generated {\n  constructor(private name: string) { super({} as never); void this.name; }\n}\n',
    ),
    `${books}:2:14`,
    `invalid-custom-code: ${wrongClass}`,
  ],
  [
    'a name that is taken',
    { 'index.ts': '/** One. */\nexport const createShelf: number = 1;\n' },
    'index.ts:2:14',
    'invalid-custom-code: the package exports something else that is called "createShelf"',
  ],
  [
    'a name of a type that is taken',
    { 'index.ts': 'export interface Book { readonly a: string }\n' },
    'index.ts:1:18',
    'invalid-custom-code: the package exports something else that is called "Book"',
  ],
  [
    'no exports',
    { 'index.ts': 'const a = 1;\nvoid a;\n' },
    'index.ts:1:1',
    'invalid-custom-code: this file exports nothing',
  ],
  [
    'a package that is not a dependency',
    { 'isbn.ts': "import { z } from 'zod';\nexport const a: unknown = z;\n" },
    'isbn.ts:1:19',
    'invalid-custom-code: the package does not depend on "zod"; there are @speccast/runtime, @speccast/emulator, msw, the modules of Node, and files beside it',
  ],
  [
    'a file outside of the sources',
    { 'isbn.ts': "export * from '../../secret.js';\n" },
    'isbn.ts:1:15',
    'invalid-custom-code: "../../secret.js" is not in the folder src of the package',
  ],
  ['a syntax error', { 'isbn.ts': 'export const = 1;\n' }, 'isbn.ts:1:14', 'broken-custom-code: '],
  [
    'a type that only a compiler of all files finds',
    { 'isbn.ts': 'export const a = [1].map(String);\n' },
    'isbn.ts:1:14',
    'broken-custom-code: ',
  ],
])('rejects %s, and writes nothing', async (_, files, at, message) => {
  const cwd = temporaryFolder();
  writeTexts(cwd, {
    ...shelf,
    ...Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text])),
  });
  const before = readTexts(cwd);
  const { code, err } = await generate(cwd);
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(`${folder}/${at} error ${message}`) });
  expect(readTexts(cwd)).toEqual(before);
});
