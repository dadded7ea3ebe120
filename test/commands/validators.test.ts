import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { runModule } from '../conformance/compile-module.js';
import { runCommand, wrongUsage, type CommandResult } from './run-command.js';

let cwd = '';
beforeEach(() => {
  cwd = temporaryFolder();
  writeTexts(cwd, { 'in.json': '{"schemas": {"Size": {"type": "integer"}}}', 'bad.json': '{"schemas": {"a": 5}}' });
});

function run(...args: readonly string[]): Promise<CommandResult> {
  return runCommand('validators', { args, cwd });
}

function readInCwd(path: string): string {
  return readFileSync(join(cwd, path), 'utf8');
}

describe('speccast validators', () => {
  test('writes the module, and creates its folder', async () => {
    expect(await run('in.json', '--out', 'src/deep/out.ts')).toEqual({ code: 0, out: '', err: '' });
    const { Size } = await runModule(readInCwd('src/deep/out.ts'));
    expect(Size?.is(1)).toBe(true);
  });

  test('writes the same bytes again', async () => {
    await run('in.json', '--out', 'out.ts');
    const first = readInCwd('out.ts');
    await run('in.json', '--out', 'out.ts');
    expect(readInCwd('out.ts')).toBe(first);
  });

  test('does not change the last output if the schemas are rejected', async () => {
    await run('in.json', '--out', 'out.ts');
    const first = readInCwd('out.ts');
    expect(await run('bad.json', '--out', 'out.ts')).toEqual({
      code: 1,
      out: '',
      err: 'bad.json:1:19 error wrong-type: a schema must be an object or a boolean, not a number\n',
    });
    expect(readInCwd('out.ts')).toBe(first);
    expect(readdirSync(cwd).toSorted()).toEqual(['bad.json', 'in.json', 'out.ts']);
  });

  test('writes through a link', async () => {
    writeTexts(cwd, { 'real.ts': '' });
    symlinkSync('real.ts', join(cwd, 'link.ts'));
    await run('in.json', '--out', 'link.ts');
    expect(lstatSync(join(cwd, 'link.ts')).isSymbolicLink()).toBe(true);
    expect(readInCwd('real.ts')).toContain('export const validators');
  });

  test('reports that the output is a folder', async () => {
    mkdirSync(join(cwd, 'src'));
    const { code, err } = await run('in.json', '--out', 'src');
    expect([code, err.split(': EISDIR')[0]]).toEqual([
      1,
      'src:1:1 error unwritable-output: the file cannot be written',
    ]);
  });

  test('does not overwrite the schemas', async () => {
    expect(await run('in.json', '--out', './in.json')).toEqual(
      wrongUsage('validators', '--out would overwrite the schemas; give it another file'),
    );
  });

  test('compiles the example of its help', async () => {
    const { out: example } = await runCommand('help', { args: ['validators'], cwd });
    writeTexts(cwd, { 'schemas.json': /^ {2}(\{"schemas".*)$/m.exec(example)?.[1] ?? '' });
    await run('schemas.json', '--out', 'out.ts');
    const { Size } = await runModule(readInCwd('out.ts'));
    expect([Size?.is(3), Size?.check(-1)]).toEqual([
      true,
      [{ message: 'must be at least 0', path: [], keyword: 'minimum', schema: '#/minimum' }],
    ]);
    expect(example).toContain(
      "validators.Size.check(-1);  // [{ message: 'must be at least 0', path: [], keyword: 'minimum', schema: '#/minimum' }]",
    );
  });
});
