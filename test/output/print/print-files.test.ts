import { describe, expect, test } from 'vitest';
import { literal, aliasStructure, exportStructure, interfaceStructure } from 'speccast/emitter';
import type { ImportLine, SourceFile, Statement } from 'speccast/emitter';
import type { OutputFile } from '../prove/print-proven.js';
import { printBatch } from '../../../generator/output/print/print-batch.js';

const file: SourceFile = {
  kind: 'source',
  path: 'src/client/playlists.ts',
  imports: [
    { module: 'runtime', name: 'Core', typeOnly: true },
    { module: 'models/playlists', name: 'Playlist', alias: 'PlaylistModel', typeOnly: true },
    { module: 'models/playlists', name: 'isPlaylist', typeOnly: false },
  ],
  body: [
    'export function  first(core: Core): PlaylistModel { return isPlaylist( core ) }',
    'export const second: number = 2',
  ],
};

async function print(one: OutputFile, format: boolean): Promise<string> {
  const [printed] = await printBatch({ files: [one], header: '// From a spec.', format });
  return printed?.text ?? '';
}

/** Prints statements, unformatted, without the header. */
async function printBody(body: readonly Statement[], imports: readonly ImportLine[] = []): Promise<string> {
  return (await print({ ...file, path: 'src/a.ts', imports, body }, false)).replace(/^.*\n/, '');
}

describe('printBatch', () => {
  test('writes header, imports and body, formatted, with an empty line between statements', async () => {
    expect(await print(file, true)).toBe(
      [
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
    );
  });

  test('writes a plain file byte for byte if it does not format', async () => {
    const text = '#!/usr/bin/env node\nexport  const a = 1';
    expect(await print({ kind: 'plain', path: 'src/bin.ts', text }, false)).toBe(text);
  });

  test('reports a file that does not parse, and does not format it', async () => {
    const broken: SourceFile = { ...file, imports: [], body: ['export const  = ;'] };
    const [printed] = await printBatch({ files: [broken], header: '//', format: true });
    expect(printed?.findings.map(({ path, line, reason }) => `${path}:${line} ${reason}`)).toEqual([
      'src/client/playlists.ts:3 does not parse: Variable declaration expected.',
    ]);
  });

  test('reports imports of unknown files if the files of the package are given', async () => {
    const [printed] = await printBatch({ files: [file], header: '//', format: false, modules: new Set() });
    expect(printed?.findings.map(({ reason }) => reason)).toEqual([
      'imports a file outside the package',
      'imports a file outside the package',
    ]);
  });
});

describe('unformatted', () => {
  test('declarations have two spaces before their members, and empty lines between them', async () => {
    const pet = interfaceStructure({
      name: 'Pet',
      docs: ['A pet.', '', 'It has a name.'],
      properties: [{ name: 'a-b', required: false, type: 'string', docs: ['Its name.'] }],
      index: { keyName: 'field', type: 'unknown', docs: [] },
    });
    const id = aliasStructure('Id', 'string', ['An id.']);
    const name = aliasStructure('Name', 'string', [], '<Part extends string>');
    expect(await printBody([pet, id, name, 'const a = 1;', exportStructure('./b.js', ['b'])])).toBe(
      [
        '',
        '/**',
        ' * A pet.',
        ' *',
        ' * It has a name.',
        ' */',
        'export interface Pet {',
        '  /** Its name. */',
        "  readonly 'a-b'?: string;",
        '  readonly [field: string]: unknown;',
        '}',
        '',
        '/** An id. */',
        'export type Id = string;',
        'export type Name<Part extends string> = string;',
        '',
        'const a = 1;',
        '',
        "export { b } from './b.js';",
        '',
      ].join('\n'),
    );
  });

  test.each(['\\', "\\'", '/*', '*/', '//', '`', '${', '"', "it's", '/[/*]', '{', '}'])(
    'texts do not change the code around them: %j',
    async (text) => {
      const type = `${literal(text)} | ${literal(`/* ${text}`)} | ${literal(text)}`;
      const docs = [text, `\`${text}\``];
      const property = (name: string): object => ({ name, required: true, type, docs });
      const pet = interfaceStructure({ name: 'Pet', docs, properties: [property('a'), property('b')] as never });
      const statement = `export const a: string = ${literal(text)};`;
      const [printed, ...rest] = await printBatch({
        files: [{ ...file, imports: [], body: [statement, pet, aliasStructure('A', type, docs), statement] }],
        header: '//',
        format: false,
      });
      expect([printed?.findings, rest]).toEqual([[], []]);
      expect(printed?.text.match(/^ {2}readonly [ab]: .*;$/gm)).toEqual(
        ['a', 'b'].map((name) => `  readonly ${name}: ${type};`),
      );
      expect(printed?.text.split(statement).length).toBe(3);
    },
  );
});

describe('imports', () => {
  test('leave out names that the file itself declares', async () => {
    expect(await printBody([], [{ module: 'a', name: 'a', typeOnly: false }])).toBe('');
  });

  test('start a path in the same folder with a dot', async () => {
    expect(await printBody([], [{ module: 'seed', name: 'seed', typeOnly: false }])).toBe(
      "import { seed } from './seed.js';\n",
    );
  });

  test('contain a name once that is used as a type and as a value', async () => {
    const line = { module: 'runtime', name: 'Json' };
    const text = await printBody(
      [],
      [
        { ...line, typeOnly: true },
        { ...line, typeOnly: false },
      ],
    );
    expect(text).toBe("import { Json } from '@speccast/runtime';\n");
  });

  test('have packages before modules of the package itself', async () => {
    const lines = [
      { module: 'models/pets', name: 'Pet', typeOnly: true },
      { module: 'runtime', name: 'Json', typeOnly: true },
      { module: 'runtime', name: 'Service', typeOnly: true },
    ];
    expect(await printBody([], lines)).toBe(
      "import type { Json, Service } from '@speccast/runtime';\nimport type { Pet } from './models/pets.js';\n",
    );
  });
});
