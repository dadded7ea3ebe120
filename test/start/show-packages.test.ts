import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../rules/sources.js';
import { drawPackage } from './draw-packages.js';
import { isServed } from './is-served.js';
import { showPackages } from './show-packages.js';

test('shows each package listing, inserting, paging and validating, and ends with the next commands', async () => {
  const lines: string[] = [];
  await showPackages((line) => void lines.push(line));
  const page = lines.join('\n');
  expect(page).toContain('@speccast/video-platform, 51 operations');
  expect(page).toContain('@speccast/ad-reporting, 6 operations');
  expect(page).toContain('-> 1 playlist\n');
  expect(page).toContain('-> 2 playlists, with the new one');
  expect(page).toContain('-> 3 results, and the token of the next page');
  expect(page).toContain('-> 3 other results');
  expect(page).toContain('-> snippet.title must be a string');
  expect(page).toContain('-> nothing is sent: playlists.insert needs oauth2 (`auth: bearer()`)');
  expect(page).not.toContain('undefined');
  expect(page.indexOf('Next:')).toBeGreaterThan(page.indexOf('Account.is(account)'));
});

test.each(['video-platform', 'ad-reporting'])('the bars of %s show nearly all bytes of the package', (service) => {
  const [total = '', ...rows] = drawPackage(join(root, 'generated', service));
  const sizes = [total, ...rows].map((row) => Number(/([\d,]+) kB$/.exec(row)?.[1]?.replace(',', '')));
  const [sum = 0, ...parts] = sizes;
  expect(parts).toHaveLength(7);
  expect(Math.min(...parts)).toBeGreaterThan(0);
  // Only package.json and the build script are in no bar.
  const drawn = parts.reduce((all, part) => all + part, 0);
  expect(drawn).toBeGreaterThan(0.9 * sum);
  expect(drawn).toBeLessThan(sum + parts.length);
  expect(Math.max(...rows.map((row) => row.length))).toBeLessThan(72);
});

test.each<[boolean, readonly string[], Record<string, string>, boolean | undefined]>([
  [true, [], {}, true],
  [true, [], { CI: 'false' }, true],
  [false, ['--no-serve'], {}, true],
  [false, [], { CI: 'true' }, true],
  [false, [], {}, false],
  [false, [], {}, undefined],
])('isServed is %s for the arguments %j, the environment %j and isTTY %s', (want, args, env, isTerminal) => {
  expect(isServed(args, env, isTerminal)).toBe(want);
});
