import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../rules/sources.js';
import { nodeBinary } from './node-binaries.js';

test('Node 14, which cannot read what the others are written in, is told which version is needed', () => {
  const node = nodeBinary(14);
  if (node.kind === 'missing') throw new Error(node.reason);
  const { status, stdout, stderr } = spawnSync(node.path, [join(root, 'dist/generator/bin.js'), 'init'], {
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(
    new RegExp(`^speccast needs Node 20\\.19 or later, and this is ${node.major}\\.\\d+\\.\\d+\\n$`),
  );
});
