import { withControl } from '@speccast/emulator/control';
import { type RunningServer, serve } from '@speccast/emulator/server';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gzipSync } from 'node:zlib';
import axe from 'axe-core';
import { bundleConsole } from '../../../templates/emulator/bundle-console.js';
import { openShelf } from '../shelf/open-shelf.js';
import { followPage, showAddress, watchProblems } from './open-browser.js';
import { launchChromium, withoutChromium } from '../chromium.js';
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

describe.skipIf(withoutChromium !== '')(`each view${withoutChromium}`, () => {
  let browser: Browser | undefined;
  let server: RunningServer;

  beforeAll(async () => {
    browser = await launchChromium();
    const { emulator } = openShelf();
    server = await serve(withControl(emulator));
    await fill(emulator, server.url);
  });

  afterAll(async () => {
    await browser?.close();
    await server.close();
  });

  test('holds its layout at two widths, and axe finds nothing in light and dark colours', async () => {
    const context = await browser?.newContext({ reducedMotion: 'reduce', bypassCSP: true });
    const page = await context?.newPage();
    if (page === undefined) throw new Error('There is no browser.');
    const problems = watchProblems(page);
    await followPage(page);
    await page.goto(new URL('/__mock/ui', server.url).href);
    await page.addScriptTag({ content: axe.source });
    const found: Record<string, unknown> = {};
    // The measure is a program of the page, and so is axe.
    const run = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html, any }) => html.slice(0, 160) + ' ' + (any[0] ? any[0].message : '')).slice(0, 3).join(' | ')))`;
    const fine = { narrow: [], overflow: [false, false], outside: [] };
    for (const address of addresses)
      for (const [width, colorScheme] of [
        [1280, 'light'],
        [390, 'dark'],
      ] as const) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        await showAddress(page, address);
        await page.locator('[data-status=open]').waitFor();
        await page.locator('main .view, main .page, main .sides').first().waitFor();
        const { height, ...layout } = await page.evaluate<Measured>(measure);
        const violations = await page.evaluate<readonly string[]>(run);
        const wrong = { ...layout, isTall: height > 20_000, violations };
        if (JSON.stringify(wrong) !== JSON.stringify({ ...fine, isTall: false, violations: [] }))
          found[`${address} at ${width} in ${colorScheme} colours`] = wrong;
      }
    expect(found).toEqual({});
    expect(problems).toEqual([]);
    await context?.close();
  });
});
