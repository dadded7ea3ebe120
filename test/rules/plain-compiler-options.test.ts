import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compile } from '../build-step/compile.js';
import { folderOfFile } from '../scratch-folder.js';
import { root } from './sources.js';

test('the sources of packages compile in projects that have no flag but strict', () => {
  const sources = ['video-platform', 'ad-reporting'].map((name) => join(root, 'generated', name, 'src'));
  const types = { types: ['node'], typeRoots: [join(root, 'node_modules/@types')] };
  expect(compile(folderOfFile(), sources, { module: 'nodenext', skipLibCheck: true, noEmit: true, ...types })).toBe('');
});
