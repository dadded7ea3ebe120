import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withControl } from '../../../templates/emulator/control/with-control.js';
import type { Emulator } from '../../../templates/emulator/engine/emulator.js';
import { serve, type RunningServer } from '../../../templates/emulator/server/serve.js';
import { openShelf } from '../engine/shelf.js';

/** What these tests use of `playwright-core`, which need not be there. */
interface Browser {
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

interface Page {
  on(event: string, listener: (what: { toString(): string }) => void): unknown;
  goto(url: string): Promise<unknown>;
  getByRole(role: string, options: { readonly name: string; readonly exact?: boolean }): Element;
  getByLabel(label: string, options?: { readonly exact?: boolean }): Element;
  getByText(text: string | RegExp): Element;
  locator(selector: string): Element;
  readonly keyboard: { press(key: string): Promise<void> };
}

interface Element {
  click(): Promise<void>;
  fill(text: string): Promise<void>;
  focus(): Promise<void>;
  count(): Promise<number>;
  first(): Element;
  selectOption(value: string): Promise<unknown>;
  waitFor(): Promise<void>;
  innerText(): Promise<string>;
}

const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
);

/** Starts a browser; undefined where this machine has none. */
async function launch(): Promise<Browser | undefined> {
  if (chromium === undefined) return undefined;
  // A name that the compiler does not look up: it need not be installed.
  const name = 'playwright-core';
  const library = await import(/* @vite-ignore */ name).catch(() => undefined);
  return library?.chromium.launch({ executablePath: chromium, args: ['--no-sandbox'] });
}

const browser = await launch();
if (browser === undefined) console.warn('Console: not tested, as there is no Chromium or no playwright-core here.');

describe.skipIf(browser === undefined)('the console', () => {
  const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
  const problems: string[] = [];
  let emulator: Emulator;
  let server: RunningServer;
  let page: Page;

  beforeAll(async () => {
    ({ emulator } = openShelf());
    emulator.state['books']?.insert({ id: hostile, title: hostile });
    server = await serve(withControl(emulator));
    if (browser === undefined) return;
    page = await browser.newPage();
    for (const event of ['pageerror', 'dialog', 'requestfailed'])
      page.on(event, (what) => problems.push(`${event} ${String(what)}`));
    page.on('console', (what) => problems.push(String(what)));
    await page.goto(new URL('/__mock/ui', server.url).href);
  });

  afterAll(async () => {
    await browser?.close();
    await server.close();
  });

  const open = (view: string): Promise<void> => page.getByRole('button', { name: view, exact: true }).click();

  test('lists the operations, and marks those that were called', async () => {
    await open('Operations');
    await page.getByText('GET /books/{id}').first().waitFor();
    expect(await page.locator('[title="called"]').count()).toBe(0);
    await fetch(`${server.url}/books?key=secret&id=x`);
    await expect.poll(() => page.locator('[title="called"]').count(), { timeout: 8000 }).toBe(1);
  });

  test('shows what the service says as text, whatever it is', async () => {
    await open('State');
    await page.getByLabel('Table').selectOption('books');
    await page.getByRole('button', { name: hostile, exact: true }).click();
    await page.getByLabel('Row as JSON').waitFor();
    expect([await page.locator('main img').count(), await page.locator('main script').count()]).toEqual([0, 0]);
  });

  test('changes and removes a row', async () => {
    emulator.state['books']?.insert({ id: 'B2', title: 'Emma' });
    await open('State');
    await page.getByRole('button', { name: 'B2', exact: true }).click();
    await page.getByLabel('Row as JSON').fill('{"id":"B2","title":"Persuasion"}');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => emulator.state['books']?.get('B2')?.['title']).toBe('Persuasion');
    await page.getByRole('button', { name: 'Delete B2' }).click();
    await expect.poll(() => emulator.state['books']?.get('B2')).toBe(undefined);
  });

  test('shows a request with its response, without credentials', async () => {
    await open('Journal');
    await page.getByLabel('Entry 1', { exact: true }).click();
    await page.getByText('Request').first().waitFor();
    await page.getByText('"status": 200').first().waitFor();
    expect(await page.locator('main').innerText()).not.toContain('secret');
  });

  test('lets calls go wrong', async () => {
    await open('Faults');
    await page.getByLabel('Operation').selectOption('books.list');
    await page.getByLabel('Effect').selectOption('{"kind":"disconnect"}');
    await page.getByRole('button', { name: 'Let it go wrong' }).click();
    await expect.poll(() => emulator.faults.list().length).toBe(1);
    await page.getByRole('button', { name: 'Remove fault 1' }).click();
    await expect.poll(() => emulator.faults.list().length).toBe(0);
  });

  test('forks a world, and goes back in time there', async () => {
    await open('Worlds');
    await page.getByLabel('Name of the new world').fill('w1');
    await page.keyboard.press('Enter');
    await expect.poll(() => emulator.worlds.names()).toEqual(['w1']);
    const world = emulator.world('w1');
    world.clock.set(0);
    await page.getByRole('button', { name: 'Keep this moment' }).click();
    await page.getByText('kept s1').waitFor();
    world.seed({ books: [{ id: 'B9' }] });
    await page.getByRole('button', { name: 'Go back' }).click();
    await expect.poll(() => world.state['books']?.get('B9')).toBe(undefined);
    await page.getByRole('button', { name: '+1 day' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => world.clock.now()).toBe(86_400_000);
    expect(emulator.clock.now()).toBeGreaterThan(86_400_000);
  });

  test('shows coverage and quota', async () => {
    await open('Coverage');
    await page.getByText('statuses').first().waitFor();
    await open('Quota');
    await page.getByText(/\d+ calls, \d+ units/).waitFor();
  });

  test('does all that without an error, and within its policy', () => {
    expect(problems).toEqual([]);
  });
});
