import { routeToEmulator } from '@speccast/emulator/playwright';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmulator } from '@speccast/video-platform/mocks';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchChromium, withoutChromium } from '../chromium.js';

const browser = await launchChromium();
const folder = mkdtempSync(join(tmpdir(), 'speccast-route-'));

afterAll(() => rmSync(folder, { recursive: true }));

const baseUrl = 'https://api.example/v3';

describe.skipIf(browser === undefined)(`requests of a page${withoutChromium}`, () => {
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    if (browser === undefined) return;
    context = await browser.newContext();
    page = await context.newPage();
  });

  beforeEach(() =>
    // Requests that are not routed to the emulator fail.
    context.route(/./, (route) =>
      route.request().url() === 'https://app.example/'
        ? route.fulfill({ contentType: 'text/html', body: '<input type="file">' })
        : route.abort(),
    ),
  );

  afterEach(() => context.unrouteAll());
  afterAll(() => context?.close());

  /** Routes requests of the page to a function, and opens a page; returns a function that ends the routing. */
  async function open(respond: (request: Request) => Promise<Response>): Promise<() => Promise<void>> {
    const service: Parameters<typeof routeToEmulator>[1] = {
      baseUrl: 'https://films.test/v3',
      aliases: ['/upload'],
      fetch: respond,
    };
    const leave = await routeToEmulator(context, service, { baseUrl });
    await page.goto('https://app.example/');
    return leave;
  }

  async function echo(request: Request): Promise<Response> {
    const bytes = [...new Uint8Array(await request.arrayBuffer())];
    const summary = bytes.length > 99 ? [bytes.length] : bytes;
    return Response.json([request.method, request.url, request.headers.get('content-type'), summary]);
  }

  const plain = 'text/plain;charset=UTF-8';
  test.each<[string, string, string | null, readonly number[]]>([
    ['text', `body: 'é'`, plain, [195, 169]],
    ['bytes', `body: new Uint8Array([0, 255, 128])`, null, [0, 255, 128]],
    ['many bytes', `body: new Uint8Array(2_000_000)`, null, [2_000_000]],
    ['a blob', `body: new Blob([new Uint8Array([0, 255])], { type: 'a/b' })`, 'a/b', [0, 255]],
    ['a stream', `body: new Response(new Uint8Array([7, 255])).body, duplex: 'half'`, null, [7, 255]],
    ['nothing', '', null, []],
  ])('arrive with %s', async (_name, init, type, bytes) => {
    await open(echo);
    const got = await page.evaluate(
      `fetch('${baseUrl}/a?b=c', { method: 'PUT', ${init} }).then((response) => response.json())`,
    );
    expect(got).toEqual(['PUT', 'https://films.test/v3/a?b=c', type, bytes]);
  });

  test('arrive with a stream in a Request and headers that need a preflight request', async () => {
    await open(echo);
    const init = `{ method: 'POST', body: new Response('ab').body, duplex: 'half', headers: { 'x-own': '1', 'content-type': 'a/b' } }`;
    const got = await page.evaluate(`fetch(new Request('${baseUrl}/a', ${init})).then((response) => response.json())`);
    expect(got).toEqual(['POST', 'https://films.test/v3/a', 'a/b', [97, 98]]);
  });

  test.each(['fetch', 'XMLHttpRequest'])('arrive with a file of a form by %s', async (api) => {
    await open(async (request) => {
      const file = (await request.formData()).get('file');
      return Response.json(file instanceof File ? [file.name, file.size] : []);
    });
    writeFileSync(join(folder, 'film.bin'), new Uint8Array(100_000));
    await page.setInputFiles('input', join(folder, 'film.bin'));
    const got = await page.evaluate(
      async ([address, by]) => {
        const form = new FormData();
        form.append('file', document.querySelector('input')?.files?.[0] ?? '');
        if (by === 'fetch') return (await fetch(address, { method: 'POST', body: form })).json();
        const request = new XMLHttpRequest();
        request.open('POST', address);
        request.responseType = 'json';
        request.send(form);
        await new Promise((resolve) => request.addEventListener('loadend', resolve));
        return request.response;
      },
      [`${baseUrl}/a`, api] as const,
    );
    expect(got).toEqual(['film.bin', 100_000]);
  });

  test('receive bytes, status and headers, also with credentials', async () => {
    const headers = {
      etag: '"1"',
      location: 'https://films.test/upload/v3/x',
      'access-control-expose-headers': 'ETag, Location',
    };
    await open(async () => new Response(new Uint8Array([0, 255]), { status: 201, headers }));
    const got = await page.evaluate(async (address) => {
      const response = await fetch(address, { credentials: 'include' });
      const bytes = [...new Uint8Array(await response.arrayBuffer())];
      return [response.status, response.headers.get('etag'), response.headers.get('location'), bytes];
    }, `${baseUrl}/a`);
    expect(got).toEqual([201, '"1"', 'https://films.test/upload/v3/x', [0, 255]]);
  });

  test.each<[string, () => Response | Promise<Response>]>([
    ['a broken connection', () => Response.error()],
    ['a body that breaks off', () => new Response(new ReadableStream({ pull: (it) => it.error(new Error('cut')) }))],
  ])('fail for %s', async (_name, respond) => {
    await open(async () => respond());
    const got = await page.evaluate((address) => fetch(address).catch((error) => error.name), `${baseUrl}/a`);
    expect(got).toBe('TypeError');
  });

  test('to other addresses, and all after the routing has ended, are not routed', async () => {
    const leave = await open(echo);
    const call = (address: string): Promise<unknown> =>
      page.evaluate((url) => fetch(url).then((response) => response.status, String), address);
    expect(await call('https://api.example/v4/a')).toContain('TypeError');
    expect(await call(`${baseUrl}/a`)).toBe(200);
    await leave();
    expect(await call(`${baseUrl}/a`)).toContain('TypeError');
  });

  test('can upload a film in chunks', async () => {
    const emulator = createEmulator().world('a-test');
    await routeToEmulator(page, emulator, { baseUrl });
    await page.goto('https://app.example/');
    const got = await page.evaluate(async (address) => {
      const headers = { authorization: 'Bearer t', 'content-type': 'application/json' };
      const body = JSON.stringify({ snippet: { title: 'Tides', categoryId: '1' } });
      const started = await fetch(address, { method: 'POST', headers, body });
      const url = started.headers.get('location') ?? '';
      const send = (from: number, to: number): Promise<Response> =>
        fetch(url, {
          method: 'PUT',
          headers: { authorization: 'Bearer t', 'content-range': `bytes ${from}-${to - 1}/300000` },
          body: new Blob([new Uint8Array(to - from)]),
        });
      const first = await send(0, 262_144);
      const last = await send(262_144, 300_000);
      return [first.status, last.status, (await last.json()).snippet.title];
    }, 'https://api.example/upload/v3/videos?uploadType=resumable&part=snippet');
    expect(got).toEqual([308, 201, 'Tides']);
    expect(emulator.calls('videos.insert').length).toBeGreaterThan(0);
  });
});
