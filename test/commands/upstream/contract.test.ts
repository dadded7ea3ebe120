import { expect, test } from 'vitest';
import { call, petService, petsFolder, realService } from './pets.js';
import { failMock, startMock } from '../run-command.js';
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

table(
  'requests and responses are passed on, and what contradicts the spec is told with its line',
  async ({ want, want2 }: { want: unknown; want2: unknown }) => {
    const upstream = await realService(({ url }, response) => {
      const isList = url?.startsWith('/v1/pets?') === true || url === '/v1/pets';
      response.writeHead(isList ? 200 : 418, {
        'content-type': 'application/json',
      });
      response.end(isList ? '[{"id":1,"name":"Rex"},{"id":2,"name":"Ada"}]' : '{}');
    });
    const mock = await startMock(petsFolder(), 'pets.yaml', '--upstream', upstream);
    expect((await call(mock.url, 'GET', '/pets?limit=500&color=red')).json).toEqual(want);
    await call(mock.url, 'GET', '/pets?limit=500&color=red');
    await call(mock.url, 'GET', '/birds');
    await call(mock.url, 'PATCH', '/pets', { body: {} });
    await call(mock.url, 'POST', '/pets', { body: { name: 'n'.repeat(21) } });
    await call(mock.url, 'POST', '/pets', {
      body: '{',
      headers: { authorization: '' },
    });
    expect(mock.written.err.split('\n').filter((line) => /^(?:error|warning):/.test(line))).toEqual(want2);
    const journal = await (await fetch(new URL('/__mock/journal', mock.url))).json();
    expect(journal.items?.[0] ?? journal.entries?.[0] ?? journal[0]).toMatchObject({
      operation: expect.any(String),
      status: 200,
      source: 'upstream',
      violations: expect.arrayContaining([
        expect.objectContaining({
          code: 'missing-header',
          of: 'response',
          position: 'pets.yaml:14:13',
        }),
      ]),
    });
    expect(await mock.stop()).toMatchObject({ code: 1 });
    expect(mock.written.err).toContain('Contract: 6 requests, 15 errors, 2 warnings.');
    expect(mock.written.err).toContain('    error      4 x  response body 0.id: Must be a string (pets.yaml:60:15)');
  },
);

test('with --json each violation is a line, and the summary is the last one', async () => {
  const mock = await startMock(
    petsFolder(),
    'pets.yaml',
    '--upstream',
    await petService(),
    '--json',
    '--fail-on',
    'never',
  );
  await call(mock.url, 'POST', '/pets', { body: {} });
  expect(await mock.stop()).toMatchObject({ code: 0 });
  const [, ...lines] = mock.written.out.trim().split('\n');
  const [first, last] = lines.map((line) => JSON.parse(line));
  expect(first).toEqual({
    type: 'violation',
    severity: 'error',
    code: 'invalid-body',
    of: 'request',
    message: 'Is required',
    location: 'body name',
    pointer: '#/components/schemas/NewPet/required',
    position: 'pets.yaml:54:7',
    method: 'POST',
    path: '/pets',
    status: 201,
    operation: expect.any(String),
  });
  expect(last).toMatchObject({
    type: 'summary',
    requests: 1,
    errors: 1,
    warnings: 0,
    violations: [{ count: 1 }],
  });
});

test.each([
  ['violations', 0],
  ['warnings', 1],
])('--fail-on %s exits with %i after a warning alone', async (failOn, code) => {
  const mock = await startMock(petsFolder(), 'pets.yaml', '--upstream', await petService(), '--fail-on', failOn);
  await call(mock.url, 'GET', '/pets?color=red');
  expect(await mock.stop()).toMatchObject({ code: code });
});

test('traffic that fits the spec passes', async () => {
  const mock = await startMock(petsFolder(), 'pets.yaml', '--upstream', await petService());
  const { json, headers } = await call(mock.url, 'POST', '/pets', {
    body: { name: 'Rex' },
  });
  expect(headers.get('location')).toBe(`${mock.url}/pets/${json.id}`);
  expect((await call(mock.url, 'GET', `/pets/${json.id}`)).json).toEqual(json);
  expect((await call(mock.url, 'DELETE', `/pets/${json.id}`)).status).toBe(204);
  expect(await mock.stop()).toMatchObject({ code: 0 });
  expect(mock.written.err).toContain('Contract: 3 requests, 0 errors, 0 warnings.');
});

test.each([
  [['--upstream', 'localhost:80'], /--upstream: the upstream has to be an address that begins with http/],
  [['--upstream', 'http://ann:hunter2@x.test'], /--upstream: the address of the upstream may not hold credentials/],
  [['--record', 'x.har'], /--record needs an --upstream/],
  [
    ['--upstream', 'http://x.test', '--fail-on', 'errors'],
    /--fail-on takes violations or warnings or never, not "errors"/,
  ],
  [['--upstream', 'http://x.test', '--upstream-timeout', '1h'], /--upstream-timeout takes a time such as/],
  [['--upstream', 'http://x.test', '--replay', 'x.har'], /--upstream and --replay|--replay and --upstream/],
  [['--upstream', 'http://x.test', '--state', 'x.state'], /--upstream and --state do not go together/],
])('%j is wrong usage', async (args, message) => {
  const { code, err } = await failMock(petsFolder(), 'pets.yaml', ...args);
  expect([code, err]).toEqual([2, expect.stringMatching(message)]);
  expect(err).not.toContain('hunter2');
});
