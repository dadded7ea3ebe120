import { expect, test } from 'vitest';
import { transpileFiles } from '../../generator/output/transpile.js';
import { readTexts, temporaryFolder } from './temporary-folder.js';

test('modules are written as JavaScript with all that they import, and packages are replaced by their URL', () => {
  const texts = {
    'src/index.ts': "import { a } from './deep/a.js';\nimport type { T } from './type.js';\nexport const b: T = a;\n",
    'src/deep/a.ts': "export * from '../c.js';\nexport const a = async (): Promise<unknown> => import('./late.js');\n",
    'src/deep/late.ts': "import '../index.js';\nimport 'node:fs';\nexport { x } from 'library';\n",
    'src/c.ts': 'export const c: number = 1;\n',
    'src/type.ts': 'export type T = unknown;\n',
    'src/other.ts': 'export const other: number = 2;\n',
  };
  const folder = temporaryFolder();
  const files = Object.entries(texts).map(([path, text]) => ({ path, text }));
  transpileFiles(files, {
    entries: ['src/index.ts'],
    folder,
    toUrl: (name) => (name === 'library' ? 'file:///library.js' : undefined),
  });
  expect(readTexts(folder)).toEqual({
    'package.json': '{ "type": "module" }\n',
    'index.js': "import { a } from './deep/a.js';\nexport const b = a;\n",
    'deep/a.js': "export * from '../c.js';\nexport const a = async () => import('./late.js');\n",
    'deep/late.js': "import '../index.js';\nimport 'node:fs';\nexport { x } from 'file:///library.js';\n",
    'c.js': 'export const c = 1;\n',
  });
});
