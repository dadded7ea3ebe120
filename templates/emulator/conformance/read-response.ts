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
export async function readResponse(
  { status, headers, body }: Response,
  limit: number = 16 * 2 ** 20,
): Promise<ReceivedResponse> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = body?.getReader();
  for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
    length += next.value.length;
    pieces.push(next.value);
    if (length <= limit) continue;
    // A server that sends without end may not react to the cancellation either.
    reader?.cancel().catch(() => {});
    throw new Error(`the response is longer than ${limit} bytes`);
  }
  const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/i.test(headers.get('content-type') ?? '') && text !== '';
  const parsed = isJson ? parse(text) : undefined;
  return { status, headers: Object.fromEntries(headers), bytes, text, body: parsed };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`the response says that it is JSON and is not: ${text.slice(0, 100)}`);
  }
}
