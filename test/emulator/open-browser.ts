import type { BrowserContextOptions, Page } from 'playwright-core';
import { launchChromium } from './chromium.js';

/** Collects errors, messages of the console, dialogs and requests to other hosts of a page, none of which should happen. */
export function watchProblems(page: Page): readonly string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`error ${error.message}`));
  page.on('dialog', (dialog) => {
    problems.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    // Chromium logs each response with an error status, and tests cause such responses.
    if (!/Failed to load resource|net::ERR/.test(message.text())) problems.push(message.text());
  });
  page.on('request', (request) => {
    if (new URL(request.url()).hostname !== '127.0.0.1' && !/^(?:data|blob):/.test(request.url()))
      problems.push(`request ${request.url()}`);
  });
  return problems;
}

/** A program that defines `show(address)` in a page: it shows an address of the console, and resolves when nothing loads, moves or changes. */
const program = `(() => {
  let running = 0;
  const count = (target, name) => {
    const own = target[name];
    target[name] = async function (...args) {
      running += 1;
      try {
        return await own.apply(this, args);
      } finally {
        running -= 1;
      }
    };
  };
  count(window, 'fetch');
  count(Response.prototype, 'text');
  window.show = (address) => new Promise((resolve) => {
    let quiet = 0;
    const observer = new MutationObserver(() => (quiet = 0));
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    const look = () => {
      const isMoving = document.getAnimations().some(({ playState }) => playState === 'running');
      quiet = running > 0 || isMoving ? 0 : quiet + 1;
      if (quiet < 3) return requestAnimationFrame(look);
      observer.disconnect();
      resolve();
    };
    addEventListener('hashchange', () => requestAnimationFrame(look), { once: true });
    if (location.hash === address) requestAnimationFrame(look);
    location.hash = address;
  });
})()`;

/** Opens the console in a browser context of its own; its page has `show(address)`, and `problems` should stay empty. */
export async function openPage(
  address: URL,
  options: BrowserContextOptions = {},
): Promise<{ readonly page: Page; readonly problems: readonly string[] }> {
  const browser = await launchChromium();
  const context = await browser?.newContext({
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 800 },
    ...options,
  });
  const page = await context?.newPage();
  if (page === undefined) throw new Error('There is no Chromium on this machine.');
  page.setDefaultTimeout(20_000);
  const problems = watchProblems(page);
  await page.addInitScript(program);
  await page.goto(address.href);
  await page.locator('[data-status=open]').waitFor();
  return { page, problems };
}
