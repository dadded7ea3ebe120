import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { temporaryFolder, writeTexts } from '../../output/temporary-folder.js';
import { realService } from './pets.js';
import { type RunningMock, startMock } from '../run-command.js';
import { readRows } from '../../rows.js';

/** A feed in several media types; the tests name its lines. */
const feedSpec = `openapi: 3.2.0
info: { title: Feed, version: '1' }
servers: [{ url: https://feed.test/v1 }]
paths:
  /entry:
    get:
      responses:
        '200':
          description: An entry.
          headers:
            X-Total: { schema: { type: integer, minimum: 1 } }
            X-Seen: { schema: { type: string, format: date-time } }
            X-Kinds: { schema: { type: array, items: { enum: [new, old] } } }
            X-Id: { $ref: '#/components/headers/Id' }
            X-Limits: { content: { application/json: { schema: { type: object } } } }
          content:
            application/xml:
              schema:
                type: object
                xml: { name: entry }
                required: [title]
                properties: { title: { type: string, maxLength: 5 }, count: { type: integer } }
  /text: { get: { responses: { '200': { description: A text., content: { text/plain: { schema: { type: string, maxLength: 5 } } } } } } }
  /events:
    get:
      responses:
        '200':
          description: Events.
          content:
            text/event-stream:
              itemSchema: { type: object, required: [event], properties: { event: { enum: [tick] }, data: { type: string } } }
  /lines:
    get: { responses: { '200': { description: Lines., content: { application/jsonl: { itemSchema: { $ref: '#/components/schemas/Item' } } } } } }
  /sequence:
    get: { responses: { '200': { description: Items., content: { application/json-seq: { itemSchema: { $ref: '#/components/schemas/Item' } } } } } }
  /json: { get: { responses: { '200': { description: An item., content: { application/json: { schema: { $ref: '#/components/schemas/Item' } } } } } } }
components:
  headers:
    Id: { schema: { type: string, pattern: '^[a-z]+$' } }
  schemas:
    Item: { type: object, required: [n], properties: { n: { type: integer } } }
`;

type Reply = readonly [type: string, body: string | Buffer, headers?: Record<string, string | string[]>];

async function feed(reply: Reply): Promise<RunningMock> {
  const [type, body, headers = {}] = reply;
  const upstream = await realService((_request, response) => {
    response.writeHead(200, { 'content-type': type, ...headers }).end(body);
  });
  const folder = temporaryFolder();
  writeTexts(folder, { 'feed.yaml': feedSpec });
  return startMock(folder, 'feed.yaml', '--upstream', upstream, '--fail-on', 'never');
}

/** The text of a response, which does not have to be JSON. */
async function get(mock: RunningMock, path: string): Promise<string> {
  return (await fetch(mock.url + path)).text();
}

function found(mock: RunningMock): readonly string[] {
  return mock.written.err
    .split('\n')
    .filter((line) => /^(?:error|warning):/.test(line))
    .map((line) => line.replace(/^(\w+): GET \S+ 200: response /, '$1 '));
}

test.each(
  readRows(import.meta.url).rows<[what: string, reply: Reply, want: readonly string[]]>('headers of a response with'),
)('headers of a response with %s', async (_what, reply, want) => {
  const mock = await feed(reply);
  await get(mock, '/entry');
  expect(found(mock)).toEqual(want);
});

test.each<[what: string, path: string, reply: Reply, want: readonly string[]]>([
  [
    'XML with wrong values',
    '/entry',
    ['application/xml', '<entry><title>too long</title><count>many</count></entry>'],
    [
      'error body title: Must have at most 5 characters (feed.yaml:22:54)',
      expect.stringMatching(/^error body count: Must be a (?:whole number|integer).* \(feed\.yaml:22:/),
    ],
  ],
  [
    'broken XML',
    '/entry',
    ['application/xml', '<entry><title>'],
    [expect.stringMatching(/^error body: .*\(feed\.yaml:/)],
  ],
  [
    'a long text',
    '/text',
    ['text/plain', 'too long'],
    ['error body: Must have at most 5 characters (feed.yaml:23:32)'],
  ],
  [
    'events',
    '/events',
    ['text/event-stream', 'event: tick\ndata: 1\n\nevent: tock\ndata: 2\n\nevent: tick\ndata: 3\n\n'],
    [expect.stringMatching(/^error body 1\.event: Must be (?:one of )?"tick" \(feed\.yaml:27:/)],
  ],
  [
    'lines, one of which is no JSON',
    '/lines',
    ['application/jsonl', '{"n":1}\n{"n":"x"}\n{no\n{"m":1}\n{"n":2}'],
    [
      'error body 1.n: Must be a whole number (feed.yaml:41:61)',
      'error body 2: The item is not the JSON that is declared (feed.yaml:33:25)',
      'error body 3.n: Is required (feed.yaml:41:27)',
    ],
  ],
  [
    'a compressed sequence',
    '/sequence',
    ['application/json-seq', gzipSync('\u001e{"n":1}\n\u001e{"n":"x"}\n'), { 'content-encoding': 'gzip' }],
    ['error body 1.n: Must be a whole number (feed.yaml:41:61)'],
  ],
  [
    'JSON in another encoding',
    '/json',
    ['application/json', Buffer.from('{"n":1,"name":"\u00e9"}', 'latin1')],
    [expect.stringMatching(/^error body: The body is no valid JSON in UTF-8 \(feed\.yaml:36:/)],
  ],
])('a response with %s is told with its position', async (_what, path, reply, want) => {
  const mock = await feed(reply);
  await get(mock, path);
  expect(found(mock)).toEqual(want);
});

test('a stream of any length is validated item by item, also one that the client leaves', async () => {
  const line = `{"n":1,"text":"${'x'.repeat(1000)}"}\n`;
  const upstream = await realService(({ url }, response) => {
    response.writeHead(200, { 'content-type': 'application/jsonl' });
    if (url === '/v1/lines?endless=1') return void response.write('{"n":"x"}\n');
    for (let index = 0; index < 12_000; index += 1) response.write(line);
    response.end('{"n":"last"}\n');
  });
  const folder = temporaryFolder();
  writeTexts(folder, { 'feed.yaml': feedSpec });
  const mock = await startMock(folder, 'feed.yaml', '--upstream', upstream, '--fail-on', 'never');
  await get(mock, '/lines');
  expect(found(mock)).toEqual(['error body 12000.n: Must be a whole number (feed.yaml:41:61)']);
  const leave = new AbortController();
  const { body } = await fetch(`${mock.url}/lines?endless=1`, { signal: leave.signal });
  await body?.getReader().read();
  leave.abort();
  await mock.stop();
  expect(mock.written.err).toContain('Contract: 2 requests, 2 errors, 1 warning.');
});
