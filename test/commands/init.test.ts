import { chmodSync, mkdirSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../output/temporary-folder.js';
import { readFromRoot } from '../rules/sources.js';
import { testCommands } from './command-rows.js';
import { runCommand, type CommandResult } from './run-command.js';

testCommands(import.meta.url);

function init(cwd: string, ...args: readonly string[]): Promise<CommandResult> {
  return runCommand('init', { args, cwd });
}

test('a project depends on the versions that this repository depends on', async () => {
  const cwd = temporaryFolder();
  await init(cwd);
  type Ranges = Readonly<Record<string, string>>;
  const own: {
    version: string;
    dependencies: Ranges;
    devDependencies: Ranges;
  } = JSON.parse(readFromRoot('package.json'));
  expect(JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8')).devDependencies).toEqual({
    '@speccast/emulator': own.dependencies['@speccast/emulator'],
    speccast: `^${own.version}`,
    typescript: own.devDependencies['typescript'],
  });
});

test('a broken link is left alone in place of a file, and reported in place of a folder', async () => {
  const cwd = temporaryFolder();
  for (const name of ['.gitattributes', 'specs']) symlinkSync(join(cwd, 'nowhere'), join(cwd, name));
  const { code, err } = await init(cwd);
  expect(code).toBe(1);
  expect(err).toContain(`error unwritable-output: ${join(cwd, 'specs')} is a link to something that does not exist\n`);
  expect(readdirSync(cwd).toSorted()).toEqual(['.gitattributes', 'specs']);
});

// root may write to read-only folders.
test.skipIf(process.getuid?.() === 0)('a read-only folder is reported', async () => {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'shop'));
  chmodSync(join(cwd, 'shop'), 0o500);
  expect(await init(cwd, 'shop')).toMatchObject({
    code: 1,
    err: `shop:1:1 error unwritable-output: ${join(cwd, 'shop')} is not writable\n`,
  });
});

test.each([
  ['pnpm/10.1.0 npm/? node/v22.0.0 linux x64', 'pnpm install'],
  ['yarn/1.22.22 npm/? node/v20.0.0', 'yarn install'],
])('a project without a lock file uses the package manager that runs the process: %s', async (agent, step) => {
  vi.stubEnv('npm_config_user_agent', agent);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect((await init(temporaryFolder())).out).toContain(`  1. ${step} `);
});
