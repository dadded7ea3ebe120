import {
  type Delimiter,
  type Part,
  readDelimiter,
  maxHeaderBytes,
  maxParts,
  nextDelimiter,
  readPart,
} from '@speccast/runtime/requests';
import type { StoredBytes } from '../store/stored-bytes.js';

/** One part of a multipart body outside memory. Its `bytes` are empty, unless they were decoded from base64. */
export interface StoredPart extends Part {
  /** The bytes; absent if they were decoded. */
  readonly content?: StoredBytes;
}

/** Number of bytes that are searched at once. */
const window = 1024 * 1024;

/** Number of bytes at the end of a window that are searched with the next one, too. */
const overlap = 1024;

/** Reads the parts of a body outside memory as `parseMultipart` does. Little of it is in memory at a time. */
export async function parseStoredMultipart(
  body: StoredBytes,
  contentType: string,
): Promise<readonly StoredPart[] | undefined> {
  const delimiters = await findDelimiters(body, contentType);
  if (delimiters?.at(-1)?.closing !== true || delimiters.length > maxParts + 1) return undefined;
  const parts: StoredPart[] = [];
  for (const [index, { end, closing }] of delimiters.entries()) {
    if (closing) break;
    const part = readStoredPart(body.slice(end, Math.max(end, delimiters[index + 1]?.start ?? end)));
    if (part === undefined) return undefined;
    parts.push(part);
  }
  return parts;
}

/** Finds all delimiters up to the closing one; undefined without a usable boundary. */
async function findDelimiters(body: StoredBytes, contentType: string): Promise<readonly Delimiter[] | undefined> {
  const delimiter = readDelimiter(contentType);
  if (delimiter === undefined) return undefined;
  const found: Delimiter[] = [];
  for (let from = 0; from < body.size;) {
    // A delimiter begins with the line break before it.
    const start = Math.max(0, from - 2);
    const bytes = body.read(start, Math.min(body.size, from + window));
    const next = nextDelimiter(bytes, delimiter, from - start);
    const isEnd = start + bytes.length >= body.size;
    if (next !== undefined && (isEnd || next.end < bytes.length - overlap)) {
      found.push({ start: start + next.start, end: start + next.end, closing: next.closing });
      if (next.closing || found.length > maxParts) return found;
      from = start + next.end;
    } else if (isEnd) return found;
    else from = start + bytes.length - overlap;
    // Lets other requests be handled in between.
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  return found;
}

function readStoredPart(bytes: StoredBytes): StoredPart | undefined {
  const head = bytes.read(0, Math.min(bytes.size, maxHeaderBytes + 2));
  const part = readPart(head);
  // Base64 is decoded as a whole.
  const isEncoded = part?.headers.get('content-transfer-encoding')?.toLowerCase() === 'base64';
  if (part === undefined || isEncoded) return readPart(bytes.read());
  return { ...part, bytes: new Uint8Array(0), content: bytes.slice(head.length - part.bytes.length, bytes.size) };
}
