import { constants, createGzip, gzipSync } from 'node:zlib';
import type { Outgoing } from './exchange.js';

/** The coding of a body: `none` for all clients, `identity` for clients that do not take gzip, or `gzip`. */
export type Coding = 'none' | 'identity' | 'gzip';

/** Shortest body that is compressed, in bytes. */
const shortest = 1024;

const compressible =
  /^(?:text\/(?!event-stream)|image\/svg|application\/(?:json|xml|javascript|yaml|x-ndjson|x-www-form)|[^;]*\+(?:json|xml)\b)/i;

/** Chooses the coding of a body. */
export function chooseCoding(
  { status, headers, body }: Response,
  known: string | Uint8Array | undefined,
  { method, accepted }: { readonly method: string; readonly accepted: string | undefined },
): Coding {
  const length = known === undefined ? Number(headers.get('content-length') ?? Infinity) : Buffer.byteLength(known);
  const isWhole = method !== 'HEAD' && body !== null && ![204, 206, 304].includes(status);
  const isPlain = !headers.has('content-encoding') && !/\bno-transform\b/i.test(headers.get('cache-control') ?? '');
  if (!isWhole || !isPlain || length < shortest || !compressible.test(headers.get('content-type') ?? '')) return 'none';
  return takesGzip(accepted) ? 'gzip' : 'identity';
}

function takesGzip(accepted = ''): boolean {
  const readWeight = (coding: string): number | undefined => {
    const pattern = new RegExp(`(?:^|,)\\s*${coding}\\s*(?:;\\s*q=([^;,]*)|(?=[;,]|$))`, 'i');
    const [found, weight = '1'] = pattern.exec(accepted) ?? [];
    return found === undefined ? undefined : Number(weight) || 0;
  };
  const weight = readWeight('(?:x-)?gzip') ?? readWeight('\\*') ?? 0;
  return weight > 0 && weight >= (readWeight('identity') ?? 0);
}

// Other programs wait for the response: speed counts more than size.
const level = constants.Z_BEST_SPEED;

/** Compresses a whole body. */
export function gzip(body: string | Uint8Array): Uint8Array {
  return gzipSync(body, { level });
}

/** Compresses a body while it is sent. What has arrived is sent at once, also if the body breaks off. */
export async function writeGzipped(outgoing: Outgoing, body: ReadableStream<Uint8Array>): Promise<void> {
  const stream = createGzip({ level, flush: constants.Z_SYNC_FLUSH });
  const reader = body.getReader();
  const leave = (): void => {
    stream.destroy();
    reader.cancel().catch(() => {});
  };
  stream.on('error', () => {});
  outgoing.once('close', leave);
  stream.pipe(outgoing, { end: false });
  try {
    for (let step = await reader.read(); !step.done && !stream.destroyed; step = await reader.read())
      await new Promise((resolve) => stream.write(step.value, resolve));
    if (!stream.destroyed) await new Promise((resolve) => stream.once('end', resolve).once('close', resolve).end());
  } finally {
    outgoing.off('close', leave);
  }
}
