import { withControl } from '@speccast/emulator/control';
import type { Emulator } from '@speccast/emulator';
import { type RunningServer, serve } from '@speccast/emulator/server';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openShelfWithSignIn, request } from '../engine/sign-in/signing-in.js';
import { launchChromium, withoutChromium } from '../chromium.js';

const browser = await launchChromium();

describe.skipIf(browser === undefined)(`the page of the sign-in, in a browser${withoutChromium}`, () => {
  const problems: string[] = [];
  let emulator: Emulator;
  let server: RunningServer;
  let client: Server;
  let back = '';

  beforeAll(async () => {
    emulator = openShelfWithSignIn({ signIn: { users: { '<img src=x onerror=document.title=1>': {}, eve: {} } } });
    server = await serve(withControl(emulator));
    client = createServer((_request, response) => response.end('back at the client'));
    await new Promise<void>((resolve) => client.listen(0, '127.0.0.1', resolve));
    // It listens to a port.
    back = `http://127.0.0.1:${(client.address() as AddressInfo).port}/back`;
  });

  afterAll(async () => {
    await browser?.close();
    await server.close();
    client.close();
    client.closeAllConnections();
  });

  async function open(path: string, options = {}): Promise<Page> {
    if (browser === undefined) throw new Error('There is no browser.');
    const page = await browser.newPage(options);
    page.on('pageerror', (error) => problems.push(`error ${error.message}`));
    page.on('dialog', (dialog) => problems.push(`dialog ${dialog.message()}`));
    page.on('console', (message) => problems.push(message.text()));
    await page.goto(new URL(path, server.url).href);
    return page;
  }

  const addressOf = (changes: Record<string, string> = {}): string =>
    `/o/auth?${new URLSearchParams({ ...request, redirect_uri: back, prompt: 'login', login_hint: 'ann', ...changes })}`;

  test('lets a user choose, allow a part, and go back to the client', async () => {
    const page = await open(addressOf());
    expect(await page.title()).toBe('Sign in to shelf');
    await page.getByLabel('eve').check();
    await page.getByLabel('Change <b>your</b> books.').uncheck();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(/\/back\?code=/);
    expect(new URL(page.url()).searchParams.get('state')).toBe('x y&z');
  });

  test('lets a user deny with the keyboard alone', async () => {
    const page = await open(addressOf({ scope: 'openid' }));
    // The users, the other one, the scope, Allow, Deny.
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/back\?error=access_denied/);
  });

  test('connects a device by its code', async () => {
    const fields = new URLSearchParams({ client_id: 'tv', scope: 'read' });
    const device = await (await fetch(new URL('/__oauth/device', server.url), { method: 'POST', body: fields })).json();
    const page = await open('/__oauth/verify');
    await page.getByLabel('The code that the device shows').fill(device.user_code.toLowerCase());
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Somebody else').fill('mia');
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(/verify/);
    expect(await page.evaluate('document.body.innerText')).toContain('The device continues as mia.');
  });

  test.each([
    ['light', 'rgb(255, 255, 255)'],
    ['dark', 'rgb(18, 18, 18)'],
  ])('fits a phone, and is %s where the system is', async (colorScheme, color) => {
    const page = await open(addressOf({ client_id: 'x'.repeat(300) }), {
      viewport: { width: 390, height: 844 },
      colorScheme,
    });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(color);
    expect(await page.evaluate('getComputedStyle(document.querySelector("button")).minHeight')).toBe('44px');
  });

  test('runs nothing of what others wrote, and breaks no rule of its own policy', () => {
    expect(problems).toEqual([]);
  });
});
