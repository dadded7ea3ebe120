/** A response with its body. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
  readonly text: string;
  /** The parsed body; undefined if it is not JSON. */
  readonly body: unknown;
  /** Bytes of the media that were sent. */
  readonly sent?: Uint8Array;
}

/** Reads a response. Throws if it is longer than `limit` bytes, or invalid JSON. */
export async function readResponse(response: Response, limit: number): Promise<ReceivedResponse> {
  const bytes = await readBytes(response, limit);
  const text = new TextDecoder().decode(bytes);
  const { status } = response;
  const headers = Object.fromEntries(response.headers);
  return { status, headers, bytes, text, body: readJson(text, headers['content-type'] ?? '') };
}

async function readBytes({ body }: Response, limit: number): Promise<Uint8Array> {
  const reader = body?.getReader();
  if (reader === undefined) return new Uint8Array();
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    length += next.value.length;
    pieces.push(next.value);
    if (length <= limit) continue;
    // A server that sends without end may not react to the cancellation either.
    reader.cancel().catch(() => {});
    throw new Error(`the response is longer than ${limit} bytes`);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

function readJson(text: string, type: string): unknown {
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(type) || text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`the response says that it is JSON and is not: ${text.slice(0, 100)}`);
  }
}
