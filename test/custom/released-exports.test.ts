import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listExports } from '../../generator/output/custom/list-exports.js';
import { runCommand, type Ran } from '../commands/run-command.js';
import { temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { custom, folder, shelf, writeShelf } from './shelf.js';
import { readRows } from '../rows.js';

describe('exports of code of the user', () => {
  const listed = (texts: Readonly<Record<string, string>>): ReturnType<typeof listExports> =>
    listExports(Object.entries(texts).map(([path, text]) => ({ path, file: path, text })));

  test.each(readRows(import.meta.url).rows<readonly [string, readonly string[]]>('exports of code of the user'))(
    '%s',
    (text, names) => {
      expect(listed({ 'index.ts': text })).toEqual({ index: names });
    },
  );

  test('modules that are passed on are read, in circles, too', () => {
    const texts = {
      'index.ts': `export * from './shared/index.js';\nexport * from '../models/books.js';\nexport const own = 1;\n`,
      'shared/index.ts': `export * from './a.js';\nexport * from '../isbn.js';\nexport * from '../index.js';\n`,
      'shared/a.ts': 'export const a = 1;\nexport default 2;\n',
      'isbn.ts': 'export const isIsbn = 1;\n',
      'isbn.test.ts': 'export const no = 1;\n',
      'client/books.ts': 'export const BooksResource = 1;\n',
    };
    expect(listed(texts)).toEqual({ index: ['a', 'isIsbn', 'own'], isbn: ['isIsbn'] });
  });

  test('of classes of resources, it is what they add', () => {
    const text = `export class BooksResource extends Generated {
  readonly size: number = 1;
  get first(): number { return 1; }
  async all(): Promise<void> {}
  override list(): void {}
  private hidden(): void {}
  protected own(): void {}
  static make(): void {}
  #secret = 1;
  constructor() { super(); }
}
class Helper { other(): void {} }
`;
    expect(listed({ 'client/books.ts': text })).toEqual({ 'client/books': ['all', 'first', 'size'] });
  });

  test('text that is no TypeScript crashes nothing', () => {
    for (const text of ['', 'export', 'export {', 'export * from', 'export const', 'class', '\0'])
      expect(() => listed({ 'index.ts': text, 'client/books.ts': text })).not.toThrow();
  });
});

test('a release knows what code of the user exports, and says what is gone and what is new', async () => {
  const cwd = temporaryFolder();
  const generate = (...args: readonly string[]): Promise<Ran> => runCommand('generate', { args, cwd });
  const released = (): { custom?: unknown } =>
    JSON.parse(readFileSync(join(cwd, 'generated/shelf/released.json'), 'utf8'));

  writeShelf(cwd);
  expect(await generate('--release')).toMatchObject({ code: 0 });
  expect(released().custom).toEqual({ index: ['isLong'], isbn: ['isIsbn'], 'client/books': ['first'] });
  rmSync(join(cwd, folder, 'isbn.ts'));
  writeTexts(cwd, {
    [`${folder}/index.ts`]: 'export const isShort: number = 1;\n',
    [`${folder}/client/books.ts`]: custom[`${folder}/client/books.ts`]?.replace('first()', 'second()') ?? '',
  });
  const gone = (subject: string, message: string): object => ({
    kind: 'breaking',
    code: 'custom-export-removed',
    subject,
    message,
  });
  const due = await generate('--release', '--check', '--json');
  const [{ changes, ...release }] = JSON.parse(due.out).releases;
  expect({ code: due.code, ...release }).toMatchObject({ code: 1, from: '0.1.0', to: '0.2.0', bump: 'minor' });
  expect(changes).toHaveLength(5);
  expect(changes).toEqual(
    expect.arrayContaining([
      expect.objectContaining(gone('custom.index.isLong', 'the package exports it no longer')),
      expect.objectContaining(gone('custom.isbn.isIsbn', '"./custom/isbn" exports it no longer')),
      expect.objectContaining(gone('custom.client/books.first', 'the class of the resource has it no longer')),
      expect.objectContaining({ kind: 'feature', code: 'custom-export-added', subject: 'custom.index.isShort' }),
      expect.objectContaining({ kind: 'feature', subject: 'custom.client/books.second' }),
    ]),
  );
  // Also where only the specs are compared.
  const { out } = await runCommand('diff', { args: ['specs/shelf.yaml', 'shelf', '--json'], cwd });
  expect(JSON.parse(out)).toMatchObject({ changes: [], version: { from: '0.1.0', to: '0.2.0' } });
  expect(await generate('--release')).toMatchObject({ code: 0 });
  const changelog = readFileSync(join(cwd, 'generated/shelf/CHANGELOG.md'), 'utf8');
  expect(changelog).toContain('`custom.index.isLong`: the package exports it no longer');
  expect(changelog).toContain('Stop using it.');
  expect(released().custom).toEqual({ index: ['isShort'], 'client/books': ['second'] });
  expect(JSON.parse((await generate('--release', '--json')).out).releases).toMatchObject([{ bump: null }]);
});

test('a release of a package without such code has nothing of it', async () => {
  const plain = temporaryFolder();
  writeTexts(plain, shelf);
  await runCommand('generate', { args: ['--release'], cwd: plain });
  expect(readFileSync(join(plain, 'generated/shelf/released.json'), 'utf8')).not.toContain('custom');
});
