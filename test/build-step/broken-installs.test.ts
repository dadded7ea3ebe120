import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scratchFolder } from './checkout.js';
import { nodeBinary, nodeMajors } from './node-binaries.js';
import { installPacked, linkInstalled } from './packed.js';

/** Outside the repository, so that nothing is found by accident. */
let folder = '';

/** Subpaths of a package that need the emulator. */
const subpaths = ['mocks', 'msw', 'vitest', 'server', 'control', 'conformance', 'mocks/images'];

const install = 'run `npm install --save-dev @speccast/emulator@0.1`';

beforeAll(() => {
  folder = scratchFolder(afterAll);
  writeFileSync(join(folder, 'import.mjs'), importer);
});

/** Prints, for each module that it is given, what importing it fails with; with `require` first, from CommonJS. */
const importer = `
import { createRequire } from 'node:module';
const [way, ...modules] = process.argv.slice(2);
const load = way === 'require' ? createRequire(process.argv[1]) : (module) => import(module);
for (const module of modules) {
  try {
    await load(module);
    console.log('done');
  } catch (error) {
    console.log(error.message.split('\\n')[0]);
  }
}
`;

/** A project with the video platform as npm lays it out, the emulator and the runtime; \`msw\` is not installed. */
function project(name: string, change: (modules: string) => void): string {
  const own = join(folder, name);
  mkdirSync(own);
  installPacked(['video-platform'], own);
  change(join(own, 'node_modules'));
  writeFileSync(join(own, 'import.mjs'), importer);
  return own;
}

/** What importing subpaths of the package fails with in a project. */
function said(
  own: string,
  paths: readonly string[],
  { node = process.execPath, way = 'import' } = {},
): readonly string[] {
  const modules = paths.map((path) => (path === '.' ? '@speccast/video-platform' : `@speccast/video-platform/${path}`));
  const lines = execFileSync(node, ['import.mjs', way, ...modules], { cwd: own, encoding: 'utf8', stdio: 'pipe' });
  return lines.trim().split('\n');
}

/** Replaces texts in all modules of an installed package, as another version of it would have them. */
function rewrite(modules: string, name: string, from: RegExp, to: string): void {
  const own = join(modules, '@speccast', name);
  for (const path of readdirSync(own, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(?:js|ts|json)$/.test(path)) continue;
    const text = readFileSync(join(own, path), 'utf8');
    writeFileSync(join(own, path), text.replace(from, to));
  }
}

describe('without @speccast/emulator', () => {
  let own = '';
  beforeAll(() => {
    own = project('no-emulator', (modules) => rmSync(join(modules, '@speccast/emulator'), { recursive: true }));
  });

  test.each(nodeMajors.map((major) => nodeBinary(major)))('Node $major says what to install', (node) => {
    if (node.kind === 'missing') return;
    const want = subpaths.map(
      (path) => `@speccast/video-platform/${path} needs @speccast/emulator, which is not installed: ${install}`,
    );
    expect(said(own, subpaths, { node: node.path })).toEqual(want);
    expect(said(own, ['.', 'operations', 'validators', 'spec', 'node'], { node: node.path })).toEqual(
      Array(5).fill('done'),
    );
  });

  test('`require()` and bundlers name the package', () => {
    expect(said(own, ['mocks'], { way: 'require' })[0]).toMatch(
      /^Cannot find (?:package|module) '@speccast\/emulator'/,
    );
  });

  test.each(['video-platform-mock', 'video-platform-conformance'])('the command %s says what to install', (command) => {
    const { status, stderr } = spawnSync(join(own, 'node_modules/.bin', command), { cwd: own, encoding: 'utf8' });
    expect([status, stderr]).toEqual([
      1,
      `This command needs @speccast/emulator, which is not installed: ${install}\n`,
    ]);
  });
});
