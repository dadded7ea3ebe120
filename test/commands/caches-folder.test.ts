import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { cachesFolder } from '../../generator/commands/terminal/console.js';
import { signInPath } from '../../templates/runtime/tools/sign-in-path.js';

test.each([undefined, '', 'caches', './caches'])('caches are in the home folder if the variable is %j', (value) => {
  expect(cachesFolder(value)).toBe(join(homedir(), '.cache'));
});

test('caches are in the folder of the variable if it is an absolute path', () => {
  expect(cachesFolder(resolve('/caches'))).toBe(resolve('/caches'));
});

test.each(['', 'settings', './settings'])('settings are in the home folder if the variable is %j', (value) => {
  const env = { HOME: resolve('/home/any'), APPDATA: resolve('/home/any/.config'), XDG_CONFIG_HOME: value };
  expect(signInPath({ command: 'pets' }, env)).toBe(join(resolve('/home/any/.config'), 'pets', 'sign-in.json'));
});
