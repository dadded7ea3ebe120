import { existsSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
);

/** What the names of tests say where there is no browser, so that nobody takes them for passed. */
export const withoutBrowser: string = executablePath === undefined ? ' (skipped: there is no Chromium here)' : '';

/** Starts Chromium; undefined where this machine has none. */
export async function openBrowser(): Promise<Browser | undefined> {
  if (executablePath === undefined) return undefined;
  const { chromium } = await import('playwright-core');
  return chromium.launch({ executablePath, args: ['--no-sandbox'] });
}

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
