import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { startMock } from './run-command.js';
import { readRows } from '../rows.js';

/** A spec with a list of `things`, which are made and read. */
function specOf(things: string, servers = ''): string {
  const schema = (name: string): string => `{ $ref: '#/components/schemas/${name}' }`;
  const json = (text: string): string => `content: { application/json: { schema: ${text} } }`;
  return `openapi: 3.1.0
info: { title: ${things}, version: '1' }
${servers}
paths:
  /${things}:
    get: { operationId: list, responses: { '200': { description: All., ${json(`{ type: array, items: ${schema('Thing')} }`)} } } }
    post: { operationId: add, requestBody: { ${json(schema('Thing'))} }, responses: { '201': { description: Made., ${json(schema('Thing'))} } } }
  /${things}/{id}:
    get: { operationId: get, parameters: [{ name: id, in: path, required: true, schema: { type: integer, format: int64 } }], responses: { '200': { description: One., ${json(schema('Thing'))} } } }
components: { schemas: { Thing: { type: object, properties: { id: { type: integer, format: int64 }, name: { type: string } } } } }
`;
}

interface Served {
  readonly cwd: string;
  readonly urls: readonly string[];
  readonly said: () => string;
  readonly call: (path: string, body?: string, headers?: Readonly<Record<string, string>>) => Promise<string>;
}

/** Serves specs; `call` takes a path after the first address or, with `//`, after the port, and gives status and body. */
async function serve(args: readonly string[], texts: Readonly<Record<string, string>>): Promise<Served> {
  const cwd = temporaryFolder();
  writeTexts(cwd, texts);
  const { urls, written } = await startMock(cwd, ...args);
  const call: Served['call'] = async (path, body, headers = {}) => {
    const [first = ''] = urls;
    const address = path.startsWith('//') ? new URL(first).origin + path.slice(1) : first + path;
    const sent =
      body === undefined ? { headers } : { method: 'POST', body, headers: { 'content-type': 'application/json' } };
    const response = await fetch(address, sent);
    return `${response.status} ${await response.text()}`;
  };
  return { cwd, urls, said: () => written.err, call };
}

const [hats, caps] = [specOf('hats', "servers: [{ url: 'https://one.test/one/v1' }]"), specOf('caps')];

test('integers of 64 bits keep their digits', async () => {
  const { call, said } = await serve(['hats.yaml'], { 'hats.yaml': hats });
  expect(await call('/hats', '{"id":9007199254740993,"name":"x"}')).toBe('201 {"name":"x","id":9007199254740993}');
  expect(await call('/hats/9007199254740993')).toBe('200 {"name":"x","id":9007199254740993}');
  expect(await call('/hats/9007199254740992')).toMatch(/^404 /);
  expect(said()).toMatch(/^Console: \S+\n$/);
});

test('specs are served on one port, apart from each other, at their base paths or below their names', async () => {
  const texts = { 'a/caps.yaml': caps, 'b/caps.yaml': caps, 'hats.yaml': hats };
  const { call, urls, cwd, said } = await serve([...Object.keys(texts), '--empty', '--state', 'kept'], texts);
  const { origin } = new URL(urls[0] ?? '');
  expect(urls.map((url) => url.slice(origin.length))).toEqual(['/caps', '/caps-2', '/one/v1']);
  expect(await call('/caps', '{"id":1}')).toBe('201 {"id":1}');
  expect(await call('//caps/caps')).toBe('200 [{"id":1}]');
  expect(await call('//caps-2/caps')).toBe('200 []');
  expect(await call('//one/v1/hats')).toBe('200 []');
  expect(await call('//w/other/caps-2/caps', '{"id":2}')).toBe('201 {"id":2}');
  expect(await call('//caps-2/caps', undefined, { authorization: 'Bearer any~other' })).toBe('200 [{"id":2}]');
  expect(await call('//caps-2/__mock/journal')).not.toContain('"id":1');
  expect(await call('//caps/__mock/state')).toBe('200 {"items":[{"name":"caps","rows":1}]}');
  expect(await call('//hats/openapi.json')).toContain('"title": "hats"');
  expect(await call('//__mock/ready')).toBe('200 {"status":"ok"}');
  expect(await call('//nothing')).toMatch(/^404 .*lists what is served/);
  expect(await call('//')).toContain(`"console": "${origin}/caps-2/__mock/ui"`);
  expect(await call('//', undefined, { accept: 'text/html' })).toContain(`<a href="${origin}/one/v1">`);
  expect(said()).toContain(`Console: ${origin}/hats/__mock/ui\n`);
  expect(['caps', 'caps-2', 'hats'].filter((name) => existsSync(join(cwd, 'kept', `${name}.state`)))).toHaveLength(3);
});

