import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../rules/sources.js';
import { nodeBinary } from './node-binaries.js';

/** A version that is too old to read what the others are written in. */
const old = [14].map((major) => nodeBinary(major));

test.each(old)('Node $major is told which version is needed', (node) => {
  if (node.kind === 'missing') throw new Error(node.reason);
  const { status, stdout, stderr } = spawnSync(node.path, [join(root, 'dist/generator/bin.js'), 'init'], {
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(
    new RegExp(`^speccast needs Node 20\\.19 or later, and this is ${node.major}\\.\\d+\\.\\d+\\n$`),
  );
});
