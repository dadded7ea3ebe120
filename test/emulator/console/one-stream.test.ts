import { withControl } from '@speccast/emulator/control';
import { serve } from '@speccast/emulator/server';
import { expect, test } from 'vitest';
import { openShelf } from '../shelf/open-shelf.js';
import { openPage } from '../open-browser.js';
import { withoutChromium } from '../chromium.js';

test.skipIf(withoutChromium !== '')(
  `the console follows one stream of events while its address changes${withoutChromium}`,
  async () => {
    const server = await serve(withControl(openShelf().emulator));
    const { page } = await openPage(new URL('/__mock/ui', server.url));
    let streams = 0;
    page.on('request', (request) => {
      if (request.url().includes('/__mock/events')) streams += 1;
    });
    for (const address of ['#/journal', '#/quota', '#/state/books?q=a', '#/journal']) {
      await page.evaluate(`show(${JSON.stringify(address)})`);
      await page.locator('main .view, main .page, main .sides').first().waitFor();
    }
    expect(streams).toBe(0);
    await page.evaluate(`show('#/journal?world=w1')`);
    await expect.poll(() => streams).toBe(1);
    await page.context().close();
    await server.close();
  },
);
