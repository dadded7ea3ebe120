import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { readRows } from '../rows.js';
import { testCommands } from './command-rows.js';
import { startMock } from './run-command.js';

testCommands(import.meta.url);

const caps = readRows(import.meta.url).data<Readonly<Record<string, string>>>('project')['caps.yaml'] ?? '';

/** Serves a spec. Returns its base URL, and a function that reads a path of its origin. */
async function serve(spec: string): Promise<{ url: string; read: (path: string) => Promise<string> }> {
  const cwd = temporaryFolder();
  writeTexts(cwd, { 'caps.yaml': spec });
  const { url } = await startMock(cwd, 'caps.yaml');
  return { url, read: async (path) => (await fetch(new URL(path, url))).text() };
}

test('describes itself in JSON and in YAML', async () => {
  const { read } = await serve(caps);
  expect(parse(await read('/openapi.yaml'))).toEqual(JSON.parse(await read('/openapi.json')));
});

test('a callback is sent to the address in a call, and a callback sends no further callbacks', async () => {
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
  const { url, read } = await serve(spec);
  const post = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
  await fetch(`${url}/caps?url=${origin}/hook`, post);
  await fetch(`${url}/caps`, post);
  await expect.poll(() => received).toEqual(['POST /hook/data']);
  await fetch(`${url}/caps?url=${encodeURIComponent(`${url}/caps?url=${origin}/again#`)}`, post);
  await expect
    .poll(async () => (await read('/__mock/webhooks/deliveries')).match(/"state":"(?:delivered|rejected)"/g))
    .toHaveLength(2);
  expect(received).toEqual(['POST /hook/data']);
});
