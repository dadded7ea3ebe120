import type { OutgoingHttpHeaders } from 'node:http';
import { waitForDrain } from '../features/proxy/send-upstream.js';
import { gzipTag } from '../act/rows/entity-tags.js';
import { type Coding, chooseCoding, gzip, writeGzipped } from './compress.js';
import type { Outgoing } from './exchange.js';
import { findKnownBody } from '../respond/known-body.js';

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
  readonly version: number;
  /** Closes the connection after the response. */
  readonly isLast: boolean;
  /** The method of the request, and its `Accept-Encoding`. */
  readonly method: string;
  readonly accepted: string | undefined;
  /** The response is not ended before this resolves. */
  readonly until?: () => Promise<unknown>;
}

/** Writes a response and streams its body, compressed if the client takes that. Resolves when everything was passed to the connection. */
export async function writeResponse(outgoing: Outgoing, response: Response, options: WriteOptions): Promise<void> {
  const { until } = options;
  const known = findKnownBody(response);
  const coding = chooseCoding(response, known, options);
  const whole = known !== undefined && coding === 'gzip' ? gzip(known) : known;
  outgoing.writeHead(response.status, writeHeaders(response, whole, { ...options, coding }));
  if (whole !== undefined && until === undefined) {
    outgoing.end(whole);
    return;
  }
  if (whole !== undefined) outgoing.write(whole);
  else if (response.body !== null && coding === 'gzip') await writeGzipped(outgoing, response.body);
  else if (response.body !== null) await writeStream(outgoing, response.body);
  await until?.();
  outgoing.end();
}

function writeHeaders(
  { headers }: Response,
  whole: string | Uint8Array | undefined,
  { version, isLast, coding }: WriteOptions & { readonly coding: Coding },
): OutgoingHttpHeaders {
  const result: OutgoingHttpHeaders = {};
  for (const [name, value] of headers) if (version === 1 || !connectionHeaders.includes(name)) result[name] = value;
  const cookies = headers.getSetCookie();
  if (cookies.length > 0) result['set-cookie'] = cookies;
  const vary = headers.get('vary') ?? '';
  if (coding !== 'none' && !/\*|accept-encoding/i.test(vary))
    result['vary'] = vary === '' ? 'Accept-Encoding' : `${vary}, Accept-Encoding`;
  if (coding === 'gzip') {
    result['content-encoding'] = 'gzip';
    const etag = headers.get('etag');
    if (etag !== null) result['etag'] = etag.replace(/^(".*)"$/, `$1${gzipTag}"`);
    delete result['content-length'];
  }
  if (whole !== undefined) result['content-length'] ??= Buffer.byteLength(whole);
  if (isLast && version === 1) result['connection'] = 'close';
  return result;
}

async function writeStream(outgoing: Outgoing, body: ReadableStream<Uint8Array>): Promise<void> {
  const reader = body.getReader();
  let isGone = false;
  const leave = (): void => {
    isGone = true;
    reader.cancel().catch(() => {});
  };
  outgoing.once('close', leave);
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    if (isGone) break;
    if (!outgoing.write(step.value)) await waitForDrain(outgoing);
  }
  outgoing.off('close', leave);
}
