import type { Chunk } from './read-chunks.js';

// The protocol of Google's services: `uploadType=resumable`, `Content-Range`, and 308 with `Range` for "go on".

/** Every chunk but the last is a multiple of this many bytes. */
export const chunkUnit = 262_144;

/** Headers that make the operation's own request, which carries the JSON, open an upload. */
export function startHeaders(type: string, total: number | undefined): Readonly<Record<string, string>> {
  return {
    'x-upload-content-type': type,
    ...(total !== undefined && { 'x-upload-content-length': `${total}` }),
  };
}

/** The `Content-Range` of a request that sends a chunk; without one, or where that is empty, it asks what has arrived. */
export function contentRange(chunk: Chunk | undefined, total: number | undefined): string {
  const range = chunk?.size ? `${chunk.offset}-${chunk.offset + chunk.size - 1}` : '*';
  return `bytes ${range}/${total ?? '*'}`;
}

/** How many bytes have arrived, out of an answer that asks for more; `undefined` where it does not. */
export function confirmedBytes({ status, headers }: Response): number | undefined {
  // Without a `Range`, nothing has arrived.
  return status === 308 ? Number(/^bytes=0-(\d+)$/.exec(headers.get('range') ?? '')?.[1] ?? -1) + 1 : undefined;
}
