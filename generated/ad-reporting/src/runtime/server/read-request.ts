import type { IncomingMessage } from 'node:http';

/** A request as web standards have it, its body streamed; undefined where its address is none. */
export function readRequest(incoming: IncomingMessage, signal: AbortSignal): Request | undefined {
  const host = incoming.headers.host ?? 'localhost';
  const path = incoming.url ?? '/';
  const address = path.startsWith('/') ? `http://${host}${path}` : path;
  const method = (incoming.method ?? 'GET').toUpperCase();
  if (!URL.canParse(address) || ['CONNECT', 'TRACE', 'TRACK'].includes(method)) return undefined;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const init: RequestInit & { duplex: 'half' } = {
    method,
    headers: readHeaders(incoming),
    signal,
    duplex: 'half',
    ...(hasBody ? { body: streamOf(incoming) } : {}),
  };
  return new Request(address, init);
}

function readHeaders(incoming: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index < incoming.rawHeaders.length; index += 2) {
    const [name = '', value = ''] = incoming.rawHeaders.slice(index, index + 2);
    if (!name.startsWith(':')) headers.append(name, value);
  }
  return headers;
}

function streamOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks = incoming[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const next = await chunks.next();
      if (next.done === true) controller.close();
      else controller.enqueue(new Uint8Array(next.value));
    },
    cancel() {
      incoming.resume();
    },
  });
}
