import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../rules/sources.js';
import { testCommands } from './command-rows.js';
import { runCommand } from './run-command.js';

testCommands(import.meta.url);

/** Folder of the public Discovery documents, which may not be part of this repository; `undefined` if it does not exist. */
const folder = [process.env['DISCOVERY_DOCUMENTS'], join(root, '../shared/facts')].find(
  (one): one is string => one !== undefined && existsSync(join(one, 'youtube-v3.discovery.json')),
);

test.skipIf(folder === undefined).each([
  ['video-platform', 'youtube-v3.discovery.json'],
  ['ad-reporting', 'admob-v1.discovery.json'],
])('%s differs from the public Discovery document only in the entries of drift.yaml', async (service, file) => {
  const { code, err } = await runCommand('drift', { args: [service, join(folder ?? '', file)], cwd: root });
  expect({ code, err }).toEqual({ code: 0, err: '' });
});
