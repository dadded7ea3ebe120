import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { call, petsFolder, realService } from './pets.js';
import { type RunningMock, startMock } from '../run-command.js';

/** A service below `/api/v9` whose responses are what is made of its own address. */
async function linking(
  respond: (base: string, url: string) => { headers?: Record<string, string | string[]>; body?: string | Buffer },
  ...args: readonly string[]
): Promise<RunningMock & { readonly folder: string; readonly upstream: string }> {
  const upstream = await realService(({ url = '', headers }, response) => {
    const { headers: more = {}, body } = respond(`http://${headers.host ?? ''}/api/v9`, url);
    response.writeHead(200, { 'content-type': 'application/json', ...more }).end(body);
  });
  const folder = petsFolder();
  const mock = await startMock(folder, 'pets.yaml', '--upstream', `${upstream}/api/v9`, '--fail-on', 'never', ...args);
  return { ...mock, folder, upstream };
}

test('addresses of the service in JSON become those of this server, and nothing else changes', async () => {
  const other = 'http://127.0.0.1:1/api/v9/pets';
  const mock = await linking((base) => ({
    body: `{"id":"p1",  "name":"Rex","big":12345678901234567890,"self":"${base}/pets/p1","list":["${base}"],
      "escaped":"${base.replaceAll('/', '\\/')}\\/pets?a=1\\u0026b","template":"${base}/pets{?page}","root":"${new URL(base).origin}/other",
      "near":"${new URL(base).origin}0/x","inside":"see ${base}/pets","${base}/key":1,"other":"${other}"}`,
  }));
  const { text, json } = await call(mock.url, 'GET', '/pets/p1');
  const { origin } = new URL(mock.url);
  expect(json).toMatchObject({
    self: `${mock.url}/pets/p1`,
    list: [mock.url],
    escaped: `${mock.url}/pets?a=1&b`,
    template: `${mock.url}/pets{?page}`,
    root: `${origin}/other`,
    near: `${mock.upstream}0/x`,
    inside: `see ${mock.upstream}/api/v9/pets`,
    [`${mock.upstream}/api/v9/key`]: 1,
    other,
  });
  expect(text).toContain('{"id":"p1",  "name":"Rex","big":12345678901234567890,');
  expect(text).toContain(`"escaped":"${mock.url.replaceAll('/', '\\/')}\\/pets?a=1\\u0026b"`);
});

test('so do those in compressed bodies and in XML, but not namespaces', async () => {
  const mock = await linking((base, url) =>
    url.endsWith('/p2')
      ? {
          headers: { 'content-type': 'application/xml' },
          body: `<a xmlns="${base}/ns" href='${base}/pets'>${base}/pets/p2<b>at ${base}</b></a>`,
        }
      : {
          headers: { 'content-encoding': 'gzip', digest: 'sha-256=abc' },
          body: gzipSync(`{"id":"p1","name":"Rex","self":"${base}/pets/p1"}`),
        },
  );
  const { json, headers } = await call(mock.url, 'GET', '/pets/p1');
  expect([json.self, headers.get('digest')]).toEqual([`${mock.url}/pets/p1`, null]);
  const there = `${mock.upstream}/api/v9`;
  expect((await call(mock.url, 'GET', '/pets/p2')).text).toBe(
    `<a xmlns="${there}/ns" href='${mock.url}/pets'>${mock.url}/pets/p2<b>at ${mock.url}</b></a>`,
  );
});

test('so do those in Link headers, and cookies are for this server', async () => {
  const mock = await linking((base) => ({
    headers: {
      link: `<${base}/pets?page=2>; rel="next", </api/v9/pets>; rel=first, <https://x.test/>; rel=help`,
      'set-cookie': [
        'a=1; Path=/api/v9/pets; Secure; HttpOnly',
        'b=2; Domain=127.0.0.1; SameSite=None; Secure',
        '__Host-c=3; Path=/; Secure',
        'd=4; Domain=x.test; Path=/elsewhere',
      ],
    },
    body: '{}',
  }));
  const { headers } = await call(mock.url, 'GET', '/pets/p1');
  expect(headers.get('link')).toBe(
    `<${mock.url}/pets?page=2>; rel="next", </v1/pets>; rel=first, <https://x.test/>; rel=help`,
  );
  expect(headers.getSetCookie()).toEqual([
    'a=1; Path=/v1/pets; HttpOnly',
    'b=2; SameSite=None; Secure',
    '__Host-c=3; Path=/; Secure',
    'd=4; Domain=x.test; Path=/elsewhere',
  ]);
});

test('a recording has what the service said, and its replay names this server, also in rows', async () => {
  const mock = await linking(
    (base, url) => ({
      headers: { link: `<${base}/pets>; rel=first`, 'x-total': '1' },
      body: url.endsWith('/pets') ? `[{"id":"p1","name":"Rex","self":"${base}/pets/p1"}]` : '{}',
    }),
    '--record',
    'pets.har',
  );
  const live = await call(mock.url, 'GET', '/pets');
  await mock.stop();
  expect(readFileSync(join(mock.folder, 'pets.har'), 'utf8')).toContain(`${mock.upstream}/api/v9/pets/p1`);
  const replayed = await startMock(mock.folder, 'pets.yaml', '--replay', 'pets.har');
  const again = await call(replayed.url, 'GET', '/pets');
  expect([again.text, again.headers.get('link')]).toEqual([
    live.text.replaceAll(mock.url, replayed.url),
    `<${replayed.url}/pets>; rel=first`,
  ]);
  // The emulator responds to what was not recorded.
  expect((await call(replayed.url, 'GET', '/pets/p1')).json).toMatchObject({ self: `${replayed.url}/pets/p1` });
});
