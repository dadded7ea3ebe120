import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../rules/sources.js';
import { folderOfFile } from '../scratch-folder.js';
import { copyOf, hashesBelow, keepOperations, leaveUnformatted } from './checkout.js';

interface Lists {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly packages: readonly { readonly state: string; readonly out: string; readonly missing: readonly string[] }[];
}

/** What a run did to the files of its project, and what it says it did. */
interface Traced extends Lists {
  readonly read: readonly string[];
  readonly written: readonly string[];
  /** What it wrote anywhere else. */
  readonly strayed: readonly string[];
}

const trace = new URL('trace-files.mjs', import.meta.url).href;

function generate(cwd: string, ...args: readonly string[]): Traced {
  const file = `${cwd}.trace.json`;
  const command = ['--import', trace, join(root, 'dist/generator/cli.js'), 'generate', '--json', ...args];
  const env = { ...process.env, TRACE_FILES: file };
  const { stdout, stderr } = spawnSync(process.execPath, command, { cwd, env, encoding: 'utf8', maxBuffer: 1 << 28 });
  expect(stderr).toBe('');
  const lists: Lists = JSON.parse(stdout);
  const { read, written }: Pick<Traced, 'read' | 'written'> = JSON.parse(readFileSync(file, 'utf8'));
  const inProject = (paths: readonly string[]): readonly string[] =>
    paths.map((path) => relative(cwd, path)).filter((path) => !path.startsWith('..') && path !== '');
  const strayed = written.filter((path) => relative(cwd, path).startsWith('..'));
  return { ...lists, read: inProject(read), written: inProject(written), strayed };
}

/** The one folder beside the output that is used: what the last run saw, which may be deleted at any time. */
const isCache = (path: string): boolean => `${path}/`.startsWith('node_modules/.cache/');

/** Output on its way into its place: in a folder beside it, gone after the run. */
const isStaged = (path: string): boolean => /(?:^|\/)\.[^/]*\.speccast-[^/]*(?:\/|$)/.test(path);

/** Everything a project holds, apart from what the last run saw. */
function filesOf(cwd: string): readonly string[] {
  return Object.keys(hashesBelow(cwd, ['.cache']));
}

function expectExact(traced: Traced, out: string): void {
  const { read, written, strayed, inputs, outputs, packages } = traced;
  const missing = packages.flatMap((one) => one.missing);
  // What a killed run left beside the output is looked for there.
  const isOutput = (path: string): boolean => `${path}/`.startsWith(`${out}/`) || `${out}/`.startsWith(`${path}/`);
  expect(read.filter((path) => !isCache(path) && !isStaged(path) && !isOutput(path)).toSorted()).toEqual(
    [...new Set([...inputs, ...missing])].filter((path) => !isOutput(path)).toSorted(),
  );
  // Of the output only what was made before is read; the folder of the user's own is looked for.
  const custom = packages.flatMap((one) => withFolders(`${one.out}/src/custom`));
  const made = new Set([...[...outputs, ...missing].flatMap(withFolders), ...custom]);
  expect(read.filter((path) => isOutput(path) && !isStaged(path) && !made.has(path))).toEqual([]);
  expect(written.filter((path) => !isCache(path) && !isStaged(path) && !made.has(path))).toEqual([]);
  expect(strayed).toEqual([]);
}

/** `a/b/c` -> `a`, `a/b`, `a/b/c` */
function withFolders(path: string): readonly string[] {
  const steps = path.split('/');
  return steps.map((_, index) => steps.slice(0, index + 1).join('/'));
}

test('both services are made from what is listed and nothing else, and what is listed is all that is made', () => {
  const cwd = copyOf(join(folderOfFile(), 'project'), ['specs']);
  leaveUnformatted(cwd, ['video-platform']);
  // What is read and made stays the same.
  keepOperations(cwd, 'video-platform', ['channels.*', 'playlists.*']);
  mkdirSync(join(cwd, 'node_modules'));
  const before = filesOf(cwd);
  const first = generate(cwd);
  expectExact(first, 'generated');
  expect(filesOf(cwd).filter((path) => !before.includes(path))).toEqual(first.outputs);

  // Nothing changed: less is done, the same is listed.
  const second = generate(cwd);
  expect(second.packages.map(({ state }) => state)).toEqual(['up to date', 'up to date']);
  expectExact(second, 'generated');
  expect(second.outputs).toEqual(first.outputs);
  expect(second.written.filter((path) => !isCache(path))).toEqual([]);

  // Only looked at.
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
  const before = filesOf(cwd);
  const made = generate(cwd, ...args);
  expect(made.packages.map(({ state }) => state)).toEqual(['written']);
  expectExact(made, 'made/here');
  expect(made.inputs).toEqual(expect.arrayContaining(['one.yaml', 'spec/spec.yaml', 'two.yaml']));
  expect(made.inputs.length).toBeGreaterThan(4);
  expect(filesOf(cwd).filter((path) => !before.includes(path))).toEqual(made.outputs);

  writeFileSync(join(cwd, 'two.yaml'), 'overlay: [wrong]\n');
  const refused = generate(cwd, ...args);
  expect(refused.packages.map(({ state }) => state)).toEqual(['refused']);
  expect(refused.outputs).toEqual([]);
  expectExact({ ...refused, outputs: made.outputs }, 'made/here');
  expect(refused.written.filter((path) => !isStaged(path))).toEqual([]);
});
