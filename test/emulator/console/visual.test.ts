import { withControl } from '@speccast/emulator/control';
import { serve } from '@speccast/emulator/server';
import { expect, test } from 'vitest';
import { gzipSync } from 'node:zlib';
import axe from 'axe-core';
import { openShelf } from '../shelf/open-shelf.js';
import { openPage } from '../open-browser.js';
import { withoutChromium } from '../chromium.js';
import { addresses, fillShelf } from './fill-shelf.js';

/** A program that measures the layout of the page in which it runs: narrow cells, height, overflow and elements outside the page. */
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

interface Layout {
  readonly narrow: readonly string[];
  readonly height: number;
  readonly overflow: readonly boolean[];
  readonly outside: readonly string[];
}

test.skipIf(withoutChromium !== '')(
  `each view of the console keeps its layout at two widths, and has no accessibility violations in light and dark colours${withoutChromium}`,
  async () => {
    const { emulator } = openShelf();
    const server = await serve(withControl(emulator));
    await fillShelf(emulator, server.url);
    const { page, problems } = await openPage(new URL('/__mock/ui', server.url), { bypassCSP: true });
    await page.addScriptTag({ content: axe.source });
    const found: Record<string, unknown> = {};
    // axe runs in the page, so its program is a string, too.
    const run = `axe.run(document, { resultTypes: ['violations'], preload: false, iframes: false }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html, any }) => html.slice(0, 160) + ' ' + (any[0] ? any[0].message : '')).slice(0, 3).join(' | ')))`;
    const fine = { narrow: [], overflow: [false, false], outside: [] };
    for (const [width, colorScheme] of [
      [1280, 'light'],
      [390, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      for (const address of addresses) {
        await page.evaluate(`show(${JSON.stringify(address)})`);
        await page.locator('main .view, main .page, main .sides').first().waitFor();
        const { height, ...layout } = await page.evaluate<Layout>(measure);
        const violations = await page.evaluate<readonly string[]>(run);
        const wrong = { ...layout, isTall: height > 20_000, violations };
        if (JSON.stringify(wrong) !== JSON.stringify({ ...fine, isTall: false, violations: [] }))
          found[`${address} at ${width} in ${colorScheme} colours`] = wrong;
      }
    }
    expect(found).toEqual({});
    expect(problems).toEqual([]);
    await page.context().close();
    await server.close();
  },
);

test.skipIf(withoutChromium !== '')(
  `a list that is longer than the screen scrolls to the row that the keyboard reaches${withoutChromium}`,
  async () => {
    const { emulator } = openShelf();
    const server = await serve(withControl(emulator));
    await fillShelf(emulator, server.url);
    const { page } = await openPage(new URL('/__mock/ui#/journal', server.url));
    await page.getByText('65 requests').waitFor();
    await page.locator('.grid').focus();
    for (const [key, number] of [
      ['End', '1'],
      ['ArrowUp', '2'],
      ['Home', '65'],
      ['ArrowDown', '64'],
    ] as const) {
      await page.keyboard.press(key);
      const reached = page.locator('.grid .reached');
      await expect.poll(() => reached.locator('[role=gridcell]').first().textContent()).toBe(number);
      const inSight = `(() => {
        const [row, grid] = ['.grid .reached', '.grid'].map((one) => document.querySelector(one).getBoundingClientRect());
        return row.top > grid.top && row.bottom <= grid.bottom + 1;
      })()`;
      await expect.poll(() => page.evaluate(inSight)).toBe(true);
    }
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toMatch(/#\/journal\/64$/);
    await page.context().close();
    await server.close();
  },
);

test('the console has at most 60 kB, compressed', async () => {
  const response = await withControl(openShelf().emulator).fetch(new Request('http://localhost/__mock/ui'));
  expect(gzipSync(await response.text()).length).toBeLessThanOrEqual(60_000);
});