test.each(readRows(import.meta.url).rows<readonly [readonly string[], string]>('serves nothing'))(
  '%j serves nothing',
  async (args, message) => {
    await expect(serve(args, { 'caps.yaml': caps, 'hats.yaml': hats })).rejects.toThrow(message);
  },
);

test('each request is a line, without secrets and control characters', async () => {
  const { call, said } = await serve(['caps.yaml', '--log', '--empty'], { 'caps.yaml': caps });
  await call('/caps', '{"id":7}');
  await call('/caps?access_token=abc&x=%0a');
  await call('/caps/8');
  await call('//w/other/caps/7');
  const lines = said()
    .replaceAll(/\d+ ms/g, '1 ms')
    .split('\n')
    .slice(1, -1);
  expect(lines).toEqual([
    'POST /caps 201 1 ms  stored caps/7',
    expect.stringMatching(/^GET \/caps\?access_token=redacted&x=%0A 200 1 ms {2}listed 1 of 1 caps/i),
    'GET /caps/8 404 1 ms  notFound',
    'GET /w/other/caps/7 200 1 ms  read caps/7, world other',
  ]);
});

test.each([
  ['--empty', undefined, '200 []'],
  ['a scenario with a row', { tables: { caps: [{ id: 5, name: 'only' }] } }, '200 [{"id":5,"name":"only"}]'],
  ['a scenario without rows', { tables: { caps: [] } }, '200 []'],
])('with %s a list has these rows', async (_name, scenario, want) => {
  const texts = { 'caps.yaml': caps, 'scenario.json': JSON.stringify(scenario ?? {}) };
  const { call } = await serve(['caps.yaml', ...(scenario ? ['--scenario', 'scenario.json'] : ['--empty'])], texts);
  expect(await call('/caps')).toBe(want);
});

test('without a control plane, it tells whether it is ready, and describes itself', async () => {
  const { call } = await serve(['hats.yaml', '--no-control'], { 'hats.yaml': hats });
  expect(await call('//__mock/ready')).toBe('200 {"status":"ok"}');
  expect(await call('//__mock/state')).toMatch(/^404 /);
  const [json, yaml] = [await call('//openapi.json'), await call('/openapi.yaml')];
  expect(parse(yaml.slice(4))).toEqual(JSON.parse(json.slice(4)));
});

test('a callback is sent after a call that names its address, and none by what it calls itself', async () => {
  const received: string[] = [];
  const receiver = createServer((request, response) => {
    received.push(`${request.method} ${request.url}`);
    response.end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void receiver.close());
  const address = receiver.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const callback =
    "{ onData: { '{$request.query.url}/data': { post: { responses: { '200': { description: Ok. } } } } } }";
  const spec = caps.replace(
    '{ operationId: add,',
    `$& parameters: [{ name: url, in: query, schema: { type: string } }], callbacks: ${callback},`,
  );
  const { call, urls } = await serve(['caps.yaml'], { 'caps.yaml': spec });
  await call(`/caps?url=${origin}/hook`, '{}');
  await call('/caps', '{}');
  await expect.poll(() => received).toEqual(['POST /hook/data']);
  await call(`/caps?url=${encodeURIComponent(`${urls[0]}/caps?url=${origin}/again#`)}`, '{}');
  await expect
    .poll(async () => (await call('//__mock/webhooks/deliveries')).match(/"state":"(?:delivered|rejected)"/g))
    .toHaveLength(2);
  expect(received).toEqual(['POST /hook/data']);
});
