import { withControl } from '@speccast/emulator/control';
import { type RunningServer, serve } from '@speccast/emulator/server';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gzipSync } from 'node:zlib';
import axe from 'axe-core';
import { bundleConsole } from '../../../templates/emulator/bundle-console.js';
import { openShelf } from '../shelf/open-shelf.js';
import { followPage, openBrowser, showAddress, watchProblems, withoutBrowser } from './open-browser.js';
import { addresses, fill } from './filled-shelf.js';

test('all of the console takes at most 60 kB, compressed', async () => {
  const { script, style } = await bundleConsole();
  expect(gzipSync(script + style).length).toBeLessThanOrEqual(60_000);
});

/** What holds for every view: what a page measures of itself. */
const measure = `(() => {
  const main = document.querySelector('main');
  const shown = (one) => one.getClientRects().length > 0;
  const probe = document.createElement('span');
  probe.textContent = '0';
  main.append(probe);
  const character = probe.getBoundingClientRect().width;
  probe.remove();
  const cells = [...document.querySelectorAll('th, td, [role=columnheader], [role=gridcell]')].filter(shown);
  const frame = innerWidth;
  const outside = [...document.querySelectorAll('button, input, select, textarea, h2, p')]
    .filter((one) => shown(one) && one.closest('.grid, .scroll, .rail, pre') === null)
    .filter((one) => one.getBoundingClientRect().right > frame + 1);
  return {
    narrow: cells.filter((one) => one.getBoundingClientRect().width < 6 * character - 1).map((one) => one.textContent),
    height: Math.max(document.documentElement.scrollHeight, ...[...document.querySelectorAll('main, .sheet, .side')].map((one) => one.scrollHeight)),
    overflow: [document.documentElement.scrollWidth > frame, main.scrollWidth > main.clientWidth + 1],
    outside: outside.map((one) => one.outerHTML.slice(0, 80)),
  };
})()`;

interface Measured {
  readonly narrow: readonly string[];
  readonly height: number;
  readonly overflow: readonly boolean[];
  readonly outside: readonly string[];
}

describe.skipIf(withoutBrowser !== '')(`each view${withoutBrowser}`, () => {
  let browser: Browser | undefined;
  let server: RunningServer;

  beforeAll(async () => {
    browser = await openBrowser();
    const { emulator } = openShelf();
    server = await serve(withControl(emulator));
    await fill(emulator, server.url);
  });

  afterAll(async () => {
    await browser?.close();
    await server.close();
  });

  const openPage = async (width: number, colorScheme: 'light' | 'dark'): Promise<Page> => {
    const context = await browser?.newContext({
      viewport: { width, height: 800 },
      colorScheme,
      reducedMotion: 'reduce',
      bypassCSP: true,
    });
    const page = await context?.newPage();
    if (page === undefined) throw new Error('There is no browser.');
    return page;
  };

  test.each([
    [1280, 'light'],
    [1280, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ] as const)('holds its layout at %i pixels in %s colours, and axe finds nothing', async (width, colors) => {
    const page = await openPage(width, colors);
    const problems = watchProblems(page);
    await followPage(page);
    await page.goto(new URL('/__mock/ui', server.url).href);
    await page.addScriptTag({ content: axe.source });
    const found: Record<string, unknown> = {};
    for (const address of addresses) {
      await showAddress(page, address);
      await page.locator('[data-status=open]').waitFor();
      await page.locator('main .view, main .page, main .sides').first().waitFor();
      const { narrow, height, overflow, outside } = await page.evaluate<Measured>(measure);
      // The measure is a program of the page, and so is axe.
      const run = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html, any }) => html.slice(0, 160) + ' ' + (any[0] ? any[0].message : '')).slice(0, 3).join(' | ')))`;
      const violations = await page.evaluate<readonly string[]>(run);
      const wrong = { narrow, isTall: height > 20_000, overflow, outside, violations };
      const fine = { narrow: [], isTall: false, overflow: [false, false], outside: [], violations: [] };
      if (JSON.stringify(wrong) !== JSON.stringify(fine)) found[address] = wrong;
    }
    expect(found).toEqual({});
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
