import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readYaml } from '../rows.js';
import { createEmulatorCall } from './shelf/open-shelf.js';
import { type CallRow, expectResponse, fillNames, readPath, sendRow } from './shelf/run-rows.js';
import { launchChromium, withoutChromium } from './chromium.js';
import { watchProblems } from './open-browser.js';

/*
 * Tests of pages as rows of a YAML file: groups of rows, each with the steps of a user. A place in a page is a selector of Playwright;
 * `button "Save"` is short for `role=button[name="Save"s]`, and `label "Row"` is the field of a label. `${name}` is replaced by a name
 * of the opened page (`OpenedPages.names`) or by a value that the `keep` of an earlier call stored.
 */

/** A test: the settings of its page, and the steps. */
interface BrowserRow {
  readonly name: string;
  /** The argument of the function that starts the service. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** Default: light. */
  readonly colorScheme?: 'light' | 'dark';
  /** Width of the page in pixels. Default: 1280. */
  readonly width?: number;
  readonly steps: readonly (Step | CallRow)[];
}

/** One action or observation of a user: `{ click: 'button "Save"' }`. */
type Step = { readonly [Kind in keyof typeof kinds]?: Parameters<(typeof kinds)[Kind]>[1] };

/** A running service with pages. */
export interface OpenedPages {
  /** The address of the service, which paths of pages and calls are resolved against. */
  readonly url: string;
  /** Values of `${name}` in the rows. */
  readonly names?: Readonly<Record<string, string>>;
  readonly stop: () => Promise<unknown>;
  /** Starts the service again at the same address. */
  readonly start?: () => Promise<void>;
}

/** The tabs of a row by their names; steps run in `page`. */
interface Tabs extends OpenedPages {
  page: Page;
  readonly tabs: Map<string, Page>;
}

/** Returns the locator of a place: `region "Row B1" >> link "books"`. */
function find({ page }: Tabs, place: string): Locator {
  const parts = place
    .split(' >> ')
    .map((part) => part.replace(/^label (".*")$/, 'internal:label=$1s').replace(/^(\w+) (".*")$/, 'role=$1[name=$2s]'));
  return page.locator(parts.join(' >> '));
}

const address = ({ url }: Tabs, path: string): string => new URL(path, url).href;

/** The kinds of steps. Steps that observe wait until their condition is met, except `hides`, which looks once. */
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
  /** Switches to a tab by its name; a new tab opens at the address of the current one. */
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
  /** The text of a field matches a pattern. */
  value: async (tabs: Tabs, [place, pattern]: readonly [string, string]) =>
    expect.poll(() => find(tabs, place).inputValue(), { message: place }).toMatch(new RegExp(pattern, 'u')),
  disabled: async (tabs: Tabs, place: string) => expect.poll(() => find(tabs, place).isDisabled()).toBe(true),
  /** The text of a place does not match a pattern. */
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

/** Sends the call of a row and checks its response; reads of the control plane are repeated until they match. */
async function callService({ url }: Tabs, row: CallRow): Promise<object> {
  const send = createEmulatorCall({ baseUrl: url, fetch: async (input, init) => fetch(input, init) });
  const isControl = row.call.includes('/__');
  const sendOnce = async (): Promise<object> => {
    const response = await sendRow(row, (path, sent) => send(isControl ? new URL(path, url).href : path, sent));
    expectResponse(response, row, row.call);
    return response;
  };
  return row.call.startsWith('GET /__mock') ? vi.waitFor(sendOnce, { timeout: 15_000 }) : sendOnce();
}

/** Defines a test for each row of a YAML file, which runs in the browser; `open` starts the service of a row. */
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
        if (page === undefined) throw new Error('There is no Chromium on this machine.');
        page.setDefaultTimeout(20_000);
        await page.setViewportSize({ width: row.width ?? 1280, height: 800 });
        await page.emulateMedia({ colorScheme: row.colorScheme ?? 'light' });
        const problems = watchProblems(page);
        const tabs: Tabs = { ...opened, page, tabs: new Map([['first', page]]) };
        const names: Record<string, unknown> = { ...opened.names };
        for (const step of row.steps) {
          const filled = fillNames(step, (name) => String(names[name]));
          if ('call' in filled) {
            const response = await callService(tabs, filled);
            for (const [name, path] of Object.entries(filled.keep ?? {})) names[name] = readPath(response, path);
          } else
            for (const [kind, argument] of Object.entries(filled)) {
              // The type `Step` pairs each kind with its argument; `Object.entries` loses the pair.
              const run = kinds[kind as keyof typeof kinds] as (tabs: Tabs, argument: unknown) => Promise<unknown>;
              await run(tabs, argument);
            }
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
