import type { BrowserContextOptions, Page } from 'playwright-core';
import { launchChromium } from './chromium.js';

/** Notes what a page must not do: errors, messages of its policy, dialogs. */
export function watchProblems(page: Page): readonly string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`error ${error.message}`));
  page.on('dialog', (dialog) => {
    problems.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    // Rejections by the emulator are a part of what is tested.
    if (!/Failed to load resource|net::ERR/.test(message.text())) problems.push(message.text());
  });
  page.on('request', (request) => {
    if (new URL(request.url()).hostname !== '127.0.0.1' && !/^(?:data|blob):/.test(request.url()))
      problems.push(`request ${request.url()}`);
  });
  return problems;
}

/** What a page needs to show an address, and to tell when nothing of it loads, moves or changes any more. */
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

/** Gives what the page shows next a function `show(address)`. */
async function followPage(page: Page): Promise<void> {
  await page.addInitScript(program);
}

/** Shows the console in a browser of its own, and notes what it must not do. */
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
  if (page === undefined) throw new Error('There is no browser.');
  page.setDefaultTimeout(20_000);
  const problems = watchProblems(page);
  await followPage(page);
  await page.goto(address.href);
  await page.locator('[data-status=open]').waitFor();
  return { page, problems };
}
