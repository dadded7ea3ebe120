import { describe, expect, test } from 'vitest';
import type { OutputFile, SourceFile } from '../../generator/emit/source-file.js';
import { formatParts } from '../../generator/output/format-parts.js';
import { printFiles } from '../../generator/output/print.js';
import { printImports } from '../../generator/output/print-imports.js';
import type { TextFile } from '../../generator/output/text-file.js';

const file: SourceFile = {
  kind: 'source',
  path: 'src/client/playlists.ts',
  imports: [
    { module: 'runtime/client/core', name: 'Core', typeOnly: true },
    { module: 'models/playlists', name: 'Playlist', alias: 'PlaylistModel', typeOnly: true },
    { module: 'models/playlists', name: 'isPlaylist', typeOnly: false },
  ],
  body: [
    'export function  first(core: Core): PlaylistModel { return isPlaylist( core ) }',
    'export const second: number = 2',
  ],
};

/** Prints and formats, as the pipeline does. */
async function print(files: readonly OutputFile[], header: string): Promise<readonly TextFile[]> {
  return formatParts(printFiles(files, { header, inspect: () => {} }));
}

describe('printFiles and formatParts', () => {
  test('writes header, imports and body, formatted, with a blank line between statements', async () => {
    const [printed] = await print([file], '// From a spec.');
    expect(printed).toEqual({
      path: 'src/client/playlists.ts',
      text: [
        '// From a spec.',
        "import type { Core } from '@speccast/runtime';",
        "import type { Playlist as PlaylistModel } from '../models/playlists.js';",
        "import { isPlaylist } from '../models/playlists.js';",

        '',
        'export function first(core: Core): PlaylistModel {',
        '  return isPlaylist(core);',
        '}',
        '',
        'export const second: number = 2;',
        '',
      ].join('\n'),
    });
  });

  test('leaves a plain file byte for byte', async () => {
    const text = 'a  \r\n\tb';
    const printed = await print([{ kind: 'plain', path: 'README.md', text }], '');
    expect(printed).toEqual([{ path: 'README.md', text }]);
  });

  test('names the file that does not parse', async () => {
    const broken: SourceFile = { ...file, imports: [], body: ['export const  = ;'] };
    await expect(print([broken], '//')).rejects.toThrow('src/client/playlists.ts:3 does not parse: Unexpected token');
  });

  test('gives the same bytes whether one thread formats or several do', async () => {
    const body = Array.from(
      { length: 4_000 },
      (_, index) => `export  const value${index}: readonly number[] = [ ${index} ]`,
    );
    const parts = [0, 1, 2, 3].map((part): SourceFile => ({ ...file, path: `src/part${part}.ts`, imports: [], body }));
    const together = await print(parts, '//');
    const [alone] = await print(parts.slice(0, 1), '//');
    expect(together.map((one) => one.path)).toEqual(parts.map((one) => one.path));
    expect(together.every((one) => one.text === alone?.text)).toBe(true);
  });
});

describe('printImports', () => {
  test('leaves out what the file itself declares', () => {
    expect(printImports('src/index.ts', [{ module: 'index', name: 'a', typeOnly: false }])).toBe('');
  });

  test('starts a path in the same folder with a dot', () => {
    const text = printImports('src/mocks/index.ts', [{ module: 'mocks/seed', name: 'seed', typeOnly: false }]);
    expect(text).toBe("import { seed } from './seed.js';\n");
  });

  test('imports a name once where it is used as a type and as a value', () => {
    const line = { module: 'runtime/json', name: 'Json' };
    const text = printImports('src/a.ts', [
      { ...line, typeOnly: true },
      { ...line, typeOnly: false },
    ]);
    expect(text).toBe("import { Json } from '@speccast/runtime';\n");
  });

  test('puts packages before modules of its own', () => {
    const lines = [
      { module: 'models/pets', name: 'Pet', typeOnly: true },
      { module: 'runtime/json', name: 'Json', typeOnly: true },
      { module: 'runtime/operation', name: 'Service', typeOnly: true },
    ];
    expect(printImports('src/a.ts', lines)).toBe(
      "import type { Json, Service } from '@speccast/runtime';\nimport type { Pet } from './models/pets.js';\n",
    );
  });
});
