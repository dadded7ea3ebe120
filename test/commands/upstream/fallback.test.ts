import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, writeTexts } from '../../output/temporary-folder.js';
import { call, realService } from './pets.js';
import { failMock, startMock } from '../run-command.js';

const spec = `openapi: 3.1.0
info: { title: Users, version: '1' }
security: [{ token: [] }]
paths:
  /users:
    get: { responses: { '200': { description: All., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/User' } } } } } } }
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/User' } } } }
      responses:
        '201': { description: Made., content: { application/json: { schema: { $ref: '#/components/schemas/User' } } } }
  /users/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      responses:
        '200': { description: One., content: { application/json: { schema: { $ref: '#/components/schemas/User' } } } }
        '404': { description: None. }
    delete:
      responses: { '204': { description: Gone. }, default: { description: A fault. } }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  schemas:
    Secret: { type: string, writeOnly: true }
    User:
      type: object
      properties:
        id: { type: string, readOnly: true }
        name: { type: string, maxLength: 20 }
        login: { anyOf: [{ type: object, properties: { secret: { $ref: '#/components/schemas/Secret' } } }, { type: 'null' }] }
        more: { type: object, additionalProperties: { allOf: [{ $ref: '#/components/schemas/User' }] } }
`;

/** Starts the command before a service that responds to requests as the table says; by default with 501. */
async function startUsers(
  table: Readonly<Record<string, readonly [status: number, body?: unknown]>>,
  ...args: readonly string[]
): Promise<Awaited<ReturnType<typeof startMock>> & { readonly folder: string }> {
  const upstream = await realService(({ method, url }, response) => {
    const [status, body = {}] = table[`${method} ${url}`] ?? [501];
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(status === 204 ? undefined : JSON.stringify(body));
  });
  const folder = temporaryFolder();
  writeTexts(folder, { 'users.yaml': spec });
  return { folder, ...(await startMock(folder, 'users.yaml', '--upstream', upstream, ...args)) };
}

test('what travels the wrong way is a violation, and the response tells of it in a header', async () => {
  const user = { id: '1', login: { secret: 'x' }, more: { a: { login: { secret: 'y' }, name: 'N'.repeat(21) } } };
  const mock = await startUsers({ 'GET /users/1': [200, user], 'GET /users': [200, [user]], 'POST /users': [201, {}] });
  const { headers } = await call(mock.url, 'GET', '/users/1');
  expect(headers.get('x-mock-violation')).toBe(
    [
      'response body more.a.name: Must have at most 20 characters',
      'response body login.secret: No response has this: it is `writeOnly`',
      'response body more.a.login.secret: No response has this: it is `writeOnly`',
    ].join(', '),
  );
  const made = await call(mock.url, 'POST', '/users', {
    body: { id: '7', name: 'Ä'.repeat(21), login: { secret: 'x' } },
  });
  expect(made.headers.get('x-mock-violation')).toBe(
    'request body name: Must have at most 20 characters, request body id: Only the service writes this: it is `readOnly`',
  );
  expect(await mock.stop()).toMatchObject({ code: 1 });
  expect(mock.written.err).toContain('error: GET /users/{id} 200: response body login.secret: No response has this');
});

test.each(['/users', '/users/1', '/elsewhere'])('a preflight of %s is no violation', async (path) => {
  const mock = await startUsers({ [`OPTIONS ${path}`]: [204] });
  const headers = { origin: 'https://a.test', 'access-control-request-method': 'GET', authorization: '' };
  const response = await call(mock.url, 'OPTIONS', path, { headers });
  expect([response.status, response.headers.get('x-mock-violation')]).toEqual([204, null]);
  expect(await mock.stop()).toMatchObject({ code: 0 });
});

test('the emulator responds where the service lacks something', async () => {
  const table = { 'GET /users': [404], 'DELETE /users/2': [405], 'GET /users/2': [404] } as const;
  const mock = await startUsers(table, '--fallback', 'emulator', '--record', 'calls.har');
  const made = await call(mock.url, 'POST', '/users', { body: { name: 'Ada' } });
  expect([made.status, made.json, made.headers.get('x-mock-fallback')]).toMatchObject([
    201,
    { name: 'Ada' },
    'upstream 501',
  ]);
  const { json, headers } = await call(mock.url, 'GET', '/users');
  expect([json.at(-1), headers.get('x-mock-fallback')]).toEqual([made.json, 'upstream 404']);
  expect((await call(mock.url, 'GET', `/users/${made.json.id}`)).json).toEqual(made.json);
  const removed = await call(mock.url, 'DELETE', '/users/2');
  expect([removed.status, removed.headers.get('x-mock-fallback')]).toEqual([404, 'upstream 405']);
  const declared = await call(mock.url, 'GET', '/users/2');
  expect([declared.status, declared.headers.get('x-mock-fallback')]).toEqual([404, null]);
  const elsewhere = await call(mock.url, 'GET', '/elsewhere');
  expect([elsewhere.status, elsewhere.headers.get('x-mock-fallback')]).toEqual([501, null]);
  const journal = await (await fetch(new URL('/__mock/journal', mock.url))).json();
  const entries: readonly { source?: string; status: number }[] = journal.items ?? journal.entries ?? journal;
  expect(entries.map(({ source, status }) => `${source} ${status}`)).toEqual([
    'fallback 201',
    'fallback 200',
    'fallback 200',
    'fallback 404',
    'upstream 404',
    'upstream 501',
  ]);
  await mock.stop();
  expect(mock.written.err).toContain('Contract: 6 requests, 1 error, 1 warning.');
  const har = JSON.parse(readFileSync(join(mock.folder, 'calls.har'), 'utf8'));
  expect(har.log.entries[0]).toMatchObject({
    request: { method: 'POST', postData: { text: '{"name":"Ada"}' } },
    _speccast: { fallback: true, error: 'upstream 501' },
  });
});

test('the emulator responds for a service that is not there', async () => {
  const folder = temporaryFolder();
  writeTexts(folder, { 'users.yaml': spec });
  const mock = await startMock(folder, 'users.yaml', '--upstream', 'http://127.0.0.1:9', '--fallback', 'emulator');
  const made = await call(mock.url, 'POST', '/users', { body: { name: 'N'.repeat(21) } });
  expect([made.status, made.headers.get('x-mock-fallback')]).toEqual([400, 'upstream unreachable']);
  expect(made.headers.get('x-mock-violation')).toBe('request body name: Must have at most 20 characters');
  expect((await call(mock.url, 'GET', '/users')).status).toBe(200);
  expect(await mock.stop()).toMatchObject({ code: 1 });
});

test.each([
  [['--fallback', 'emulator'], /--fallback needs an --upstream/],
  [['--upstream', 'http://x.test', '--fallback', 'none'], /--fallback takes emulator, not "none"/],
])('%j is wrong usage', async (args, message) => {
  const folder = temporaryFolder();
  writeTexts(folder, { 'users.yaml': spec });
  expect(await failMock(folder, 'users.yaml', ...args)).toMatchObject({ code: 2, err: expect.stringMatching(message) });
});
