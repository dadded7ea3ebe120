import { numbersFrom } from '../../values/ids.js';
import { type Freedom, type HostileOption, freedoms } from '../../plan/freedoms.js';
import type { Hostility, Received } from '../../plan/plan.js';
import type { Feature } from '../../world/engine.js';
import { distortResponse } from './distortions.js';
import { parseExactly, writeExactly } from '@speccast/runtime/requests';

/** Makes responses as different from the usual as the spec allows, by the option `hostile`. */
export const hostile: Feature = {
  name: 'hostile',
  open: ({ options: { hostile: option } }) => {
    if (option === undefined) return {};
    /** Number of times that each request was sent: `GET /pets?limit=2`. */
    const asked = new Map<string, number>();
    return {
      receive: (received) => void (received.hostility = decide(option, asked, received)),
      reset: () => asked.clear(),
    };
  },
};

const mostRemembered = 10_000;

/** Decides for the next response to a request. Another response to the same request may differ. */
function decide(
  option: HostileOption,
  asked: Map<string, number>,
  { request: { method }, url: { pathname, search }, notes }: Received,
): Hostility {
  const { seed, freedoms: allowed = freedoms } = typeof option === 'number' ? { seed: option } : option;
  const request = `${method} ${pathname}${search}`;
  const time = asked.get(request) ?? 0;
  if (asked.size >= mostRemembered) asked.clear();
  asked.set(request, time + 1);
  const numbers = new Map<Freedom, () => number>();
  const next = (freedom: Freedom) => {
    const own = numbers.get(freedom) ?? numbersFrom(`${seed} ${freedom} ${time} ${request}`);
    numbers.set(freedom, own);
    return own();
  };
  const hostility: Hostility = {
    may: (freedom, outOf = 2) => allowed.includes(freedom) && next(freedom) % outOf === 0,
    number: (freedom, below) => next(freedom) % Math.max(1, below),
    use: (freedom) => void notes.freedoms.add(freedom),
    distort: distortResponse,
    disguise: (response) => disguise(response, hostility),
  };
  return hostility;
}

/** Changes how a response is written: whitespace in its JSON, chunks, and additional headers. */
export async function disguise(response: Response, hostility: Hostility): Promise<Response> {
  const { status, body } = response;
  const headers = new Headers(response.headers);
  if (hostility.may('headers')) {
    hostility.use('headers');
    headers.set('server', 'ESF');
    headers.set('x-future-header', 'of another version, "quoted"; a=1');
    headers.append('vary', 'Origin');
    headers.append('vary', 'X-Origin');
    if (/^application\/json\b/.test(headers.get('content-type') ?? '')) {
      const isPlain = hostility.number('headers', 2) === 0;
      headers.set('content-type', isPlain ? 'application/json' : 'Application/JSON;charset=utf-8');
    }
  }
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
