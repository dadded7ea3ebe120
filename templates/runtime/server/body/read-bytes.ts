import { BodyReader } from './body-reader.js';
import { tooLarge } from './read-text.js';

/** Reads the body of a request, and undoes its content encoding. Rejects (413) one that is too long as soon as that is known. */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  const reader = openBody(request, maxBytes);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let chunk = await reader?.next(); chunk !== undefined; chunk = await reader?.next()) {
    length += chunk.length;
    if (length > maxBytes) {
      reader?.cancel();
      throw tooLarge(maxBytes);
    }
    chunks.push(chunk);
  }
  checkEnd(reader);
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

/** The body of a request as it arrives. It errors (413) once it is too long, and where it breaks off. */
export function limitBytes(request: Request, maxBytes: number): ReadableStream<Uint8Array> {
  const reader = openBody(request, maxBytes);
  let length = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk = await reader?.next();
        length += chunk?.length ?? 0;
        if (length > maxBytes) {
          reader?.cancel();
          throw tooLarge(maxBytes);
        }
        if (chunk !== undefined) return controller.enqueue(chunk);
        checkEnd(reader);
        controller.close();
      },
      cancel: () => reader?.cancel(),
    },
    { highWaterMark: 0 },
  );
}

function openBody({ body, headers }: Request, maxBytes: number): BodyReader | undefined {
  if (Number(headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes);
  return body === null ? undefined : new BodyReader(body, headers);
}

function checkEnd(reader: BodyReader | undefined): void {
  if (reader?.cut !== undefined) throw reader.cut.error;
  reader?.checkLength();
}
