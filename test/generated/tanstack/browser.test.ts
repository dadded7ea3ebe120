import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createEmulator } from '@speccast/video-platform/mocks';
import { bearer, createVideoPlatform } from '@speccast/video-platform';
import { QueryClient, dehydrate } from '@tanstack/react-query';
import { type Plugin, build } from 'esbuild';
import type { Page } from 'playwright-core';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { compile, compileModule } from 'svelte/compiler';
import { renderToString as renderVue } from 'vue/server-renderer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium, withoutChromium } from '../../emulator/chromium.js';
import { root } from '../../rules/sources.js';
import { App } from './apps/react.js';
import { createOptions, type PageOptions, listParams, words } from './apps/page.js';
import { createPage } from './apps/vue.js';

const frameworks = ['react', 'vue', 'svelte', 'solid', 'angular'] as const;

const folder = fileURLToPath(new URL('apps', import.meta.url));

/** Compiles Svelte's components and modules for a browser or a server. */
const svelte = (generate: 'client' | 'server'): Plugin => ({
  name: 'svelte',
  setup: ({ onLoad }) => {
    const load = (filter: RegExp, make: (text: string, filename: string) => string): void =>
      onLoad({ filter }, ({ path }) => ({ contents: make(readFileSync(path, 'utf8'), path), loader: 'js' }));
    load(/\.svelte$/, (text, filename) => compile(text, { filename, generate }).js.code);
    load(/\.svelte\.js$/, (text, filename) => compileModule(text, { filename, generate }).js.code);
  },
});

/** Builds and imports the module that renders the Svelte page on a server. */
async function importSvelte(): Promise<{ readonly renderPage: (options: PageOptions, client: QueryClient) => string }> {
  const outfile = `${root}/.cache/tanstack/svelte-server.js`;
  await build({
    entryPoints: [`${folder}/svelte-server.ts`],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    external: ['svelte', '@speccast/*'],
    conditions: ['svelte', 'module'],
    plugins: [svelte('server')],
    absWorkingDir: root,
  });
  return import(/* @vite-ignore */ outfile);
}

const browser = await launchChromium();

