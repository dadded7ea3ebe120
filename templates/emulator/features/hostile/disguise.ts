import { parseExactly, writeExactly } from '@speccast/runtime/requests';
import type { Hostility } from '../../plan/freedoms.js';

/** Changes how a response is written: whitespace in its JSON, chunks, and additional headers. */
export async function disguise(response: Response, hostility: Hostility): Promise<Response> {
  const { status, body } = response;
  const headers = new Headers(response.headers);
  if (hostility.may('headers')) addHeaders(headers, hostility);
  if (body === null) return new Response(null, { status, headers });
  const isJson = headers.get('content-type')?.toLowerCase().startsWith('application/json') === true;
  const blanks = isJson && hostility.may('whitespace');
  const pieces = hostility.may('chunked');
  if (!blanks && !pieces) return new Response(body, { status, headers });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const changed = blanks ? spaced(bytes, hostility) : bytes;
  if (!pieces) {
    if (headers.has('content-length')) headers.set('content-length', String(changed.length));
    return new Response(changed, { status, headers });
  }
  headers.delete('content-length');
  hostility.use('chunked');
  return new Response(piecewise(changed, hostility), { status, headers });
}

function addHeaders(headers: Headers, hostility: Hostility): void {
  hostility.use('headers');
  headers.set('server', 'ESF');
  headers.set('x-future-header', 'of another version, "quoted"; a=1');
  headers.append('vary', 'Origin');
  headers.append('vary', 'X-Origin');
  const type = headers.get('content-type') ?? '';
  if (/^application\/json\b/.test(type))
    headers.set(
      'content-type',
      ['application/json', 'Application/JSON;charset=utf-8'][hostility.number('headers', 2)] ?? type,
    );
}

/** Adds whitespace to JSON. Invalid JSON is not changed. */
function spaced(bytes: Uint8Array, hostility: Hostility): Uint8Array<ArrayBuffer> {
  hostility.use('whitespace');
  const value: unknown = parseExactly(new TextDecoder().decode(bytes), JSON.parse);
  const indent = [undefined, 1, '\t', '  '][hostility.number('whitespace', 4)];
  return new TextEncoder().encode(`\n \t${writeExactly(value, indent)}\r\n\n`);
}

/** Chunks of 1 to 64 bytes at first, which split characters; longer ones later. */
function piecewise(bytes: Uint8Array, hostility: Hostility): ReadableStream<Uint8Array> {
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
