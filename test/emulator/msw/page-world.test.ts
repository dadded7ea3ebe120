import { openPageWorld, type PageStorage } from '@speccast/emulator/msw';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createEmulator } from '@speccast/video-platform/mocks';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../rules/sources.js';
import { launchChromium, withoutChromium } from '../chromium.js';

const headers = { authorization: 'Bearer t', 'content-type': 'application/json' };

type World = Pick<ReturnType<typeof createEmulator>, 'fetch' | 'baseUrl' | 'state'>;

function add({ fetch, baseUrl }: World, title: string): Promise<Response> {
  const body = JSON.stringify({ snippet: { title } });
  return fetch(`${baseUrl}/playlists?part=snippet`, { method: 'POST', headers, body });
}

function listTitles({ state }: World): readonly unknown[] {
  return state.playlists.list().map(({ snippet }) => snippet?.title);
}

function createStorage(kept: Map<string, string>): PageStorage {
  return {
    getItem: (key) => Promise.resolve(kept.get(key)),
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

describe('the world of a page', () => {
  test('keeps its state by its name until it is reset', async () => {
    const kept = new Map<string, string>();
    const open = (name: string): Promise<World & { reset: () => void }> =>
      openPageWorld(createEmulator(), { name, storage: createStorage(kept) });
    const first = await open('a');
    await add(first, 'Tides');
    expect([...kept.keys()]).toEqual(['speccast state of video-platform.test/w/a/v3']);
    const again = await open('a');
    expect(listTitles(again)).toContain('Tides');
    expect(listTitles(await open('b'))).not.toContain('Tides');
    again.reset();
    await expect.poll(() => kept.size).toBe(0);
    expect(listTitles(again)).not.toContain('Tides');
  });

  test('reports a state that cannot be read or stored, and continues', async () => {
    const messages: string[] = [];
    const storage: PageStorage = {
      getItem: () => '{"format":"speccast-state","version":99}',
      setItem: () => {
        throw new Error('it is full');
      },
      removeItem: () => undefined,
    };
    const world = await openPageWorld(createEmulator(), { name: 'a', storage, onError: (one) => messages.push(one) });
    expect((await add(world, 'Tides')).status).toBe(200);
    expect(listTitles(world)).toContain('Tides');
    expect(messages).toEqual([
      expect.stringMatching(/^The stored speccast state of .* cannot be read and is ignored: TypeError: /),
      'The state of the world a cannot be stored: Error: it is full',
    ]);
  });

  test('rejects an invalid name', async () => {
    const storage = createStorage(new Map());
    await expect(openPageWorld(createEmulator(), { name: '<img>', storage })).rejects.toThrow(
      'The name of a world has',
    );
  });
});

const program = `
import { createEmulator } from '@speccast/video-platform/mocks';
import { mswHandlers, openPageWorld } from '@speccast/video-platform/msw';
import { setupWorker } from 'msw/browser';

const baseUrl = 'https://api.example/v3';
const headers = ${JSON.stringify(headers)};
window.ready = (async () => {
  const world = await openPageWorld(createEmulator());
  await setupWorker(...mswHandlers(world, { baseUrl })).start({ quiet: true, onUnhandledRequest: 'bypass' });
})();
window.add = (title) =>
  fetch(baseUrl + '/playlists?part=snippet', { method: 'POST', headers, body: JSON.stringify({ snippet: { title } }) });
window.titles = async () => {
  const { items } = await (await fetch(baseUrl + '/playlists?part=snippet&mine=true', { headers })).json();
  return items.map(({ snippet }) => snippet.title);
};
`;

const browser = await launchChromium();

describe.skipIf(browser === undefined)(`with MSW in a browser${withoutChromium}`, () => {
  let server: Server;
  let page: Page;
  let address = '';

  beforeAll(async () => {
    if (browser === undefined) return;
    const { outputFiles } = await build({
      stdin: { contents: program, resolveDir: root },
      bundle: true,
      write: false,
      format: 'esm',
      target: 'es2022',
    });
    const files: Readonly<Record<string, readonly [type: string, text: string]>> = {
      '/': ['text/html', '<!doctype html><title>App</title><script type="module" src="/app.js"></script>'],
      '/app.js': ['text/javascript', outputFiles[0]?.text ?? ''],
      '/mockServiceWorker.js': [
        'text/javascript',
        readFileSync(`${root}/node_modules/msw/lib/mockServiceWorker.js`, 'utf8'),
      ],
    };
    server = createServer(({ url = '' }, response) => {
      const [type, text] = files[url.replace(/\?.*/, '')] ?? [];
      response.writeHead(text === undefined ? 404 : 200, { 'content-type': type ?? 'text/plain' }).end(text);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const at = server.address();
    address = `http://localhost:${typeof at === 'object' ? at?.port : ''}/`;
    page = await browser.newPage();
  });

  afterAll(async () => {
    await page?.close();
    server.close();
  });

  async function open(query: string): Promise<void> {
    await page.goto(address + query);
    await page.evaluate('ready');
  }

  test('a reload continues, and the address chooses the world', async () => {
    await open('?world=a');
    expect(await page.evaluate(`add('Tides').then(({ status }) => status)`)).toBe(200);
    expect(await page.evaluate('titles()')).toContain('Tides');
    await page.reload();
    await page.evaluate('ready');
    expect(await page.evaluate('titles()')).toContain('Tides');
    await open('?world=b');
    expect(await page.evaluate('titles()')).not.toContain('Tides');
    await open('');
    expect(await page.evaluate('titles()')).not.toContain('Tides');
    await page.evaluate(`add('Ebb').then(({ status }) => status)`);
    await page.reload();
    await page.evaluate('ready');
    expect(await page.evaluate('titles()')).toContain('Ebb');
  });
});
