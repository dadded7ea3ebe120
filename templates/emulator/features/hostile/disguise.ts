import { parseExactly, writeExactly } from '@speccast/runtime/requests';
import type { Hostility } from '../../plan/plan.js';

/** Changes how a response is written: whitespace in its JSON, chunks, and additional headers. */
export async function disguise(response: Response, hostility: Hostility): Promise<Response> {
  const { status, body } = response;
  const headers = new Headers(response.headers);
  if (hostility.may('headers')) addHeaders(headers, hostility);
  if (body === null) return new Response(null, { status, headers });
  const isJson = headers.get('content-type')?.toLowerCase().startsWith('application/json') === true;
  const isSpaced = isJson && hostility.may('whitespace');
  const isChunked = hostility.may('chunked');
  if (!isSpaced && !isChunked) return new Response(body, { status, headers });
  let bytes = new Uint8Array(await response.arrayBuffer());
  if (isSpaced) {
    hostility.use('whitespace');
    const value: unknown = parseExactly(new TextDecoder().decode(bytes), JSON.parse);
    const indent = [undefined, 1, '\t', '  '][hostility.number('whitespace', 4)];
    bytes = new TextEncoder().encode(`\n \t${writeExactly(value, indent)}\r\n\n`);
  }
  if (isChunked) {
    hostility.use('chunked');
    headers.delete('content-length');
    return new Response(splitChunks(bytes, hostility), { status, headers });
  }
  if (headers.has('content-length')) headers.set('content-length', String(bytes.length));
  return new Response(bytes, { status, headers });
}

function addHeaders(headers: Headers, hostility: Hostility): void {
  hostility.use('headers');
  headers.set('server', 'ESF');
  headers.set('x-future-header', 'of another version, "quoted"; a=1');
  headers.append('vary', 'Origin');
  headers.append('vary', 'X-Origin');
  if (!/^application\/json\b/.test(headers.get('content-type') ?? '')) return;
  const isPlain = hostility.number('headers', 2) === 0;
  headers.set('content-type', isPlain ? 'application/json' : 'Application/JSON;charset=utf-8');
}

/** Splits bytes into chunks: of 1 to 64 bytes at first, which split characters; longer ones later. */
function splitChunks(bytes: Uint8Array, hostility: Hostility): ReadableStream<Uint8Array> {
  let at = 0;
  let longest = 64;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      const end = at + 1 + hostility.number('chunked', longest);
      controller.enqueue(bytes.slice(at, end));
      at = end;
      longest *= 2;
    },
  });
}
