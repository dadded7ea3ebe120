import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder, writeTexts } from '../../output/temporary-folder.js';
import { type RunningMock, startMock } from '../../commands/run-command.js';
import { hostile } from './filled-shelf.js';
import { followPage, showAddress, watchProblems } from './open-browser.js';
import { launchChromium, withoutChromium } from '../chromium.js';

/** A service of notes with files; `mark` is in every field of its description that people write. */
function describedBy(mark: string): string {
  const text = readFileSync(new URL('notes.yaml', import.meta.url), 'utf8');
  return JSON.stringify(parse(text)).replaceAll('MARK', JSON.stringify(mark).slice(1, -1));
}

describe.skipIf(withoutChromium !== '')(`the console of any description${withoutChromium}`, () => {
  let browser: Browser | undefined;
  let page: Page;
  let problems: readonly string[] = [];

  beforeAll(async () => {
    browser = await launchChromium();
  });

  afterAll(() => browser?.close());

  beforeEach(async () => {
    const context = await browser?.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
    if (context === undefined) return undefined;
    page = await context.newPage();
    page.setDefaultTimeout(20_000);
    problems = watchProblems(page);
    await followPage(page);
    return async () => {
      await context.close();
      expect(problems).toEqual([]);
    };
  });

  const start = async (mark = ''): Promise<RunningMock> => {
    const folder = temporaryFolder();
    writeTexts(folder, { 'notes.json': describedBy(mark) });
    const mock = await startMock(folder, 'notes.json');
    await page.goto(new URL('/__mock/ui', mock.url).href);
    await page.locator('[data-status=open]').waitFor();
    return mock;
  };
  const go = async (hash: string): Promise<void> => {
    await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  };
  const send = (mock: RunningMock, path: string, method: string, body?: unknown): Promise<Response> =>
    fetch(mock.url + path, {
      method,
      headers: { authorization: 'Bearer ann', 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  test('shows markup of every field as text: nothing of it runs or becomes an element', async () => {
    const mock = await start(hostile);
    const control = new URL('/__mock', mock.url).href;
    const post = (path: string, body: object) =>
      fetch(control + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    await send(mock, '/notes', 'POST', { title: 'Tides', mood: `sad${hostile}`, [`extra${hostile}`]: hostile });
    await send(mock, `/notes?${new URLSearchParams({ [`q${hostile}`]: hostile }).toString()}`, 'GET');
    await post('/tokens', { user: hostile, scopes: [hostile] });
    await post('/faults', {
      operation: '*',
      effect: { kind: 'fail', status: 503, message: hostile },
      when: { parameters: { [hostile]: hostile } },
    });
    await post('/webhooks/send', { name: `added${hostile}`, body: { title: 'Tides' } });
    const { items } = await (await fetch(`${control}/operations`)).json();
    const ids: readonly string[] = items.map(({ id }: { id: string }) => encodeURIComponent(id));
    const tables = await (await fetch(`${control}/state`)).json();
    const names: readonly string[] = tables.items.map(({ name }: { name: string }) => encodeURIComponent(name));
    // A name that nothing may have is in an address all the same.
    const all = [
      'state',
      'journal',
      'operations',
      'faults',
      'time',
      'quota',
      'coverage',
      'webhooks',
      'tokens',
      'scenarios',
    ];
    const odd = encodeURIComponent(hostile);
    const addresses = [
      ...all,
      ...all.flatMap((name) => [`${name}/${odd}`, `${name}/${odd}/${odd}`, `${name}?q=${odd}&operation=${odd}`]),
      ...names.flatMap((name) => [`state/${name}`, `state/${name}?new=row`, `state/${name}?q=${odd}`]),
      ...ids.flatMap((id) => [`operations/${id}`, `operations/${id}?entry=2`, `coverage/${id}`]),
      'journal/1',
      'journal/2',
      `faults?operation=${odd}&effect=${odd}&reason=${odd}&status=${odd}`,
    ];
    const found: string[] = [];
    let shown = 0;
    for (const address of addresses) {
      await showAddress(page, `#/${address}`);
      const bad = await page.evaluate<number>(
        `document.querySelectorAll('img[src=x], [onerror], #app script, #app iframe').length + (document.title.startsWith('ran') ? 1 : 0)`,
      );
      if (bad > 0) found.push(address);
      if ((await page.locator('body').innerText()).includes('onerror=')) shown += 1;
    }
    expect(found).toEqual([]);
    expect(shown).toBeGreaterThan(addresses.length / 2);
  });

  test('creates rows by a form that keeps types, and shows at the field what the validators reject', async () => {
    const mock = await start();
    await go('#/state/notes?new=row');
    const sheet = page.getByRole('region', { name: 'New row' });
    await sheet.getByLabel(/^title/).fill('a title that is longer than 20 characters');
    await button('Create').click();
    const field = sheet.locator('.field', { hasText: 'title' });
    await field.locator('.bad').waitFor();
    expect(await sheet.getByLabel(/^title/).getAttribute('aria-invalid')).toBe('true');
    await sheet.getByLabel(/^title/).fill('123');
    await sheet.getByLabel(/^stars/).fill('4.5');
    await button('Create').click();
    await sheet.locator('.field', { hasText: 'stars' }).locator('.bad').waitFor();
    await sheet.getByLabel(/^stars/).fill('4');
    await button('Create').click();
    await page.getByRole('region', { name: /^Row / }).waitFor();
    const rows = await (await fetch(new URL('/__mock/state/notes?q=123', mock.url))).json();
    expect(rows.items[0].row).toMatchObject({ title: '123', stars: 4 });
    // The form of a row that is there changes only what somebody changes.
    await button('Form').click();
    await page
      .getByRole('region', { name: /^Row / })
      .getByLabel(/^title/)
      .fill('456');
    await page.keyboard.press('Control+s');
    await page.getByText('Saved').waitFor();
    const changed = await (await fetch(new URL('/__mock/state/notes?q=456', mock.url))).json();
    expect(changed.items[0].row).toEqual({ ...rows.items[0].row, title: '456' });
  });

  test('sends an upload again while its file is kept, and says why where it is not', async () => {
    const mock = await start();
    const upload = (size: number) =>
      fetch(`${mock.url}/files`, {
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream', authorization: 'Bearer ann' },
        body: new Uint8Array(size).fill(7),
      });
    await upload(2000);
    await go('#/journal/1');
    await button('Resend').click();
    await page.getByText(/^Sent again: 20/).waitFor();
    const again = await (await fetch(new URL('/__mock/journal/2', mock.url))).json();
    expect(again).toMatchObject({ method: 'POST', media: { bytes: 2000, mediaType: 'application/octet-stream' } });
    const file = await (await fetch(new URL('/__mock/journal/2/file', mock.url))).arrayBuffer();
    expect(new Uint8Array(file)).toEqual(new Uint8Array(2000).fill(7));
    await upload(1024 * 1024 + 1);
    await go('#/journal/3');
    await page.getByText('It cannot be sent again. The emulator no longer has this file').waitFor();
    expect(await button('Resend').isDisabled()).toBe(true);
    expect((await fetch(new URL('/__mock/journal/3/file', mock.url))).status).toBe(404);
  });

  test('makes a request a fault, which then lets calls of it fail', async () => {
    const mock = await start();
    await send(mock, '/notes/none', 'GET');
    await go('#/journal/1');
    await button('Make this a fault').click();
    // The journal has a filter of the same name, until the address has changed.
    await page.getByRole('heading', { name: 'New fault' }).waitFor();
    expect(await page.getByLabel('Operation', { exact: true }).inputValue()).toBe('getNote');
    await button('Add the fault').click();
    await page.getByText('responds with 404 and a body of your own').waitFor();
    const { items } = await (await fetch(new URL('/__mock/state/notes', mock.url))).json();
    expect((await send(mock, `/notes/${items[0].key}`, 'GET')).status).toBe(404);
    expect((await send(mock, `/notes/${items[0].key}`, 'GET')).status).toBe(200);
  });

  test('loses no edit of two tabs that change one row', async () => {
    const mock = await start();
    const { items } = await (await fetch(new URL('/__mock/state/notes', mock.url))).json();
    const [{ key, row }] = items;
    const other = await page.context().newPage();
    const tabs = [page, other];
    for (const tab of tabs) {
      await tab.goto(new URL(`/__mock/ui#/state/notes/${encodeURIComponent(key)}`, mock.url).href);
      await tab.reload();
      await tab.getByLabel('Row as JSON').waitFor();
    }
    await page.bringToFront();
    await page.getByLabel('Row as JSON').fill(JSON.stringify({ ...row, title: 'first' }));
    await other.getByLabel('Row as JSON').fill(JSON.stringify({ ...row, title: 'second' }));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved').waitFor();
    await other.bringToFront();
    await other.getByText('Another client changed this row while you edit it').waitFor();
    await other.getByRole('button', { name: 'Save', exact: true }).click();
    await other.getByText('Another client changed the row: choose below.').waitFor();
    const kept = await (await fetch(new URL(`/__mock/state/notes/${encodeURIComponent(key)}`, mock.url))).json();
    expect(kept.row.title).toBe('first');
    expect(await other.getByLabel('Row as JSON').inputValue()).toContain('second');
  });
});
