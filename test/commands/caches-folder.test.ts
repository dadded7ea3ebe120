import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { cachesFolder } from '../../generator/commands/terminal/console.js';
import { signInPath } from '../../templates/runtime/tools/sign-in-path.js';

test.each([undefined, '', 'caches', './caches'])(
  'caches are in the home folder where the variable says %j',
  (named) => {
    expect(cachesFolder(named)).toBe(join(homedir(), '.cache'));
  },
);

test('caches are in the folder that the variable names by an absolute path', () => {
  expect(cachesFolder(resolve('/caches'))).toBe(resolve('/caches'));
});

test.each(['', 'settings', './settings'])('settings are in the home folder where the variable says %j', (named) => {
  const env = { HOME: resolve('/home/any'), APPDATA: resolve('/home/any/.config'), XDG_CONFIG_HOME: named };
  expect(signInPath({ command: 'pets' }, env)).toBe(join(resolve('/home/any/.config'), 'pets', 'sign-in.json'));
});
