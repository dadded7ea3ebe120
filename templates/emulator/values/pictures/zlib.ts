import { joinBytes } from '../bytes.js';

/** Packs bytes as a zlib stream. */
export async function deflate(bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await new Response(pipe([bytes], new CompressionStream('deflate'))).arrayBuffer());
}

/** Unpacks the pieces of a zlib stream; undefined if it is damaged or unpacks to more than `limit` bytes. */
export async function inflate(
  pieces: readonly Uint8Array[],
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const reader = pipe(pieces, new DecompressionStream('deflate')).getReader();
  const unpacked: Uint8Array[] = [];
  let length = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      length += next.value.length;
      if (length > limit) {
        await reader.cancel();
        return undefined;
      }
      unpacked.push(next.value);
    }
    return joinBytes(unpacked);
  } catch {
    return undefined;
  }
}

function pipe(
  pieces: readonly Uint8Array[],
  through: CompressionStream | DecompressionStream,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new Blob(pieces.map((one) => one.slice())).stream().pipeThrough(through);
}
