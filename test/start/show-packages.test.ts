import { expect, test } from 'vitest';
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
  expect(page.indexOf('What was written:')).toBeGreaterThan(page.indexOf('Account.is(account)'));
});
