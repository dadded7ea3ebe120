import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

// `chromium-headless-shell` comes first, because it takes half the time.
const paths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Path of a Chromium on this machine; undefined if there is none. */
export const chromiumPath: string | undefined = paths.find((path) => existsSync(path));

let shared: Promise<Browser> | undefined;

/** Starts Chromium; undefined if there is none. All tests of a process share one browser; if a test closes it, the next call starts another. */
export async function launchChromium(): Promise<Browser | undefined> {
  if (chromiumPath === undefined) return undefined;
  shared ??= chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox', '--disable-gpu'] });
  const browser = await shared;
  browser.once('disconnected', () => (shared = undefined));
  return browser;
}

/** A note for the titles of tests that are skipped without Chromium; `''` if there is one. */
export const withoutChromium: string = chromiumPath === undefined ? ' (not run: there is no Chromium here)' : '';
