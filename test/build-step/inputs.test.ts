import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../rules/sources.js';
import { folderOfFile } from '../scratch-folder.js';
import { copyPaths, hashesBelow, keepOperations, leaveUnformatted } from './checkout.js';

/** Members of the output of `generate --json`. */
interface Report {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly packages: readonly { readonly state: string; readonly out: string; readonly missing: readonly string[] }[];
}

/** Files that a run has read and written, and those that it reports. */
interface Traced extends Report {
  readonly read: readonly string[];
  readonly written: readonly string[];
  /** Written files outside the project. */
  readonly strayed: readonly string[];
}

const trace = new URL('trace-files.mjs', import.meta.url).href;

function generate(cwd: string, ...args: readonly string[]): Traced {
  const file = `${cwd}.trace.json`;
  const command = ['--import', trace, join(root, 'dist/generator/cli.js'), 'generate', '--json', ...args];
  const env = { ...process.env, TRACE_FILES: file };
  const { stdout, stderr } = spawnSync(process.execPath, command, { cwd, env, encoding: 'utf8', maxBuffer: 1 << 28 });
  expect(stderr).toBe('');
  const report: Report = JSON.parse(stdout);
  const { read, written }: Pick<Traced, 'read' | 'written'> = JSON.parse(readFileSync(file, 'utf8'));
  const inProject = (paths: readonly string[]): readonly string[] =>
    paths.map((path) => relative(cwd, path)).filter((path) => !path.startsWith('..') && path !== '');
  const strayed = written.filter((path) => relative(cwd, path).startsWith('..'));
  return { ...report, read: inProject(read), written: inProject(written), strayed };
}

/** Returns whether a path is in the cache, the only folder beside the output that a run may write. */
const isCache = (path: string): boolean => `${path}/`.startsWith('node_modules/.cache/');

/** Returns whether a path is in a temporary folder of the output, which exists during a run only. */
const isStaged = (path: string): boolean => /(?:^|\/)\.[^/]*\.speccast-[^/]*(?:\/|$)/.test(path);

/** Lists the files of a project without the cache. */
function listFiles(cwd: string): readonly string[] {
  return Object.keys(hashesBelow(cwd, ['.cache']));
}

/** Expects that a run has read all its `inputs` and written its `outputs`, and no other files. */
function expectExact(traced: Traced, out: string): void {
  const { read, written, strayed, inputs, outputs, packages } = traced;
  const missing = packages.flatMap((one) => one.missing);
  // A run also looks for remains of a killed run in the folders above the output.
  const isOutput = (path: string): boolean => `${path}/`.startsWith(`${out}/`) || `${out}/`.startsWith(`${path}/`);
  expect(read.filter((path) => !isCache(path) && !isStaged(path) && !isOutput(path)).toSorted()).toEqual(
    [...new Set([...inputs, ...missing])].filter((path) => !isOutput(path)).toSorted(),
  );
  // A run reads the files of the output that it has written before, and looks for `src/custom`, which belongs to the user.
  const custom = packages.flatMap((one) => withFolders(`${one.out}/src/custom`));
  const made = new Set([...[...outputs, ...missing].flatMap(withFolders), ...custom]);
  expect(read.filter((path) => isOutput(path) && !isStaged(path) && !made.has(path))).toEqual([]);
  expect(written.filter((path) => !isCache(path) && !isStaged(path) && !made.has(path))).toEqual([]);
  expect(strayed).toEqual([]);
}

/** Lists a path and the folders above it: `a/b/c` → `a`, `a/b`, `a/b/c`. */
function withFolders(path: string): readonly string[] {
  const steps = path.split('/');
  return steps.map((_, index) => steps.slice(0, index + 1).join('/'));
}

test('`generate` reads the listed inputs alone, and writes the listed outputs alone', () => {
  const cwd = copyPaths(join(folderOfFile(), 'project'), ['specs']);
  leaveUnformatted(cwd, ['video-platform']);
  // Fewer operations take less time, and do not change which files are read and written.
  keepOperations(cwd, 'video-platform', ['channels.*', 'playlists.*']);
  mkdirSync(join(cwd, 'node_modules'));
  const before = listFiles(cwd);
  const first = generate(cwd);
  expectExact(first, 'generated');
  expect(listFiles(cwd).filter((path) => !before.includes(path))).toEqual(first.outputs);

  // Without a change nothing is written, and the same outputs are listed.
  const second = generate(cwd);
  expect(second.packages.map(({ state }) => state)).toEqual(['up to date', 'up to date']);
  expectExact(second, 'generated');
  expect(second.outputs).toEqual(first.outputs);
  expect(second.written.filter((path) => !isCache(path))).toEqual([]);

  // `--check` writes nothing.
  const spec = join(cwd, 'specs/ad-reporting/openapi.yaml');
  writeFileSync(spec, readFileSync(spec, 'utf8').replace(/^ {2}title: .*$/m, '  title: Another service'));
  const hashes = hashesBelow(cwd, ['.cache']);
  const third = generate(cwd, '--check');
  expect(third.packages.map(({ state }) => state)).toEqual(['up to date', 'out of date']);
  expectExact(third, 'generated');
  expect({ inputs: third.inputs, outputs: third.outputs }).toEqual({ inputs: second.inputs, outputs: first.outputs });
  expect(hashesBelow(cwd, ['.cache'])).toEqual(hashes);
});

test('a spec in several files with overlays is read as listed, also where it is rejected', () => {
  const cwd = join(folderOfFile(), 'project');
  cpSync(join(root, 'test/cases/positive-many-files'), join(cwd, 'spec'), { recursive: true });
  mkdirSync(join(cwd, 'node_modules'));
  writeFileSync(join(cwd, 'package.json'), '{ "name": "project" }\n');
  const overlay =
    'overlay: 1.0.0\ninfo: { title: More, version: "1" }\nactions: [{ target: $.info, update: { x-more: 1 } }]\n';
  for (const name of ['one', 'two', 'unused']) writeFileSync(join(cwd, `${name}.yaml`), overlay);
  const args = ['--spec', 'spec/spec.yaml', '--overlay', 'one.yaml', '--overlay', 'two.yaml', '--out', 'made/here'];
  const before = listFiles(cwd);
  const made = generate(cwd, ...args);
  expect(made.packages.map(({ state }) => state)).toEqual(['written']);
  expectExact(made, 'made/here');
  expect(made.inputs).toEqual(expect.arrayContaining(['one.yaml', 'spec/spec.yaml', 'two.yaml']));
  expect(made.inputs.length).toBeGreaterThan(4);
  expect(listFiles(cwd).filter((path) => !before.includes(path))).toEqual(made.outputs);

  writeFileSync(join(cwd, 'two.yaml'), 'overlay: [wrong]\n');
  const refused = generate(cwd, ...args);
  expect(refused.packages.map(({ state }) => state)).toEqual(['refused']);
  expect(refused.outputs).toEqual([]);
  expectExact({ ...refused, outputs: made.outputs }, 'made/here');
  expect(refused.written.filter((path) => !isStaged(path))).toEqual([]);
});
