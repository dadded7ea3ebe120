import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readYaml } from '../rows.js';
import { createEmulatorCall } from './shelf/open-shelf.js';
import { type CallRow, expectResponse, fillNames, readPath, sendRow } from './shelf/run-rows.js';
import { launchChromium, withoutChromium } from './chromium.js';
import { watchProblems } from './open-browser.js';

/*
 * Tests of pages as rows of a YAML file: groups of rows, each with what a user does and sees, one step after the other. A place in a page
 * is a selector of Playwright; `button "Save"` is short for `role=button[name="Save"s]`, and `label "Row"` is the field of a label. Names in
 * `${}` are those of the page that was opened, and what calls kept.
 */

/** A test: how its page is shown, and the steps. */
interface BrowserRow {
  readonly name: string;
  /** What the function that opens the pages reads. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** The colours of the system, and the width in pixels. Default: light, and 1280. */
  readonly colorScheme?: 'light' | 'dark';
  readonly width?: number;
  readonly steps: readonly (Step | CallRow)[];
}

/** One thing that a user does or sees. */
type Step = { readonly [Kind in keyof typeof kinds]?: Parameters<(typeof kinds)[Kind]>[1] };

/** What a row opens. */
export interface OpenedPages {
  /** The address that calls of the service begin with. */
  readonly url: string;
  readonly names?: Readonly<Record<string, string>>;
  readonly stop: () => Promise<unknown>;
  /** Starts it again at the same address. */
  readonly start?: () => Promise<void>;
}

/** The tabs of a row by their names, and the one that steps are taken in. */
interface Tabs extends OpenedPages {
  page: Page;
  readonly tabs: Map<string, Page>;
}

/** Finds a place: `region "Row B1" >> link "books"`. */
function find({ page }: Tabs, place: string): Locator {
  const parts = place
    .split(' >> ')
    .map((part) => part.replace(/^label (".*")$/, 'internal:label=$1s').replace(/^(\w+) (".*")$/, 'role=$1[name=$2s]'));
  return page.locator(parts.join(' >> '));
}

const address = ({ url }: Tabs, path: string): string => new URL(path, url).href;

/** What steps do; those that look at something wait until it is so. */
const kinds = {
  /** Opens the console at a place such as `#/state/books`. */
  console: async (tabs: Tabs, hash: string) => {
    await tabs.page.goto(address(tabs, `/__mock/ui${hash}`));
    await tabs.page.locator('[data-status=open]').waitFor();
  },
  /** Opens a page of the service. */
  page: async (tabs: Tabs, { path, query }: { readonly path: string; readonly query?: Record<string, string> }) =>
    tabs.page.goto(address(tabs, query ? `${path}?${new URLSearchParams(query)}` : path)),
  reload: async ({ page }: Tabs) => page.reload(),
  /** Goes on in the tab of a name; a new one has the address of the one before. */
  tab: async (tabs: Tabs, name: string) => {
    const found = tabs.tabs.get(name);
    const page = found ?? (await tabs.page.context().newPage());
    if (found === undefined) await page.goto(tabs.page.url());
    tabs.tabs.set(name, page);
    tabs.page = page;
    await page.bringToFront();
  },
  click: async (tabs: Tabs, place: string) => find(tabs, place).click(),
  fill: async (tabs: Tabs, [place, text]: readonly [string, string]) => find(tabs, place).fill(text),
  choose: async (tabs: Tabs, [place, option]: readonly [string, string]) => find(tabs, place).selectOption(option),
  press: async ({ page }: Tabs, keys: string) => {
    for (const key of keys.split(' ')) await page.keyboard.press(key);
  },
  focus: async (tabs: Tabs, place: string) => find(tabs, place).focus(),
  see: async (tabs: Tabs, place: string) => find(tabs, place).first().waitFor(),
  gone: async (tabs: Tabs, place: string) => find(tabs, place).first().waitFor({ state: 'hidden' }),
  count: async (tabs: Tabs, [place, count]: readonly [string, number]) =>
    expect.poll(() => find(tabs, place).count(), { message: place }).toBe(count),
  /** A field has a text that fits a pattern. */
  value: async (tabs: Tabs, [place, pattern]: readonly [string, string]) =>
    expect.poll(() => find(tabs, place).inputValue(), { message: place }).toMatch(new RegExp(pattern, 'u')),
  disabled: async (tabs: Tabs, place: string) => expect.poll(() => find(tabs, place).isDisabled()).toBe(true),
  /** A place does not show what fits a pattern. */
  hides: async (tabs: Tabs, [place, pattern]: readonly [string, string]) =>
    expect(await find(tabs, place).innerText()).not.toMatch(new RegExp(pattern, 'u')),
  address: async ({ page }: Tabs, pattern: string) =>
    expect.poll(() => page.url(), { message: pattern }).toMatch(new RegExp(pattern, 'u')),
  /** Expressions have these values in the page. */
  has: async ({ page }: Tabs, values: Readonly<Record<string, unknown>>) => {
    for (const [expression, want] of Object.entries(values))
      await expect.poll(() => page.evaluate(expression), { message: expression }).toEqual(want);
  },
  /** The service stops, or starts again at its address. */
  service: async ({ stop, start }: Tabs, change: 'stops' | 'starts') => (change === 'stops' ? stop() : start?.()),
};

