import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../rules/sources.js';
import { drawPackage } from './draw-packages.js';
import { isServed } from './is-served.js';
import { showPackages } from './show-packages.js';

test('the page shows each package listing, inserting, paging and validating, and ends with what was written', async () => {
  const lines: string[] = [];
  await showPackages((line) => void lines.push(line));
  const page = lines.join('\n');
  expect(page).toContain('@speccast/video-platform, 51 operations');
  expect(page).toContain('@speccast/ad-reporting, 6 operations');
  expect(page).toContain('-> 1 playlist\n');
  expect(page).toContain('-> 2 playlists: what was inserted is there');
  expect(page).toContain('-> 3 results, and the token of the next page');
  expect(page).toContain('-> 3 other ones');
  expect(page).toContain('-> snippet.title must be a string');
  expect(page).toContain('-> nothing is sent: playlists.insert needs oauth2 (`auth: bearer()`)');
  expect(page).not.toContain('undefined');
  expect(page.indexOf('Next:')).toBeGreaterThan(page.indexOf('Account.is(account)'));
});

test.each(['video-platform', 'ad-reporting'])('the picture of %s shows all of it', (service) => {
  const [total = '', ...rows] = drawPackage(join(root, 'generated', service));
  const sizes = [total, ...rows].map((row) => Number(/([\d,]+) kB$/.exec(row)?.[1]?.replace(',', '')));
  const [sum = 0, ...parts] = sizes;
  expect(parts).toHaveLength(7);
  expect(Math.min(...parts)).toBeGreaterThan(0);
  // The rest is package.json and what builds the package.
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
])('whether the console is served is %s by %j, %j and a terminal: %s', (want, args, env, isTerminal) => {
  expect(isServed(args, env, isTerminal)).toBe(want);
});
