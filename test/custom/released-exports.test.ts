import { describe, expect, test } from 'vitest';
import { listExports } from '../../generator/output/custom/list-exports.js';
import { readRows } from '../rows.js';

describe('exports of custom code', () => {
  const list = (texts: Readonly<Record<string, string>>): ReturnType<typeof listExports> =>
    listExports(Object.entries(texts).map(([path, text]) => ({ path, file: path, text })));

  test.each(readRows(import.meta.url).rows<readonly [string, readonly string[]]>('exports of custom code'))(
    '%s',
    (text, names) => {
      expect(list({ 'index.ts': text })).toEqual({ index: names });
    },
  );

  test('include those of re-exported modules, also in circles', () => {
    const texts = {
      'index.ts': `export * from './shared/index.js';\nexport * from '../models/books.js';\nexport const own = 1;\n`,
      'shared/index.ts': `export * from './a.js';\nexport * from '../isbn.js';\nexport * from '../index.js';\n`,
      'shared/a.ts': 'export const a = 1;\nexport default 2;\n',
      'isbn.ts': 'export const isIsbn = 1;\n',
      'isbn.test.ts': 'export const no = 1;\n',
      'client/books.ts': 'export const BooksResource = 1;\n',
    };
    expect(list(texts)).toEqual({ index: ['a', 'isIsbn', 'own'], isbn: ['isIsbn'] });
  });

  test('of a class of a resource are the public members that it adds', () => {
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
    expect(list({ 'client/books.ts': text })).toEqual({ 'client/books': ['all', 'first', 'size'] });
  });

  test('can be listed for any text', () => {
    for (const text of ['', 'export', 'export {', 'export * from', 'export const', 'class', '\0'])
      expect(() => list({ 'index.ts': text, 'client/books.ts': text })).not.toThrow();
  });
});
