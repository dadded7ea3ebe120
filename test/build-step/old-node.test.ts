import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'vitest';
import { root } from '../rules/sources.js';
import { testOnNode } from './node-binaries.js';

const name = 'under Node 14, which cannot parse the code of speccast, an error states which version is needed';

testOnNode(14, name, (node) => {
  const { status, stdout, stderr } = spawnSync(node, [join(root, 'dist/generator/bin.js'), 'init'], {
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(new RegExp(`^speccast needs Node 20\\.19 or later, and this is 14\\.\\d+\\.\\d+\\n$`));
});
