import { describe, expect, test } from 'vitest';
import { readYaml } from '../../rows.js';
import { createErrorBody, RawClient, startServer, parseJsonResponse } from './start-server.js';

const host = 'Host: localhost';

/** What is sent over a connection, and the response. */
interface Row {
  readonly name: string;
  /** The head; `${3 ab}` is `ababab`. */
  readonly lines: readonly string[];
  readonly body?: string;
  /** The head and the body are not sent to their end. */
  readonly isOpen?: boolean;
  /** `400 badRequest`: an error with its reason. */
  readonly status?: string;
  readonly message?: string;
  /** What the head of the response has, in lower case. */
  readonly got?: string;
  /** A pattern of the whole response. */
  readonly text?: string;
  /** The connection ends; otherwise, the next request is answered. */
  readonly ends?: boolean;
}

const groups = readYaml<Readonly<Record<string, readonly Row[]>>>(new URL('malformed.yaml', import.meta.url));

const repeat = (line: string): string =>
  line.replace(/\$\{(\d+) ([^}]*)\}/s, (_all, count: string, text: string) => text.repeat(Number(count)));

/** A service that tells what it was asked. */
async function tell(request: Request): Promise<Response> {
  return new Response(`${request.method} ${request.url} ${await request.text()} told`);
}

for (const [group, rows] of Object.entries(groups))
  describe(group, () => {
    test.each(rows)('$name', async ({ lines, body, isOpen, status, message = '', got, text, ends }) => {
      const server = await startServer(tell, isOpen === true ? { requestTimeoutMs: 200 } : {});
      const client = new RawClient(server);
      const sent = lines.map(repeat);
      if (isOpen === true) client.socket.write(sent.join('\r\n'));
      else client.send(sent, body);
      const last = status === undefined ? / told|\r\n\r\n/ : '}]}}';
      const response = ends === true ? await client.all() : await client.until(last);
      if (status !== undefined) {
        const [code = '', reason = ''] = status.split(' ');
        const [line, json] = parseJsonResponse(response);
        expect([line.split(' ')[1], json]).toEqual([code, createErrorBody(Number(code), reason, message)]);
      }
      expect(response.toLowerCase()).toContain(got ?? '');
      expect(response).toMatch(new RegExp(text ?? '', 'i'));
      if (ends === true) expect((await fetch(server.url)).status).toBe(200);
      else expect(await client.send(['GET /next HTTP/1.1', host]).until('/next  told')).toContain('HTTP/1.1 200 OK');
    });
  });

test('the expectation 100-Continue is met, in any case of letters', async () => {
  const server = await startServer(async (request) => new Response(await request.text()));
  const client = new RawClient(server).send(['POST / HTTP/1.1', host, 'Expect: 100-Continue', 'Content-Length: 2']);
  await client.until('HTTP/1.1 100 Continue');
  client.socket.write('hi');
  expect(await client.until('hi')).toContain('HTTP/1.1 200 OK');
});

test('bytes that are no request do not get into a response that is on its way', async () => {
  const pieces = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array([65])) });
  const server = await startServer(() => new Response(pieces));
  const client = new RawClient(server).send(['GET / HTTP/1.1', host]);
  await client.until('\r\nA\r\n');
  expect(await client.send(['nonsense']).all()).not.toContain('400');
});
