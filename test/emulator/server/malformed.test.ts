import { expect, test } from 'vitest';
import { readYaml } from '../../rows.js';
import { envelope, RawClient, served, statusAndJson } from './served.js';

const host = 'Host: localhost';
const noRequest = envelope(400, 'badRequest', 'This is not an HTTP request.');
const noAddress = envelope(400, 'badRequest', 'The request line or the Host header is not valid.');

interface Malformed {
  readonly what: string;
  readonly lines: readonly string[];
}

const { ended, kept, hosts } = readYaml<{
  readonly ended: readonly Malformed[];
  readonly kept: readonly Malformed[];
  readonly hosts: readonly (Malformed & { readonly message: string })[];
}>(new URL('malformed.yaml', import.meta.url));

test.each(ended)('a request with $what is answered with 400, and its connection ends', async ({ lines }) => {
  const server = await served(() => new Response('never'));
  const text = await new RawClient(server).send(lines).all();
  expect(statusAndJson(text)).toEqual(['HTTP/1.1 400 Bad Request', noRequest]);
  expect((await fetch(server.url)).status).toBe(200);
});

test.each(kept)('a request with $what is answered with 400, and the next one as ever', async ({ lines }) => {
  const server = await served(() => new Response('next'));
  const client = new RawClient(server).send(lines);
  expect(statusAndJson(await client.until('}]}}'))).toEqual(['HTTP/1.1 400 Bad Request', noAddress]);
  expect(await client.send(['GET / HTTP/1.1', host]).until('next')).toContain('HTTP/1.1 200 OK');
});

test.each(hosts)('a request with $what is answered with 400 and the reason', async ({ lines, message }) => {
  const server = await served(() => new Response('never'));
  const text = await new RawClient(server).send(lines).until('}]}}');
  expect(statusAndJson(text)).toEqual(['HTTP/1.1 400 Bad Request', envelope(400, 'badRequest', message)]);
});

test.each([
  ['banana', '"banana"'],
  ['100-continue, banana', '"100-continue, banana"'],
  ['"', String.raw`"\""`],
])('the expectation %s is answered with 400 at once, and no body is waited for', async (expectation, said) => {
  const server = await served(() => new Response('never'));
  const lines = ['POST / HTTP/1.1', host, `Expect: ${expectation}`, 'Content-Length: 100'];
  const text = await new RawClient(server).send(lines).all();
  expect(statusAndJson(text)).toEqual([
    'HTTP/1.1 400 Bad Request',
    envelope(400, 'badRequest', `The server does not know the expectation ${said}.`),
  ]);
});

test('the expectation 100-Continue is met, in any case of letters', async () => {
  const server = await served(async (request) => new Response(await request.text()));
  const client = new RawClient(server).send(['POST / HTTP/1.1', host, 'Expect: 100-Continue', 'Content-Length: 2']);
  await client.until('HTTP/1.1 100 Continue');
  client.socket.write('hi');
  expect(await client.until('hi')).toContain('HTTP/1.1 200 OK');
});

test.each([
  ['CONNECT a:443', 'This server is not a proxy.'],
  ['TRACE /', 'The server does not take TRACE.'],
])('%s is answered with 405 and the methods that there are', async (line, message) => {
  const server = await served(() => new Response('never'));
  const text = await new RawClient(server).send([`${line} HTTP/1.1`, host]).until('}]}}');
  expect(statusAndJson(text)).toEqual([
    'HTTP/1.1 405 Method Not Allowed',
    envelope(405, 'httpMethodNotAllowed', message),
  ]);
  expect(text.toLowerCase()).toContain('allow: get, head, post, put, patch, delete, options');
});

test('OPTIONS * is about the server', async () => {
  const server = await served(() => new Response('next'));
  const client = new RawClient(server).send(['OPTIONS * HTTP/1.1', host]);
  expect(await client.until('OPTIONS')).toMatch(/^HTTP\/1.1 204 No Content[^]*allow: GET, HEAD, POST/i);
  expect(await client.send(['GET / HTTP/1.1', host]).until('next')).toContain('HTTP/1.1 200 OK');
});

test.each<[string, readonly string[]]>([
  ['address', [`GET /${'a'.repeat(70_000)} HTTP/1.1`, host]],
  ['header', ['GET / HTTP/1.1', host, `a: ${'b'.repeat(70_000)}`]],
  ['head of many headers', ['GET / HTTP/1.1', host, ...Array.from({ length: 20_000 }, (_, index) => `h${index}: v`)]],
])('an endless %s is answered with 431', async (_what, lines) => {
  const server = await served(() => new Response('never'));
  expect(statusAndJson(await new RawClient(server).send(lines).all())).toEqual([
    'HTTP/1.1 431 Request Header Fields Too Large',
    envelope(431, 'headersTooLarge', 'The address and headers are longer than 64 KiB.'),
  ]);
});

test('an address of 60,000 characters is none too long', async () => {
  const server = await served(({ url }) => new Response(String(url.length)));
  expect(await (await fetch(`${server.url}/?a=${'b'.repeat(60_000)}`)).text()).toBe(String(server.url.length + 60_004));
});

test('a request without a host is one to this machine', async () => {
  const server = await served(({ url }) => new Response(url));
  expect(await new RawClient(server).send(['GET /a HTTP/1.0']).all()).toContain('http://localhost/a');
});

test('an address with its origin counts as it is', async () => {
  const server = await served(({ url }) => new Response(url));
  const client = new RawClient(server).send(['GET http://a.test/b?c HTTP/1.1', host]);
  expect(await client.until('a.test')).toContain('http://a.test/b?c');
});

test('bytes that are no request do not get into a response that is on its way', async () => {
  const pieces = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array([65])) });
  const server = await served(() => new Response(pieces));
  const client = new RawClient(server).send(['GET / HTTP/1.1', host]);
  await client.until('\r\nA\r\n');
  expect(await client.send(['nonsense']).all()).not.toContain('400');
});

test.each<[string, readonly string[], string]>([
  ['headers', ['GET / HTTP/1.1', 'a: b'], ''],
  ['body', ['POST / HTTP/1.1', host, 'Content-Length: 10', '', 'abc'], ''],
])('a client that keeps back its %s is answered with 408', async (_what, lines) => {
  const server = await served(async (request) => new Response(await request.text()), { requestTimeoutMs: 200 });
  const client = new RawClient(server);
  client.socket.write(lines.join('\r\n'));
  expect(statusAndJson(await client.all())).toEqual([
    'HTTP/1.1 408 Request Timeout',
    envelope(408, 'requestTimeout', 'The request did not arrive in time.'),
  ]);
});