describe.skipIf(browser === undefined)(`TanStack Query in a browser${withoutChromium}`, () => {
  let server: Server;
  let address = '';
  /** HTML of the pages that are rendered on the server, with the fetched data, by framework. */
  const served = new Map<string, string>();

  beforeAll(async () => {
    const { outputFiles } = await build({
      entryPoints: frameworks.map((name) => `${folder}/${name}-page.ts`),
      outdir: folder,
      bundle: true,
      write: false,
      format: 'esm',
      splitting: true,
      target: 'es2022',
      conditions: ['svelte', 'browser', 'module'],
      define: { 'process.env.NODE_ENV': '"production"' },
      tsconfigRaw: { compilerOptions: { experimentalDecorators: true, useDefineForClassFields: false } },
      plugins: [svelte('client')],
      absWorkingDir: root,
    });
    const files = new Map(outputFiles.map(({ path, text }) => [path.slice(folder.length), text]));
    files.set('/mockServiceWorker.js', readFileSync(`${root}/node_modules/msw/lib/mockServiceWorker.js`, 'utf8'));
    server = createServer(({ url = '' }, response) => {
      const { pathname, searchParams } = new URL(url, 'http://localhost');
      const script = files.get(pathname);
      const name = searchParams.get('framework');
      const inner = (searchParams.has('served') && served.get(name ?? '')) || '<div id="root"></div>';
      const page = `<!doctype html><meta charset="utf-8"><style>#pages li { height: 200px }</style>${inner}<script type="module" src="/${name}-page.js"></script>`;
      response.setHeader('content-type', `text/${script === undefined ? 'html' : 'javascript'}`);
      response.end(script ?? page);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const at = server.address();
    address = `http://localhost:${typeof at === 'object' ? at?.port : ''}/`;
    await renderPages();
  });

  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  /** Fetches the data of the pages on the server, and renders the pages of React, Vue and Svelte. */
  async function renderPages(): Promise<void> {
    const emulator = createEmulator();
    const client = createVideoPlatform({ baseUrl: emulator.baseUrl, fetch: emulator.fetch, auth: bearer('t') });
    await client.playlists.insert({ body: { snippet: { title: 'From the server' } } });
    const queries = new QueryClient();
    const options = createOptions(client);
    await queries.prefetchQuery(options.list);
    await queries.prefetchInfiniteQuery(options.pages);
    const state = JSON.stringify(dehydrate(queries)).replaceAll('<', '\\u003c');
    const data = `<script type="application/json" id="state">${state}</script>`;
    const started = { ...options, state: { mutations: [], queries: [] }, client: queries };
    // `as`: each framework has its own copy of the class `QueryClient`.
    const vueQueries = queries as never;
    const html: Readonly<Partial<Record<(typeof frameworks)[number], string>>> = {
      react: renderToString(createElement(App, started)),
      vue: await renderVue(createPage(options, vueQueries)),
      svelte: (await importSvelte()).renderPage(options, queries),
    };
    for (const name of frameworks) served.set(name, `<div id="root">${html[name] ?? ''}</div>${data}`);
    for (const page of Object.values(html)) expect(page).toContain('From the server');
  }

  async function open(name: string, query: string = ''): Promise<{ readonly page: Page; readonly errors: string[] }> {
    const page = await browser!.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await page.goto(`${address}?framework=${name}${query}`);
    return { page, errors };
  }

  const titles = (page: Page, id: string): Promise<readonly string[]> => page.locator(`#${id} li`).allTextContents();

  /** Lists the operations of all requests so far. */
  const calls = (page: Page): Promise<readonly string[]> =>
    page.evaluate('emulator.journal.map(({ operation }) => operation)');

  /** Inserts a playlist, and expects it in the list before the service responds; then inserts one that the service rejects. */
  async function insert(page: Page): Promise<void> {
    const before = (await calls(page)).length;
    await page.evaluate('void emulator.on.playlists.insert.delay(300)');
    await page.locator('#add').click();
    await expect.poll(() => titles(page, 'list')).toContain(words.title);
    const stored = `emulator.state.playlists.list().some(({ snippet }) => snippet.title === '${words.title}')`;
    expect(await page.evaluate(stored)).toBe(false);
    await expect.poll(() => page.evaluate(stored)).toBe(true);
    // The insert invalidates both lists. They are fetched again: one request for the list, three for the pages of the infinite one.
    const requests = ['playlists.insert', ...Array.from({ length: 4 }, () => 'playlists.list')];
    await expect.poll(async () => (await calls(page)).slice(before).toSorted()).toEqual(requests);
    await expect.poll(() => titles(page, 'list')).toHaveLength(13);
    await page.evaluate(`void emulator.on.playlists.insert.fail('playlistForbidden').once()`);
    await page.locator('#add').click();
    await expect.poll(() => page.locator('#failed').textContent()).toBe('playlistForbidden');
    await expect
      .poll(async () => (await calls(page)).slice(before).toSorted())
      .toEqual([...requests, ...requests].toSorted());
    await expect.poll(() => titles(page, 'list')).toHaveLength(13);
  }

  /** Fetches the list with an error, and expects its reason and no retry; then fetches it again without an error. */
  async function fail(page: Page): Promise<void> {
    await page.evaluate(`void emulator.on.playlists.list.fail('playlistForbidden').once()`);
    const before = (await calls(page)).length;
    await page.locator('#again').click();
    await expect.poll(() => page.locator('#status').textContent()).toBe('error playlistForbidden');
    expect((await calls(page)).slice(before)).toEqual(['playlists.list']);
    await page.locator('#again').click();
    await expect.poll(() => page.locator('#status').textContent()).toMatch(/^success/);
    await expect.poll(() => titles(page, 'list')).toHaveLength(13);
  }

  describe.each(frameworks)('with %s', (name) => {
    test('lists, scrolls through pages, inserts optimistically, and recovers from faults', async () => {
      const { page, errors } = await open(name);
      await expect.poll(() => titles(page, 'list')).toHaveLength(12);
      await expect.poll(() => titles(page, 'pages')).toHaveLength(5);
      for (const count of [10, 12]) {
        await page.locator('#end').scrollIntoViewIfNeeded();
        await expect.poll(() => titles(page, 'pages')).toHaveLength(count);
      }
      expect(new Set(await titles(page, 'pages')).size).toBe(12);
      await insert(page);
      await fail(page);
      expect(errors.filter((one) => !one.includes('status of 403'))).toEqual([]);
      await page.close();
    });

    test('hydrates the data that a server has fetched, and does not fetch it again', async () => {
      const { page, errors } = await open(name, '&served');
      // Pages of Solid and Angular are not rendered on the server.
      const isRendered = ['react', 'vue', 'svelte'].includes(name);
      expect((served.get(name) ?? '').includes('<li>From the server</li>')).toBe(isRendered);
      await expect.poll(() => titles(page, 'list')).toContain('From the server');
      // The page shows what the server rendered before its own code runs.
      await expect.poll(() => page.evaluate('window.emulator !== undefined')).toBe(true);
      const lists = (await calls(page)).filter((one) => one === 'playlists.list');
      // The infinite list is stale and may be fetched again; the other list is fresh for an hour.
      expect(lists.length).toBeLessThanOrEqual(1);
      expect(listParams.maxResults).toBe(50);
      expect(errors).toEqual([]);
      await page.close();
    });
  });
});
