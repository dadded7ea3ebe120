import { expect, test } from 'vitest';
import { temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { runCommand, type Ran } from './run-command.js';
import { serveSpecs, type Reply, type SpecServer } from './spec-server.js';

/** Generates a spec that refers to an address, of which some are allowed. */
function generate(address: string, allowed: string): Promise<Ran> {
  const cwd = temporaryFolder();
  writeTexts(cwd, {
    'a.yaml': `openapi: 3.1.0
info: { title: Pets, version: '1' }
paths: { /pets: { $ref: '${address}#/pets' } }
`,
  });
  return runCommand('generate', { args: ['--spec', 'a.yaml', '--out', 'out', '--allow-ref', allowed], cwd });
}

function serve(reply: Reply): Promise<SpecServer> {
  const pets =
    '{ "pets": { "get": { "operationId": "pets.list", "responses": { "204": { "description": "Done." } } } } }';
  return serveSpecs({ '/ok/a.json': reply, '/ok/b.json': pets, '/other.json': pets });
}

const redirect =
  (location: string): Reply =>
  (_, response) =>
    response.writeHead(302, { location }).end();

test('a reference is followed to an address that is allowed, through a redirect within it', async () => {
  const { origin, asked } = await serve(redirect('b.json'));
  expect(await generate(`${origin}/ok/a.json`, `${origin}/ok/`)).toMatchObject({ code: 0 });
  expect(asked).toEqual(['/ok/a.json', '/ok/b.json']);
});

test.each<[string, Reply, string]>([
  ['a status', (_, response) => response.writeHead(500).end(), 'the response is 500'],
  ['a circle', redirect('a.json'), 'it redirects more than 5 times'],
  ['too many bytes', (_, response) => response.end(Buffer.alloc(33 * 1024 * 1024)), 'it is larger than 32 MiB'],
  ['a redirect elsewhere', redirect('http://169.254.1.1/'), 'it redirects to http://169.254.1.1/: '],
])('an address that is allowed and gives %s is told', async (_, reply, says) => {
  const { origin, asked } = await serve(reply);
  const { code, err } = await generate(`${origin}/ok/a.json`, `${origin}/ok/`);
  expect(code).toBe(1);
  expect(err).toContain(`a.yaml:1:1 error unreadable-reference: ${origin}/ok/a.json cannot be read: ${says}`);
  expect(asked.filter((path) => path !== '/ok/a.json')).toEqual([]);
});

test('an address that is allowed and does not answer is told', async () => {
  // No client is let to this port.
  const address = 'http://127.0.0.1:9/shared.json';
  const { code, err } = await generate(address, 'http://127.0.0.1:9/');
  expect(code).toBe(1);
  expect(err).toContain(`a.yaml:1:1 error unreadable-reference: ${address} cannot be read: `);
});
