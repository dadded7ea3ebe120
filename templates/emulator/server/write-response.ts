import { waitForDrain } from '../features/proxy/send-upstream.js';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { constants, createGzip, gzipSync } from 'node:zlib';
import { gzipTag } from '../act/rows/entity-tags.js';
import { findKnownBody } from '../respond/respond.js';

// Hop-by-hop headers, which HTTP/2 does not allow.
const connectionHeaders: readonly string[] = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
];

/** Options for writing a response. */
export interface WriteOptions {
  /** Closes the connection after the response. */
  readonly isLast: boolean;
  /** The response is not ended before this resolves. */
  readonly until?: () => Promise<unknown>;
}

/** Writes a response and streams its body, compressed if the client takes that. Resolves when everything was passed to the connection. */
export async function writeResponse(
  outgoing: ServerResponse,
  response: Response,
  { isLast, until }: WriteOptions,
): Promise<void> {
  const known = findKnownBody(response);
  const coding = chooseCoding(response, known, outgoing.req);
  const whole = known !== undefined && coding === 'gzip' ? gzipSync(known, { level }) : known;
  const headers = writeHeaders(response, outgoing.req, coding);
  if (whole !== undefined) headers['content-length'] ??= Buffer.byteLength(whole);
  if (isLast) headers['connection'] = 'close';
  outgoing.writeHead(response.status, headers);
  if (whole !== undefined && !until) {
    outgoing.end(whole);
    return;
  }
  if (whole !== undefined) outgoing.write(whole);
  else if (response.body !== null) await writeStream(outgoing, response.body, coding);
  await until?.();
  outgoing.end();
}

function writeHeaders(
  { headers }: Response,
  { httpVersionMajor: version }: IncomingMessage,
  coding: Coding,
): OutgoingHttpHeaders {
  const result: OutgoingHttpHeaders = {};
  for (const [name, value] of headers) if (version === 1 || !connectionHeaders.includes(name)) result[name] = value;
  const cookies = headers.getSetCookie();
  if (cookies.length) result['set-cookie'] = cookies;
  const vary = headers.get('vary') ?? '';
  if (coding !== 'none' && !/\*|accept-encoding/i.test(vary))
    result['vary'] = vary === '' ? 'Accept-Encoding' : `${vary}, Accept-Encoding`;
  if (coding === 'gzip') {
    result['content-encoding'] = 'gzip';
    const etag = headers.get('etag');
    if (etag !== null) result['etag'] = etag.replace(/^(".*)"$/, `$1${gzipTag}"`);
    delete result['content-length'];
  }
  return result;
}

// Other programs wait for the response: speed counts more than size.
const level = constants.Z_BEST_SPEED;

/** Writes a body as fast as it is taken. What has arrived is sent at once, also if the body breaks off. */
async function writeStream(outgoing: ServerResponse, body: ReadableStream<Uint8Array>, coding: Coding) {
  const stream = coding === 'gzip' ? createGzip({ level, flush: constants.Z_SYNC_FLUSH }) : undefined;
  stream?.on('error', () => {}).pipe(outgoing, { end: false });
  const reader = body.getReader();
  const leave = () => {
    stream?.destroy();
    reader.cancel().catch(() => {});
  };
  outgoing.once('close', leave);
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      const { value } = step;
      if (stream) await new Promise((resolve) => stream.write(value, resolve));
      else if (!outgoing.write(value)) await waitForDrain(outgoing);
    }
    if (stream?.destroyed === false)
      await new Promise((resolve) => stream.once('end', resolve).once('close', resolve).end());
  } finally {
    outgoing.off('close', leave);
  }
}

/** The coding of a body: `none` for all clients, `identity` for clients that do not take gzip, or `gzip`. */
type Coding = 'none' | 'identity' | 'gzip';

/** Shortest body that is compressed, in bytes. */
const shortest = 1024;

const compressible =
  /^(?:text\/(?!event-stream)|image\/svg|application\/(?:json|xml|javascript|yaml|x-ndjson|x-www-form)|[^;]*\+(?:json|xml)\b)/i;

/** Chooses the coding of a body. */
function chooseCoding(
  { status, headers, body }: Response,
  known: string | Uint8Array | undefined,
  { method, headers: { 'accept-encoding': accepted = '' } }: IncomingMessage,
): Coding {
  const length = known === undefined ? Number(headers.get('content-length') ?? Infinity) : Buffer.byteLength(known);
  const isWhole = method !== 'HEAD' && body !== null && ![204, 206, 304].includes(status);
  const isPlain = !headers.has('content-encoding') && !/\bno-transform\b/i.test(headers.get('cache-control') ?? '');
  if (!isWhole || !isPlain || length < shortest || !compressible.test(headers.get('content-type') ?? '')) return 'none';
  const readWeight = (coding: string) => {
    const pattern = new RegExp(`(?:^|,)\\s*${coding}\\s*(?:;\\s*q=([^;,]*)|(?=[;,]|$))`, 'i');
    const [found, weight = '1'] = pattern.exec(String(accepted)) ?? [];
    return found === undefined ? undefined : Number(weight) || 0;
  };
  const weight = readWeight('(?:x-)?gzip') ?? readWeight('\\*') ?? 0;
  return weight > 0 && weight >= (readWeight('identity') ?? 0) ? 'gzip' : 'identity';
}
