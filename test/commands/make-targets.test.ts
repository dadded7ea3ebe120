import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readTexts, temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { root } from '../rules/sources.js';
import { runCommand, type CommandResult } from './run-command.js';

/** Path of the built command line, which generates packages in two threads. */
const built = join(root, 'dist/generator/cli.js');

/** Runs `generate` from its sources in this process, in one thread. */
function runAlone(cwd: string): Promise<CommandResult> {
  return runCommand('generate', { args: ['--json'], cwd });
}

const spec = (name: string): string =>
  `openapi: 3.1.0\ninfo: { title: ${name}, version: "1" }\npaths:\n  /${name}:\n    get:\n      operationId: ${name}.list\n      responses: { "200": { description: All of them. } }\n`;

const names = ['first', 'second', 'third', 'fourth'];
const config = `services:\n${names.map((name) => `  ${name}: { spec: ${name}.yaml, out: ../out/${name}, package: "@a/${name}" }\n`).join('')}`;

function createProject(changed: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder();
  writeTexts(folder, {
    'node_modules/a.txt': '',
    'specs/speccast.yaml': config,
    ...Object.fromEntries(names.map((name) => [`specs/${name}.yaml`, spec(name)])),
    ...changed,
  });
  return folder;
}

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(cwd: string, ...args: readonly string[]): Ended {
  const { status, stdout, stderr } = spawnSync(process.execPath, [built, ...args], { cwd, encoding: 'utf8' });
  return { status, stdout, stderr };
}

describe('packages that two threads share', () => {
  test('are the same as those of one thread, and listed in the order of the configuration', async () => {
    const [shared, alone] = [createProject(), createProject()];
    const result = run(shared, 'generate', '--json');
    expect({ status: result.status, stderr: result.stderr }).toEqual({ status: 0, stderr: '' });
    expect((await runAlone(alone)).code).toBe(0);
    const output = readTexts(join(shared, 'out'));
    expect(Object.keys(output).length).toBeGreaterThan(4 * 20);
    expect(output).toEqual(readTexts(join(alone, 'out')));
    const { files }: { files: readonly string[] } = JSON.parse(result.stdout);
    expect([...new Set(files.map((path) => path.split('/')[1]))]).toEqual(names);
  });

  test('are up to date in the next run', () => {
    const folder = createProject();
    expect(run(folder, 'generate').status).toBe(0);
    const { status, stdout } = run(folder, 'generate');
    expect({ status, states: stdout.match(/up to date|written/g) }).toEqual({
      status: 0,
      states: names.map(() => 'up to date'),
    });
  });

  test('are rejected like in one thread, and the others are generated', async () => {
    const broken = Object.fromEntries(
      ['second', 'fourth'].map((name) => [`specs/${name}.yaml`, spec(name).replace('3.1.0', '9.1.0')]),
    );
    const [shared, alone] = [createProject(broken), createProject(broken)];
    const result = run(shared, 'generate', '--json');
    const { diagnostics }: { diagnostics: readonly { file: string }[] } = JSON.parse(result.stdout);
    const want: { diagnostics: unknown } = JSON.parse((await runAlone(alone)).out);
    expect(result.status).toBe(1);
    expect(new Set(diagnostics.map(({ file }) => file))).toEqual(new Set(['specs/second.yaml', 'specs/fourth.yaml']));
    expect(diagnostics).toEqual(want.diagnostics);
    expect(readTexts(join(shared, 'out'))).toEqual(readTexts(join(alone, 'out')));
  });
});
