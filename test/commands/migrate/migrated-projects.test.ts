import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import { writeTexts } from '../../output/temporary-folder.js';
import { readRows } from '../../rows.js';
import { tsc } from '../../rules/compiler.js';
import { root } from '../../rules/sources.js';
import { folderOfFile } from '../../scratch-folder.js';
import { runCommand } from '../run-command.js';

interface Project {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  /** Arguments of calls of `init`, one after the other. */
  readonly calls: readonly string[];
  /** Expected warnings of the first call. */
  readonly err?: string;
  /** Text that speccast.yaml must contain. */
  readonly keys?: string;
  readonly program: string;
  readonly prints: string;
}

const { rows } = readRows(import.meta.url);
const projects = rows<Project>('projects').map((project, index) => ({
  ...project,
  folder: `project${index}`,
}));
const parent = folderOfFile();
const warnings: string[] = [];
let compiled = '';

beforeAll(async () => {
  for (const { folder, files, calls, program } of projects) {
    const cwd = join(parent, folder);
    writeTexts(cwd, { ...files, 'program.mts': program });
    const ended = [];
    for (const call of calls) ended.push(await runCommand('init', { args: call.split(' '), cwd }));
    expect(ended.map(({ code }) => code)).toEqual(calls.map(() => 0));
    warnings.push(ended[0]?.err ?? '');
  }
  const modules = join(parent, 'node_modules/@speccast');
  mkdirSync(modules, { recursive: true });
  for (const name of ['runtime', 'emulator'])
    symlinkSync(join(root, 'templates', name), join(modules, name), 'junction');
  const compilerOptions = {
    strict: true,
    target: 'esnext',
    module: 'preserve',
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    types: [],
    lib: ['esnext', 'dom', 'dom.iterable'],
  };
  const programs = projects.map(({ folder }) => `${folder}/program.mts`);
  writeTexts(parent, {
    'tsconfig.json': JSON.stringify({ compilerOptions, files: programs }),
  });
  compiled = spawnSync('node', [...tsc, '-p', parent], {
    encoding: 'utf8',
  }).stdout;
}, 180_000);

test('generated packages compile together with the programs that call them', () => {
  expect(compiled).toBe('');
});

test.each(projects)('$name', async ({ folder, err, keys, prints }) => {
  const cwd = join(parent, folder);
  if (err !== undefined) expect(warnings[Number(folder.replace('project', ''))]).toBe(err);
  if (keys !== undefined) expect(readFileSync(join(cwd, 'specs/speccast.yaml'), 'utf8')).toContain(keys);
  expect(await runCommand('generate', { args: ['--check'], cwd })).toMatchObject({ code: 0 });
  const outfile = join(cwd, 'program.mjs');
  buildSync({
    entryPoints: [join(cwd, 'program.mts')],
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile,
  });
  expect(execFileSync('node', [outfile], { cwd: root, encoding: 'utf8' })).toBe(`${prints}\n`);
});
