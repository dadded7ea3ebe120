import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tryToFetch } from '../fetch-package.js';
import { outerMajors, testOnNode } from '../node-binaries.js';
import { root } from '../../rules/sources.js';

const cwd = join(root, 'test/build-step/runners');

/** Runs a Node program in the folder of these tests, and returns its output. */
function runProgram(node: string, args: readonly string[]): string {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'] };
  const { stdout, stderr } = spawnSync(node, args, { cwd, encoding: 'utf8', env });
  return stdout + stderr;
}

for (const major of outerMajors)
  testOnNode(major, `\`node --test\` of Node ${major}`, (node) => {
    const printed = runProgram(node, ['--test', '--test-reporter=tap', 'node.mjs']);
    const ended = [...printed.matchAll(/^ *(not ok|ok) \d+ - ((?:passes|fails): .*)$/gm)];
    expect(ended.filter(([, state, name]) => (state === 'ok') !== name?.startsWith('passes: '))).toEqual([]);
    expect(ended).toHaveLength(10);
    expect(printed).toMatch(/It received 1 × playlists\.insert, of which 0 match:\n.*#1 playlists\.insert .*Neap/);
    expect(printed).toMatch(
      /- \{ body: \{ snippet: \{ title: 'Spring' \} \} \}\n *\+ \{ body: \{ snippet: \{ title: 'Neap'/,
    );
    expect(printed).toContain("code: 'ERR_ASSERTION'");
    expect(printed).toContain('Tests that run at the same time share an emulator.');
  });

const jest = tryToFetch('jest@30.5.2');

test.skipIf(jest === undefined)(
  `Jest${jest === undefined ? ' (not run: it could not be fetched from npm)' : ''}`,
  () => {
    const config = {
      rootDir: cwd,
      testMatch: ['**/jest.mjs'],
      transform: {},
      moduleFileExtensions: ['mjs', 'js', 'json'],
    };
    const args = ['--experimental-vm-modules', '--no-warnings', join(jest ?? '', 'bin/jest.js')];
    const printed = runProgram(process.execPath, [...args, '--verbose', '--config', JSON.stringify(config)]);
    expect([...printed.matchAll(/^\s+([✓✕]) ((?:passes|fails): .*?)(?: \(.*)?$/gm)].map(([, ...line]) => line)).toEqual(
      [
        ['✓', 'passes: each test starts with a fresh emulator, Tides'],
        ['✓', 'passes: each test starts with a fresh emulator, Ebb'],
        ['✕', 'fails: the message shows the received request'],
      ],
    );
    expect(printed).toMatch(/-\s+"title": "Spring"[^]*\+\s+"title": "Neap"/);
  },
);
