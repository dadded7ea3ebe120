import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { root } from '../rules/sources.js';
import { failMock, runCommand, serveMock, startMock, wrongUsage, type Ran } from './run-command.js';
import { readRows } from '../rows.js';

const { table } = readRows(import.meta.url);

const spec = `openapi: 3.1.0
info: { title: Pets, version: '1' }
paths:
  /pets:
    get:
      operationId: pets.list
      responses: { '200': { description: All pets., content: { application/json: { schema: { type: array, items: { type: string } } } } } }
`;

const withAction = `openapi: 3.1.0
info: { title: Pets, version: '1' }
paths:
  /pets:
    get:
      responses: { '200': { description: All pets., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Pet' } } } } } }
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
      responses: { '201': { description: The pet., content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } } }
  /pets/{id}/sell:
    parameters: [&id { name: id, in: path, required: true, schema: { type: string } }]
    post:
      responses: { '204': { description: Sold. } }
  /pets/{id}/feed:
    parameters: [*id]
    post: { x-action: { update: pets, by: id }, responses: { '204': { description: Fed. } } }
  /pets/{id}/groom:
    parameters: [*id]
    post:
      responses: { '204': { description: Groomed. } }
components:
  schemas:
    Pet: { x-resource: { table: pets }, type: object, properties: { id: { type: string }, name: { type: string } } }
`;

/** What the command prints that ends by itself. */
function explain(cwd: string, ...args: readonly string[]): Promise<Ran> {
  return runCommand('mock', { args: [...args, '--explain'], cwd });
}

describe('mock', () => {
  test('serves a service of speccast.yaml until it is told to stop', async () => {
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

  test('serves a service that is generated without an emulator, or as plain source, and needs nothing of it there', async () => {
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

  test('keeps what it compiled, and makes it anew where the spec has changed or it cannot be loaded', async () => {
    const [cwd, caches] = [temporaryFolder(), temporaryFolder()];
    const root = join(caches, 'speccast/mock');
    const plan = (): string => join(root, readdirSync(root)[0] ?? '', 'mocks/plan.js');
    const listed = async (): Promise<unknown> => {
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
    const first = await listed();
    const { mtimeMs } = statSync(plan());
    expect(await listed()).toEqual(first);
    expect(statSync(plan()).mtimeMs).toBe(mtimeMs);
    writeFileSync(plan(), readFileSync(plan(), 'utf8').replace('export const', 'exported const'));
    expect(await listed()).toEqual(first);
    expect(readFileSync(plan(), 'utf8')).toContain('export const');
    writeTexts(cwd, { 'pets.yaml': spec.replace('type: string', 'const: 7') });
    expect(await listed()).toContain(7);
  });

  table('explains each operation and serves nothing', async ({ want }: { want: object }) => {
    const cwd = temporaryFolder();
    writeTexts(cwd, { 'pets.yaml': withAction });
    const caches = temporaryFolder();
    expect(
      await runCommand('mock', {
        cwd,
        caches,
        args: ['pets.yaml', '--explain'],
      }),
    ).toEqual({
      code: 0,
      out: `GET   /pets             pets.yaml:6:7    lists pets
                                         because it responds with a list
POST  /pets             pets.yaml:8:7    stores a row in pets (key: id)
                                         because there is a list of what it makes
POST  /pets/{id}/sell   pets.yaml:13:7   responds with a sample and stores nothing
                                         because nothing says what it changes; \`x-resource\` and \`x-action\` in an overlay would say it
POST  /pets/{id}/feed   pets.yaml:16:11  changes a row of pets
                                         because \`x-action\` says so: pets.yaml:16:23
POST  /pets/{id}/groom  pets.yaml:20:7   responds with a sample and stores nothing
                                         because nothing says what it changes; \`x-resource\` and \`x-action\` in an overlay would say it
`,
      err: '',
    });
    expect(readdirSync(caches)).toEqual([]);
    const { out } = await explain(cwd, 'pets.yaml', '--json');
    expect(JSON.parse(out)).toMatchObject(want);
  });

  test('explains the parameters of each operation', async () => {
    const cwd = temporaryFolder();
    const parameters = `      parameters:
        - { name: name, in: query, schema: { type: string } }
        - { name: near, in: query, schema: { type: string } }
        - { name: species, in: query, schema: { type: string }, x-without-effect: All pets are equal. }
        - { name: X-Key, in: header, schema: { type: string } }
`;
    const security = `  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }\n  schemas:`;
    const text = withAction
      .replace('    get:\n', `    get:\n      security: [{ key: [] }]\n${parameters}`)
      .replace('  schemas:', security);
    writeTexts(cwd, { 'pets.yaml': text });
    const { out } = await explain(cwd, 'pets.yaml');
    expect(out.split('\n').map((line) => line.trim())).toEqual(
      expect.arrayContaining([
        'name (query): filters by `name`',
        'near (query): none but validation',
        'species (query): none: All pets are equal.',
        'X-Key (header): carries a credential',
      ]),
    );
    const { operations } = JSON.parse((await explain(cwd, 'pets.yaml', '--json')).out);
    expect(operations[0].parameters[1]).toEqual({
      name: 'near',
      in: 'query',
      effect: 'none but validation',
    });
    expect(operations[3].parameters).toEqual([{ name: 'id', in: 'path', effect: 'identifies the row' }]);
  });

  test('explains a service of speccast.yaml, and says what is wrong with a spec instead', async () => {
    const { code, out } = await explain(root, 'video-platform');
    expect(code).toBe(0);
    expect(out).toMatch(/^GET +\/captions\/\{id\} .* runs the capability `downloadCaption`$/m);
    const cwd = temporaryFolder();
    writeTexts(cwd, { 'pets.yaml': spec.replace('3.1.0', '9.1.0') });
    const failed = await explain(cwd, 'pets.yaml');
    expect(failed).toMatchObject({ code: 1, out: '' });
    expect(failed.err).toMatch(/^pets\.yaml:1:10 error unsupported-version: /);
    const { code: wrong, out: why } = await runCommand('mock', {
      cwd,
      args: ['pets.yaml', '--json'],
    });
    expect({ wrong, why }).toEqual({
      wrong: 2,
      why: expect.stringContaining('"message": "--json goes with --explain'),
    });
  });

  test('keeps what was inserted in the state file', async () => {
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

  test('reports what is wrong with a spec', async () => {
    const cwd = temporaryFolder();
    writeTexts(cwd, { 'pets.yaml': spec.replace('3.1.0', '9.1.0') });
    await expect(startMock(cwd, 'pets.yaml')).rejects.toThrow(/^pets\.yaml:1:10 error unsupported-version: /);
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

  test('says that a port is in use', async () => {
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

  test('takes what cannot be the name of a service for a file', async () => {
    await expect(startMock(root, 'cats.yaml')).rejects.toThrow(
      /^cats\.yaml:1:1 error unreadable-spec: there is no file cats\.yaml, or it may not be read\n/,
    );
  });

  test('does not know a service that is not configured', async () => {
    expect(await failMock(root, 'cats')).toEqual(
      wrongUsage('mock', 'there is no service "cats"; there are video-platform, ad-reporting'),
    );
  });
});
