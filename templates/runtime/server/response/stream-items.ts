import { isJsonObject, type Json } from '../../json.js';
import type { OperationContent } from '../../operation.js';
import { writeExactly } from '../values/exact-integers.js';
import { pullStream } from '../../client/body/pull-stream.js';

/**
 * Creates the body of a response whose items are sent as they arrive. If the client disconnects (`signal`), the source is closed. If the
 * source fails, or `write` throws for an invalid item, the error is reported and the body ends with an error.
 */
export function streamItems(
  source: AsyncIterable<unknown> | Iterable<unknown>,
  write: (item: unknown) => string,
  signal: AbortSignal,
  report: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const iterator = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
  const encoder = new TextEncoder();
  let isOver = false;
  const stop = async () => {
    if (isOver) return;
    isOver = true;
    await iterator.return?.();
  };
  signal.addEventListener('abort', () => void stop().catch(report), { once: true });
  const next = async () => {
    try {
      const { done, value } = await iterator.next();
      if (done !== true && !isOver) return encoder.encode(write(value));
      isOver = true;
      return undefined;
    } catch (error) {
      report(error);
      await stop().catch(report);
      throw new Error('the source of the response failed', { cause: error });
    }
  };
  return pullStream(next, stop);
}

/** Writes an item of a response in JSON lines (`{"a":1}\n`) or server-sent events (`event: b\ndata: c\n\n`). */
export function writeItem(item: Json, { kind, items = 'event', mediaType }: OperationContent): string {
  if (kind !== 'events') return `${mediaType.includes('json-seq') ? '\u001e' : ''}${writeExactly(item)}\n`;
  if (items === 'data' || !isJsonObject(item)) return `data: ${writeExactly(item)}\n\n`;
  const { data = '', ...fields } = item;
  // In an event, only `data` may have several lines.
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${String(value).replace(/[\r\n]+/g, ' ')}\n`);
  const text = items !== 'json-event' && typeof data === 'string' ? data : writeExactly(data);
  const dataLines = text.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`);
  return `${[...lines, ...dataLines].join('')}\n`;
}
