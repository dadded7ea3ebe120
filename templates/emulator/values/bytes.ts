import { pullStream } from '@speccast/runtime/requests';

/** Joins parts into one array of bytes. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Reads a body that is not longer than a limit. */
export async function readUpTo(
  { body, headers }: { readonly body: ReadableStream<Uint8Array> | null; readonly headers: Headers },
  limit: number,
): Promise<{
  /** Undefined for a longer one. */
  readonly body: Uint8Array<ArrayBuffer> | undefined;
  /** A stream of the whole body; absent for a message without one. */
  readonly rest?: ReadableStream<Uint8Array>;
}> {
  if (body === null) return { body: new Uint8Array(0) };
  if (Number(headers.get('content-length') ?? 0) > limit) return { body: undefined, rest: body };
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  for (let length = 0; length <= limit;) {
    const { value } = await reader.read();
    if (!value) {
      const whole = joinBytes(chunks);
      return { body: whole, rest: new Blob([whole]).stream() };
    }
    chunks.push(value);
    length += value.length;
  }
  const next = async () => chunks.shift() ?? (await reader.read()).value;
  return { body: undefined, rest: pullStream(next, (reason) => reader.cancel(reason)) };
}

const table = Int32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** Computes the CRC-32 of bytes as PNG, gzip and zip use it, from 0 to 2^32 - 1. */
export function crc32(bytes: Uint8Array): number {
  let value = -1;
  for (const byte of bytes) value = (value >>> 8) ^ (table[(value ^ byte) & 255] ?? 0);
  return (value ^ -1) >>> 0;
}
