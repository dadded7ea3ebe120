import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const paths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser of this machine; undefined if there is none. */
export const chromiumPath: string | undefined = paths.find((path) => existsSync(path));

/** Starts the browser of this machine; undefined if there is none. */
export async function launchChromium(): Promise<Browser | undefined> {
  return chromiumPath === undefined
    ? undefined
    : chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] });
}

/** A note for the names of tests that need it, so that nobody takes them for passed. */
export const withoutChromium: string = chromiumPath === undefined ? ' (not run: there is no Chromium here)' : '';
