import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findPackageManager } from '../../generator/commands/package-manager.js';
import { temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { readRows } from '../rows.js';

test.each(
  readRows(import.meta.url).rows<readonly [string, Readonly<Record<string, string>>]>(
    'is found by , also from a folder below',
  ),
)('%s is found by %j, also from a folder below', (name, files) => {
  const folder = temporaryFolder();
  writeTexts(folder, files);
  expect(findPackageManager(join(folder, 'packages/a')).name).toBe(name);
});

test('the nearest file counts', () => {
  const folder = temporaryFolder();
  writeTexts(folder, { 'pnpm-lock.yaml': '', 'app/package-lock.json': '{}' });
  expect(findPackageManager(join(folder, 'app')).name).toBe('npm');
});

test('yarn runs no script `prepare` from version 2 on', () => {
  const folder = temporaryFolder();
  writeTexts(folder, { 'yarn.lock': '' });
  expect(findPackageManager(folder).installScript).toBe('prepare');
  writeTexts(folder, { '.yarnrc.yml': '' });
  expect(findPackageManager(folder)).toMatchObject({ installScript: 'postinstall', workspaceRange: 'workspace:*' });
});

test('where a project shows nothing, the one counts that runs the process', () => {
  expect(findPackageManager(temporaryFolder(), 'pnpm/10.1.0 npm/? node/v22.0.0 linux x64').name).toBe('pnpm');
  expect(findPackageManager(temporaryFolder(), 'yarn/1.22.22 npm/? node/v20.0.0')).toMatchObject({
    installScript: 'prepare',
  });
});
