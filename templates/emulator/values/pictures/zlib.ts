/** The bytes packed as a zlib stream. */
export async function deflate(bytes: Uint8Array): Promise<Uint8Array> {
  const packed = await collect(piped([bytes], new CompressionStream('deflate')), Infinity);
  return packed ?? new Uint8Array();
}

/** The bytes of a zlib stream given in pieces; undefined where it is damaged or unpacks to more than `limit` bytes. */
export function inflate(pieces: readonly Uint8Array[], limit: number): Promise<Uint8Array | undefined> {
  return collect(piped(pieces, new DecompressionStream('deflate')), limit);
}

function piped(
  pieces: readonly Uint8Array[],
  through: CompressionStream | DecompressionStream,
): ReadableStream<Uint8Array> {
  const source = new ReadableStream<BufferSource>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece.slice());
      controller.close();
    },
  });
  return source.pipeThrough(through);
}

async function collect(stream: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array | undefined> {
  const reader = stream.getReader();
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      length += next.value.length;
      if (length > limit) return await abandoned(reader);
      pieces.push(next.value);
    }
  } catch {
    return undefined;
  }
  return joined(pieces, length);
}

async function abandoned(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<undefined> {
  await reader.cancel();
  return undefined;
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
