import type { Json } from '../../json.js';
import type { OperationContent } from '../../operation.js';
import { writeItem } from '../response/write-item.js';

interface ItemStream {
  /** Gives an item as it is sent; throws for one that is not as declared. */
  readonly write: (item: unknown) => Json;
  readonly content: OperationContent;
  readonly signal: AbortSignal;
  readonly report: (error: unknown) => void;
}

/** Sends items as they come. The source is told when the caller gives up; where it fails, the response breaks off. */
export function streamItems(
  source: AsyncIterable<unknown> | Iterable<unknown>,
  { write, content, signal, report }: ItemStream,
): ReadableStream<Uint8Array> {
  const iterator = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
  const encoder = new TextEncoder();
  let isOver = false;
  const stop = async (): Promise<void> => {
    if (isOver) return;
    isOver = true;
    await iterator.return?.();
  };
  signal.addEventListener('abort', () => void stop().catch(report), { once: true });
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = await iterator.next();
          if (next.done !== true && !isOver)
            return controller.enqueue(encoder.encode(writeItem(write(next.value), content)));
          isOver = true;
          controller.close();
        } catch (error) {
          report(error);
          controller.error(new Error('the source of the response failed'));
          await stop().catch(report);
        }
      },
      cancel: stop,
    },
    { highWaterMark: 0 },
  );
}
