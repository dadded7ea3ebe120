import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { root } from '../rules/sources.js';
import { serveMock, startMock } from './run-command.js';

const spec = `openapi: 3.1.0
info: { title: Pets, version: '1' }
paths:
  /pets:
    get:
      operationId: pets.list
      responses: { '200': { description: All pets., content: { application/json: { schema: { type: array, items: { type: string } } } } } }
`;

describe('mock', () => {
  test('serves a service of speccast.yaml until it is stopped', async () => {
    const { url, stop } = await startMock(root, 'video-platform', '--port', '0');
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v3$/);
    const response = await fetch(`${url}/videoCategories?key=any`);
    expect(response.status).toBe(200);
    expect(await stop()).toMatchObject({ code: 0 });
    await expect(fetch(url)).rejects.toThrow();
  });

  test('serves any spec', async () => {
    const cwd = temporaryFolder();
    writeTexts(cwd, { 'pets.yaml': spec });
    const { url, stop } = await startMock(cwd, 'pets.yaml');
    const response = await fetch(`${url}/pets`);
    expect(response.status).toBe(200);
    expect(Array.isArray(await response.json())).toBe(true);
    expect(await stop()).toMatchObject({ code: 0 });
  });

  test('serves a service that is generated without an emulator or as plain source, also before it is generated', async () => {
    const cwd = temporaryFolder();
    const service = (name: string, more: string): string => `  ${name}: { spec: pets.yaml, out: ${name}, ${more} }\n`;
    const source = service('shop', 'output: source, importExtension: .ts, parts: [client]');
    const client = service('pets', 'package: pets, parts: [client, validators]');
    writeTexts(cwd, {
      'pets.yaml': spec,
      'speccast.yaml': `services:\n${source}${client}`,
    });
    for (const name of ['shop', 'pets']) {
      const { url, stop } = await startMock(cwd, name);
      expect((await fetch(`${url}/pets`)).status).toBe(200);
      expect(await stop()).toMatchObject({ code: 0 });
    }
  });

  test('caches compiled code, and compiles again if the spec has changed or the code cannot be loaded', async () => {
    const [cwd, caches] = [temporaryFolder(), temporaryFolder()];
    const root = join(caches, 'speccast/mock');
    const plan = (): string => join(root, readdirSync(root)[0] ?? '', 'mocks/plan.js');
    const listPets = async (): Promise<unknown> => {
      const { url, stop } = await serveMock({
        cwd,
        args: ['pets.yaml'],
        caches,
      });
      const response = await fetch(`${url}/pets`);
      await vi.waitFor(() => expect(existsSync(plan())).toBe(true));
      await stop();
      return response.json();
    };
    writeTexts(cwd, { 'pets.yaml': spec });
    const first = await listPets();
    const { mtimeMs } = statSync(plan());
    expect(await listPets()).toEqual(first);
    expect(statSync(plan()).mtimeMs).toBe(mtimeMs);
    writeFileSync(plan(), readFileSync(plan(), 'utf8').replace('export const', 'exported const'));
    expect(await listPets()).toEqual(first);
    expect(readFileSync(plan(), 'utf8')).toContain('export const');
    writeTexts(cwd, { 'pets.yaml': spec.replace('type: string', 'const: 7') });
    expect(await listPets()).toContain(7);
  });

  test('keeps inserted rows in the state file', async () => {
    const state = join(temporaryFolder(), 'state.json');
    const headers = {
      authorization: 'Bearer any-token',
      'content-type': 'application/json',
    };
    const first = await startMock(root, 'video-platform', '--state', state);
    const body = JSON.stringify({
      snippet: { title: 'Kept from the last time' },
    });
    expect((await fetch(`${first.url}/playlists`, { method: 'POST', headers, body })).status).toBe(200);
    await first.stop();
    expect(readFileSync(state, 'utf8')).toContain('Kept from the last time');
    const second = await startMock(root, 'video-platform', '--state', state);
    expect(await (await fetch(`${second.url}/playlists?mine=true`, { headers })).text()).toContain(
      'Kept from the last time',
    );
    await second.stop();
  });

  test('names the line of a pattern without a value', async () => {
    const cwd = temporaryFolder();
    const pattern = "type: string, pattern: '^(?!)'";
    writeTexts(cwd, { 'pets.yaml': spec.replace(/type: string/, pattern) });
    const { written } = await startMock(cwd, 'pets.yaml');
    await vi.waitFor(() =>
      expect(written.err).toMatch(/^pets\.yaml:7:\d+ warning: no value can be made for the pattern\. /m),
    );
  });

  test('reports that a port is in use', async () => {
    const cwd = temporaryFolder();
    writeTexts(cwd, { 'pets.yaml': spec });
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void other.close());
    const address = other.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    await expect(startMock(cwd, 'pets.yaml', '--port', String(port))).rejects.toEqual(
      new Error(`Cannot listen on 127.0.0.1:${port}: the port is in use; --port 0 finds a free one\n`),
    );
  });
});