async function take(tabs: Tabs, step: Step): Promise<void> {
  for (const [kind, argument] of Object.entries(step)) {
    // A step has arguments of its own kind.
    const run = kinds[kind as keyof typeof kinds] as (tabs: Tabs, argument: unknown) => Promise<unknown>;
    await run(tabs, argument);
  }
}

/** Sends a call; what the control plane tells comes to be as the row says. */
async function callService({ url }: Tabs, row: CallRow): Promise<object> {
  const send = createEmulatorCall({ baseUrl: url, fetch: async (input, init) => fetch(input, init) });
  const isControl = row.call.includes('/__');
  const ask = async (): Promise<object> => {
    const answered = await sendRow(row, (path, sent) => send(isControl ? new URL(path, url).href : path, sent));
    expectResponse(answered, row, row.call);
    return answered;
  };
  return row.call.startsWith('GET /__mock') ? vi.waitFor(ask, { timeout: 15_000 }) : ask();
}

/** Runs the rows of a YAML file in the browser; `open` starts the service of a row. */
export function runBrowserRows(
  file: URL,
  open: (options: Readonly<Record<string, unknown>>) => Promise<OpenedPages>,
): void {
  const groups = readYaml<Readonly<Record<string, readonly BrowserRow[]>>>(file);
  let context: BrowserContext | undefined;
  beforeAll(async () => {
    const browser = await launchChromium();
    context = await browser?.newContext({ reducedMotion: 'reduce' });
  });
  afterAll(() => context?.close());
  for (const [group, rows] of Object.entries(groups))
    describe.skipIf(withoutChromium !== '')(group + withoutChromium, () => {
      test.each(rows)('$name', async (row) => {
        const opened = await open(row.options ?? {});
        const page = await context?.newPage();
        if (page === undefined) throw new Error('There is no browser.');
        page.setDefaultTimeout(20_000);
        await page.setViewportSize({ width: row.width ?? 1280, height: 800 });
        await page.emulateMedia({ colorScheme: row.colorScheme ?? 'light' });
        const problems = watchProblems(page);
        const tabs: Tabs = { ...opened, page, tabs: new Map([['first', page]]) };
        const names: Record<string, unknown> = { ...opened.names };
        for (const step of row.steps) {
          const filled = fillNames(step, (name) => String(names[name]));
          if ('call' in filled) {
            const answered = await callService(tabs, filled);
            for (const [name, path] of Object.entries(filled.keep ?? {})) names[name] = readPath(answered, path);
          } else await take(tabs, filled);
        }
        for (const tab of tabs.tabs.values()) {
          // Chromium may never close a page that is still loading.
          await tab.waitForLoadState();
          await tab.close();
        }
        await opened.stop();
        expect(problems).toEqual([]);
      });
    });
}
