import { describe, expect, test } from 'vitest';
import { readYaml } from '../../rows.js';
import { createErrorBody, RawClient, startServer, parseJsonResponse } from './start-server.js';

const host = 'Host: localhost';

/** A raw request, and the expected response. */
interface Row {
  readonly name: string;
  /** The lines of the head: `${3 ab}` → `ababab`. */
  readonly lines: readonly string[];
  readonly body?: string;
  /** The client does not end its head, and keeps the connection open. */
  readonly isOpen?: boolean;
  /** Status and reason of an error: `400 badRequest`. */
  readonly status?: string;
  readonly message?: string;
  /** A text in the response, compared in lower case. */
  readonly got?: string;
  /** A pattern of the whole response. */
  readonly text?: string;
  /** True if the server ends the connection; otherwise the connection has to accept another request. */
  readonly ends?: boolean;
}

const groups = readYaml<Readonly<Record<string, readonly Row[]>>>(new URL('malformed.yaml', import.meta.url));

const repeat = (line: string): string =>
  line.replace(/\$\{(\d+) ([^}]*)\}/s, (_all, count: string, text: string) => text.repeat(Number(count)));

/** Responds with method, URL and body of the request. */
async function echo(request: Request): Promise<Response> {
  return new Response(`${request.method} ${request.url} ${await request.text()} echoed`);
}

for (const [group, rows] of Object.entries(groups))
  describe(group, () => {
    test.each(rows)('$name', async ({ lines, body, isOpen, status, message = '', got, text, ends }) => {
      const server = await startServer(echo, isOpen === true ? { requestTimeoutMs: 200 } : {});
      const client = new RawClient(server);
      const sent = lines.map(repeat);
      if (isOpen === true) client.socket.write(sent.join('\r\n'));
      else client.send(sent, body);
      const last = status === undefined ? / echoed|\r\n\r\n/ : '}]}}';
      const response = ends === true ? await client.all() : await client.until(last);
      if (status !== undefined) {
        const [code = '', reason = ''] = status.split(' ');
        const [line, json] = parseJsonResponse(response);
        expect([line.split(' ')[1], json]).toEqual([code, createErrorBody(Number(code), reason, message)]);
      }
      expect(response.toLowerCase()).toContain(got ?? '');
      expect(response).toMatch(new RegExp(text ?? '', 'i'));
      if (ends === true) expect((await fetch(server.url)).status).toBe(200);
      else expect(await client.send(['GET /next HTTP/1.1', host]).until('/next  echoed')).toContain('HTTP/1.1 200 OK');
    });
  });

test('Expect: 100-Continue is supported in any case of letters', async () => {
  const server = await startServer(async (request) => new Response(await request.text()));
  const client = new RawClient(server).send(['POST / HTTP/1.1', host, 'Expect: 100-Continue', 'Content-Length: 2']);
  await client.until('HTTP/1.1 100 Continue');
  client.socket.write('hi');
  expect(await client.until('hi')).toContain('HTTP/1.1 200 OK');
});

test('bytes that are not a request do not change a response that has begun', async () => {
  const pieces = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array([65])) });
  const server = await startServer(() => new Response(pieces));
  const client = new RawClient(server).send(['GET / HTTP/1.1', host]);
  await client.until('\r\nA\r\n');
  expect(await client.send(['nonsense']).all()).not.toContain('400');
});
