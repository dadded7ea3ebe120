import { withControl } from '@speccast/emulator/control';
import type { Emulator } from '@speccast/emulator';
import { type RunningServer, serve } from '@speccast/emulator/server';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openShelf } from '../shelf/open-shelf.js';
import { watchProblems } from './open-browser.js';
import { launchChromium, withoutChromium } from '../chromium.js';

describe.skipIf(withoutChromium !== '')(`the console${withoutChromium}`, () => {
  let browser: Browser | undefined;
  let emulator: Emulator;
  let server: RunningServer;
  let page: Page;
  let problems: readonly string[] = [];

  beforeAll(async () => {
    browser = await launchChromium();
  });

  afterAll(() => browser?.close());

  beforeEach(async () => {
    ({ emulator } = openShelf());
    server = await serve(withControl(emulator));
    if (browser === undefined) return undefined;
    const context = await browser.newContext();
    page = await context.newPage();
    page.setDefaultTimeout(20_000);
    problems = watchProblems(page);
    return async () => {
      await page.context().close();
      await server.close();
      expect(problems).toEqual([]);
    };
  });

  const open = async (hash = ''): Promise<void> => {
    await page.goto(new URL(`/__mock/ui${hash}`, server.url).href);
    await page.locator('[data-status=open]').waitFor();
  };
  const row = (text: string) => page.getByRole('row').filter({ hasText: text });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const editor = () => page.getByLabel('Row as JSON');

  describe('shows the state', () => {
    test('as tables with columns, sorted and searched, by an address that can be shared', async () => {
      for (const title of ['Persuasion', 'Emma', 'Sanditon']) emulator.state['books']?.insert({ id: title, title });
      await open();
      await page.getByRole('navigation', { name: 'Tables' }).getByRole('link', { name: /books/ }).click();
      await button('title').click();
      await expect.poll(() => page.locator('.body [role=row] >> nth=0').innerText()).toContain('Emma');
      await page.getByLabel('Search books').fill('sand');
      await expect.poll(() => page.locator('.body [role=row]').count()).toBe(1);
      const second = await page.context().newPage();
      await second.goto(page.url());
      await expect.poll(() => second.locator('.body [role=row]').allInnerTexts()).toHaveLength(1);
      expect(await second.locator('[aria-sort=ascending]').innerText()).toContain('title');
      await second.close();
    });

    test('and creates, changes and deletes rows, each of which can be undone', async () => {
      await open('#/state/books');
      await button('New row').click();
      await editor().fill('{"id": "B1", "title": "Emma"}');
      await button('Create').click();
      await page.getByRole('region', { name: 'Row B1' }).getByLabel('Row as JSON').waitFor();
      expect(emulator.state['books']?.get('B1')?.['title']).toBe('Emma');
      await editor().fill('{"id": "B1", "title": "Persuasion"}');
      await page.keyboard.press('Control+s');
      await expect.poll(() => emulator.state['books']?.get('B1')?.['title']).toBe('Persuasion');
      await page.locator('.toast', { hasText: 'Saved' }).getByRole('button', { name: 'Undo' }).click();
      await expect.poll(() => emulator.state['books']?.get('B1')?.['title']).toBe('Emma');
      await button('Delete').click();
      await expect.poll(() => emulator.state['books']?.get('B1')).toBe(undefined);
      await page.getByText('Deleted B1').waitFor();
      await page.keyboard.press('u');
      await expect.poll(() => emulator.state['books']?.get('B1')?.['title']).toBe('Emma');
    });

    test('and follows links along ids to other tables', async () => {
      emulator.state['books']?.insert({ id: 'B1', title: 'Emma', shelfId: 'old' });
      await open('#/state/books/B1');
      await page.getByRole('region', { name: 'Row B1' }).getByRole('link', { name: 'shelves old' }).click();
      await page.getByRole('region', { name: 'Row old' }).waitFor();
      await page.getByRole('region', { name: 'Row old' }).getByRole('link', { name: 'books' }).click();
      await row('Emma').waitFor();
    });

    test('and loses no edit when another client writes: it shows the conflict, and lets people choose', async () => {
      emulator.state['books']?.insert({ id: 'B1', title: 'Emma' });
      await open('#/state/books/B1');
      await editor().fill('{"id": "B1", "title": "mine"}');
      emulator.state['books']?.insert({ id: 'B1', title: 'theirs' });
      await page.getByText('Another client changed this row while you edit it').waitFor();
      await page.getByText('+ title: "theirs"').waitFor();
      expect(await editor().inputValue()).toContain('mine');
      await page.reload();
      await page.getByText('Another client changed this row while you edit it').waitFor();
      await button('Keep mine').click();
      // Until the page has drawn the choice, Save would send the version that was rejected.
      await page.getByText('Another client changed this row while you edit it').waitFor({ state: 'detached' });
      await button('Save').click();
      await page.locator('.toast', { hasText: 'Saved' }).waitFor();
      expect(emulator.state['books']?.get('B1')?.['title']).toBe('mine');
      await editor().fill('{"id": "B1", "title": "again"}');
      emulator.state['books']?.remove('B1');
      await page.getByText('Another client deleted this row').waitFor();
      await button('Save').click();
      await expect.poll(() => emulator.state['books']?.get('B1')?.['title']).toBe('again');
    });

    test('and says what is wrong with a row, at its position', async () => {
      await open('#/state/books?new=row');
      await editor().fill('{"id": ');
      await page.getByText('This is not JSON').waitFor();
      expect(await button('Create').isDisabled()).toBe(true);
      await editor().fill('[]');
      await page.getByText('A row has to be a JSON object.').waitFor();
    });

    test('of a world, which can be selected when there is none yet', async () => {
      await open('#/state/books');
      const select = page.getByLabel('World', { exact: true });
      expect(await select.locator('option').allInnerTexts()).toEqual(['base world', 'New world…']);
      emulator.world('w1').state['books']?.insert({ id: 'B9', title: 'Elsewhere' });
      await expect.poll(() => select.locator('option').allInnerTexts()).toContain('w1');
      await select.selectOption('w1');
      await row('Elsewhere').waitFor();
      expect(page.url()).toContain('world=w1');
    });
  });

  describe('shows the journal', () => {
    test('as it happens, filtered by what the address says', async () => {
      await open('#/journal');
      await page.getByText('No requests yet').waitFor();
      await fetch(`${server.url}/books/a?key=secret`);
      await fetch(`${server.url}/nothing`);
      await row('/v1/nothing').waitFor();
      await page.getByLabel('Operation', { exact: true }).selectOption('books.get');
      await expect.poll(() => page.locator('.body [role=row]').count()).toBe(1);
      expect(page.url()).toContain('operation=books.get');
      await button('Clear').click();
      await page.getByLabel('Status', { exact: true }).selectOption('2xx');
      await page.getByText('No request matches').waitFor();
      expect(await page.locator('main').innerText()).not.toContain('secret');
    });

    test('with request, response, explanation, and the state before and after', async () => {
      emulator.as('ann');
      const shelfId = String(emulator.state['shelves']?.list()[1]?.['id']);
      const headers = { authorization: 'Bearer ann', 'content-type': 'application/json' };
      const insert = (title: string) =>
        fetch(`${server.url}/books`, { method: 'POST', headers, body: JSON.stringify({ title, shelfId }) });
      await insert('Emma');
      await fetch(`${server.url}/books/none?key=k`);
      await open('#/journal');
      await row('books.insert').click();
      const sheet = page.getByRole('region', { name: 'Entry 1' });
      await sheet.getByText('+ title: "Emma"').waitFor();
      await sheet.getByText('"title": "Emma"').first().waitFor();
      expect(await sheet.innerText()).not.toContain('Bearer ann');
      await page.keyboard.press('Escape');
      await row('books.get').click();
      await page.getByRole('region', { name: 'Entry 2' }).getByText('How to fix it', { exact: true }).waitFor();
    });

    test('and sends a request again as the same caller', async () => {
      emulator.as('ann');
      const shelfId = String(emulator.state['shelves']?.list()[1]?.['id']);
      const headers = { authorization: 'Bearer ann', 'content-type': 'application/json' };
      const body = JSON.stringify({ title: 'Emma', shelfId });
      await fetch(`${server.url}/books`, { method: 'POST', headers, body });
      await open('#/journal/1');
      await button('Resend').click();
      await expect.poll(() => emulator.state['books']?.list().length).toBe(2);
      expect(new Set(emulator.state['books']?.list().map(({ ownerId }) => ownerId)).size).toBe(1);
    });
  });

  test('lets calls go wrong, for the calls that are meant', async () => {
    await open('#/faults?operation=books.list&effect=delay');
    await page.getByLabel('At most, in milliseconds').fill('2500');
    await page.getByLabel('Calls', { exact: true }).selectOption('nth');
    await page.getByLabel('How many, or which').fill('2');
    await page.getByLabel('Only if the parameter').fill('id');
    await page.getByLabel('has the value').fill('B1');
    await button('Add the fault').click();
    await page.getByText('waits 1000 to 2500 ms').waitFor();
    expect(emulator.faults.list()).toMatchObject([{ hits: { nth: 2 }, effect: { kind: 'delay', max: 2500 } }]);
    await button('Remove fault 1').click();
    await expect.poll(() => emulator.faults.list()).toEqual([]);
    await page.getByLabel('At least, in milliseconds').fill('9000');
    await button('Add the fault').click();
    await page.getByText('min has to be at most max').waitFor();
  });

  test('moves the time, and travels back in it', async () => {
    emulator.clock.set(0);
    await open('#/time');
    await button('Keep this moment').click();
    await page.getByText('Kept s1').waitFor();
    emulator.state['books']?.insert({ id: 'B9' });
    await page.getByRole('button', { name: '+ 1 day' }).click();
    await expect.poll(() => emulator.clock.now()).toBe(86_400_000);
    await page.getByRole('button', { name: 'Go back to: Kept s1' }).click();
    await expect.poll(() => [emulator.clock.now(), emulator.state['books']?.get('B9')]).toEqual([0, undefined]);
  });

  test('saves a scenario, shares its address, and makes a world', async () => {
    emulator.state['books']?.insert({ id: 'B1', title: 'Emma' });
    await open('#/scenarios');
    await page.getByLabel('Name', { exact: true }).fill('start');
    await button('Save the state as it is').click();
    await button('Load start').waitFor();
    emulator.state['books']?.remove('B1');
    await open('#/scenarios/start');
    await page.reload();
    await button('Load it').click();
    await expect.poll(() => emulator.state['books']?.get('B1')?.['title']).toBe('Emma');
    await page.getByLabel('Name of a new world').fill('w1');
    await button('Make the world').click();
    await expect.poll(() => emulator.worlds.names()).toEqual(['w1']);
    await expect.poll(() => page.url()).toContain('world=w1');
  });

  test('sends real requests as a chosen caller, and shows quota and coverage', async () => {
    const caller = emulator.as('ann').ownId;
    await open('#/operations/books.list');
    await page.getByLabel('Token').fill('ann');
    await button('Send').click();
    await page.getByRole('region', { name: 'Response' }).getByText('400').first().waitFor();
    expect(emulator.journal.at(-1)).toMatchObject({ operation: 'books.list', caller });
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Quota' }).click();
    await page.getByText('1 call, 0 units').waitFor();
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Coverage' }).click();
    await page.getByRole('button', { name: /^list/ }).click();
    await page.getByRole('region', { name: 'Coverage of books.list' }).getByText('1 request.').waitFor();
  });

  test('notices that the emulator is gone, keeps what is typed, and goes on by itself when it is back', async () => {
    emulator.state['books']?.insert({ id: 'B1', title: 'Emma' });
    await open('#/state/books/B1');
    await editor().fill('{"id": "B1", "title": "typed"}');
    const { port } = server;
    await server.close();
    await page.getByText('The emulator does not respond.', { exact: false }).first().waitFor();
    server = await serve(withControl(emulator), { port });
    await page.locator('[data-status=open]').waitFor();
    await expect.poll(() => page.locator('.offline').count()).toBe(0);
    expect(await editor().inputValue()).toContain('typed');
    await button('Save').click();
    await expect.poll(() => emulator.state['books']?.get('B1')?.['title']).toBe('typed');
  });

  test('is used by keyboard alone', async () => {
    for (const id of ['B1', 'B2', 'B3']) emulator.state['books']?.insert({ id, title: id });
    await open('#/state/books');
    await row('B1').waitFor();
    await row('B1').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Row B3' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: 'Row B3' }).waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    await expect.poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Search books');
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('j');
    await page.getByText('No requests yet').waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor({ state: 'hidden' });
  });

  test('asks for the token of the control plane, takes it from the address, and hides it there', async () => {
    await server.close();
    server = await serve(withControl(emulator, { token: 'control secret' }));
    await page.goto(new URL('/__mock/ui', server.url).href);
    await page.getByLabel('Control token').fill('control secret');
    await button('Open the console').click();
    await page.locator('[data-status=open]').waitFor();
    const other = await browser?.newPage();
    await other?.goto(new URL('/__mock/ui#token=control%20secret', server.url).href);
    await other?.locator('[data-status=open]').waitFor();
    expect(other?.url()).not.toContain('secret');
    await other?.close();
  });

  test('resets after a word of what it did, which can be undone', async () => {
    emulator.state['books']?.insert({ id: 'B1', title: 'Emma' });
    await open('#/state/books');
    await button('Reset the state').click();
    await expect.poll(() => emulator.state['books']?.list()).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => emulator.state['books']?.get('B1')?.['title']).toBe('Emma');
  });
});
