import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { root } from './sources.js';

/** Folder inside the repository, so that `import 'speccast'` finds the built package, as for a consumer. */
const folder = join(root, '.cache', 'library');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const program = `import * as speccast from 'speccast';
import { compileValidators, generate, type Api, type Diagnostic, type TextFile } from 'speccast';

const spec = { file: 'pets.yaml', text: '' };
const { files, diagnostics, api } = await generate({ spec, settings: { version: '1.0.0' }, onStage: (stage: string) => stage });
const texts: readonly TextFile[] = files;
const list: readonly Diagnostic[] = diagnostics;
const code: string | undefined = (await compileValidators({ text: '{}', lenient: true })).code;
// @ts-expect-error: speccast brings its own templates.
await generate({ spec, assets: undefined });
export const all: readonly [readonly TextFile[], readonly Diagnostic[], Api | undefined, string | undefined, object] = [
  texts,
  list,
  api,
  code,
  speccast,
];
`;

const compilerOptions = {
  module: 'NodeNext',
  target: 'ES2022',
  lib: ['ES2022'],
  types: [],
  strict: true,
  skipLibCheck: false,
  noEmit: true,
};

test.each(['typescript-7', 'typescript', 'typescript-5.9'])(
  'the library type-checks under %s without the types of Node, of browsers and of its dependencies',
  (compiler) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'program.ts'), program);
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
    const tsc = join(root, 'node_modules', compiler, 'bin/tsc');
    const args = [tsc, '-p', folder, '--listFiles'];
    const printed = execFileSync(process.execPath, args, { encoding: 'utf8' }).trim().split('\n');
    const beside = printed.filter((path) => !/\/(?:lib\.[\w.]+\.d\.ts|program\.ts)$/.test(path));
    expect(beside.map((path) => path.replace(root, ''))).toEqual(['dist/generator/index.d.ts']);
  },
);

test('every export of the library has a doc comment', () => {
  const text = readFileSync(join(root, 'dist/generator/index.d.ts'), 'utf8');
  const lists = [...text.matchAll(/^export (?:type )?\{([^}]*)\};$/gm)];
  const names = lists.flatMap(([, list = '']) => list.split(',').map((name) => name.trim()));
  expect(names.length).toBeGreaterThan(20);
  const declared = [...text.matchAll(/^(.*)\n(?:declare )?(?:type|interface|function|const) (\w+)/gm)];
  const documented = declared.filter(([, before]) => before?.endsWith('*/')).map(([, , name]) => name);
  expect(names.filter((name) => !documented.includes(name))).toEqual([]);
});
