import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

// The first is the browser without windows, which takes half the time.
const paths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The browser of this machine; undefined if there is none. */
export const chromiumPath: string | undefined = paths.find((path) => existsSync(path));

let shared: Promise<Browser> | undefined;

/** Starts the browser of this machine, which the tests of a process share unless one closes it; undefined if there is none. */
export async function launchChromium(): Promise<Browser | undefined> {
  if (chromiumPath === undefined) return undefined;
  shared ??= chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox', '--disable-gpu'] });
  const browser = await shared;
  browser.once('disconnected', () => (shared = undefined));
  return browser;
}

/** A note for the names of tests that need it, so that nobody takes them for passed. */
export const withoutChromium: string = chromiumPath === undefined ? ' (not run: there is no Chromium here)' : '';
