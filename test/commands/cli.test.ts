import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { root } from '../rules/sources.js';
import { readRows } from '../rows.js';
import { runCommand } from './run-command.js';

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

const cli = join(root, 'dist/generator/cli.js');

/** Runs the built command line in a process. */
function speccast(...args: readonly string[]): Ended {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], { cwd: root, encoding: 'utf8' });
  return { code: status, out: stdout, err: stderr };
}

/** Returns the last line of a usage error: the help of the command, or the list of commands. */
function describeHelp(command = ''): string {
  const commands = new Set([...usage.matchAll(/^ {2}speccast (\w+) /gm)].map(([, name = '']) => name));
  return commands.has(command)
    ? `\`speccast help ${command}\` lists its flags, with examples.\n`
    : `Commands: ${[...commands].join(', ')}. \`speccast help\` describes them.\n`;
}

let usage = '';
beforeAll(() => {
  usage = speccast('help').out;
});

describe('the command line', () => {
  test('prints the usage for `help`, for `--help` and without arguments', () => {
    expect(usage).toMatch(/^speccast generates TypeScript packages from OpenAPI documents/);
    expect(speccast()).toEqual({ code: 0, out: usage, err: '' });
    expect(speccast('--help')).toEqual({ code: 0, out: usage, err: '' });
  });

  test('prints the calls of one command, and an example, for --help, -h and help', async () => {
    const help = speccast('validators', '--help');
    expect(help).toEqual(await runCommand('help', { args: ['validators'], cwd: root }));
    expect(help.out).toMatch(/^ {2}speccast validators <file>[^]*\nExample of validators\./);
    expect(speccast('validators', '-h')).toEqual(help);
    expect(speccast('help', 'validators')).toEqual(help);
  });

  test.each([['help', 'validator'], ['validator', '--help'], ['validator']])(
    '%s %s suggests the command with a similar name',
    (...args) => {
      const { code, err } = speccast(...args);
      expect({ code, err }).toEqual({
        code: 2,
        err: `speccast: there is no command "validator"; did you mean "validators"?\n${describeHelp()}`,
      });
    },
  );

  test('prints its version', () => {
    const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(speccast('--version')).toEqual({ code: 0, out: `${version}\n`, err: '' });
  });

  test.each(readRows(import.meta.url).rows<readonly [readonly string[], string]>('is wrong usage'))(
    '%j is wrong usage',
    (args, message) => {
      const { code, out, err } = speccast(...args);
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toContain(`speccast: ${message}`);
      expect(err.endsWith(`\n${describeHelp(args[0])}`)).toBe(true);
      expect(err.split('\n')).toHaveLength(3);
    },
  );

  test('exits with 0 if the reader of its output closes the pipe', () => {
    const command = `${process.execPath} ${cli} generate ad-reporting --print api | head -c 10`;
    const { status, stdout, stderr } = spawnSync('bash', ['-o', 'pipefail', '-c', command], {
      cwd: root,
      encoding: 'utf8',
    });
    expect({ status, stdout: stdout.length, stderr }).toEqual({ status: 0, stdout: 10, stderr: '' });
  });

  test('reports wrong usage as JSON', () => {
    const { code, out } = speccast('generate', '--chekc', '--json');
    expect({ code, ...JSON.parse(out) }).toEqual({
      code: 2,
      files: [],
      diagnostics: [
        {
          severity: 'error',
          code: 'wrong-usage',
          message: 'Unknown option \'--chekc\'; did you mean "--check"?',
          file: '(command line)',
          line: 1,
          column: 1,
        },
      ],
    });
  });

  test.each([
    [['--json'], 'a command comes before --json: speccast <command> --json'],
    [['--json=1'], 'a command comes before --json=1: speccast <command> --json=1'],
    [['generate', '--json=1'], "Option '--json' does not take an argument"],
    [['genrate', '--json'], 'there is no command "genrate"; did you mean "generate"?'],
  ])('reports wrong usage of %j as JSON', (args, message) => {
    const { code, out, err } = speccast(...args);
    expect({ code, err, ...JSON.parse(out) }).toEqual({
      code: 2,
      err: '',
      files: [],
      diagnostics: [{ severity: 'error', code: 'wrong-usage', message, file: '(command line)', line: 1, column: 1 }],
    });
  });

  test('reports its own failure as JSON', () => {
    // A function of the file system that throws is an unexpected error.
    const broken =
      "import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module'; const { existsSync } = fs;";
    const breaks =
      "fs.existsSync = (path) => { if (String(path).endsWith('none.yaml')) throw new Error('broken'); return existsSync(path); };";
    const preload = `data:text/javascript,${encodeURIComponent(`${broken}${breaks}syncBuiltinESMExports();`)}`;
    const args = ['--import', preload, cli, 'generate', '--config', 'none.yaml', '--json'];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
    expect({ status, ...JSON.parse(stdout) }).toMatchObject({
      status: 1,
      diagnostics: [{ severity: 'error', code: 'internal-error', message: 'broken' }],
    });
    expect(stderr).toMatch(/^speccast failed; please report this:\nError: broken\n/);
  });

  test('names a missing file of schemas', () => {
    const { code, err } = speccast('validators', 'nothing.json', '--out', 'nothing.ts');
    expect({ code, err }).toEqual({
      code: 1,
      err: `nothing.json:1:1 error unreadable-file: there is no file nothing.json
  hint: Correct the path, which is relative to the current folder.
`,
    });
  });

  test('compiles a file of schemas', () => {
    const folder = temporaryFolder();
    writeTexts(folder, { 'in.json': '{"schemas": {"Name": {"type": "string", "minLength": 1}}}' });
    const { code, err } = speccast('validators', join(folder, 'in.json'), '--out', join(folder, 'deep/out.ts'));
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const text = readFileSync(join(folder, 'deep/out.ts'), 'utf8');
    expect(text).toContain('export const validators');
    expect(text).not.toMatch(/checkLeniently|findPosition/);
  });

  test('compiles places and lenient checks with `--places` and `--lenient`', () => {
    const folder = temporaryFolder();
    writeTexts(folder, { 'in.json': '{"schemas": {"Name": {"type": "string", "minLength": 1}}}' });
    const out = join(folder, 'out.ts');
    const { code, err } = speccast('validators', join(folder, 'in.json'), '--out', out, '--places', '--lenient');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const text = readFileSync(out, 'utf8');
    expect(text).toContain('readonly Name: PositionedValidator<unknown>');
    expect(text).toContain('export const checkLeniently: CheckLeniently');
    expect(text).toContain("'#/schemas/Name': { '': '1:14 type 0:23 minLength 0:41' }");
  });
});
